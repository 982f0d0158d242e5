"""BP.fsq Troops trained to it form square when horse charges their front."""

from __future__ import annotations

from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Reason
from rules.black_powder.advanced.facts import SquareResult, SquareTested
from rules.black_powder.breaking.losses import disorder
from rules.black_powder.breaking.retreat import has_room
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import is_engaged
from rules.black_powder.rulings import is_on
from rules.black_powder.state import State
from rules.black_powder.tables import DIE
from rules.black_powder.units.footprint import body_as, has_extent
from rules.black_powder.units.profile import has, is_horse

ALREADY = ("square", "building")  # BP.fsq.1 no need, or no way, to form one


def must_form(state: State, name: UnitId, charger: UnitId, side: Face) -> bool:
    """BP.fsq.1 Compulsory, even if disordered; not for units engaged, nor where there is no room for a square."""
    unit = state.units[name]
    if is_on(state, "no_squares") or not has(unit, "BP.sr.FSq") or not is_horse(state.units[charger]):
        return False
    if side != "front" or unit.formation in ALREADY or is_engaged(state, name):
        return False
    if unit.pose is None or not has_extent(state, unit, "square"):
        return False
    return has_room(state, name, "square", body_as(state, unit, "square", unit.pose))


def result_of(roll: Roll) -> SquareResult:
    """BP.fsq.2 The dice are told apart: double 1 and double 6."""
    if roll.faces == (1, 1):
        return "no square"
    return "disordered square" if roll.faces == (DIE, DIE) else "square"


def test(play: Play[State], name: UnitId, charger: UnitId) -> None:
    """BP.fsq.2, BP.fsq.3; who was disordered or shaken before is so as a square, and may be charged (BP.fsq.4)."""
    why = Reason("forming square", "BP.fsq.2", (name, charger))
    roll = play.roll(2, DIE, why, play.state.units[name].side, alike=result_of)
    result = result_of(roll)
    play.record(SquareTested(unit=name, charger=charger, dice=roll.faces, result=result))
    if result != "square":
        disorder(play, name, Reason("forming square", "BP.fsq.2", (name, charger)))
