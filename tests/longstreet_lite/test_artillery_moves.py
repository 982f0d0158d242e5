"""LL.6.lmove, LL.6.prol, LL.6.aform Batteries limbered, prolonged, limbering and unlimbering."""

from __future__ import annotations

from typing import Any

import pytest

from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Pose
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.movement.asks import LimberBattery, UnlimberBattery
from rules.longstreet_lite.movement.facts import BatteryLimbered, BatteryUnlimbered
from rules.longstreet_lite.state import State
from tests.longstreet_lite.marching import field, march, moved, only, refused, with_card
from tests.longstreet_lite.positions import terrain, unit

LIMBER = unit("us", "12:7", kind="ART", limbered=True, bases=3, name="Battery B")
GUNS = unit("us", "12:7", ranks=(3,), kind="ART", name="Battery B")


def limber(*pieces: Any, **more: Any) -> State:
    return field({"b": LIMBER}, *pieces, **more)


def guns(*pieces: Any, **more: Any) -> State:
    return field({"b": GUNS}, *pieces, **more)


# LL.6.lmove


@pytest.mark.parametrize(
    ("path", "pose", "way"),
    [
        (("toward:90:6",), (18_000, 7_000, 0), 6_000),
        (("back:6",), (12_000, 1_000, 0), 6_000),
        (("to:15:11", "face:90"), (15_500, 10_500, 9_000), 5_000),
        (("face:90", "ahead:2", "face:180", "ahead:3"), (14_000, 3_000, 18_000), 5_000),
        (("face:225",), (11_646, 6_146, 22_500), 0),
        (("wheel-right:90", "ahead:4"), (16_500, 7_500, 9_000), 5_571),
    ],
)
def test_ll_6_lmove_1_any_direction_and_any_facing(path: tuple[str, ...], pose: tuple[int, int, int], way: int) -> None:
    fact = moved(limber(), "b", *path)
    assert (fact.pose, fact.way, fact.allowance) == (pose, way, 6_000)


def test_ll_6_lmove_1_and_ll_6_dist_1_six_base_widths() -> None:
    assert refused(limber(), march("b", "toward:45:3", "toward:90:3.001")) == (
        "[LL.6.dist.1] the way of Battery B is 6.001 BW long; 6 BW are allowed"
    )


def test_ll_6_lmove_1_it_needs_a_path_as_wide_as_its_base() -> None:
    """It turns into its way: aslant, a base 1 BW wide goes between friends 1 BW apart."""
    diagonal = {"b": unit("us", "10:10", kind="ART", limbered=True, bases=2)}
    beside = {"n": unit("us", "11.06:12.682", "45", (2,)), "s": unit("us", "13.182:10.56", "45", (2,))}
    assert moved(field(diagonal | beside), "b", "toward:45:6").disorder == ()
    nearer = beside | {"s": unit("us", "13.16:10.582", "45", (2,))}
    assert [cause.what for cause in moved(field(diagonal | nearer, invoked=2), "b", "toward:45:6").disorder] == ["s"]


def test_ll_6_lmove_1_turning_on_the_spot_needs_no_room_of_its_own() -> None:
    between = {"b": LIMBER, "w": unit("us", "10.5:7", "0", (2,)), "e": unit("us", "13.5:7", "0", (2,))}
    assert moved(field(between), "b", "face:180", "ahead:2").disorder == ()
    assert refused(field(between), march("b", "face:45")).startswith("[LL.6.interp.1] Battery B would stand on")


def test_ll_6_gen_2_a_limber_keeps_clear_of_the_enemy_all_the_way() -> None:
    units = {"b": LIMBER, "4va": unit("cs", "16:7", "0", (2,), name="4th Virginia")}
    assert refused(field(units), march("b", "toward:90:6")) == (
        "[LL.6.gen.2] Battery B would touch 4th Virginia after 2.49 BW; a Move phase makes no contact"
    )


def test_artillery_turns_with_face_and_not_about() -> None:
    for state in (limber(), guns()):
        assert refused(state, march("b", "about")) == (
            "[LL.6.face.1] Battery B is artillery: it turns with face, such as face:180"
        )


