"""BP.army, BP.form Units as they stand: what they cover, where their front is, and which rules they have."""

from __future__ import annotations

import pytest

from domain.tabletop.angles import Point
from domain.tabletop.measure import Edge
from rules.black_powder.units.footprint import body_of, main_body
from rules.black_powder.units.measuring import from_point, is_within
from rules.black_powder.units.profile import has
from rules.black_powder.units.zones import quarter_of
from tests.black_powder.positions import position, unit


@pytest.mark.parametrize(
    ("profile", "formation", "width", "depth"),
    [
        ("d_foot", "line", 9_449, 1_575),
        ("d_foot", "attack_column", 4_724, 3_150),
        ("d_foot", "march_column", 3_150, 4_724),
        ("d_wild", "warband", 4_724, 3_150),
        ("d_horse", "line", 11_811, 1_969),
        ("d_horse", "march_column", 1_969, 11_811),
        ("d_gun", "unlimbered", 2_402, 2_992),
    ],
)
def test_bp_army_13_the_ground_a_formation_covers(profile: str, formation: str, width: int, depth: int) -> None:
    """BP.army.8 A gun with its crew is a unit of its own."""
    state = position({"u": unit("blue", profile, "40:20", formation=formation)})
    body = body_of(state, state.units["u"])
    assert (body.width, body.depth) == (width, depth)


def test_bp_form_6_a_mixed_formation_has_skirmishers_before_its_main_body() -> None:
    state = position({"u": unit("blue", "d_mixed", "40:20", formation="mixed_line")})
    body = body_of(state, state.units["u"])
    assert len(body.outline) == 2
    assert main_body(body).outline == body.outline[:1]
    assert body.outline[1].front == 2 * 3_937, "a hundred millimetres ahead"


def test_bp_form_12_and_13_zones_begin_at_45_degrees_from_the_corners() -> None:
    """BP.form.13 A gun's front is where its muzzle points."""
    state = position({"u": unit("blue", "d_gun", "40:20", "90", "unlimbered")})
    body = body_of(state, state.units["u"])
    assert quarter_of(body, Point(60_000, 20_000)) is Edge.FRONT
    assert quarter_of(body, Point(39_000, 40_000)) is Edge.LEFT


def test_fanatics_have_both_rules_they_stand_for() -> None:
    """BP.sr.Fana"""
    one = unit("red", "d_warband", "40:20", formation="warband")
    assert has(one, "BP.sr.Fero")
    assert has(one, "BP.sr.Terr")


@pytest.mark.parametrize(("at", "far"), [("40:30", 10_000), ("50:30", 11_307), ("40:20", 0), ("40:10", 8_425)])
def test_bp_turn_3_from_a_commanders_head_to_the_nearest_point(at: str, far: int) -> None:
    x, y = (int(one) * 1000 for one in at.split(":"))
    state = position({"u": unit("blue", "d_foot", "40:20")})
    assert from_point(Point(x, y), body_of(state, state.units["u"])) == far


@pytest.mark.parametrize(("letter", "north", "near"), [("A", "32", True), ("B", "32", False), ("B", "31.999", True)])
def test_d3_within_twelve_inches_with_twelve_or_without(letter: str, north: str, near: bool) -> None:
    units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", f"40:{north}", "180")}
    state = position(units, readings={"D3": letter})
    bodies = [body_of(state, one) for one in state.units.values()]
    assert is_within(state, bodies[0], bodies[1], 12_000) == near
