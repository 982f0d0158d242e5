"""LL.5.who, LL.5.zone, LL.5.range Who may fire, along which zones, and whom they meet first."""

from __future__ import annotations

import pytest

from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.fire.asks import FireUnit
from rules.longstreet_lite.fire.view import most_turn, post_of, struck_base, view_of, zone_of
from rules.longstreet_lite.formation import front_bases
from rules.longstreet_lite.state import State, Unit
from tests.longstreet_lite.firing_line import aimed, enemy, facing, firer, friend, guns, refused, shots, told
from tests.longstreet_lite.positions import position, refusal, terrain, unit

AHEAD = ("volley", 0, "cs")


def met(state: State, turn: int = 0, base: int = 1) -> tuple[str, int] | None:
    """The unit that a zone of `us` meets first, and its range."""
    view = view_of(state, "us")
    post = post_of(view, front_bases(view.body)[base - 1], view.reach, most_turn(state))
    zone = zone_of(post, turn, view.reach)
    return (zone.unit, zone.range) if zone else None


# Who fires


def test_ll_5_who_1_every_base_of_the_front_rank_fires_and_none_behind_it() -> None:
    state = facing(us=firer(ranks=(3, 3)), cs=enemy(ranks=(3,)))
    assert [shot.base for shot in shots(state, 4, 4, 4)] == [1, 2, 3]


def test_ll_5_who_1_a_base_of_the_second_rank_is_refused() -> None:
    """I13"""
    state = facing(us=firer(ranks=(3, 3)), cs=enemy(ranks=(3,)))
    assert refused(state, b4=0) == "LL.5.who.1"
    assert "front rank is bases 1 to 3" in told(state, b4=0)
    assert refused(state, bx=0) == "LL.5.who.1"


def test_ll_5_who_2_every_gun_of_an_unlimbered_battery_fires() -> None:
    state = facing(us=guns(count=3), cs=enemy(ranks=(3,)))
    assert refused(state, b4=0) == "LL.5.who.2"
    assert [shot.base for shot in shots(state, 4, 4, 4, 4, 4, 4)] == [1, 2, 3]


def test_ll_5_who_2_a_limbered_battery_does_not_fire() -> None:
    """I13"""
    state = facing(us=unit("us", "10:5", kind="ART", limbered=True, bases=2))
    assert refused(state) == "LL.5.who.2"
    assert told(state) == "us is limbered and cannot fire; unlimbered guns can"


def test_ll_5_gen_1_only_the_active_players_units_on_the_table_fire() -> None:
    state = facing(others={"reserve": unit("us")})
    assert refused(state, "cs") == "LL.5.gen.1"
    assert refused(state, "reserve") == "LL.5.gen.1"
    assert refusal(SYSTEM, state, "cs", FireUnit(unit="cs")) == "LL.4.seq.1"


@pytest.mark.parametrize("kind", ["stream", "ford", "marsh"])
@pytest.mark.parametrize(
    ("letter", "dry"),
    [("A", ()), ("B", ("stream", "ford", "marsh")), ("C", ("stream", "ford"))],
)
def test_ll_2_in_3_d6_infantry_in_the_water(kind: str, letter: str, dry: tuple[str, ...]) -> None:
    """D6 Nobody fires from it; or infantry volleys at -1; or not from a marsh. LL.5.smmod.1, I13"""
    state = facing(terrain(kind, "9:4", "9:4.5", "11:4.5", "11:4"), D6=letter)
    if kind not in dry:
        assert refused(state) == "LL.5.who.4"
        assert refused(state, b1=0) == "LL.2.in.3"
    else:
        (shot,) = shots(state, 4)
        assert (shot.needs, [m.cite for m in shot.modifiers], shot.hits) == (5, ["LL.5.smmod.1"], 0)


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_ll_5_who_3_guns_never_fire_from_the_water(letter: str) -> None:
    stream = terrain("stream", "9:4", "9:4.5", "11:4.5", "11:4")
    assert refused(facing(stream, us=guns(), D6=letter), b1=0) == "LL.2.in.3"


