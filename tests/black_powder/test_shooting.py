"""BP.vis, BP.tgt, BP.fire, BP.save The Shooting phase, with the book's own examples (E8 to E23, E35, E42)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.black_powder.breaking.facts import CasualtiesTaken, UnitDisordered
from rules.black_powder.shooting.asks import EndShooting, ShootUnit
from rules.black_powder.shooting.facts import SavesRolled, ShotsRolled, TargetChosen
from rules.black_powder.shooting.shots import dice_left
from rules.black_powder.shooting.sight import sees
from tests.black_powder.positions import give, one, piece, position, refused, unit


def test_e15_three_dice_hit_on_four() -> None:
    """BP.fire.2, BP.fire.3 1, 5, 6 are two hits and disorder."""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:32", "180")})
    facts = give(state, "blue", ShootUnit(unit="b"), [1, 5, 6, 4, 3])
    shots = one(facts, ShotsRolled)
    assert (shots.needs, shots.hits, len(shots.faces)) == (4, 2, 3)
    assert one(facts, UnitDisordered).unit == "r"
    assert state.units["r"].disordered
    assert one(facts, SavesRolled).casualties == 1
    assert one(facts, CasualtiesTaken).total == 1


@pytest.mark.parametrize(("faces", "hits", "disordered"), [((4, 5, 6), 3, True), ((1, 3, 3), 0, False)])
def test_e15_the_other_rolls(faces: tuple[int, ...], hits: int, disordered: bool) -> None:
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:32", "180")})
    facts = give(state, "blue", ShootUnit(unit="b", target="r"), [*faces, *[6] * hits])
    assert one(facts, ShotsRolled).hits == hits
    assert state.units["r"].disordered is disordered


def test_e16_a_disordered_shooter_needs_five() -> None:
    state = position(
        {"b": unit("blue", "d_foot", "40:20", disordered=True), "r": unit("red", "d_foot", "40:32", "180")}
    )
    assert one(give(state, "blue", ShootUnit(unit="b"), [4, 4, 4]), ShotsRolled).needs == 5


def test_e42_size_makes_dice() -> None:
    """BP.fire.1 Standard 3, small 2, large 4, tiny 1."""
    for profile, formation, dice in (
        ("d_foot", "line", 3),
        ("d_small", "line", 2),
        ("d_large", "line", 4),
        ("d_tiny", "skirmish", 1),
    ):
        state = position(
            {"b": unit("blue", profile, "40:20", "0", formation), "r": unit("red", "d_foot", "40:32", "180")}
        )
        assert len(one(give(state, "blue", ShootUnit(unit="b"), [1] * dice), ShotsRolled).faces) == dice


def test_e9_the_nearest_clear_target_is_taken() -> None:
    """BP.tgt.3 X35"""
    units = {
        "b": unit("blue", "d_foot", "40:20"),
        "near": unit("red", "d_foot", "34:30", "180"),
        "far": unit("red", "d_foot", "47:34", "180"),
    }
    assert refused(position(units), "blue", ShootUnit(unit="b", target="far")) == ("nearer target", "BP.tgt.3")
    assert one(give(position(units), "blue", ShootUnit(unit="b"), [1, 1, 1]), TargetChosen).target == "near"


def test_e10_skirmishers_may_be_passed_over() -> None:
    """BP.tgt.4, BP.tgt.5"""
    units = {
        "b": unit("blue", "d_foot", "40:20"),
        "near": unit("red", "d_tiny", "33:28", "180", "skirmish"),
        "far": unit("red", "d_foot", "45:32", "180"),
    }
    past = one(give(position(units), "blue", ShootUnit(unit="b", target="far"), [1, 1, 1]), TargetChosen)
    assert past.ignored == ("near",)
    assert past.unclear == ()
    at = give(position(units), "blue", ShootUnit(unit="b", target="near"), [1, 1, 1])
    assert one(at, ShotsRolled).needs == 5


def test_e8_woods_and_the_own_front_hide() -> None:
    """BP.vis.3"""
    state = position(
        {
            "b": unit("blue", "d_foot", "40:20"),
            "left": unit("red", "d_foot", "25:38", "180"),
            "centre": unit("red", "d_foot", "42:34", "180"),
            "behind": unit("red", "d_foot", "40:8"),
        },
        piece("wood", "27:26", "37:26", "37:31", "27:31"),
    )
    assert [name for name in ("left", "centre", "behind") if sees(state, "b", name)] == ["centre"]


def test_e12_a_building_may_be_passed_over() -> None:
    farm = piece("building block", "30:30", "36:30", "36:35", "30:35", name="farm")
    units = {
        "b": unit("blue", "d_foot", "40:20"),
        "inside": unit("red", "d_foot", inside="farm"),
        "open": unit("red", "d_foot", "46:34", "180"),
    }
    chosen = one(give(position(units, farm), "blue", ShootUnit(unit="b", target="open"), [1, 1, 1]), TargetChosen)
    assert chosen.ignored == ("inside",)
    near = give(position(units, farm), "blue", ShootUnit(unit="b", target="inside"), [6, 1, 1, 3])
    assert one(near, SavesRolled).lots[0].needs == 2  # BP.save.2 +2 in a building
    assert one(near, SavesRolled).casualties == 0


def test_e18_saves() -> None:
    """BP.save.1 Five hits, 4+: 2, 2, 4, 5, 6 leave two casualties."""
    state = position(
        {
            "b": unit("blue", "d_large", "40:20"),
            "b2": unit("blue", "d_foot", "52:20"),
            "r": unit("red", "d_large", "45:32", "180"),
        }
    )
    give(state, "blue", ShootUnit(unit="b"), [4, 4, 4, 4, 2, 2, 4, 5])
    assert state.units["r"].casualties == 2


def test_e19_enfilade_doubles() -> None:
    """BP.enf.2, BP.enf.5"""
    state = position({"b": unit("blue", "d_foot", "20:29.5", "90"), "r": unit("red", "d_foot", "40:30", "0")})
    facts = give(state, "blue", ShootUnit(unit="b"), [1] * 6)
    assert one(facts, TargetChosen).enfilade
    assert len(one(facts, ShotsRolled).faces) == 6


def test_e35_first_fire() -> None:
    """BP.sr.FFir Four dice the first time, three later."""
    units = {"b": unit("blue", "d_crack", "40:20"), "r": unit("red", "d_foot", "40:32", "180")}
    assert len(one(give(position(units), "blue", ShootUnit(unit="b"), [1] * 4), ShotsRolled).faces) == 4
    units["b"].ever_shot, units["b"].turn.shot = True, False
    assert len(one(give(position(units), "blue", ShootUnit(unit="b"), [1] * 3), ShotsRolled).faces) == 3


def test_end_of_shooting_leads_on() -> None:
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:52", "180")})
    give(state, "blue", EndShooting())
    assert state.core.active == "red"


def test_e11_less_than_half_in_the_zone_may_be_passed_over() -> None:
    """BP.tgt.5"""
    units = {
        "b": unit("blue", "d_foot", "40:20"),
        "aside": unit("red", "d_foot", "52.4:26", "180"),
        "far": unit("red", "d_foot", "38:37.9", "180"),
    }
    state = position(units)
    chosen = one(give(state, "blue", ShootUnit(unit="b", target="far"), [1, 1, 1]), TargetChosen)
    assert chosen.ignored == ("aside",)
    assert chosen.unclear == ()
    at = one(give(position(units), "blue", ShootUnit(unit="b", target="aside"), [1, 1, 1]), TargetChosen)
    assert at.unclear == ("half_out_of_zone",)
    assert 0 < at.measured.in_arc < 5000


def test_e13_less_than_half_seen_may_be_passed_over() -> None:
    """BP.tgt.5, BP.vis.3"""
    wood = piece("wood", "28:25", "36.5:25", "36.5:29", "28:29")
    units = {
        "b": unit("blue", "d_foot", "40:20"),
        "hidden": unit("red", "d_foot", "33.5:31", "180"),
        "open": unit("red", "d_foot", "46:35", "180"),
    }
    chosen = one(give(position(units, wood), "blue", ShootUnit(unit="b", target="open"), [1, 1, 1]), TargetChosen)
    assert chosen.ignored == ("hidden",)
    at = one(give(position(units, wood), "blue", ShootUnit(unit="b", target="hidden"), [1, 1, 1]), TargetChosen)
    assert 0 < at.measured.visible < 5000


def test_e17_once_and_not_twice() -> None:
    """BP.fire.4 A gun that is half hidden is at -1; skirmishers at 5 inches have +1."""
    wood = piece("wood", "36:25", "39.9:25", "39.9:28", "36:28")
    gun = {"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_gun", "39.5:34", "180", "unlimbered")}
    shots = one(give(position(gun, wood), "blue", ShootUnit(unit="b"), [1, 1, 1]), ShotsRolled)
    assert [modifier.value for modifier in shots.modifiers] == [-1]
    near = {"b": unit("blue", "d_foot", "40:20", formation="skirmish"), "r": unit("red", "d_foot", "40:25", "180")}
    shots = one(give(position(near), "blue", ShootUnit(unit="b"), [1, 1, 1]), ShotsRolled)
    assert [modifier.value for modifier in shots.modifiers] == [1]


def test_e21_dice_in_proportion_to_those_who_see() -> None:
    """BP.ski.3, BP.ski.1 One third of a unit of three dice has one, two thirds two."""
    for share, dice in (
        (Fraction(1, 3), 1),
        (Fraction(2, 3), 2),
        (Fraction(1), 3),
        (Fraction(1, 6), 1),
        (Fraction(1, 12), 0),
    ):
        assert dice_left(position({}), 3, share) == dice


def test_bows_have_no_bonus_at_close_range() -> None:
    """BP.fire.4, BP.vis.6"""
    state = position(
        {"b": unit("blue", "d_natives", "40:20", formation="skirmish"), "r": unit("red", "d_foot", "40:25", "180")}
    )
    assert one(give(state, "blue", ShootUnit(unit="b"), [1]), ShotsRolled).needs == 4


def test_close_range_is_an_advantage() -> None:
    """BP.fire.4"""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:26", "180")})
    assert one(give(state, "blue", ShootUnit(unit="b"), [1, 1, 1]), ShotsRolled).needs == 3


def test_saves_by_formation() -> None:
    """BP.save.2"""
    for formation, needs in (("attack_column", 3), ("march_column", 6), ("line", 4)):
        state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "44:32", "180", formation)})
        facts = give(state, "blue", ShootUnit(unit="b"), [4, 1, 1, 6])
        assert one(facts, SavesRolled).lots[0].needs == needs
