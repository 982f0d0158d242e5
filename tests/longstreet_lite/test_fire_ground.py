"""LL.2.obs, LL.2.hill, LL.5.artterr, LL.5.own What the ground in a zone does to the fire along it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.longstreet_lite.fire.ground import bar_of_volley, is_walled_off
from rules.longstreet_lite.fire.modes import small_arms
from rules.longstreet_lite.fire.view import most_turn, post_of, turned_zones, view_of
from rules.longstreet_lite.formation import front_bases
from rules.longstreet_lite.state import Terrain
from rules.longstreet_lite.tables import SHORT_RANGE
from tests.longstreet_lite.firing_line import (
    BOMBARD,
    CANISTER,
    SKIRMISH,
    VOLLEY,
    aimed,
    band,
    crest,
    enemy,
    facing,
    guns,
    line,
    modifiers,
    refused,
    shots,
    told,
)
from tests.longstreet_lite.positions import terrain

# D22, D49


def test_ll_5_volley_1_d22_any_cover_in_the_zone_bars_a_volley_or_only_what_lies_across_it() -> None:
    half = band("woods", "6", "7", "10", "18")
    assert aimed(facing(half, D22="A")) == SKIRMISH
    assert aimed(facing(half, D22="B")) == VOLLEY
    assert aimed(facing(band("woods", "6", "7"), D22="B")) == SKIRMISH
    assert aimed(facing(half, line("wall", "8", "5", "10.3"), D22="B")) == SKIRMISH


def test_ll_5_volley_1_d22_a_cover_beside_the_line_to_the_target_bars_it_if_it_is_in_the_zone() -> None:
    beside = band("woods", "6", "7", "9", "9.8")
    assert refused(facing(beside, cs=enemy("10.6:9"), D22="A"), b1=0) == "LL.5.volley.3"
    assert aimed(facing(beside, cs=enemy("10.6:9"), D22="B")) == VOLLEY


def test_ll_5_own_2_a_target_at_the_edge_of_woods_has_their_cover() -> None:
    """D49 B Its front may stand out by a tenth; LL.5.volley.1"""
    assert aimed(facing(band("woods", "9", "12"))) == SKIRMISH
    assert aimed(facing(band("woods", "9.1", "12"))) == SKIRMISH
    assert aimed(facing(band("woods", "9.2", "12"))) == VOLLEY


def test_ll_5_volley_1_d49_a_base_partly_in_woods_that_is_struck_in_the_open() -> None:
    woods = band("woods", "9.5", "12")
    assert aimed(facing(woods, D49="B")) == VOLLEY
    assert aimed(facing(woods, D49="A")) == SKIRMISH
    assert aimed(facing(band("woods", "10.2", "12"), D49="A")) == VOLLEY, "only its second rank stands there"


# From one's own cover


@pytest.mark.parametrize("kind", ["wall", "works"])
def test_ll_5_own_1_a_wall_right_in_front_does_not_hinder(kind: str) -> None:
    """D24 Within a tenth of a base width."""
    assert aimed(facing(line(kind, "5"))) == VOLLEY
    assert aimed(facing(line(kind, "5.1"))) == VOLLEY
    assert aimed(facing(line(kind, "5.11"))) == SKIRMISH


def test_ll_5_own_1_nor_is_it_the_targets_cover_against_guns() -> None:
    assert modifiers(facing(line("wall", "5.1"), us=guns()), 4, 4) == []
    assert modifiers(facing(line("wall", "5.2"), us=guns(), cs=enemy("10:7")), 4, 4) == ["LL.5.artmod.1"]


def test_ll_5_own_1_a_zone_turned_along_the_wall_is_not_hindered_either() -> None:
    assert aimed(facing(line("wall", "5.1"), cs=enemy("13.5:8.5")), b1=45) == [("volley", 45, "cs")]


def test_ll_5_own_2_a_base_at_the_edge_of_woods_ignores_the_little_in_front() -> None:
    assert aimed(facing(band("woods", "2", "5.1"))) == VOLLEY
    assert aimed(facing(band("woods", "2", "5.11"))) == SKIRMISH


def test_ll_5_own_2_a_base_at_a_crest_fires_over_it_freely() -> None:
    assert aimed(facing(crest("5.05"))) == VOLLEY
    assert aimed(facing(crest("5.05"), us=guns())) == CANISTER


# Obstruction


@pytest.mark.parametrize("kind", ["woods", "field", "wall", "works"])
def test_ll_2_obs_2_guns_reach_two_base_widths_past_the_start_of_obstructing_terrain(kind: str) -> None:
    """LL.5.artterr.1, I18"""
    piece = line(kind, "7") if kind in ("wall", "works") else band(kind, "7", "8")
    assert aimed(facing(piece, us=guns(), cs=enemy("10:9"))) == CANISTER
    state = facing(piece, us=guns(), cs=enemy("10:9.1"))
    assert refused(state) == "LL.2.obs.2"
    assert f"{kind} ends the zone at 4 BW, 2 BW past its edge" in told(state)


def test_ll_2_obs_2_the_two_base_widths_count_from_the_start_of_terrain_in_which_the_gun_stands() -> None:
    """LL.5.own.2 lets a gun ignore 0.1 BW of its own ground, not add it to its reach."""
    around, ahead = band("field", "2", "8"), band("field", "5.05", "8")
    assert aimed(facing(around, us=guns(), cs=enemy("10:7"))) == CANISTER
    assert refused(facing(around, us=guns(), cs=enemy("10:7.09"))) == "LL.2.obs.2"
    assert "field ends the zone at 2 BW" in told(facing(around, us=guns(), cs=enemy("10:7.09")))
    assert aimed(facing(ahead, us=guns(), cs=enemy("10:7.05"))) == CANISTER
    assert "field ends the zone at 2.05 BW" in told(facing(ahead, us=guns(), cs=enemy("10:7.1")))


def test_ll_2_obs_2_any_part_however_small_obstructs_a_bombardment_too() -> None:
    corner = band("woods", "7", "8", "10.48", "18")
    assert refused(facing(corner, us=guns(), cs=enemy("10:15"), D20="B")) == "LL.2.obs.2"
    outside = band("woods", "7", "8", "10.5", "18")
    assert aimed(facing(outside, us=guns(), cs=enemy("10:15"), D20="B")) == BOMBARD


@pytest.mark.parametrize("kind", ["rough", "marsh", "fence"])
def test_ll_2_obs_1_other_ground_obstructs_no_gun(kind: str) -> None:
    piece = line(kind, "7") if kind == "fence" else band(kind, "7", "8")
    assert aimed(facing(piece, us=guns(), cs=enemy("10:15"))) == BOMBARD


def test_ll_2_obs_1_obstruction_is_for_artillery_only() -> None:
    """LL.2.obs.3"""
    assert aimed(facing(band("woods", "6", "7"), cs=enemy("10:11"))) == SKIRMISH
    assert refused(facing(band("woods", "6", "7"), us=guns(), cs=enemy("10:11"))) == "LL.2.obs.2"


def test_ll_2_obs_2_d7_the_two_base_widths_count_from_the_near_edge_or_the_far_one() -> None:
    """LL.5.artterr.1"""
    deep, behind = band("woods", "6", "9"), enemy("10:10.9")
    assert refused(facing(deep, us=guns(), cs=behind, D7="A")) == "LL.2.obs.2"
    assert aimed(facing(deep, us=guns(), cs=behind, D7="B")) == CANISTER
    assert refused(facing(deep, us=guns(), cs=enemy("10:11.1"), D7="B", D20="B")) == "LL.2.obs.2"


def test_ll_2_obs_2_an_enemy_out_of_reach_straight_ahead_does_not_keep_the_zone_from_turning() -> None:
    """LL.5.artprio.2 The zone ends before it."""
    woods = band("woods", "6", "6.5", "9", "10.1")
    state = facing(woods, us=guns(), cs=enemy("10:9"), others={"open": enemy("13:9")})
    assert aimed(state)[0][::2] == ("canister", "open")
    assert refused(state, b1=0) == "LL.2.obs.2"


# Crests


def test_ll_2_hill_1_guns_cannot_fire_at_what_is_beyond_a_crest() -> None:
    """LL.2.hill.2, LL.2.hill.3, I18 Not even within 2 BW of it."""
    state = facing(crest("8"), us=guns())
    assert refused(state) == "LL.2.hill.2"
    assert "the crest of ridge ends the zone at 3 BW" in told(state)
    assert refused(facing(crest("8"), us=guns(), cs=enemy("10:8.2"))) == "LL.2.hill.2"


def test_ll_2_hill_2_guns_hit_a_target_at_the_crest_and_it_has_cover() -> None:
    """LL.2.crest.2, LL.2.crest.3, LL.5.artmod.1"""
    assert modifiers(facing(crest("9"), us=guns()), 4, 4) == ["LL.5.artmod.1"]
    assert modifiers(facing(crest("8.9"), us=guns()), 4, 4) == ["LL.5.artmod.1"]
    assert modifiers(facing(crest("9.1"), us=guns()), 4, 4) == ["LL.5.artmod.1"]
    assert modifiers(facing(crest("9.2"), us=guns()), 4, 4) == []


def test_ll_2_crest_3_a_crest_behind_a_target_that_faces_it_gives_no_cover_against_guns() -> None:
    away = enemy("10:11", "0", (2,))  # its front at the crest, its back to the guns
    assert modifiers(facing(crest("11"), us=guns(), cs=away), 4, 4) == ["LL.5.dense.1"]


def test_ll_2_hill_2_a_target_at_a_second_crest_is_out_of_reach() -> None:
    first = crest("7")
    second = terrain("hill", "2:8", "2:12", "18:12", "18:8", crest=("2:9", "18:9"), name="second")
    assert refused(facing(first, second, us=guns())) == "LL.2.hill.2"
    assert aimed(facing(second, us=guns())) == CANISTER


def test_ll_2_hill_1_d8_a_unit_at_the_crest_is_a_target_with_cover_or_none_at_all() -> None:
    assert aimed(facing(crest("9"), us=guns(), D8="A")) == CANISTER
    assert refused(facing(crest("9"), us=guns(), D8="B")) == "LL.2.hill.1"
    assert aimed(facing(crest("11.5"), us=guns(), D8="B")) == CANISTER


@pytest.mark.parametrize("letter", ["A", "B"])
def test_ll_2_hill_1_d8_is_about_artillery_only(letter: str) -> None:
    assert aimed(facing(crest("9"), D8=letter)) == SKIRMISH


def test_ll_2_crest_2_only_part_of_a_unit_may_be_at_the_crest() -> None:
    """LL.G.7 Fire looks at the base struck: the crest ends in the middle of the target."""
    state = facing(crest("9", "2", "9.9"), us=guns(count=2), cs=enemy(ranks=(2,)))
    fired = shots(state, 4, 4, 4, 4)
    assert [(shot.struck, len(shot.modifiers)) for shot in fired] == [(2, 1), (1, 0)]


# Cover against guns


def test_ll_5_artterr_2_woods_and_walls_across_the_zone_cover_the_target() -> None:
    """LL.5.artmod.1"""
    for piece in (band("woods", "7.5", "8"), line("wall", "8"), line("works", "8.5")):
        (shot,) = shots(facing(piece, us=guns()), 4, 5)
        assert (shot.needs, [m.cite for m in shot.modifiers], shot.hits) == (5, ["LL.5.artmod.1"], 1)


@pytest.mark.parametrize(("letter", "covers"), [("A", False), ("B", False), ("C", True)])
def test_d9_standing_crops_cover_against_guns_under_c_only(letter: str, covers: bool) -> None:
    """LL.5.artterr.2"""
    state = facing(band("field", "7.5", "8"), us=guns(), D9=letter)
    assert modifiers(state, 4, 4) == (["LL.5.artmod.1"] if covers else [])


@pytest.mark.parametrize(
    ("piece", "letters"),
    [
        pytest.param(line("wall", "8"), "ABC", id="a long wall across the zone"),
        pytest.param(line("wall", "8", "10", "18"), "BC", id="a wall across half of the zone"),
        pytest.param(line("wall", "8", "9", "11"), "ABC", id="a short wall between the two"),
        pytest.param(terrain("wall", "10:8", "10:8.5"), "BC", id="a bit of wall along the zone"),
        pytest.param(terrain("wall", "9:8", "11:8", "11:12"), "AB", id="a wall that goes on past the target"),
        pytest.param(band("woods", "7.5", "8", "9", "11"), "ABC", id="a copse between the two"),
        pytest.param(line("wall", "12"), "", id="a wall behind the target"),
    ],
)
def test_ll_5_artterr_2_d21_cover_wholly_between_guns_and_target(piece: Terrain, letters: str) -> None:
    """D21 A across every line, B anywhere in the zone, C the whole piece."""
    found = [letter for letter in "ABC" if modifiers(facing(piece, us=guns(), D21=letter), 4, 4)]
    assert "".join(found) == letters


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_d49_a_target_whose_struck_edge_is_at_the_edge_of_woods_or_in_them_has_cover(letter: str) -> None:
    """LL.5.artterr.2, LL.5.own.2 Whatever D21 says of cover between."""
    for south in ("8.5", "9", "9.1"):
        assert modifiers(facing(band("woods", south, "12"), us=guns(), D21=letter), 4, 4) == ["LL.5.artmod.1"]
    assert modifiers(facing(band("woods", "9.2", "12"), us=guns(), D21=letter), 4, 4) == []


def test_ll_5_artterr_2_d49_a_base_partly_in_woods_that_is_struck_in_the_open() -> None:
    woods = band("woods", "9.5", "12")
    assert modifiers(facing(woods, us=guns(), D49="B"), 4, 4) == []
    assert modifiers(facing(woods, us=guns(), D49="A"), 4, 4) == ["LL.5.artmod.1"]


def test_ll_5_artterr_3_cover_is_judged_gun_by_gun() -> None:
    """LL.5.hit.3"""
    state = facing(line("wall", "8", "2", "10"), us=guns(count=2), cs=enemy(ranks=(2,)))
    assert [(shot.needs, shot.hits) for shot in shots(state, 4, 5, 4, 3)] == [(5, 1), (4, 1)]


# The short cut


def pose_near(x: float, y: float) -> str:
    return f"{x:.1f}:{y:.1f}"


@settings(deadline=None, max_examples=60)
@given(
    st.floats(7, 13), st.floats(8, 11), st.integers(120, 240), st.floats(5.2, 9), st.floats(3, 9), st.floats(11, 17),
    st.sampled_from(["crest", "wall", "woods"]), st.floats(-1, 1),
)  # fmt: skip
def test_a_base_walled_off_has_no_volley_at_any_turn(
    x: float, y: float, heading: int, wall: float, west: float, east: float, kind: str, tilt: float
) -> None:
    """LL.5.volley.1 The short cut finds nothing that a look at each turn would not."""
    ends = (pose_near(west, wall - tilt), pose_near(east, wall + tilt))
    south = (pose_near(east, wall + tilt + 1), pose_near(west, wall - tilt + 1))
    pieces = {
        "crest": terrain("hill", "2:2", "2:22", "18:22", "18:2", crest=ends),
        "wall": terrain("wall", *ends),
        "woods": terrain("woods", *ends, *south),
    }
    state = facing(pieces[kind], cs=enemy(pose_near(x, y), str(heading), (3, 2)))
    view = view_of(state, "us")
    post = post_of(view, front_bases(view.body)[0], SHORT_RANGE, most_turn(state))
    zones = list(turned_zones(post, SHORT_RANGE, 45))
    if is_walled_off(view, post):
        assert all(bar_of_volley(view, post, zone) for zone in zones)
        best = small_arms(view, post)
        assert best is None or best.mode == "skirmish"


def test_an_enemy_on_this_side_of_a_slanting_wall_is_volleyed_at() -> None:
    """LL.5.volley.2 The wall crosses all zones, and one enemy stands before it."""
    wall = terrain("wall", "0:5.5", "20:8.5")
    state = facing(wall, others={"before": enemy("12.5:6", ranks=(2,))})
    assert aimed(state)[0][::2] == ("volley", "before")
    assert aimed(facing(wall)) == SKIRMISH


def test_a_base_behind_a_crest_that_crosses_all_its_zones_is_walled_off() -> None:
    state = facing(crest("6", "0", "20"))
    view = view_of(state, "us")
    post = post_of(view, front_bases(view.body)[0], SHORT_RANGE, 45)
    assert is_walled_off(view, post)
    assert not is_walled_off(view_of(facing(crest("6", "0", "20"), D22="B"), "us"), post)
    other = view_of(facing(crest("6", "0", "11")), "us")
    assert not is_walled_off(other, post)
