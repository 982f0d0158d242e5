"""LL.7.fdist, LL.7.fdir, LL.7.fno Where a retreat may lead, and when there is no way.

Unit d of the passive side stands at 18:12 looking north, with a in contact before it, and takes the higher die.
"""

from __future__ import annotations

from math import isqrt

import pytest

from domain.kernel.facts import FrameOpened
from domain.tabletop.bodies import gap_squared
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.losses.facts import UnitRemoved
from rules.longstreet_lite.retreat.asks import AwaitRetreatPath
from rules.longstreet_lite.retreat.facts import UnitRetreated
from rules.longstreet_lite.state import Retreating, State
from tests.longstreet_lite.falling_back import beaten, end_of, fall_back, go, line, of, one, refused, told
from tests.longstreet_lite.positions import position, terrain, unit


def gap(state: State, one_id: str = "d", other: str = "a") -> int:
    """Milli-BW between two units, rounded down."""
    return isqrt(gap_squared(body_of(state, state.units[one_id]), body_of(state, state.units[other])))


# LL.7.fdist.2, LL.F.6


def test_ll_7_fdist_2_it_goes_back_until_it_is_as_far_off_as_the_dice_say_and_stops() -> None:
    """LL.7.fdir.4, LL.1.edge.5: straight back is the shortest."""
    state = beaten(line(), 2, 4)
    assert end_of(state) == (18_000, 8000, 0)
    assert gap(state) == 4000


@pytest.mark.parametrize("path", [("back:4",), ("to:18:8",), ("toward:180:4",), ("back:1", "back:3")])
def test_ll_7_fdir_2_the_owner_may_show_the_way(path: tuple[str, ...]) -> None:
    assert end_of(beaten(line(), 2, 4), *path) == (18_000, 8000, 0)


def test_ll_7_fdist_2_a_way_too_short_is_refused() -> None:
    """I34, LL.F.6: the dice are the least way."""
    state = beaten(line(), 2, 4)
    assert refused(state, "back:3.99") == "LL.F.6"
    assert told(state, "back:3.5") == "d goes 3.5 BW; its dice say 4 at least"


def test_ll_7_fdist_2_a_long_way_that_ends_too_near_is_refused() -> None:
    """I34: aside is not away."""
    state = beaten(line(), 2, 4)
    assert refused(state, "left:4") == "LL.7.fdist.2"
    assert told(state, "left:4").startswith("d would end 0 BW from a; it goes on until at least 4 BW lies between them")


def apart(**readings: str) -> State:
    """d has lost to an enemy that is 1 BW away already; it rolls 1 and 2."""
    return beaten(line(at="18:11"), 1, 2, readings=readings)


@pytest.mark.parametrize(("reading", "way"), [("A", 2000), ("B", 1000), ("C", 2000)])
def test_d41_what_the_dice_measure(reading: str, way: int) -> None:
    """LL.F.6, LL.7.fdist.2 (D41): way and distance, distance only, or way only."""
    assert one(UnitRetreated, go(apart(D41=reading))).way == way


def test_d41_a_wants_the_way_even_of_a_unit_far_enough_off() -> None:
    """LL.F.6"""
    for reading, way in (("A", 2000), ("B", 0), ("C", 2000)):
        state = beaten(line(at="18:6"), 1, 2, readings={"D41": reading})
        assert one(UnitRetreated, go(state)).way == way


@pytest.mark.parametrize(("reading", "ends"), [("A", None), ("B", None), ("C", (18_000 - 5000, 12_000, 0))])
def test_d41_c_asks_for_the_way_and_1_bw_only(reading: str, ends: tuple[int, int, int] | None) -> None:
    """LL.7.fdist.2 (D41 C): 5 BW aside are far enough gone, and 1 BW clear of the enemy."""
    state = beaten(line(), 3, 5, readings={"D41": reading})
    if ends:
        assert end_of(state, "left:5") == ends
    else:
        assert refused(state, "left:5") == "LL.7.fdist.2"


