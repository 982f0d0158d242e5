"""LL.5.artprio, LL.5.volley, LL.5.skirm How a base must fire: volley or skirmish, canister or bombardment."""

from __future__ import annotations

import pytest

from rules.longstreet_lite.fire.view import post_of, turned_zones, view_of
from rules.longstreet_lite.formation import front_bases
from rules.longstreet_lite.state import State
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
    firer,
    friend,
    guns,
    line,
    refused,
    told,
)
from tests.longstreet_lite.positions import terrain

# Volley or skirmish


def test_ll_5_volley_1_over_open_ground_a_base_volleys() -> None:
    """LL.5.smprio.1"""
    assert aimed(facing()) == VOLLEY


@pytest.mark.parametrize("kind", ["woods", "field"])
def test_ll_5_skirm_1_fire_through_woods_or_standing_crops_is_skirmish_fire(kind: str) -> None:
    """LL.5.volley.1, D9 Crops bar a volley, whether they are cover or not."""
    for letter in "ABC":
        assert aimed(facing(band(kind, "6", "7"), D9=letter)) == SKIRMISH


@pytest.mark.parametrize("kind", ["wall", "works"])
def test_ll_5_skirm_1_so_is_fire_at_a_target_behind_a_wall_near_it_or_not(kind: str) -> None:
    assert aimed(facing(line(kind, "6"))) == SKIRMISH
    assert aimed(facing(line(kind, "8.9"))) == SKIRMISH
    assert aimed(facing(line(kind, "12"))) == VOLLEY


@pytest.mark.parametrize("kind", ["rough", "stream", "marsh", "road", "fence", "embankment"])
def test_ll_5_volley_1_other_ground_does_not_bar_a_volley(kind: str) -> None:
    """LL.2.table A fence covers in combat only."""
    piece = line(kind, "7") if kind in ("road", "fence", "embankment") else band(kind, "6.5", "7")
    assert aimed(facing(piece)) == VOLLEY


def test_ll_5_skirm_1_at_a_crest_or_behind_a_hill_an_enemy_is_skirmished_with() -> None:
    """LL.2.crest.2, LL.2.crest.3"""
    assert aimed(facing(crest("9"))) == SKIRMISH
    assert aimed(facing(crest("7"))) == SKIRMISH
    assert aimed(facing(crest("11.5"))) == VOLLEY


def test_ll_2_crest_2_at_the_crest_is_within_a_tenth_of_it() -> None:
    """D24 The front may even stand out by so much."""
    assert aimed(facing(crest("9.1"))) == SKIRMISH
    assert aimed(facing(crest("9.101"))) == VOLLEY


def test_ll_2_crest_3_a_crest_covers_only_against_fire_from_its_other_side() -> None:
    away = enemy("10:11", "0")  # its front at the crest, its back to the firer
    assert aimed(facing(crest("11"), cs=away)) == VOLLEY


def test_ll_2_crest_1_a_plateau_has_no_crest_where_that_is_agreed() -> None:
    hill = terrain("hill", "2:2", "2:22", "18:22", "18:2", crest=("2:7", "18:7"), plateau=True)
    assert aimed(facing(hill)) == SKIRMISH
    assert aimed(facing(hill, options=("plateaus",))) == VOLLEY


def test_ll_5_skirm_2_skirmish_fire_goes_through_any_depth_of_terrain_to_the_first_enemy() -> None:
    """LL.2.obs.3"""
    assert aimed(facing(band("woods", "5.2", "10.5"), cs=enemy("10:11"))) == SKIRMISH


def test_ll_5_skirm_2_an_enemy_at_the_crest_is_met_before_one_behind_the_hill() -> None:
    state = facing(crest("7"), others={"first": enemy("10.3:7")})
    assert aimed(state) == [("skirmish", 0, "first")]
    assert aimed(facing(crest("7"))) == SKIRMISH


def test_ll_5_volley_3_a_base_that_can_only_skirmish_along_one_zone_and_volley_along_another_must_volley() -> None:
    """I16, LL.5.skirm.4"""
    state = facing(band("woods", "6", "7", "9", "10.1"), cs=enemy("10:9"), others={"open": enemy("13:9")})
    ((mode, turn, target),) = aimed(state)
    assert (mode, turn > 0, target) == ("volley", True, "open")
    assert refused(state, b1=0) == "LL.5.volley.3"
    assert told(state, b1=0).startswith("base 1 of us could only skirmish straight ahead (woods is in the way)")


def test_ll_5_skirm_4_d23_volley_at_an_angle_or_skirmish_straight_ahead() -> None:
    woods = band("woods", "6", "7", "9", "10.1")
    for letter, expected in (("A", ("volley", "open")), ("B", ("skirmish", "cs"))):
        ((mode, _, target),) = aimed(facing(woods, others={"open": enemy("13:9")}, D23=letter))
        assert (mode, target) == expected