def test_ll_2_table_no_battery_enters_a_marsh_and_woods_are_difficult_for_it() -> None:
    """I29"""
    marsh, woods = (
        terrain("marsh", "14:0", "16:0", "16:24", "14:24"),
        terrain("woods", "14:0", "16:0", "16:24", "14:24"),
    )
    assert refused(limber(marsh, invoked=2), march("b", "toward:90:6")) == (
        "[LL.2.table] Battery B would enter marsh, a marsh impassable to ART"
    )
    assert refused(limber(woods), march("b", "toward:90:6")).startswith("[LL.6.dis.2] Battery B would be in woods")
    assert moved(limber(woods, invoked=2), "b", "toward:90:6").disorder[0].what == "woods"


# LL.6.prol


@pytest.mark.parametrize("step", ["ahead:1", "back:1", "left:1", "right:1", "oblique-left:30:1", "toward:217:1"])
def test_ll_6_prol_1_one_base_width_in_any_direction(step: str) -> None:
    """I28"""
    fact = moved(guns(), "b", step)
    assert (fact.way, fact.allowance, fact.pose[2]) == (1_000, 1_000, 0)
    verb, *rest = step.split(":")
    longer = ":".join((verb, *rest[:-1], "1.001"))
    assert refused(guns(), march("b", longer)) == (
        "[LL.6.prol.1] the way of Battery B is 1.001 BW long; 1 BW are allowed"
    )


@pytest.mark.parametrize("path", [("ahead:0",), ("face:0",)])
def test_ll_6_gen_1_a_battery_that_stays_where_it_is_has_not_moved(path: tuple[str, ...]) -> None:
    for state in (guns(), limber()):
        assert refused(state, march("b", *path)) == "[LL.6.gen.1] Battery B would not move; its steps have no length"


def test_d30_guns_may_turn_if_no_corner_moves_farther_than_the_allowance() -> None:
    turned = moved(guns(), "b", "face:36")
    assert (turned.way, turned.pose) == (979, (12_294, 6_905, 3_600)), "corners 1.581 BW from the centre"
    assert refused(guns(), march("b", "face:37")) == (
        "[LL.6.prol.1] the way of Battery B is 1.005 BW long; 1 BW are allowed"
    )
    both = moved(guns(), "b", "ahead:0.5", "face:10")
    assert both.way == 771, "the corner that goes farthest, straight from where it was to where it is"
    assert refused(guns(), march("b", "ahead:0.8", "face:20")).startswith("[LL.6.prol.1]")


def test_d30_there_and_back_is_a_way_as_well() -> None:
    assert refused(guns(), march("b", "ahead:0.6", "face:5", "back:0.6")) == (
        "[LL.6.prol.1] the way of Battery B is 1.2 BW long; 1 BW are allowed"
    )


def test_d30_no_corner_goes_farther_on_the_way_either() -> None:
    """Guns turned end on could slip between two units, and turn back."""
    assert refused(guns(), march("b", "face:90", "ahead:0.5", "face:0")) == (
        "[LL.6.prol.1] the way of Battery B is 2.693 BW long; 1 BW are allowed"
    )


def test_d30_b_guns_keep_their_facing() -> None:
    for verb in ("face", "wheel-left"):
        assert refused(guns(readings={"D30": "B"}), march("b", f"{verb}:5")) == (
            f"[LL.6.prol.1] {verb} would turn the guns of Battery B; they keep their facing when prolonged"
        )
    assert moved(guns(readings={"D30": "B"}), "b", "left:0.5", "ahead:0.5").pose == (11_500, 7_500, 0)
    assert moved(guns(), "b", "wheel-left:15").way == 826, "the rear corner goes farther than the front one"


def test_ll_6_prol_2_through_difficult_terrain_it_is_disorder() -> None:
    wall = terrain("wall", "10:7.5", "14:7.5", name="stone wall")
    assert refused(guns(wall), march("b", "ahead:1")) == (
        "[LL.6.dis.2] Battery B would cross or stand on stone wall: disorder, and the phase was invoked with 1 card "
        "where it takes 2"
    )
    fact = moved(guns(wall, invoked=2), "b", "ahead:1")
    assert tell(SYSTEM, fact) == "b moves 1 of 1 BW: ahead 1; now at 12:8 facing 0° (disorder: across stone wall)"


def test_ll_6_prol_1_never_into_impassable_terrain() -> None:
    marsh = terrain("marsh", "10:7.5", "14:7.5", "14:9", "10:9")
    assert refused(guns(marsh, invoked=2), march("b", "ahead:1")).startswith("[LL.2.table]")
    assert moved(guns(marsh), "b", "ahead:0.5").disorder == ()


