"""BP.tra Traversing fire: at an enemy that crosses the front of a unit."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.shooting.closing import run
from rules.black_powder.shooting.firers import unable
from rules.black_powder.shooting.guns import arm_of
from rules.black_powder.shooting.looking import ALL, Look
from rules.black_powder.shooting.shots import Shot
from rules.black_powder.shooting.sight import eye_of
from rules.black_powder.shooting.targets import Aim
from rules.black_powder.state import State
from rules.black_powder.tables import INCH
from rules.black_powder.units.measuring import is_in_reach, scaled
from rules.black_powder.units.profile import is_skirmishing

REACH = 12 * INCH  # BP.tra.1
HALF = Fraction(1, 2)


def bar(state: State, name: UnitId, near: int, covered: Fraction) -> IllegalOrder | None:
    """BP.tra.1, BP.tra.4 Within 12 inches of the front, along half of it at least, once a turn."""
    if state.units[name].turn.reacted:
        return IllegalOrder("has reacted", "BP.tra.4", name)
    if not is_in_reach(state, near, scaled(state, REACH)) or covered < HALF:
        return IllegalOrder("does not cross the front", "BP.tra.1", name)
    found = unable(state, name)
    if found:
        return found
    arm = arm_of(state, state.units[name])
    if not is_in_reach(state, near, arm.range) or near < arm.minimum:
        return IllegalOrder("passes out of range", "BP.vis.7", name, near, arm.range)
    return None


class Pass(NamedTuple):
    """How an enemy passes: how near, along how much of which side, and whether he charges (D30)."""

    near: int
    crossed: int
    face: Face = "front"
    charging: bool = True


def fire(play: Play[State], name: UnitId, charger: UnitId, by: Pass) -> None:
    """BP.tra.2 As closing fire, but +1 only if it passes within 6 inches; BP.tra.5 from one side."""
    state, unit = play.state, play.state.units[name]
    look = Look(state, name, unit, eye_of(state, unit, by.face), by.face, arm_of(state, unit))
    unclear = ("skirmishers",) if is_skirmishing(state.units[charger]) else ()
    aim = Aim(charger, by.near, ALL, ALL, None, unclear)
    run(play, Shot(look, aim, "traversing fire", near=by.near, crossed=by.crossed, charging=by.charging))
