"""BP.enf Enfilade: a shooter who looks along the target."""

from __future__ import annotations

from domain.tabletop.angles import SCALE, Point
from domain.tabletop.zones import axes
from rules.black_powder.ids import UnitId
from rules.black_powder.rulings import reading
from rules.black_powder.shooting.guns import arm_of
from rules.black_powder.shooting.sight import shoots_all_round
from rules.black_powder.state import State
from rules.black_powder.units.footprint import body_of, main_body
from rules.black_powder.units.height import stands_higher

ALONG = ("line", "attack_column", "warband", "mixed_line", "mixed_attack_column")  # BP.enf.2, BP.enf.4


def is_enfiladed(state: State, name: UnitId, target: UnitId, eye: Point, *, overhead: bool) -> bool:
    """BP.enf.1 to BP.enf.4"""
    return may_enfilade(state, name, target, overhead=overhead) and lies_along(state, target, eye)


def may_enfilade(state: State, name: UnitId, target: UnitId, *, overhead: bool) -> bool:
    """BP.enf.1 Firearms and guns aimed straight; not skirmishers, nor over heads (D73 B: nor at a higher target)."""
    unit, arm = state.units[name], arm_of(state, state.units[name])
    if not arm.firearm or arm.is_lobbed or arm.kind == "machine_gun" or shoots_all_round(unit):
        return False
    if arm.kind == "gun":
        return not (overhead if reading(state, "D73") == "A" else stands_higher(state, target, name))
    return True


def lies_along(state: State, target: UnitId, eye: Point) -> bool:
    """BP.enf.2, BP.enf.3, BP.bsq.3 The eye stands in the strip of front and rear, or of a column's long sides."""
    there = state.units[target]
    if there.in_brigade_square:
        return False
    body = main_body(body_of(state, there))
    aside, forward = axes(body.pose)
    right, ahead = aside.at(*eye), forward.at(*eye)
    beside = -body.width * SCALE <= 2 * right <= body.width * SCALE
    between = -body.depth * SCALE <= ahead <= 0
    if there.formation in ALONG:
        return between and not beside
    return there.formation == "march_column" and beside and not between