@pytest.mark.parametrize(
    ("kind", "letter", "may"),
    [
        ("wall", "A", False), ("works", "A", False), ("fence", "A", True), ("embankment", "A", True),
        ("wall", "B", False), ("works", "B", False), ("fence", "B", False), ("embankment", "B", False),
        ("road", "B", True),
    ],
)  # fmt: skip
def test_ll_5_who_3_d59_a_gun_on_a_line(kind: str, letter: str, may: bool) -> None:
    """I13"""
    state = facing(terrain(kind, "8:4.5", "12:4.5"), us=guns(), D59=letter)
    if may:
        assert aimed(state) == [("canister", 0, "cs")]
    else:
        assert refused(state, b1=0) == "LL.5.who.3"


def test_ll_5_who_3_a_gun_partly_in_woods_cannot_fire_and_one_in_rough_ground_does_at_no_cost() -> None:
    here = ("9:3", "9:4.5", "11:4.5", "11:3")
    assert refused(facing(terrain("woods", *here), us=guns()), b1=0) == "LL.5.who.3"
    (shot,) = shots(facing(terrain("rough", *here), us=guns()), 4, 3)
    assert (shot.needs, shot.modifiers, shot.hits) == (4, (), 1)


def test_ll_5_who_4_each_base_is_judged_alone() -> None:
    """LL.2.diff.1 One of three infantry bases stands in a stream, another of three in rough ground."""
    stream = terrain("stream", "8.5:4", "8.5:4.5", "9.3:4.5", "9.3:4")
    rough = terrain("rough", "10.7:4", "10.7:4.5", "11.5:4.5", "11.5:4")
    fired = shots(facing(stream, rough, us=firer(ranks=(3,)), cs=enemy(ranks=(3,))), 4, 4)
    assert [(shot.base, shot.needs, shot.hits) for shot in fired] == [(2, 4, 1), (3, 5, 0)]


def test_ll_5_who_4_a_unit_none_of_whose_bases_may_fire_is_refused() -> None:
    assert refused(facing(terrain("marsh", "8:3", "8:5", "12:5", "12:3"))) == "LL.5.who.4"


# Zones


def test_ll_5_zone_1_the_zone_is_one_base_wide_and_any_fraction_is_in_it() -> None:
    assert met(facing(cs=enemy("10.98:9"))) == ("cs", 4_000)
    assert met(facing(cs=enemy("11:9"))) is None


def test_ll_g_9_to_share_a_hundredth_of_its_width_is_only_to_touch_it() -> None:
    """LL.G.5, LL.G.9"""
    assert met(facing(cs=enemy("10.99:9"))) is None
    assert met(facing(cs=enemy("10.989:9"))) == ("cs", 4_000)


@pytest.mark.parametrize(("heading", "at"), [("0", "10:9"), ("90", "14:5"), ("180", "10:1"), ("270", "6:5")])
def test_ll_g_6_range_is_measured_along_the_zone_to_the_first_point(heading: str, at: str) -> None:
    back = str((int(heading) + 180) % 360)
    assert met(facing(us=firer(heading=heading), cs=enemy(at, back))) == ("cs", 4_000)


def test_ll_g_6_the_first_point_of_a_slanting_base_is_its_nearest_in_the_zone() -> None:
    state = facing(cs=enemy("10:9", "225"))
    found = met(state)
    assert found is not None
    assert found[0] == "cs"
    assert found[1] == 8_646 - 5_000  # the corner towards the firer, 0.354 BW nearer than the middle of the front


def test_ll_5_range_1_small_arms_reach_six_base_widths() -> None:
    assert met(facing(cs=enemy("10:11"))) == ("cs", 6_000)
    assert met(facing(cs=enemy("10:11.001"))) is None
    assert refused(facing(cs=enemy("10:11.1"))) == "LL.5.zone.1"
    assert "within 6 BW" in told(facing(cs=enemy("10:11.1")))


def test_ll_g_9_the_near_side_of_a_zone_turns_with_it_and_range_is_counted_from_there() -> None:
    """LL.G.9 The far left corner of a zone turned to the right reaches a little farther ahead."""
    assert met(facing(cs=enemy("10:11.01")), turn=5) == ("cs", 5_991)


def test_ll_5_zone_2_the_first_enemy_base_met_is_the_target_even_barely() -> None:
    nearer = enemy("10.95:8")
    assert aimed(facing(others={"corner": nearer})) == [("volley", 0, "corner")]