@pytest.mark.parametrize("letter", ["A", "B"])
def test_ll_5_skirm_4_without_anything_straight_ahead_a_volley_still_comes_before_a_skirmish(letter: str) -> None:
    woods = band("woods", "6.5", "7", "4", "9.4")
    state = facing(woods, cs=enemy("7.4:8.5"), others={"open": enemy("14:9.5")}, D23=letter)
    ((mode, turn, target),) = aimed(state)
    assert (mode, turn > 0, target) == ("volley", True, "open")
    assert refused(state, b1=-36) == "LL.5.volley.3"


def test_ll_5_skirm_4_with_only_skirmish_targets_at_an_angle_the_player_chooses_among_them() -> None:
    state = facing(band("woods", "6.5", "7"), cs=enemy("7.4:8.5"), others={"right": enemy("12.6:9.5")})
    assert aimed(state)[0][::2] == ("skirmish", "cs")
    assert aimed(state, target="right")[0][::2] == ("skirmish", "right")
    assert aimed(state, b1=32)[0] == ("skirmish", 32, "right")


def test_ll_5_volley_2_a_zone_does_not_turn_from_a_volley_straight_ahead() -> None:
    """I15"""
    state = facing(others={"open": enemy("13:9")})
    assert refused(state, b1=35) == "LL.5.volley.2"
    assert (
        told(state, b1=35) == "base 1 of us has cs at 4 BW straight ahead to volley at; only without may its zone turn"
    )


def test_ll_5_skirm_3_nor_from_skirmish_fire_straight_ahead_to_more_of_it_at_an_angle() -> None:
    """I15"""
    state = facing(band("woods", "6", "7"), others={"other": enemy("13:9")})
    assert refused(state, b1=35) == "LL.5.skirm.3"


def test_without_aims_the_least_turn_at_the_nearest_target_is_taken() -> None:
    """LL.G.9 Unless another is asked for; of equal turns the left."""
    state = facing(cs=enemy("13.5:9.5"), others={"near": enemy("7:8.5")})
    near, far = aimed(state), aimed(state, target="cs")
    assert (near[0][2], far[0][2]) == ("near", "cs")
    assert near[0][1] == max(turn for turn in range(-45, 0) if _meets(state, turn) == "near")
    assert far[0][1] == min(turn for turn in range(1, 46) if _meets(state, turn) == "cs")
    assert aimed(facing(cs=enemy("7.5:9"), others={"mirror": enemy("12.5:9")}))[0][1] < 0
    both = facing(cs=enemy(ranks=(6,)), others={"friend": friend("10:8.5")})
    assert aimed(both)[0][1] < 0
    assert _meets(both, -aimed(both)[0][1]) == "cs"


def _meets(state: State, turn: int) -> str:
    view = view_of(state, "us")
    post = post_of(view, front_bases(view.body)[0], SHORT_RANGE, 45)
    return next((zone.unit for zone in turned_zones(post, SHORT_RANGE, 45) if zone.turn == turn), "")


# Canister or bombardment


@pytest.mark.parametrize(("y", "expected"), [("11", CANISTER), ("11.1", BOMBARD), ("29", BOMBARD)])
def test_ll_5_range_2_canister_to_six_base_widths_bombardment_beyond(
    y: str, expected: list[tuple[str, int, str]]
) -> None:
    assert aimed(facing(us=guns(), cs=enemy(f"10:{y}"))) == expected


def test_ll_5_range_2_no_gun_reaches_beyond_twenty_four() -> None:
    """I17"""
    assert refused(facing(us=guns(), cs=enemy("10:29.1"))) == "LL.5.range.2"


def test_ll_5_artprio_1_canister_goes_straight_ahead_first() -> None:
    """LL.5.artprio.2, I15"""
    state = facing(us=guns(), others={"nearer": enemy("12.5:7.5")})
    assert aimed(state) == CANISTER
    assert refused(state, b1=40) == "LL.5.artprio.2"
    assert refused(state, target="nearer") == "LL.5.artprio.3"


def test_ll_5_artprio_2_without_a_target_straight_ahead_canister_turns() -> None:
    state = facing(us=guns(), cs=enemy("13:9"))
    ((mode, turn, target),) = aimed(state)
    assert (mode, 0 < turn <= 45, target) == ("canister", True, "cs")
    assert aimed(state, b1=40) == [("canister", 40, "cs")]
    assert refused(state, b1=46) == "LL.5.artprio.2"


def test_ll_5_artprio_3_one_gun_with_a_canister_target_keeps_the_battery_from_bombarding() -> None:
    """I17"""
    state = facing(us=guns(count=2), cs=enemy("9.1:11"), others={"far": enemy("12:16")})
    assert aimed(state) == CANISTER
    assert refused(state, target="far") == "LL.5.artprio.3"
    assert refused(state, b2=0) == "LL.5.artprio.3"