def test_ll_6_prol_3_two_more_make_three() -> None:
    assert moved(with_card(guns(), "quickstep", do="move_bonus", n=2), "b", "ahead:3").allowance == 3_000
    assert moved(with_card(guns(), "foot-cavalry", do="move_bonus", n=2, kind="INF"), "b", "ahead:1").allowance == 1_000


# LL.6.aform


def unlimber(heading: str, left: int = 0) -> UnlimberBattery:
    return UnlimberBattery(unit="b", heading=heading, left=left)


def row(fact: Any, count: int) -> Body:
    x, y, heading = fact.pose
    return Body(Pose(x=x, y=y, heading=heading), (count,), 0, 1_000)


@pytest.mark.parametrize(
    ("heading", "left", "pose"),
    [
        ("0", 0, (13_000, 7_000, 0)),
        ("0", 1, (12_000, 7_000, 0)),
        ("0", 2, (11_000, 7_000, 0)),
        ("180", 2, (13_000, 6_000, 18_000)),
        ("90", 0, (12_500, 5_500, 9_000)),
        ("270", 2, (11_500, 5_500, 27_000)),
    ],
)
def test_ll_6_aform_1_one_gun_in_the_limbers_place_and_the_others_beside_it(
    heading: str, left: int, pose: tuple[int, int, int]
) -> None:
    state = limber()
    fact = only(state, unlimber(heading, left))
    assert isinstance(fact, BatteryUnlimbered)
    assert (fact.pose, fact.guns, fact.left) == (pose, 3, left)
    battery = state.units["b"]
    assert (battery.limbered, battery.ranks, battery.bases, battery.acted) == (False, (3,), 3, True)


def test_unlimbering_is_told() -> None:
    assert tell(SYSTEM, only(limber(), unlimber("0", 1))) == "b unlimbers 3 gun bases, now at 12:7 facing 0°"


def test_ll_6_aform_1_no_more_guns_to_the_left_than_there_are_others() -> None:
    assert refused(limber(), unlimber("0", 3)) == (
        "[LL.6.aform.1] Battery B has 3 guns: 2 at most stand to the left of the first"
    )


@pytest.mark.parametrize(
    ("gun", "heading", "pose"),
    [
        (1, "0", (11_000, 7_000, 0)),
        (2, "180", (12_000, 6_000, 18_000)),
        (3, "90", (13_500, 6_500, 9_000)),
        (2, "45", (12_354, 6_646, 4_500)),
    ],
)
def test_ll_6_aform_2_the_limber_takes_the_place_of_one_gun(gun: int, heading: str, pose: tuple[int, int, int]) -> None:
    state = guns()
    fact = only(state, LimberBattery(unit="b", gun=gun, heading=heading))
    assert isinstance(fact, BatteryLimbered)
    assert fact.pose == pose
    battery = state.units["b"]
    assert (battery.limbered, battery.ranks, battery.bases) == (True, (1,), 3)
    assert state.lost == {"us": 0, "cs": 0}, "guns taken up are not lost"


def test_limbering_is_told() -> None:
    order = LimberBattery(unit="b", gun=2, heading="180")
    assert tell(SYSTEM, only(guns(), order)) == "b limbers on gun 2, now at 12:6 facing 180°"


def test_ll_6_aform_2_there_is_no_such_gun_and_only_guns_limber() -> None:
    """LL.6.aform.1, LL.6.aform.2"""
    assert refused(guns(), LimberBattery(unit="b", gun=4, heading="0")) == (
        "[LL.6.aform.2] Battery B has no gun 4; its guns are 1 to 3"
    )
    assert refused(limber(), LimberBattery(unit="b", gun=1, heading="0")) == (
        "[LL.6.aform.2] Battery B is limbered already"
    )
    assert refused(guns(), unlimber("0")) == "[LL.6.aform.1] Battery B is unlimbered already"
    infantry = field({"b": unit("us", "12:7", name="2nd Wisconsin")})
    assert refused(infantry, unlimber("0")) == "[LL.6.aform.1] 2nd Wisconsin is infantry; only a battery unlimbers"