def test_ll_5_zone_2_the_first_met_in_the_zone_counts_and_not_the_nearest_unit() -> None:
    """A long line slants across the zone behind the target; its near end stands beside the zone."""
    slanting = enemy("9.621:10.521", "135", (6,))
    assert met(facing(cs=slanting)) == ("cs", 5_411)
    assert met(facing(cs=slanting, others={"first": enemy("10.9:9.5", ranks=(2,))})) == ("first", 4_500)


def test_ll_5_zone_2_another_unit_than_the_first_met_is_refused() -> None:
    """I14"""
    state = facing(others={"behind": enemy("10:11")})
    assert refused(state, target="behind") == "LL.5.zone.2"
    assert "base 1 at cs at 4 BW" in told(state, target="behind")


def test_ll_5_zone_2_a_target_is_an_enemy_unit_on_the_table() -> None:
    state = facing(others={"friend": friend("20:5"), "reserve": unit("cs")})
    for target in ("friend", "reserve", "nobody"):
        assert refused(state, target=target) == "LL.5.zone.2"


def test_ll_5_zone_2_of_two_met_at_the_same_distance_the_player_takes_either() -> None:
    """LL.G.9"""
    state = facing(cs=enemy("9.6:9"), others={"other": enemy("10.6:9")})
    assert aimed(state, target="cs") == [AHEAD]
    assert aimed(state, target="other") == [("volley", 0, "other")]


def test_ll_5_zone_3_a_friend_met_first_bars_the_shot() -> None:
    """I14"""
    state = facing(others={"friend": friend("10.4:8")})
    assert refused(state, b1=0) == "LL.5.zone.3"
    assert "meets a friend first, friend at 1 BW" in told(state, b1=0)


def test_ll_5_zone_3_a_friend_before_the_only_enemy_at_an_angle_is_named() -> None:
    state = facing(others={"friend": friend("11:5.2")}, cs=enemy("14:8", "225"))
    assert refused(state) == "LL.5.zone.3"
    assert "turned 42° to the right, meets a friend first, friend at 0.335 BW" in told(state)


def test_ll_5_zone_3_a_friend_met_at_the_same_distance_as_an_enemy_bars_it_too() -> None:
    for name, at in (("a", "9.4:11"), ("z", "9.4:11")):
        units = {"us": firer(), name: friend(at), "cs": enemy("10.5:9")}
        assert refused(position(dict(sorted(units.items()))), b1=0) == "LL.5.zone.3"


def test_ll_5_zone_3_a_friend_behind_the_target_does_not() -> None:
    assert aimed(facing(others={"friend": friend("10:12.5")})) == [AHEAD]


def test_ll_5_zone_3_a_friend_bars_skirmish_fire_as_well() -> None:
    """LL.5.smprio.1"""
    woods = terrain("woods", "5:6", "5:6.5", "15:6.5", "15:6")
    assert refused(facing(woods, others={"friend": friend("10.4:8.8", ranks=(8,))})) == "LL.5.zone.3"


def test_d19_the_firing_units_own_bases_never_block() -> None:
    """LL.5.zone.3 The zone of the left base passes over the right one when it turns."""
    state = facing(us=firer("10:5", ranks=(4,)), cs=enemy("12.7:9"))
    assert aimed(state, b1=45)[0] == ("volley", 45, "cs")


def test_ll_g_9_what_lies_behind_the_base_s_front_line_is_not_in_a_turned_zone() -> None:
    """LL.G.9 A friend flush beside the base does not block it; one that stands out does."""
    flush, ahead = friend("11:5"), friend("11:5.5")
    state = facing(cs=enemy("13.5:9"), others={"flush": flush})
    assert aimed(state, b1=40) == [("volley", 40, "cs")]
    assert refused(facing(cs=enemy("13.5:9"), others={"ahead": ahead}), b1=40) == "LL.5.zone.3"


def test_ll_5_zone_2_a_sliver_of_a_unit_flush_with_the_front_line_is_struck_or_not_but_never_lost() -> None:
    """LL.G.9, D19 B Corners are rounded: what a zone meets of a unit must be one of its bases."""
    for y in range(4_995, 5_030, 3):
        for heading in ("0.2", "179.8", "180", "180.2", "357"):
            view = view_of(facing(cs=enemy(f"13.2:{y / 1_000}", heading, (4,)), D19="B"), "us")
            post = post_of(view, front_bases(view.body)[0], view.reach, most_turn(view.state))
            zones = [zone for turn in (60, 75, 89) if (zone := zone_of(post, turn, view.reach))]
            assert {struck_base(view, post, zone)[0].number for zone in zones} <= {1, 2, 3, 4}


