"""LL.6.fwd, LL.6.face, LL.6.path Infantry goes forward, and who or what stands in its way."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import PhaseBegan
from domain.tabletop.measure import Pose
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.losses.facts import UnitRemoved
from rules.longstreet_lite.movement.asks import EndMove, QuarterTurn
from rules.longstreet_lite.movement.facts import UnitMoved
from rules.longstreet_lite.state import State
from tests.longstreet_lite.marching import field, march, moved, only, refused, with_card
from tests.longstreet_lite.positions import give, terrain, unit

WISCONSIN = unit("us", "12:7", name="2nd Wisconsin")


def _pose(x: int, y: int, heading: int) -> Pose:
    return Pose(x=x, y=y, heading=heading)


def alone(ranks: tuple[int, ...] = (4,), at: str = "12:7", heading: str = "0", **more: Any) -> State:
    return field({"2wi": unit("us", at, heading, ranks, name="2nd Wisconsin")}, **more)


def test_ll_6_dist_1_and_ll_r_move_infantry_moves_four_base_widths() -> None:
    """LL.1.edge.3 Straight ahead is directly forward."""
    fact = moved(alone(), "2wi", "ahead:4")
    assert (fact.pose, fact.way, fact.allowance) == ((12_000, 11_000, 0), 4_000, 4_000)
    assert refused(alone(), march("2wi", "ahead:4.001")) == (
        "[LL.6.dist.1] the way of 2nd Wisconsin is 4.001 BW long; 4 BW are allowed"
    )


def test_a_move_is_told_with_its_steps_and_where_it_ended() -> None:
    state = alone(at="12:6.75")
    fact = moved(state, "2wi", "ahead:2.5", "wheel-left:10")
    assert tell(SYSTEM, fact) == "2wi moves 3.198 of 4 BW: ahead 2.5, wheel left 10°; now at 11.97:9.597 facing 350°"
    assert (state.units["2wi"].pose, state.units["2wi"].acted) == (_pose(11_970, 9_597, 35_000), True)


def test_ll_6_fwd_2_straight_moves_wheels_and_obliques_are_combined_at_will() -> None:
    fact = moved(alone(), "2wi", "ahead:1", "wheel-right:15", "oblique-left:30:0.5", "wheel-left:5", "ahead:0.5")
    assert fact.way == 1_000 + 1_396 + 500 + 500, "15 and 5 degrees of wheels are 1.396 BW"
    assert fact.pose[2] == 1_000


def test_ll_6_fwd_1_and_ll_6_fwd_2_no_step_may_lead_rearward() -> None:
    """I24 An undeclared difficult move."""
    for step in ("back:1", "left:1", "right:1", "back-wheel-left:10", "toward:180:1", "to:12:6"):
        assert refused(alone(), march("2wi", "ahead:1", step)).startswith("[LL.6.hard.2] ")


@pytest.mark.parametrize("side", ["left", "right"])
def test_ll_6_fwd_3_an_oblique_is_at_most_45_degrees(side: str) -> None:
    """I24"""
    assert moved(alone(), "2wi", f"oblique-{side}:45:4").way == 4_000
    assert refused(alone(), march("2wi", f"oblique-{side}:45.01:4")) == (
        "[LL.6.fwd.3] 2nd Wisconsin would oblique by 45.01°; 45° is the most, beyond it is a difficult move to be "
        "declared (difficult=yes)"
    )


def test_ll_6_fwd_3_a_bearing_or_a_point_is_an_oblique_as_well() -> None:
    assert moved(alone(), "2wi", "toward:315:2").pose == (10_586, 8_414, 0)
    assert moved(alone(), "2wi", "to:13:9").way == 2_237
    assert refused(alone(), march("2wi", "toward:314:2")).startswith("[LL.6.hard.2] toward is no forward movement")


def test_ll_6_fwd_4_a_wheel_costs_the_arc_of_the_outer_corner_and_has_no_limit_of_its_own() -> None:
    narrow = moved(alone((1, 1)), "2wi", "wheel-left:180")
    assert (narrow.way, narrow.pose) == (3_142, (11_000, 7_000, 18_000))
    wide = moved(alone((6,)), "2wi", "wheel-right:38")
    assert wide.way == 3_979
    assert refused(alone((6,)), march("2wi", "wheel-right:39")) == (
        "[LL.6.dist.1] the way of 2nd Wisconsin is 4.084 BW long; 4 BW are allowed"
    )


def test_infantry_does_not_face_freely() -> None:
    assert refused(alone(), march("2wi", "face:90")).startswith("[LL.6.fwd.2] 2nd Wisconsin is infantry")


@pytest.mark.parametrize("path", [(), ("ahead:0",), ("wheel-left:0", "ahead:0")])
def test_ll_6_gen_1_a_move_moves(path: tuple[str, ...]) -> None:
    assert refused(alone(), march("2wi", *path))[:11] in ("[LL.6.path.", "[LL.6.gen.1")


def test_ll_6_path_1_a_way_has_no_more_steps_than_can_be_measured() -> None:
    assert moved(alone(), "2wi", *("ahead:0.1",) * 40).way == 4_000
    assert refused(alone(), march("2wi", *("ahead:0.01",) * 41)) == (
        "[LL.6.path.1] 2nd Wisconsin is given 41 steps; 40 at most can be measured"
    )


# LL.6.gen


def test_ll_6_gen_1_a_unit_moves_or_changes_formation_once() -> None:
    """I21"""
    state = alone()
    moved(state, "2wi", "ahead:1")
    said = "[LL.6.gen.1] 2nd Wisconsin has moved or changed formation in this phase; it does so once"
    assert refused(state, march("2wi", "ahead:1")) == said
    assert refused(state, QuarterTurn(unit="2wi", to="left")) == said


def test_ll_6_gen_1_a_side_moves_its_own_units_that_stand_on_the_table() -> None:
    state = field({"2wi": WISCONSIN, "4va": unit("cs", "12:17", "180", name="4th Virginia"), "res": unit("us")})
    assert refused(state, march("4va", "ahead:1")) == (
        "[LL.6.gen.1] 4th Virginia is a unit of cs; us moves only its own"
    )
    for name in ("res", "nobody"):
        assert refused(state, march(name, "ahead:1")) == f"[LL.6.gen.1] there is no unit {name!r} on the table"


def test_ll_6_gen_1_any_order_and_the_phase_ends_when_the_player_says_so() -> None:
    hands = dict.fromkeys(("us", "cs"), ("steady-boys",) * 6)
    state = field({"a": unit("us", "5:5"), "b": unit("us", "15:5"), "c": unit("us", "25:5")}, hands=hands)
    moved(state, "c", "ahead:1")
    moved(state, "a", "ahead:1")
    ended, *_ = give(SYSTEM, state, "us", EndMove(), 1)
    assert ended == PhaseBegan(turn=3, phase="status", side="us")


def test_ll_6_gen_2_no_enemy_is_touched() -> None:
    """I22"""
    facing = {"2wi": WISCONSIN, "4va": unit("cs", "12:9.36", "180", name="4th Virginia")}
    assert refused(field(facing), march("2wi", "ahead:4")) == (
        "[LL.6.gen.2] 2nd Wisconsin would touch 4th Virginia after 2.35 BW; a Move phase makes no contact"
    )
    assert moved(field(facing), "2wi", "ahead:2.349").way == 2_349
    assert refused(field(facing), march("2wi", "ahead:2.35")).startswith("[LL.6.gen.2]")


def test_ll_6_gen_2_a_wheel_that_brushes_an_enemy_says_after_which_way() -> None:
    beside = field({"2wi": WISCONSIN, "4va": unit("cs", "13.5:10", "180", (2,), name="4th Virginia")})
    assert refused(beside, march("2wi", "ahead:1", "wheel-left:40")) == (
        "[LL.6.gen.2] 2nd Wisconsin would touch 4th Virginia after 3.082 BW; a Move phase makes no contact"
    ), "when its corner, 4 BW from the pivot, has come 1.99 BW ahead: after 29.82 degrees"
    assert moved(beside, "2wi", "ahead:1", "wheel-left:29.8").way == 3_080


def test_ll_6_gen_2_the_flank_of_an_enemy_is_not_brushed_in_passing() -> None:
    beside = {"2wi": WISCONSIN, "4va": unit("cs", "16.01:10", "180", name="4th Virginia")}
    assert refused(field(beside), march("2wi", "ahead:4")).startswith("[LL.6.gen.2] 2nd Wisconsin would touch")
    beside["4va"].pose = _pose(16_011, 10_000, 18_000)
    assert moved(field(beside), "2wi", "ahead:4").way == 4_000


def test_ll_6_gen_2_whoever_stands_in_contact_may_only_go() -> None:
    touching = {"2wi": WISCONSIN, "4va": unit("cs", "12:7", "180", name="4th Virginia")}
    assert refused(field(touching), march("2wi", "left:1", difficult=True)) == (
        "[LL.6.gen.2] 2nd Wisconsin would stay in contact with 4th Virginia; it may only move clear of it"
    )
    assert moved(field(touching), "2wi", "back:1", difficult=True).pose == (12_000, 6_000, 0)


def test_ll_6_gen_3_smoke_bars_no_move() -> None:
    state = alone()
    state.units["2wi"].smoke = True
    assert moved(state, "2wi", "ahead:4").way == 4_000
    assert state.units["2wi"].smoke


# LL.6.interp, LL.6.path


def test_ll_6_interp_1_a_friend_is_passed_through_with_two_cards_but_not_stopped_on() -> None:
    """I27"""
    units = {"2wi": WISCONSIN, "7wi": unit("us", "12:9", name="7th Wisconsin")}
    through = moved(field(units, invoked=2), "2wi", "ahead:3")
    assert [(cause.why, cause.what, cause.rule) for cause in through.disorder] == [("friend", "7wi", "LL.6.interp.1")]
    assert refused(field(units, invoked=2), march("2wi", "ahead:2.9")) == (
        "[LL.6.interp.1] 2nd Wisconsin would stand on 7th Wisconsin; it needs ground of its own"
    )
    assert tell(SYSTEM, through).endswith("now at 12:10 facing 0° (disorder: through 7wi)")


def test_ll_6_interp_1_to_touch_a_friend_is_not_to_pass_through_him() -> None:
    beside = field({"2wi": WISCONSIN, "7wi": unit("us", "16:9"), "6wi": unit("us", "12:12")})
    assert moved(beside, "2wi", "ahead:4").disorder == ()


def test_ll_6_interp_1_never_through_an_enemy() -> None:
    units = {"2wi": WISCONSIN, "4va": unit("cs", "12:8.5", "180", (2,), name="4th Virginia")}
    assert refused(field(units, invoked=2), march("2wi", "ahead:4")).startswith("[LL.6.gen.2]")


def test_ll_6_path_1_the_whole_footprint_counts_and_a_short_last_rank_leaves_its_gap_free() -> None:
    friend = unit("us", "14.1:6", "0", (1, 1))
    for offset, met in ((0, []), (2, ["7wi"])):
        state = field({"2wi": unit("us", "12:7", "0", (3, 1), offset=offset), "7wi": friend}, invoked=2)
        assert [cause.what for cause in moved(state, "2wi", "wheel-left:30").disorder] == met


def test_ll_6_path_2_and_d52_a_unit_stays_on_the_table_or_is_lost() -> None:
    edge = alone(at="12:22")
    assert moved(edge, "2wi", "ahead:2").pose == (12_000, 24_000, 0)
    assert refused(alone(at="12:22"), march("2wi", "ahead:2.001")) == (
        "[LL.6.path.2] 2nd Wisconsin would leave the table; it stays on it"
    )
    state = alone(at="12:22", readings={"D52": "B"})
    left, _, removed = give(SYSTEM, state, "us", march("2wi", "ahead:3"))
    assert isinstance(left, UnitMoved)
    assert left.leaves
    assert tell(SYSTEM, left) == "2wi moves 3 of 4 BW: ahead 3; it leaves the table"
    assert isinstance(removed, UnitRemoved)
    assert (removed.why, removed.counts, removed.rule) == ("routed", 4, "LL.6.path.2")
    assert (state.units["2wi"].is_on_table, state.lost["us"]) == (False, 4)


@pytest.mark.parametrize(
    ("at", "heading"), [("12:22", "0"), ("34:12", "90"), ("12:2", "180"), ("2:12", "270")], ids=["n", "e", "s", "w"]
)
def test_ll_6_path_2_no_unit_ends_over_any_edge_by_however_little(at: str, heading: str) -> None:
    """A charge or a retreat that began off the table would have no lawful way."""
    assert moved(alone(at=at, heading=heading), "2wi", "ahead:2").way == 2_000
    for reading in "AB":
        state = alone(at=at, heading=heading, readings={"D52": reading})
        assert refused(state, march("2wi", "ahead:2.001")).startswith("[LL.6.path.2]")


def test_ll_6_path_2_a_corner_that_wheels_over_the_edge_leaves_the_table() -> None:
    assert refused(alone(at="34:20"), march("2wi", "wheel-left:30")).startswith("[LL.6.path.2]")
    assert moved(alone(at="34:20"), "2wi", "wheel-right:30").way == 2_094


def test_ll_6_path_2_a_corner_that_wheels_along_the_edge_stays_on_the_table() -> None:
    """Its outer rear corner swings out to 2.236 BW from the pivot, and comes back again."""
    assert moved(alone((2,), at="34.763:7"), "2wi", "wheel-left:60").way == 2_094
    assert refused(alone((2,), at="34.775:7"), march("2wi", "wheel-left:60")).startswith("[LL.6.path.2]")


# LL.6.face


def test_ll_6_face_1_all_bases_turn_in_place_and_it_is_free() -> None:
    fact = moved(alone((3, 3)), "2wi", "about", "ahead:4")
    assert (fact.pose, fact.way) == ((12_000, 1_000, 18_000), 4_000), "from its old rear at 12:5"
    assert moved(alone(), "2wi", "about").pose == (12_000, 6_000, 18_000)
    assert tell(SYSTEM, moved(alone(), "2wi", "about")) == "2wi moves 0 of 4 BW: about; now at 12:6 facing 180°"


def test_d27_a_short_last_rank_is_seated_anew_at_the_rear_or_bars_the_about_face() -> None:
    state = field({"2wi": unit("us", "12:7", "0", (4, 1), name="2nd Wisconsin")})
    fact = moved(state, "2wi", "about")
    assert (fact.pose, fact.offset) == ((12_000, 5_000, 18_000), 3), "still under its old place, seen from behind"
    assert (state.units["2wi"].ranks, state.units["2wi"].offset) == ((4, 1), 3)
    aside = field({"2wi": unit("us", "12:7", "0", (4, 1), offset=1)})
    assert moved(aside, "2wi", "about").offset == 2, "second from the left is third from the left after it"
    strict = field({"2wi": unit("us", "12:7", "0", (4, 1), name="2nd Wisconsin")}, readings={"D27": "B"})
    assert refused(strict, march("2wi", "about")) == (
        "[LL.6.face.1] 2nd Wisconsin has a short last rank, which would come to the front; it needs full ranks to face "
        "about"
    )
    assert moved(alone((3, 3), readings={"D27": "B"}), "2wi", "about").way == 0


def test_d27_the_rank_seated_anew_needs_room() -> None:
    friend = unit("us", "13.5:5", "0", (1, 1), name="7th Wisconsin")
    units = {"2wi": unit("us", "12:7", "0", (4, 1), name="2nd Wisconsin"), "7wi": friend}
    assert moved(field(units), "2wi", "ahead:1").disorder == ()
    on_the_corner = units | {"7wi": unit("us", "13.5:6", "0", (1, 1), name="7th Wisconsin")}
    assert refused(field(on_the_corner, invoked=2), march("2wi", "about")) == (
        "[LL.6.interp.1] 2nd Wisconsin would stand on 7th Wisconsin; it needs ground of its own"
    )


def test_ll_6_face_2_it_comes_first_or_not_at_all() -> None:
    """I25"""
    for path in (("ahead:1", "about"), ("about", "about"), ("about", "ahead:1", "about")):
        assert refused(alone(), march("2wi", *path)).startswith("[LL.6.face.2] 2nd Wisconsin would face about after")


@pytest.mark.parametrize(
    ("letter", "ranks", "linear"),
    [
        ("A", (1, 1), False), ("A", (2, 2, 2), True), ("B", (2, 2, 2), False), ("B", (3, 3, 1), True),
        ("C", (2, 2, 2), False), ("C", (2, 2), True), ("C", (3, 3, 1), False), ("C", (1, 1), True),
    ],
)  # fmt: skip
def test_ll_6_face_3_and_d28_only_a_linear_unit_faces_about(letter: str, ranks: tuple[int, ...], linear: bool) -> None:
    """I25, LL.6.face.3"""
    state = alone(ranks, readings={"D28": letter})
    if linear:
        assert moved(state, "2wi", "about", "ahead:1").way == 1_000
    else:
        assert refused(state, march("2wi", "about", "ahead:1")) == (
            f"[LL.6.face.3] 2nd Wisconsin stands in ranks {'-'.join(map(str, ranks))}; only a linear unit faces about"
        )


def test_ll_6_face_1_who_only_faces_about_moves_through_no_terrain() -> None:
    """LL.6.dis.1 (b) is about moving; the ground counts as soon as the unit goes on."""
    rocks = terrain("rough", "10:6", "14:6", "14:7", "10:7", name="rocks")
    state = field({"2wi": WISCONSIN}, rocks)
    assert refused(state, march("2wi", "about", "ahead:1")).startswith("[LL.6.dis.2] 2nd Wisconsin would be in rocks")
    assert moved(state, "2wi", "about").disorder == ()


def test_ll_6_face_4_within_six_base_widths_of_the_enemy_it_is_disorder() -> None:
    near = {"2wi": WISCONSIN, "4va": unit("cs", "12:13", "180", name="4th Virginia")}
    assert refused(field(near), march("2wi", "about", "ahead:2")) == (
        "[LL.6.dis.2] 2nd Wisconsin would face about 6 BW from 4th Virginia: disorder, and the phase was invoked with "
        "1 card where it takes 2"
    )
    cause = moved(field(near, invoked=2), "2wi", "about").disorder[0]
    assert (cause.why, cause.what, cause.gap, cause.rule) == ("about-face", "4va", 6_000, "LL.6.face.4")
    for where in ("12:13.001", "20:12"):
        far = near | {"4va": unit("cs", where, "180")}
        assert moved(field(far), "2wi", "about").disorder == ()


# Cards


def test_ll_6_dist_1_a_bonus_is_for_every_unit_and_d54_b_for_one() -> None:
    """D54"""
    every = with_card(alone(), "quickstep", do="move_bonus", n=2)
    assert moved(every, "2wi", "ahead:6").allowance == 6_000
    units = {"2wi": WISCONSIN, "7wi": unit("us", "20:7", name="7th Wisconsin")}
    state = with_card(field(units, readings={"D54": "B"}), "quickstep", do="move_bonus", n=2, units="one")
    assert refused(state, march("2wi", "ahead:6")) == (
        "[LL.6.dist.1] the way of 2nd Wisconsin is 6 BW long; 4 BW are allowed"
    )
    used, fact = give(SYSTEM, state, "us", march("2wi", "ahead:6", use_card=True))
    assert (type(used).__name__, state.effects[0].unit) == ("EffectUsed", "2wi")
    assert isinstance(fact, UnitMoved)
    assert fact.allowance == 6_000
    assert refused(state, march("7wi", "ahead:5", use_card=True)) == (
        "[LL.4.mod.1] no card of this phase waits for a unit such as 7th Wisconsin"
    )


def test_d54_b_a_card_for_one_unit_and_a_cut_add_up_as_they_do_for_all() -> None:
    cut: dict[str, Any] = {"do": "move_bonus", "n": -2, "least": 1, "whose": "enemy", "units": "one"}
    every = with_card(with_card(alone(), "quickstep", do="move_bonus", n=2), "signal-station", "cs", "2wi", **cut)
    one = with_card(
        with_card(alone(), "quickstep", do="move_bonus", n=2, units="one"), "signal-station", "cs", "2wi", **cut
    )
    assert moved(every, "2wi", "back:2", difficult=True).allowance == 2_000
    assert refused(one, march("2wi", "back:2.001", difficult=True, use_card=True)).endswith("2 BW are allowed")


def test_a_card_may_cut_a_move_but_not_below_its_least() -> None:
    state = with_card(
        alone(), "signal-station", "cs", "2wi", do="move_bonus", n=-2, least=1, whose="enemy", units="one"
    )
    assert refused(state, march("2wi", "ahead:2.001")).endswith("2 BW are allowed")
    assert moved(state, "2wi", "ahead:2").allowance == 2_000


def test_old_rivals_keeps_a_unit_where_it_is() -> None:
    """LL.4.int.3, D58: neither a move nor a change of formation."""
    state = with_card(alone(), "old-rivals", "cs", "2wi", do="unit_may_not_move", whose="enemy", units="one")
    said = "[LL.4.int.3] Old Rivals keeps 2nd Wisconsin where it is in this phase"
    assert refused(state, march("2wi", "ahead:1")) == said
    assert refused(state, QuarterTurn(unit="2wi", to="left")) == said


def test_ll_2_gen_3_terrain_takes_nothing_from_a_move() -> None:
    """LL.2.dis.2 Nor does a voluntary move through it cost a base."""
    rough = terrain("rough", "0:7", "36:7", "36:20", "0:20")
    state = field({"2wi": WISCONSIN}, rough, invoked=2)
    assert isinstance(only(state, march("2wi", "ahead:4")), UnitMoved)
    assert state.units["2wi"].bases == 4