@pytest.mark.parametrize(
    ("heading", "left", "ahead"), [("90", 1, "1"), ("90", 2, "2"), ("270", 0, "2"), ("45", 1, "0.707")]
)
def test_ll_6_aform_3_no_gun_stands_ahead_of_the_limbers_front_line(heading: str, left: int, ahead: str) -> None:
    """I28"""
    assert refused(limber(), unlimber(heading, left)) == (
        f"[LL.6.aform.3] guns of Battery B would stand {ahead} BW ahead of the limber's front line; on the other side "
        "of it, or with another heading, they stay behind"
    )


def test_ll_6_aform_3_a_base_set_aslant_is_drawn_back_behind_the_old_front_line() -> None:
    for order, state, count in (
        (unlimber("45"), limber(), 3),
        (LimberBattery(unit="b", gun=1, heading="30"), guns(), 1),
    ):
        fact = only(state, order)
        front = max(point.y for point in blocks_of(row(fact, count))[0])
        assert abs(front - 7_000) <= 1
        assert blocks_of(row(fact, count)) == blocks_of(body_of(state, state.units["b"]))


def test_ll_6_aform_3_a_longer_limber_is_drawn_back_as_well() -> None:
    state = guns()
    state.battle.limber_depth = 2_000
    assert only(state, LimberBattery(unit="b", gun=2, heading="0")).pose == (12_000, 7_000, 0)  # type: ignore[attr-defined]


def test_ll_6_aform_3_the_end_position_overlaps_no_unit() -> None:
    """I28"""
    state = field({"b": LIMBER, "7wi": unit("us", "14:7", "0", (2,), name="7th Wisconsin")})
    assert refused(state, unlimber("0", 1)) == (
        "[LL.6.aform.3] Battery B would stand on 7th Wisconsin; it needs ground of its own"
    )
    assert only(state, unlimber("0", 2)).pose == (11_000, 7_000, 0)  # type: ignore[attr-defined]
    enemy = field({"b": LIMBER, "4va": unit("cs", "14:7", "0", (2,), name="4th Virginia")}, invoked=2)
    assert refused(enemy, unlimber("0", 1)).startswith("[LL.6.gen.2] Battery B would touch 4th Virginia;")


def test_ll_6_path_2_no_gun_is_put_beside_the_table() -> None:
    battery = unit("us", "1:7", kind="ART", limbered=True, bases=3, name="Battery B")
    order = UnlimberBattery(unit="b", heading="0", left=1)
    assert refused(field({"b": battery}), order) == "[LL.6.path.2] Battery B would leave the table; it stays on it"
    assert isinstance(only(field({"b": battery}), UnlimberBattery(unit="b", heading="0")), BatteryUnlimbered)


def test_ll_6_aform_4_not_even_partly_in_impassable_terrain_and_disorder_in_difficult() -> None:
    """I28"""
    marsh, rough = (terrain(kind, "13:6", "15:6", "15:7", "13:7", name=kind) for kind in ("marsh", "rough"))
    assert refused(limber(marsh, invoked=2), unlimber("0", 0)) == (
        "[LL.6.aform.4] Battery B would enter marsh, a marsh impassable to ART"
    )
    assert refused(limber(rough), unlimber("0", 0)).startswith("[LL.6.dis.2] Battery B would be in rough: disorder")
    causes = only(limber(rough, invoked=2), unlimber("0", 0)).disorder  # type: ignore[attr-defined]
    assert [(cause.why, cause.rule) for cause in causes] == [("terrain", "LL.6.aform.4")]


def test_ll_6_aform_4_and_d31_near_the_enemy_it_is_disorder_or_free() -> None:
    """I23"""
    units = {"b": LIMBER, "4va": unit("cs", "12:13", "180", name="4th Virginia")}
    assert refused(field(units), unlimber("0", 1)).startswith(
        "[LL.6.dis.2] Battery B would change formation 6 BW from 4th Virginia: disorder"
    )
    causes = only(field(units, invoked=2), unlimber("0", 1)).disorder  # type: ignore[attr-defined]
    assert [(cause.why, cause.what, cause.rule) for cause in causes] == [("formation", "4va", "LL.6.aform.4")]
    assert only(field(units, readings={"D31": "B"}), unlimber("0", 1)).disorder == ()  # type: ignore[attr-defined]


def test_ll_6_gen_1_a_battery_that_has_unlimbered_does_not_move() -> None:
    """I21"""
    state = limber()
    only(state, unlimber("0", 1))
    assert refused(state, march("b", "ahead:1")).startswith("[LL.6.gen.1]")