def near_another(at: str, **readings: str) -> State:
    """d rolls 2, and straight back it would end beside another enemy that it was not engaged with."""
    return beaten(line(), 1, 2, others={"e": unit("us", at, "270", (1, 1))}, readings=readings)


def test_ll_7_fdist_2_it_keeps_1_bw_from_every_enemy() -> None:
    """e stands 0.5 BW beyond the right flank: 2 BW back are not enough."""
    state = near_another("20.5:9.5")
    assert refused(state, "back:2") == "LL.7.fdist.2"
    go(state)
    assert gap(state, other="e") >= 1000


@pytest.mark.parametrize(("reading", "legal"), [("A", True), ("B", False)])
def test_d42_whether_exactly_1_bw_is_enough(reading: str, legal: bool) -> None:
    """LL.7.fdist.2 (D42)"""
    state = near_another("21:9.5", D42=reading)
    if legal:
        assert end_of(state, "back:2") == (18_000, 10_000, 0)
    else:
        assert refused(state, "back:2") == "LL.7.fdist.2"
        assert "more than 1 BW" in told(state, "back:2")
        go(state)
        assert gap(state, other="e") >= 1000


# LL.7.fdist.3


def test_ll_7_fdist_3_it_goes_on_past_a_friend_it_would_end_on() -> None:
    """LL.7.finterp.2: passing is legal, stopping is not."""
    state = beaten(line(), 2, 4, others={"f": line(at="18:8.5")})
    assert refused(state, "back:4") == "LL.7.fdist.3"
    fact = one(UnitRetreated, go(state))
    assert (fact.way, fact.pose) == (4500, (18_000, 7500, 0))


def test_ll_7_fdist_3_contact_with_a_friend_is_no_stop_on_it() -> None:
    state = beaten(line(), 2, 4, others={"f": line(at="18:7")})
    assert end_of(state, "back:4") == (18_000, 8000, 0)
    assert gap(state, other="f") == 0


# LL.7.fdir.1 to LL.7.fdir.3


@pytest.mark.parametrize("path", ["wheel-left:10", "back-wheel-right:10", "about", "face:90"])
def test_ll_7_fdir_1_a_retreat_slides_and_never_turns(path: str) -> None:
    state = beaten(line(), 2, 4)
    assert refused(state, path, "back:4") == "LL.7.fdir.1"
    assert "without turning" in told(state, path, "back:4")


def test_ll_7_fdir_1_it_may_go_to_its_flank() -> None:
    """With an enemy 1.5 BW behind it, the flank is the shortest way out."""
    behind = {f"e{n}": unit("us", f"{12 + 4 * n}:9.5", "0", (4,)) for n in range(4)}
    state = beaten(line(), 1, 1, others=behind, attacker=unit("us", "19.9:12", "180", (1, 1)))
    assert end_of(state) == (16_487, 11_595, 0)
    assert 995 <= gap(state) <= 1000


@pytest.mark.parametrize(("path", "reading", "rule"), [
    (("left:5", "ahead:1"), "A", "LL.7.fdir.2"),
    (("ahead:1",), "A", "LL.7.fdir.2"),
    (("ahead:1",), "B", "LL.7.fdir.2"),
])  # fmt: skip
def test_ll_7_fdir_2_no_part_goes_ahead_of_where_it_stood(path: tuple[str, ...], reading: str, rule: str) -> None:
    """I34"""
    state = beaten(line(), 1, 1, attacker=unit("us", "19.9:12", "180", (1, 1)), readings={"D43": reading})
    assert refused(state, *path) == rule
    assert "ahead of the front of d as it stood" in told(state, *path)


@pytest.mark.parametrize("reading", ["A", "B"])
def test_d43_whether_it_may_go_ahead_beyond_its_flank_lines(reading: str) -> None:
    """LL.7.fdir.2 (D43): everywhere behind the front line is too near the enemy in the rear, and he bars the way."""
    state = position(
        {
            "d": line(at="6:12", ranks=(2,)), "a": unit("us", "6:12", "180", (2,)),
            "rear": unit("us", "6:10.2", ranks=(10,)),
        },
        phase="combat", table=(12, 24), readings={"D43": reading},
    )  # fmt: skip
    facts = fall_back(state, "cs", {"d": Retreating(engaged=("a",))}, 1, 1)
    if reading == "A":
        assert one(UnitRemoved, facts).rule == "LL.7.fno.2"
    else:
        assert end_of(state, "left:2", "to:3:12.27") == (3000, 12_270, 0)


