"""11.2.1a, 11.2.1d Charge markers, laid at the end of the Movement segment."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.movement.asks import MarkCharge
from rules.wallaces_war.movement.facts import ChargeMarked
from rules.wallaces_war.movement.movers import idle, may_move
from rules.wallaces_war.position import units_of, values
from rules.wallaces_war.state import State

NEEDED = tables.CHARGE * tables.HALVES  # 11.2.1a points that must be left
WILLING = ("resolute", "wavering")  # 10.2i


def decide_mark(play: Play[State], order: MarkCharge) -> None:
    """11.2.1a From now on it moves no more in this segment."""
    heed(mark_bar(play.state, order.unit))
    play.record(ChargeMarked(unit=order.unit, on=True, why=Reason("to charge", "11.2.1a")))


def mark_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """11.2.1a, 11.2b, 11.2.1d, 11.1c, 10.2i, 10.4d Why a unit gets no Charge marker."""
    unit = state.units.get(name)
    if unit is None or unit.at not in state.stacks:
        return IllegalOrder("not on the map", "11.2.1a", name)
    if unit.battle != state.turn.battle:
        return IllegalOrder("not of the moving Battle", "11.2.1a", name, state.turn.battle)
    if unit.kind != "HC":
        return IllegalOrder("no heavy cavalry", "11.2b", name)
    if unit.charge:
        return IllegalOrder("marked already", "11.2.1a", name)
    if not may_move(state, name):
        return idle(name)
    return _state_bar(state, name)


def _state_bar(state: State, name: UnitId) -> IllegalOrder | None:
    unit, turn = state.units[name], state.turn
    if name in state.segment.withdrawn:
        return IllegalOrder("withdrew, does not charge", "11.1c", name)
    if name in turn.struck:
        return IllegalOrder("was charged itself", "11.2.1d", name)
    if unit.shaken:
        return IllegalOrder("shaken, does not charge", "11.2b", name)
    if not unit.in_command:
        return IllegalOrder("charge out of command", "11.2.1a", name)
    if state.battles[unit.battle].standing not in WILLING:
        return IllegalOrder("Battle does not attack", "10.2i", name, state.battles[unit.battle].standing)
    left = values(unit).ma * tables.HALVES - state.segment.spent.get(name, 0)
    if left < NEEDED:
        return IllegalOrder("too few points to charge", "11.2.1a", name, max(left, 0))
    return None


def marks(state: State) -> Iterator[MarkCharge]:
    for name in units_of(state, state.turn.battle):
        if state.units[name].kind == "HC" and mark_bar(state, name) is None:
            yield MarkCharge(unit=name)
