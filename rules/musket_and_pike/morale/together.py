"""8.2.2 Horse and light infantry that come to share a hex, by a move, a reaction, a fire action or a retreat."""

from __future__ import annotations

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.morale.facts import MoraleSet
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import UnitsJoined
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.plan import joins
from rules.musket_and_pike.movement.strides import Mover, Stride
from rules.musket_and_pike.position import body, main_at
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import How

TOGETHER = Reason("worse of the two", "8.2.2")


def take(play: Play[State], field: Field, mover: Mover, stride: Stride, how: How, *, under: bool = False) -> None:
    """7.1.1, 8.2.2 One step; who joins another stops and faces as the other does."""
    if not joins(field, mover, stride):
        carry.take(play, mover, stride, how, under=under)
        return
    there = main_at(play.state, stride.hexes[0])
    carry.take(play, mover, stride._replace(facing=play.state.units[there].facing), how)
    unite(play, mover.unit, there)


def unite(play: Play[State], unit: UnitId, there: UnitId) -> None:
    """8.2.2 Both have the worse morale and formation of the two, and who was there may not move."""
    state = play.state
    pair = body(state, unit)
    units = [state.units[name] for name in pair]
    formation = max((one.formation for one in units), key=_rank)
    if any(one.formation != formation for one in units):
        play.record(FormationSet(units=pair, formation=formation, why=TOGETHER))
    level = max((one.morale for one in units), key=tables.LEVELS.index)
    if any(one.morale != level for one in units):
        play.record(MoraleSet(units=pair, level=level, why=TOGETHER))
    play.record(UnitsJoined(units=pair, still=there))


def _rank(formation: str) -> int:
    """8.2.2 Column and Hedgehog are neither better nor worse than Open Order."""
    return tables.WORSE.index(formation) if formation in tables.WORSE else 1