def test_d43_for_guns_it_is_the_front_line_of_their_row() -> None:
    """LL.7.fdir.2 (D43): a deep limber starts level with the guns and slides along their front."""
    battery = unit("cs", "18:12", kind="ART", ranks=(3,))
    state = beaten(battery, 1, 1, attacker=unit("us", "19.4:12", "180", (1, 1)))
    assert refused(state, "left:2", "ahead:0.1") == "LL.7.fdir.2"
    assert one(UnitRetreated, go(state)).pose[1] <= 12_000


def test_ll_7_fdir_3_never_through_an_enemy() -> None:
    """I34"""
    state = beaten(line(), 4, 4, others={"e": unit("us", "18:9", "0", (2,))})
    assert refused(state, "back:4") == "LL.7.fdir.3"
    assert told(state, "back:4") == "the way of d leads through e; another must be found, or none given"


@pytest.mark.parametrize(("who", "kind", "rule"), [
    (line(), "river", "LL.7.fdir.3"),
    (line(), "marsh", ""),
    (unit("cs", "18:12", kind="ART", limbered=True, bases=2), "marsh", "LL.7.fdir.3"),
])  # fmt: skip
def test_ll_7_fdir_3_never_through_what_is_impassable_to_it(who: object, kind: str, rule: str) -> None:
    """I34: a marsh bars guns only."""
    water = terrain(kind, "17:8", "19:8", "19:10", "17:10")
    state = beaten(who, 4, 4, pieces=[water], options=["rivers"])  # type: ignore[arg-type]
    if rule:
        assert refused(state, "back:4") == rule
        assert f"through {kind}, which is impassable to it" in told(state, "back:4")
    else:
        assert end_of(state, "back:4") == (18_000, 8000, 0)


def test_ll_7_fdir_2_the_whole_footprint_must_follow_the_way() -> None:
    """A gap of 3 BW between two enemies lets three files through, not four."""
    gate = {"e1": unit("us", "15.5:8.9", "0", (2,)), "e2": unit("us", "20.5:8.9", "0", (2,))}
    assert end_of(beaten(line(ranks=(3,)), 6, 6, others=gate), "back:6") == (18_000, 6000, 0)
    assert refused(beaten(line(), 6, 6, others=gate), "back:6") == "LL.7.fdir.3"


# LL.7.fdir.4


def test_ll_7_fdir_4_no_longer_way_than_the_shortest() -> None:
    """I34, D44 A: a tenth of a base width is the most that may be added."""
    state = beaten(line(), 2, 4)
    assert refused(state, "back:4.11") == "LL.7.fdir.4"
    assert told(state, "back:5") == "d would go 5 BW; to:18:8 is legal and only 4"
    assert end_of(state, "back:4.1") == (18_000, 7900, 0)


def test_ll_7_fdir_4_a_little_to_the_side_is_no_longer_way() -> None:
    state = beaten(line(), 2, 4)
    assert end_of(state, "toward:190:4.062")[:2] == (17_295, 8000)


def test_ll_7_fdir_2_a_way_of_too_many_steps_is_refused() -> None:
    """LL.G.1: each of them is rounded to a milli-BW."""
    state = beaten(line(), 2, 4)
    assert refused(state, *(("back:0.1",) * 41)) == "LL.7.fdir.2"
    assert end_of(state, *(("back:0.1",) * 40)) == (18_000, 8000, 0)


@pytest.mark.parametrize("path", [("left:0.5", "right:0.5"), ("back:0.5", "ahead:0.5"), ("left:0.6", "back:0.4")])
def test_ll_7_fdir_4_a_way_is_not_stretched_to_make_up_its_length(path: tuple[str, ...]) -> None:
    """LL.F.6, I34: 1 BW from an enemy already, d must still go 1 BW, not to and fro."""
    state = beaten(line(at="18:11"), 1, 1)
    assert refused(state, *path) == "LL.F.6"
    assert end_of(state, "to:17.5:10.13")[:2] == (17_500, 10_130)


