"""4.2 Chits before the first turn: lists, shares, top-ups and placements, all unseen until both are in."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import PhaseBegan
from domain.kernel.play import carry_out
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command import lists, pool
from rules.wallaces_war.command.asks import Four, ListChits, PlaceChits, TopUp
from rules.wallaces_war.command.facts import (
    ChitsListed,
    ChitsPlaced,
    ChitsRevealed,
    ChitsTaken,
    ReservesCalled,
    TracksRevealed,
)
from rules.wallaces_war.state import LISTS, PLACING, SET_UP, TOP_UP, ZERO, State
from tests.wallaces_war.games import kinds
from tests.wallaces_war.positions import give, refused, start, told


def listing(ones: int = 0, twos: int = 0, threes: int = 0, fours: int = 0) -> ListChits:
    return ListChits(ones=ones, twos=twos, threes=threes, fours=fours)


def scarce(pool_of: Four, **more: Any) -> State:
    """Falkirk with so many chits of each value in the box."""
    state = start("falkirk", **more)
    counts = {str(value): count for value, count in zip((1, 2, 3, 4), pool_of, strict=True)}
    state.charts = msgspec.structs.replace(state.charts, pool=counts)
    return state


def test_e1_4_2b_a_list_of_forty_points_in_seventeen_chits_is_legal() -> None:
    state = start("early_crossing")
    assert pool.points((6, 3, 4, 4)) == 40
    assert lists.list_bar(state, "scots", (6, 3, 4, 4)) is not None  # two tracks of seven boxes
    state.battles["wallace"].track += [ZERO] * 7
    assert lists.list_bar(state, "scots", (6, 3, 4, 4)) is None
    assert sum((6, 3, 4, 4)) == 17
    assert pool.boxes(state, "scots") - 17 == 4


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (listing(fours=5), "4.2b"),
        (listing(ones=40), "4.2b"),
        (listing(fours=10), "4.2c"),
    ],
    ids=["P26 1 another sum", "P26 2 more chits than boxes", "P26 3 more 4 chits than leaders hold"],
)
def test_4_2b_4_2c_lists_that_are_refused(order: ListChits, rule: str) -> None:
    assert refused(start("stirling_bridge"), "scots", order) == rule


@pytest.mark.parametrize(("level", "fours"), [(1, 1), (2, 2), (3, 7), (4, 7)], ids=["13.2a", "13.2b", "13.2c", "13.2d"])
def test_13_2_4_chits_at_the_start_by_level(level: int, fours: int) -> None:
    state = start("stirling_bridge")
    state.leaders["murray"].level = level
    assert pool.fours_at(state, "murray") == fours
    assert pool.fours(state, "scots") == 7 + fours


def test_4_2a_lists_come_in_any_order_are_secret_and_shown_together() -> None:
    for first, second in (("english", "scots"), ("scots", "english")):
        state = start("stirling_bridge")
        orders = {"english": listing(ones=2, fours=4), "scots": listing(ones=4, fours=9)}
        one = carry_out(SYSTEM, state, first, orders[first], EnteredChance(()))
        assert [item.to for item in one] == [(first,), (first,)]
        assert isinstance(one[-1].fact, ChitsListed)
        assert refused(state, first, orders[first]) == "4.2a"
        two = carry_out(SYSTEM, state, second, orders[second], EnteredChance(()))
        assert [item.to for item in two[:3]] == [(second,), (second,), None]
        assert isinstance(two[2].fact, ChitsRevealed)
        assert state.chits.held == {"english": (2, 0, 0, 4), "scots": (4, 0, 0, 9)}
        assert state.core.phase == PLACING


def test_4_2a_nothing_tells_what_the_other_side_has_listed() -> None:
    orders = {"a": listing(ones=2, fours=4), "b": listing(threes=6)}
    seen = []
    for order in orders.values():
        state = start("stirling_bridge")
        give(state, "english", order)
        options = [choice for choice in SYSTEM.book.choices(state) if choice.by == "scots"]
        with pytest.raises(Exception, match=r"4\.2b") as caught:
            give(state, "scots", listing(ones=3))
        seen.append((options, lists.waiting(state), caught.value.args, state.core.phase, state.core.pending))
    assert seen[0] == seen[1]


def test_4_2d_who_asks_for_more_takes_the_difference_first_then_one_by_one_beginning_with_the_other() -> None:
    state = scarce((40, 40, 40, 10))
    give(state, "english", listing(ones=8, fours=12))
    facts = give(state, "scots", listing(twos=9, fours=8))
    taken = {fact.side: fact.chits for fact in told(facts, ChitsTaken)}
    assert (taken["english"][3], taken["scots"][3]) == (7, 3)
    assert [fact.why.key for fact in told(facts, ChitsTaken)] == ["shared out", "shared out"]


@pytest.mark.parametrize(
    ("letter", "dice", "english"),
    [("A", (), 4), ("B", (3, 7), 4), ("B", (5, 5, 9, 2), 5), ("C", (), 5)],
    ids=["D1 A", "D1 B scots", "D1 B english after a tie", "D1 C"],
)
def test_d1_equal_requests_for_a_scarce_chit(letter: str, dice: tuple[int, ...], english: int) -> None:
    state = scarce((40, 40, 40, 9), readings={"D1": letter})
    give(state, "english", listing(ones=24, fours=8))
    facts = give(state, "scots", listing(twos=9, fours=8), *dice)
    taken = {fact.side: fact.chits[3] for fact in told(facts, ChitsTaken)}
    assert taken == {"english": english, "scots": 9 - english}


@pytest.mark.parametrize(("letter", "shares"), [("A", (4, 0)), ("B", (3, 1))], ids=["D2 A", "D2 B"])
def test_d2_a_difference_larger_than_the_pool(letter: str, shares: tuple[int, int]) -> None:
    state = scarce((40, 40, 40, 4), readings={"D2": letter})
    give(state, "english", listing(ones=8, fours=12))
    facts = give(state, "scots", listing(twos=17, fours=4))
    taken = {fact.side: fact.chits[3] for fact in told(facts, ChitsTaken)}
    assert (taken["english"], taken["scots"]) == shares


def test_4_2e_both_short_list_again_until_one_is_and_he_tops_up() -> None:
    state = scarce((40, 40, 40, 10))
    give(state, "english", listing(ones=8, fours=12))
    facts = give(state, "scots", listing(twos=9, fours=8))
    assert [fact.short for fact in told(facts, ChitsTaken)] == [20, 20]
    assert told(facts, PhaseBegan)[-1].phase == LISTS
    assert refused(state, "english", listing(fours=5)) == "4.2e"
    give(state, "english", listing(twos=10))
    assert refused(state, "english", listing(twos=10)) == "4.2a"
    give(state, "scots", listing(threes=6, ones=2))
    assert state.core.phase == PLACING


def test_4_2e_the_last_short_side_takes_what_is_left_to_its_exact_sum() -> None:
    state = scarce((40, 40, 40, 11))
    give(state, "english", listing(ones=8, fours=12))
    facts = give(state, "scots", listing(threes=16, twos=1))
    assert [fact.short for fact in told(facts, ChitsTaken)] == [4, 0]
    assert (state.core.phase, state.core.active) == (TOP_UP, "english")
    assert kinds(state) == {"TopUp"}
    assert refused(state, "english", TopUp(ones=3)) == "4.2e"
    assert refused(state, "english", TopUp(fours=1)) == "4.2e"
    assert refused(state, "scots", TopUp(ones=4)) == "4.2e"
    give(state, "english", TopUp(ones=1, threes=1))
    assert state.chits.held["english"] == (9, 0, 1, 11)
    assert state.core.phase == PLACING


@pytest.mark.parametrize(("letter", "sums"), [("A", set()), ("B", {3}), ("C", {4})], ids=["D3 A", "D3 B", "D3 C"])
def test_d3_a_sum_that_cannot_be_reached(letter: str, sums: set[int]) -> None:
    """Three points are lacking and only 4s are left; a 1 that is held could go back for one of them."""
    state = scarce((7, 0, 0, 26), readings={"D3": letter})
    state.chits.held = {"english": (5, 0, 0, 12), "scots": (2, 0, 0, 12)}
    found = list(lists.top_ups(state, "english"))
    assert {pool.points(chits) - pool.points(back) for chits, back in found} == sums
    if letter == "B":
        assert ((0, 0, 0, 1), (1, 0, 0, 0)) in found


@pytest.mark.parametrize(("letter", "left"), [("A", (16, 16, 12, 10)), ("B", (19, 16, 9, 9))], ids=["D4 A", "D4 B"])
def test_d4_16_2_1a_a_counter_with_a_value_on_each_side(letter: str, left: Four) -> None:
    state = start("falkirk", readings={"D4": letter})
    state.chits.held = {"english": (0, 0, 4, 6)}
    assert pool.stock(state) == left


def test_20_3_5a_simon_takes_five_4_chits_and_only_the_royalist_chooses() -> None:
    state = start("evesham")
    assert {choice.by for choice in SYSTEM.book.choices(state)} == {"royalist"}
    assert refused(state, "barons", listing(fours=5)) == "4.2a"
    facts = give(state, "royalist", listing(twos=7, fours=4))
    assert told(facts, ChitsTaken)[0] == ChitsTaken(
        side="barons", chits=(0, 0, 0, 5), short=0, why=told(facts, ChitsTaken)[0].why
    )
    assert told(facts, ChitsTaken)[0].why.cite == "20.3.5a"
    give(state, "royalist", PlaceChits(tracks={"edward": (4, 4, 2, 2, 2), "gilbert": (4, 4, 2, 2, 2, 2)}))
    assert state.battles["simon-m"].track == [4] * 5 + [ZERO] * 7


def test_16_2_4c_the_english_take_more_for_huntercombe_from_what_is_left() -> None:
    state = start("lundies_plan")
    give(state, "english", listing(fours=4, twos=2))
    facts = give(state, "scots", listing(fours=9, ones=4))
    assert told(facts, ReservesCalled)
    assert (state.core.phase, state.core.active) == (TOP_UP, "english")
    assert refused(state, "english", TopUp(fours=3, twos=1)) == "4.2c"
    give(state, "english", TopUp(fours=2, threes=2))
    assert state.battles["hntrb"].track[:5] == [4, 4, 3, 3, ZERO]
    assert state.chits.held["english"] == (0, 2, 0, 4)
    assert refused(state, "english", PlaceChits(tracks={"hntrb": (4, 4, 2, 2, 4, 4)})) == "4.2f"


def test_20_3_6a_both_sides_list_again_for_their_reinforcements() -> None:
    state = start("evesham_what_if")
    give(state, "barons", listing(fours=7, twos=1))
    give(state, "royalist", listing(fours=9, threes=3))
    assert (state.core.phase, state.chits.reserve) == (LISTS, True)
    give(state, "royalist", listing(threes=4, twos=1))
    assert refused(state, "barons", listing(fours=7, twos=1)) == "4.2b"
    give(state, "barons", listing(twos=7))
    assert state.battles["mortmr"].track == [3, 3, 3, 3, 2, ZERO, ZERO]
    assert state.battles["simon-j"].track == [2] * 7
    assert state.core.phase == PLACING


def placing() -> State:
    state = start("falkirk")
    give(state, "english", listing(twos=16, fours=6))
    give(state, "scots", listing(ones=10, fours=10))
    return state


@pytest.mark.parametrize(
    ("tracks", "rule"),
    [
        ({"wallace": (4,) * 8 + (1,) * 10}, "4.2f"),
        ({"wallace": (4,) * 7, "stewart": (4,) * 3 + (1,) * 4, "james": (1,) * 6}, "13.2b"),
        ({"wallace": (4,) * 7, "stewart": (4,) * 2, "james": (4,)}, "4.2f"),
        ({"wallace": (4,) * 7, "edward": (4,) * 3}, "4.2f"),
    ],
    ids=["P26 4 two chits in a box", "P26 3 more 4 chits than he may hold", "chits left over", "another's track"],
)
def test_4_2f_placements_that_are_refused(tracks: dict[str, tuple[int, ...]], rule: str) -> None:
    assert refused(placing(), "scots", PlaceChits(tracks=tracks)) == rule


def test_13_2a_a_leader_of_level_1_starts_with_one_4() -> None:
    state = placing()
    state.leaders["james"].level = 1
    tracks = {"wallace": (4,) * 6 + (1,), "stewart": (4, 4, 1, 1, 1, 1, 1), "james": (4, 4, 1, 1, 1, 1)}
    assert refused(state, "scots", PlaceChits(tracks=tracks)) == "13.2a"


def test_4_2f_4_2g_placements_are_secret_then_shown_with_zeros_in_the_other_boxes_4_2h() -> None:
    state = placing()
    tracks = {"wallace": (4,) * 7, "stewart": (4, 4, 1, 1, 1, 1), "james": (4, 1, 1, 1, 1, 1, 1)}
    made = carry_out(SYSTEM, state, "scots", PlaceChits(tracks=tracks), EnteredChance(()))
    assert [item.to for item in made] == [("scots",), ("scots",)]
    assert isinstance(made[1].fact, ChitsPlaced)
    assert refused(state, "scots", PlaceChits(tracks=tracks)) == "4.2f"
    assert state.battles["wallace"].track == [ZERO] * 7
    english = next(choice for choice in SYSTEM.book.choices(state) if choice.by == "english")
    facts = give(state, "english", english.order)
    assert len(told(facts, TracksRevealed)) == 1
    assert state.battles["stewart"].track == [4, 4, 1, 1, 1, 1, ZERO]
    assert state.core.phase == SET_UP
    assert refused(state, "scots", PlaceChits(tracks=tracks)) == "4.2f"  # P26 4 a placed chit stays in its box
