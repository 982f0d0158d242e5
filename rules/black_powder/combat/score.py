"""BP.res.1 The score of a round: casualties inflicted, supports, squares, buildings, heavy cavalry."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import Side
from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Modifier, Reason
from domain.tabletop.angles import Point
from rules.black_powder.combat.allocation import touching
from rules.black_powder.combat.asks import Backing
from rules.black_powder.combat.dice import charged_this_turn
from rules.black_powder.combat.facts import Bonus, GateTried
from rules.black_powder.ids import UnitId
from rules.black_powder.position import foes_touching
from rules.black_powder.rulings import reading
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import DIE
from rules.black_powder.units.compass import comes_from
from rules.black_powder.units.footprint import body_of, centre
from rules.black_powder.units.profile import has, is_foot, is_gun, is_horse

SQUARE, BRIGADE_SQUARE = 3, 3  # BP.sq.7, BP.bsq.4
GARRISON = {"large": 3, "standard": 3, "small": 2, "tiny": 1}  # BP.bld.6


def bonuses(play: Play[State], units: tuple[UnitId, ...], backings: tuple[Backing, ...]) -> Iterator[Bonus]:
    """BP.res.1"""
    state = play.state
    for one in backings:
        modifier = Modifier(1, "supported", "BP.res.1", (one.unit, one.side, one.supporter))
        yield Bonus(side=state.units[one.unit].side, modifier=modifier)
    for name in units:
        yield from _of_unit(play, name, state.units[name])
    yield from _brigade_squares(state, units)
    for side in state.core.sides:
        if any(is_heavy_charge(state, name) for name in units if state.units[name].side == side):
            yield _heavy(play, side)


def _of_unit(play: Play[State], name: UnitId, unit: Unit) -> Iterator[Bonus]:
    if repels_horse(play.state, name):
        yield Bonus(side=unit.side, modifier=Modifier(SQUARE, "square against horse", "BP.sq.7", (name,)))
    if unit.formation == "building" and not is_gun(unit) and not _gate_opens(play, name, unit):
        modifier = Modifier(GARRISON[unit.profile.size], "holds a building", "BP.bld.6", (name,))
        yield Bonus(side=unit.side, modifier=modifier)


def repels_horse(state: State, name: UnitId) -> bool:
    """BP.sq.7 Not if it also fights infantry."""
    foes = [state.units[foe] for foe in foes_touching(state, name)]
    square = state.units[name].formation == "square"
    return square and any(map(is_horse, foes)) and not any(map(is_foot, foes))


def is_heavy_charge(state: State, name: UnitId) -> bool:
    """BP.sr.HCav, BP.sq.11"""
    unit = state.units[name]
    if not has(unit, "BP.sr.HCav") or not charged_this_turn(state, unit):
        return False
    return any(state.units[foe].formation != "square" for foe in foes_touching(state, name))


def _heavy(play: Play[State], side: Side) -> Bonus:
    """BP.sr.HCav One D3 for a side."""

    def third(roll: Roll) -> int:
        return (roll.total + 1) // 2

    roll = play.roll(1, DIE, Reason("heavy cavalry", "BP.sr.HCav", (side,)), side, alike=third)
    return Bonus(side=side, modifier=Modifier(third(roll), "heavy cavalry", "BP.sr.HCav"))


def _brigade_squares(state: State, units: tuple[UnitId, ...]) -> Iterator[Bonus]:
    """BP.bsq.4, BP.bsq.9, D54 For each of its units, or once; against horse it counts for no more than that."""
    inside = [name for name in units if state.units[name].in_brigade_square]
    for name in inside if reading(state, "D54") == "A" else inside[:1]:
        modifier = Modifier(BRIGADE_SQUARE, "brigade square", "BP.bsq.4", (name,))
        yield Bonus(side=state.units[name].side, modifier=modifier)


def _gate_opens(play: Play[State], name: UnitId, unit: Unit) -> bool:
    """Once a game an assault from certain sides may take the bonus of a building away, where the scenario says so."""
    state, once = play.state, play.state.battle.once
    if once is None or state.once_used or unit.building != once.place:
        return False
    comes = [foe for foe, _ in touching(state, name) if state.units[foe].turn.charged]
    here, places = _middle(state, name), [_middle(state, foe) for foe in comes]
    if not any(comes_from(edge, there, here) for there in places for edge in once.sides):
        return False
    side = state.units[comes[0]].side
    why = Reason("the gate", "BP.bld.6", (once.place,))
    die = play.roll(1, DIE, why, side, alike=lambda roll: roll.total >= once.on).total
    play.record(GateTried(place=once.place, die=die, done=die >= once.on))
    return die >= once.on


def _middle(state: State, name: UnitId) -> Point:
    return centre(body_of(state, state.units[name]))