ROUGH = terrain("rough", "15.5:9", "20.5:9", "20.5:10", "15.5:10")


@pytest.mark.parametrize(("reading", "legal"), [("A", False), ("B", True)])
def test_d44_whether_a_longer_way_may_keep_out_of_difficult_terrain(reading: str, legal: bool) -> None:
    """LL.7.fdir.4 (D44): aside and round the rough ground."""
    path = ("to:13.5:11", "to:13.5:8")
    state = beaten(line(), 2, 4, pieces=[ROUGH], readings={"D44": reading})
    if legal:
        assert one(UnitRetreated, go(state, *path)).ground == ""
    else:
        assert refused(state, *path) == "LL.7.fdir.4"


def test_d44_b_allows_no_longer_way_that_spares_nothing() -> None:
    """LL.7.fdir.4 (D44 B)"""
    state = beaten(line(), 2, 4, pieces=[ROUGH], readings={"D44": "B"})
    assert refused(state, "left:0.5", "back:4") == "LL.7.fdir.4"
    assert refused(beaten(line(), 2, 4, readings={"D44": "B"}), "left:1", "back:4") == "LL.7.fdir.4"


# LL.7.fno


def routed(state: State, *dice: int, engaged: tuple[str, ...] = ("a",)) -> UnitRemoved:
    facts = fall_back(state, "cs", {"d": Retreating(engaged=engaged)}, *dice)
    assert not [fact for fact in of(FrameOpened, facts) if isinstance(fact.frame, AwaitRetreatPath)]
    return one(UnitRemoved, facts)


def test_ll_7_fno_1_hemmed_in_by_enemies_it_routs_unasked() -> None:
    ring = {
        "a": unit("us", "18:12", "180"), "left": unit("us", "16:10", "90", (4,)),
        "right": unit("us", "20:10", "270", (4,)), "rear": unit("us", "18:9", "0", (4,)),
    }  # fmt: skip
    state = position({"d": line(), **ring}, phase="combat")
    assert routed(state, 1, 6) == UnitRemoved(unit="d", why="routed", rule="LL.7.fno.1", counts=4)


def test_ll_7_fno_1_impassable_ground_hems_in_like_enemies() -> None:
    moat = terrain("river", "0:0", "36:0", "36:10.5", "0:10.5")
    units = {
        "d": line(ranks=(2,)), "a": unit("us", "18:12", "180", (10,)), "l": unit("us", "15:11.9", "90", (2,)),
        "r": unit("us", "21:11.9", "270", (2,)),
    }  # fmt: skip
    state = position(units, moat, phase="combat", options=["rivers"])
    assert routed(state, 1, 6).rule == "LL.7.fno.1"


def test_ll_7_fno_2_it_routs_if_the_only_way_leads_off_the_table() -> None:
    """The flanks are barred by enemies, and the edge is 2 BW behind."""
    walls = {"l": unit("us", "15.9:3", "90", (6,)), "r": unit("us", "20.1:3", "270", (6,))}
    state = position({"d": line(at="18:3"), "a": unit("us", "18:3", "180"), **walls}, phase="combat")
    removed = routed(state, 5, 6)
    assert (removed.rule, state.lost["cs"], state.units["d"].status) == ("LL.7.fno.2", 4, "routed")


def test_ll_7_fno_2_off_the_table_is_the_last_resort() -> None:
    """With a flank open it goes there, far as that is, and may not choose the edge."""
    state = position({"d": line(at="18:3"), "a": unit("us", "18:3", "180")}, phase="combat")
    fall_back(state, "cs", {"d": Retreating(engaged=("a",))}, 5, 6)
    assert refused(state, "back:6") == "LL.7.fno.2"
    x, y, _ = end_of(state)
    assert y - 1000 >= 0
    assert abs(x - 18_000) > 6000