def test_ll_5_artprio_3_a_canister_target_at_an_angle_is_enough() -> None:
    state = facing(us=guns(), cs=enemy("13:9"), others={"far": enemy("10:16")})
    assert aimed(state)[0][::2] == ("canister", "cs")
    assert refused(state, target="far") == "LL.5.artprio.3"


def test_ll_5_artprio_3_a_gun_that_may_not_fire_has_no_target() -> None:
    """LL.5.who.4 The gun with the enemy before it stands in woods: the other may bombard."""
    woods = band("woods", "4", "4.5", "8", "9.8")
    state = facing(woods, us=guns(count=2), cs=enemy("8:9"), others={"far": enemy("10.7:16")})
    assert ("canister", "cs") in [aim[::2] for aim in aimed(state)]
    state = facing(woods, us=guns(count=2), cs=enemy("4.9:9"), others={"far": enemy("10.7:16")})
    assert aimed(state) == [("bombard", 0, "far")]


def test_ll_5_zone_4_guns_with_canister_may_have_different_targets() -> None:
    state = facing(us=guns(count=2), cs=enemy("9.2:9"), others={"other": enemy("10.8:9")})
    assert [aim[2] for aim in aimed(state)] == ["cs", "other"]


def test_ll_5_zone_4_infantry_bases_may_have_different_targets() -> None:
    state = facing(us=firer(ranks=(2,)), cs=enemy("9.2:9"), others={"other": enemy("10.8:9")})
    assert [aim[2] for aim in aimed(state)] == ["cs", "other"]


def test_ll_5_zone_4_a_bombardment_is_not_split() -> None:
    """I17"""
    state = facing(us=guns(count=2), cs=enemy("9.2:15"), others={"other": enemy("10.8:15")})
    assert refused(state, b1=0, b2=0) == "LL.5.artprio.4"
    assert "one unit only" in told(state, b1=0, b2=0)


def test_ll_5_artprio_4_the_player_chooses_the_unit_to_bombard_and_each_gun_turns_to_it() -> None:
    state = facing(us=guns(count=2), cs=enemy("9.2:15"), others={"other": enemy("10.8:15")})
    for target in ("cs", "other"):
        assert [aim[2] for aim in aimed(state, target=target)] == [target, target]


def test_ll_5_artprio_4_a_gun_without_a_clear_zone_to_the_unit_does_not_fire() -> None:
    state = facing(us=guns(count=2), cs=enemy("9.2:15"), others={"friend": friend("11.1:6.5", ranks=(2,))})
    assert aimed(state) == BOMBARD


def test_ll_5_artprio_4_unasked_the_nearest_unit_straight_ahead_is_bombarded() -> None:
    units = {"nearer": enemy("13:13"), "farther": enemy("10.2:18")}
    assert aimed(facing(us=guns(), cs=enemy("10:16"), others=units)) == BOMBARD
    assert aimed(facing(us=guns(), cs=enemy("13.9:16"), others=units))[0][2] == "farther"
    del units["farther"]
    assert aimed(facing(us=guns(), cs=enemy("13.9:16"), others=units))[0][2] == "nearer"


@pytest.mark.parametrize(
    ("at", "letters"),
    [
        pytest.param("10:15", "ABC", id="straight ahead"),
        pytest.param("15:13", "AC", id="at 32 degrees"),
        pytest.param("20:11", "C", id="at 59 degrees"),
    ],
)
def test_ll_5_artprio_4_d20_how_far_a_bombardment_turns(at: str, letters: str) -> None:
    """D20 As far as canister, not at all, or to anything ahead of the front line."""
    for letter in "ABC":
        state = facing(us=guns(), cs=enemy(at), D20=letter)
        if letter in letters:
            assert aimed(state)[0][::2] == ("bombard", "cs")
        else:
            assert refused(state, target="cs") == "LL.5.zone.1"


@pytest.mark.parametrize(("letter", "limit"), [("A", 45), ("B", 0), ("C", 89)])
def test_d20_a_turn_beyond_the_limit_is_refused(letter: str, limit: int) -> None:
    """LL.5.artprio.4"""
    state = facing(us=guns(), cs=enemy("10:15"), D20=letter)
    assert refused(state, b1=limit + 1) == "LL.5.artprio.4"
    assert f"{limit}° at most" in told(state, b1=limit + 1)


def test_ll_5_range_2_what_stands_within_six_is_never_bombarded() -> None:
    """I17, D20 C A zone of a bombardment may turn to where canister cannot."""
    state = facing(us=guns(), cs=enemy("15:6.5"), others={"far": enemy("10:16")}, D20="C")
    assert aimed(state) == [("bombard", 0, "far")]
    assert refused(state, b1=75) == "LL.5.range.2"