# D56


@pytest.mark.parametrize(
    ("us", "cs"),
    [
        pytest.param(firer(), enemy("13.5:9"), id="small arms"),
        pytest.param(guns(), enemy("13.5:9"), id="canister"),
        pytest.param(guns(), enemy("17:18"), id="bombardment"),
    ],
)
def test_ll_5_zone_3_d56_a_base_with_a_friend_straight_ahead(us: Unit, cs: Unit) -> None:
    """D56 A It turns its zone; B it may not fire at all."""
    block = {"friend": friend("9.4:8")}
    ((_, turn, target),) = aimed(facing(us=us, cs=cs, others=block, D56="A"))
    assert (turn > 0, target) == (True, "cs")
    assert refused(facing(us=us, cs=cs, others=block, D56="B")) == "LL.5.zone.3"
    assert refused(facing(us=us, cs=cs, others=block, D56="B"), b1=turn) == "LL.5.zone.3"


def test_d56_b_does_not_bar_a_base_whose_friend_stands_behind_an_enemy() -> None:
    block = {"friend": friend("10:12.5")}
    assert aimed(facing(others=block, D56="B")) == [AHEAD]


# D19


def test_ll_5_volley_2_a_zone_turns_by_45_degrees_at_most() -> None:
    """LL.G.9"""
    far_right = enemy("14:9", "225")
    assert aimed(facing(cs=far_right), b1=45) == [("volley", 45, "cs")]
    assert refused(facing(cs=far_right), b1=46) == "LL.5.volley.2"
    assert "45° at most" in told(facing(cs=far_right), b1=46)


def test_ll_5_artprio_2_d19_a_the_strip_turned_by_45_degrees_reaches_a_base_outside_the_cone() -> None:
    """D19 Its right half lies outside the lines from the front corners."""
    outside, left = enemy("14.1:6.5", "180", (2,)), enemy("5.9:6.5", "180", (2,))
    assert aimed(facing(cs=outside, D19="A")) == [("volley", 45, "cs")]
    assert aimed(facing(cs=left, D19="A")) == [("volley", -45, "cs")]
    assert refused(facing(cs=left, D19="B")) == "LL.5.volley.2"
    assert aimed(facing(us=guns(), cs=outside, D19="A")) == [("canister", 45, "cs")]
    assert refused(facing(cs=outside, D19="B")) == "LL.5.volley.2"
    assert refused(facing(us=guns(), cs=outside, D19="B"), b1=45) == "LL.5.artprio.2"
    assert "outside the 45° of its arc" in told(facing(cs=outside, D19="B"), b1=45)


def test_ll_5_artprio_2_d19_b_a_base_in_the_cone_may_be_aimed_at_by_a_wider_turn() -> None:
    """D19 The cone starts at the corners: the bearing from the middle of the front may exceed 45 degrees."""
    close = enemy("11.6:5.9", "180")
    assert aimed(facing(cs=close, D19="B"), b1=50) == [("volley", 50, "cs")]
    assert refused(facing(cs=close, D19="A"), b1=50) == "LL.5.volley.2"


def test_d19_b_a_zone_still_needs_to_be_clear() -> None:
    """LL.5.zone.3"""
    state = facing(cs=enemy("13:9"), others={"friend": friend("11.3:7.2", ranks=(3,))}, D19="B")
    assert refused(state, b1=30) == "LL.5.zone.3"


def test_the_same_zones_are_found_wherever_the_units_stand() -> None:
    """LL.G.6 A position turned by any angle gives the same targets, and ranges to a few thousandths."""
    for heading, us, cs in (("0", "10:5", "11.7:9"), ("90", "10:5", "14:3.3"), ("180", "10:5", "8.3:1")):
        back = str((int(heading) + 180) % 360)
        state = position({"us": firer(us, heading), "cs": enemy(cs, back)})
        assert aimed(state) == [("volley", 7, "cs")]
        assert met(state, 7) == ("cs", 5_856)