def test_ll_7_fno_3_there_may_be_no_way_at_all() -> None:
    """On a table 6 BW wide: neither the enemies alone stand in its way, nor the edges alone."""
    walls = {"l": unit("us", "1:3", "90", (6,)), "r": unit("us", "5:3", "270", (6,)), "b": unit("us", "3:1", "0", (4,))}
    state = position({"d": line(at="3:3"), "a": unit("us", "3:3", "180"), **walls}, phase="combat", table=(6, 24))
    assert routed(state, 6, 6).rule == "LL.7.fno.3"


def test_ll_7_fdir_2_a_way_round_an_enemy_is_found_where_no_straight_one_is() -> None:
    """Left and right are walled off, and so is the rear but for a gap at its left: it goes round the corner."""
    walls = {
        "l": unit("us", "13:12", "90", (6,)), "r": unit("us", "21:12", "270", (6,)),
        "rear": unit("us", "19:9.9", ranks=(6,)),
    }  # fmt: skip
    state = beaten(line(ranks=(2,)), 4, 4, others=walls, attacker=unit("us", "18:12", "180", (2,)))
    fact = one(UnitRetreated, go(state))
    assert len(fact.path) == 3
    assert 6000 < fact.way < 6300
    assert [gap(state, other=other) >= least for other, least in (("a", 4000), ("l", 995), ("rear", 995))] == [True] * 3


def test_ll_7_fno_3_a_unit_that_can_wind_its_way_out_does_not_rout() -> None:
    """LL.7.fdir.2: between two walls of enemies, left past the end of one rank and right past the end of the next."""
    walls = {
        "l": unit("us", "13:10", "90", (10,)), "r": unit("us", "21:10", "270", (10,)),
        "first": unit("us", "19:9.9", ranks=(6,)), "second": unit("us", "15:6.9", ranks=(6,)),
    }  # fmt: skip
    state = beaten(line(ranks=(2,)), 6, 6, others=walls, attacker=unit("us", "18:12", "180", (2,)))
    fact = one(UnitRetreated, go(state))
    assert len(fact.path) > 3
    assert 12_200 < fact.way < 12_400
    assert gap(state) >= 6000
    assert min(gap(state, other=other) for other in walls) >= 995


def test_ll_7_fno_2_a_corner_of_the_table_is_a_way_out() -> None:
    """LL.7.fno.2, D41: 6 BW from the enemy there is room in the corner only, on no bearing that is tried elsewhere."""
    others = {"left": unit("us", "5.075:5.84", "90", (6,)), "rear": unit("us", "8.665:2.324", ranks=(1, 1))}
    units = {"d": line(at="8.576:4.91", ranks=(2, 2)), "a": unit("us", "8.576:4.91", "180", (2, 2)), **others}
    east = {f"e{n}": unit("us", f"11.2:{n}", "270", (2,)) for n in (2, 4, 6)}
    state = position(units | east, phase="combat", table=(12, 10))
    fall_back(state, "cs", {"d": Retreating(engaged=("a",))}, 6, 6)
    x, y, _ = end_of(state)
    assert x < 2000
    assert y < 3000
    assert gap(state) >= 5995


def test_ll_7_fdir_2_a_way_of_several_legs_is_as_long_as_they_are() -> None:
    state = beaten(line(), 2, 4)
    assert refused(state, "left:1", "back:4", "right:1") == "LL.7.fdir.4"


@pytest.mark.parametrize("heading", [0, 37, 90, 145, 213, 301])
def test_ll_7_fdir_4_straight_back_is_the_shortest_whichever_way_it_looks(heading: int) -> None:
    """LL.1.edge.5: four base widths, facing kept, four between them, whatever is lost in rounding."""
    who = unit("cs", "18:12", str(heading))
    state = beaten(who, 2, 4, attacker=unit("us", "18:12", str((heading + 180) % 360)))
    fact = one(UnitRetreated, go(state))
    assert (fact.pose[2], len(fact.path)) == (100 * heading, 2)
    assert 4000 <= fact.way <= 4002
    assert 3995 <= gap(state) <= 4002
