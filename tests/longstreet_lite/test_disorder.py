"""LL.6.dis What one invoking card forbids and two allow; LL.4.int.6 what the enemy may not order at all."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import FrameClosed, Order
from domain.kernel.reasons import Reason
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import AwaitConfusedMove, Decline
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.movement.asks import QuarterTurn, ReformUnit
from rules.longstreet_lite.movement.facts import UnitFormed, UnitMoved
from rules.longstreet_lite.state import State
from tests.longstreet_lite.marching import field, march, moved, only, refused, with_card
from tests.longstreet_lite.positions import give, terrain, unit

STREAM = terrain("stream", "0:8", "36:8", "36:8.5", "0:8.5", name="Young's Branch")
UNITS = {"2wi": unit("us", "12:7", name="2nd Wisconsin"), "7wi": unit("us", "12:10", name="7th Wisconsin")}
NEAR = {"2wi": unit("us", "12:7", name="2nd Wisconsin"), "4va": unit("cs", "12:12", "180", name="4th Virginia")}

CAUSES = [
    pytest.param(UNITS, (), march("2wi", "ahead:4"), "pass through 7th Wisconsin", id="LL.6.dis.1 a friend"),
    pytest.param(UNITS, (STREAM,), march("2wi", "ahead:1.5"), "be in Young's Branch", id="LL.6.dis.1 terrain"),
    pytest.param(NEAR, (), march("2wi", "about"), "face about 5 BW from 4th Virginia", id="LL.6.dis.1 about-face"),
    pytest.param(
        NEAR, (), QuarterTurn(unit="2wi", to="left"), "change formation 5 BW from 4th Virginia",
        id="LL.6.dis.1 a quarter turn",
    ),
    pytest.param(
        NEAR, (), ReformUnit(unit="2wi", guide=2, ranks=(2, 2), left=0), "change formation 5 BW from 4th Virginia",
        id="LL.6.dis.1 a new formation",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("units", "pieces", "order", "said"), CAUSES)
def test_ll_6_dis_1_and_ll_6_dis_2_one_card_forbids_and_two_allow(
    units: dict[str, Any], pieces: tuple[Any, ...], order: Order, said: str
) -> None:
    """I23"""
    assert refused(field(units, *pieces), order) == (
        f"[LL.6.dis.2] 2nd Wisconsin would {said}: disorder, and the phase was invoked with 1 card where it takes 2"
    )
    fact = only(field(units, *pieces, invoked=2), order)
    assert isinstance(fact, UnitMoved | UnitFormed)
    assert len(fact.disorder) == 1


@pytest.mark.parametrize(
    ("path", "where"),
    [
        (("ahead:4",), "12:7"),
        (("ahead:1",), "12:8.2"),
        (("ahead:1.2",), "12:7"),
        (("wheel-left:29",), "12:7"),
    ],
    ids=["crossed", "at the start", "at the end", "under a wheeling corner"],
)
def test_ll_2_dis_1_difficult_terrain_counts_wherever_the_footprint_meets_it(path: tuple[str, ...], where: str) -> None:
    state = field({"2wi": unit("us", where, name="2nd Wisconsin")}, STREAM)
    assert refused(state, march("2wi", *path)).startswith("[LL.6.dis.2] 2nd Wisconsin would be in Young's Branch")


def test_ll_2_dis_1_a_wheel_is_followed_along_its_arc() -> None:
    """Its outer rear corner, 2.236 BW from the pivot at 12:7, swings out to 14.236 and comes back again."""
    for west, met in (("14.2", ["rocks"]), ("14.24", [])):
        rocks = terrain("rough", f"{west}:6.9", "15:6.9", "15:7.1", f"{west}:7.1", name="rocks")
        state = field({"2wi": unit("us", "13:7", "0", (2,))}, rocks, invoked=2)
        assert [cause.what for cause in moved(state, "2wi", "wheel-left:60").disorder] == met


def test_ll_2_dis_3_to_cross_or_stand_on_a_line_is_to_move_through_it() -> None:
    """LL.2.diff.3 A wall is difficult for artillery only."""
    wall = terrain("wall", "0:8", "36:8", name="stone wall")
    battery = unit("us", "12:7", kind="ART", limbered=True, bases=2, name="Battery B")
    for path in ("ahead:1.5", "ahead:4"):
        assert refused(field({"b": battery}, wall), march("b", path)).startswith(
            "[LL.6.dis.2] Battery B would cross or stand on stone wall"
        )
    assert moved(field({"b": battery}, wall), "b", "ahead:1").disorder == (), "up to it"
    assert moved(field({"2wi": unit("us", "12:7")}, wall), "2wi", "ahead:4").disorder == ()


def test_ll_6_dis_2_the_state_of_a_phase_counted_as_two_comes_from_a_card_as_well() -> None:
    """LL.4.two.1"""
    state = with_card(field(UNITS, STREAM), "known-ground", do="waive_second_card")
    assert [cause.what for cause in moved(state, "2wi", "ahead:4").disorder] == ["7wi", "Young's Branch"]


def test_ll_6_dis_2_where_a_card_may_be_added_later_it_is_said() -> None:
    """D16 B"""
    state = field(UNITS, STREAM, readings={"D16": "B"})
    assert refused(state, march("2wi", "ahead:1.5")).endswith("where it takes 2; AddCard adds one")


def test_ll_6_dis_3_two_cards_cover_any_number_of_causes_by_any_number_of_units() -> None:
    units = UNITS | {"6wi": unit("us", "20:7", name="6th Wisconsin"), "4va": unit("cs", "12:15.5", "180")}
    state = field(units, STREAM, invoked=2)
    first = moved(state, "2wi", "ahead:4")
    assert [cause.what for cause in first.disorder] == ["7wi", "Young's Branch"]
    assert tell(SYSTEM, first).endswith("(disorder: through 7wi, in Young's Branch)")
    second = moved(state, "7wi", "about", "ahead:1.5")
    assert [(cause.why, cause.what) for cause in second.disorder] == [
        ("about-face", "4va"),
        ("terrain", "Young's Branch"),
    ]
    assert moved(state, "6wi", "ahead:3").disorder[0].what == "Young's Branch"
    assert state.turn.invoked == 2


# LL.4.int.6 Confusion


def confused(units: dict[str, Any], *pieces: Any, **more: Any) -> State:
    """A Move phase of us in which cs may move the 2nd Wisconsin."""
    state = field(units, *pieces, **more)
    state.core.pending.append(AwaitConfusedMove(side="cs", unit="2wi", card="confusion"))
    return state


def test_ll_4_int_6_the_passive_player_gives_the_unit_its_one_action() -> None:
    state = confused(UNITS)
    fact, closed = give(SYSTEM, state, "cs", march("2wi", "ahead:2"))
    assert isinstance(fact, UnitMoved)
    assert isinstance(closed, FrameClosed)
    assert (fact.by, fact.pose, state.units["2wi"].acted) == ("cs", (12_000, 9_000, 0), True)
    assert tell(SYSTEM, fact) == "2wi moves 2 of 4 BW: ahead 2; now at 12:9 facing 0°; cs ordered it"
    assert fact.confused
    assert refused(state, march("2wi", "ahead:1")).startswith("[LL.6.gen.1]")


def test_ll_4_int_6_or_a_quarter_turn_or_nothing() -> None:
    state = confused(UNITS)
    fact, _ = give(SYSTEM, state, "cs", QuarterTurn(unit="2wi", to="right"))
    assert isinstance(fact, UnitFormed)
    assert (fact.by, fact.confused) == ("cs", True)
    assert tell(SYSTEM, fact).endswith("facing 90°; cs ordered it")
    state = confused(UNITS)
    declined, _ = give(SYSTEM, state, "cs", Decline())
    assert declined == Declined(by="cs", what=Reason("to move it", "LL.4.int.6", ("2wi",)))
    assert moved(state, "2wi", "ahead:1").by == "us", "it still has its action"


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (march("7wi", "ahead:1"), "Confusion lets cs move 2nd Wisconsin, no other unit"),
        (march("2wi", "back:1"), "back is no forward movement; 2nd Wisconsin goes forward or makes a quarter turn"),
        (march("2wi", "back:1", difficult=True), "back is no forward movement; 2nd Wisconsin goes forward"),
        (march("2wi", "ahead:1", difficult=True), "2nd Wisconsin goes forward or makes a quarter turn"),
        (march("2wi", "about", "ahead:1"), "an about-face is no forward movement"),
        (march("2wi", "ahead:4"), "2nd Wisconsin would pass through 7th Wisconsin: disorder, and a move that needs a"),
    ],
)
def test_ll_4_int_6_nothing_but_forward_and_nothing_that_needs_a_second_card(order: Order, why: str) -> None:
    assert refused(confused(UNITS, invoked=2), order, "cs").startswith(f"[LL.4.int.6] {why}")


def test_ll_4_int_6_not_into_contact_nor_off_the_table() -> None:
    """LL.6.gen.2, LL.6.path.2"""
    contact = {"2wi": UNITS["2wi"], "4va": unit("cs", "12:9", "180")}
    assert refused(confused(contact), march("2wi", "ahead:2"), "cs").startswith("[LL.6.gen.2]")
    edge = {"2wi": unit("us", "12:23", name="2nd Wisconsin")}
    assert refused(confused(edge, readings={"D52": "B"}), march("2wi", "ahead:2"), "cs").startswith("[LL.6.path.2]")


def test_ll_4_int_6_a_battery_goes_forward_too_and_the_card_of_its_owner_is_not_used() -> None:
    battery = {"2wi": unit("us", "12:7", kind="ART", limbered=True, bases=2, name="Battery B")}
    assert refused(confused(battery), march("2wi", "toward:90:2"), "cs").startswith("[LL.4.int.6] toward is no forward")
    assert refused(confused(battery), march("2wi", "face:90"), "cs").startswith("[LL.4.int.6] face is no forward")
    state = with_card(confused(battery), "quickstep", do="move_bonus", n=2, units="one")
    assert refused(state, march("2wi", "ahead:7", use_card=True), "cs").startswith("[LL.4.mod.1]")
    assert give(SYSTEM, state, "cs", march("2wi", "oblique-left:30:6"))[0].way == 6_000  # type: ignore[attr-defined]
