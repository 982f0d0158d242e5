"""4.3 Initiative: bids, turns that go without one, activation and its chit."""

from __future__ import annotations

import pytest

from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.activation import can_continue, hand
from rules.wallaces_war.command.asks import Activate, AwaitOutbid, Bid, Chit, Outbid
from rules.wallaces_war.command.facts import BattleActivated, BidMade, BidPassed, InitiativeWon, ZeroUsed
from rules.wallaces_war.command.initiative import first_bidder, speaker
from rules.wallaces_war.command.pool import stock
from rules.wallaces_war.movement.limits import zoc_limit
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import ACTIVATION, EMPTY, MOVEMENT, REACTION, ZERO
from rules.wallaces_war.turn.asks import Decline
from tests.wallaces_war.games import bidding, kinds, opened
from tests.wallaces_war.positions import give, refused, start, told

FULL = {"red": [2, 1], "crimson": [0], "green": [3, 0], "emerald": [1]}


def test_x1_4_3b_4_3d_the_higher_chit_wins_is_spent_and_the_other_goes_back() -> None:
    state = bidding(FULL, ["scots"])
    assert first_bidder(state) == "english"
    give(state, "english", Bid(battle="red", chit=2))
    assert state.core.pending == [AwaitOutbid(side="scots", bid=Chit(battle="red", value=2))]
    threes = stock(state)[2]
    facts = give(state, "scots", Outbid(battle="green", chit=3))
    assert told(facts, BidMade)[0].raises
    assert told(facts, InitiativeWon)[0].side == "scots"
    assert state.battles["red"].track == [2, 1]
    assert state.battles["green"].track == [EMPTY, 0]
    assert stock(state)[2] == threes + 1
    assert (state.turn.battle, state.turn.chit, state.core.phase) == ("green", 3, MOVEMENT)


def test_x1_4_3f_after_two_turns_running_the_other_side_has_it_without_a_bid() -> None:
    state = opened(FULL, ["scots", "scots"], turn=4)
    assert (state.core.phase, state.core.active) == (ACTIVATION, "english")
    for order in (Outbid(battle="green", chit=3), Bid(battle="green", chit=3), Activate(battle="green", chit=3)):
        assert refused(state, "scots", order) == "4.3f"  # P26 8
    give(state, "english", Activate(battle="crimson", chit=0))
    assert state.battles["crimson"].track == [EMPTY]
    assert state.history == ["scots", "scots", "english"]


def test_x2_4_3b_equal_is_not_higher_and_nobody_is_asked() -> None:
    state = bidding({"red": [3], "green": [3]}, ["scots"])
    facts = give(state, "english", Bid(battle="red", chit=3))
    assert told(facts, InitiativeWon)[0].side == "english"
    assert not state.core.pending


def test_p26_6_4_3b_an_equal_or_lower_raise_and_a_second_one_are_refused() -> None:
    state = bidding({"red": [2, 4], "green": [3, 2, 1]}, ["scots"])
    give(state, "english", Bid(battle="red", chit=2))
    for chit in (2, 1):
        assert refused(state, "scots", Outbid(battle="green", chit=chit)) == "4.3b"
    give(state, "scots", Outbid(battle="green", chit=3))
    assert refused(state, "english", Outbid(battle="red", chit=4)) == "4.3b"
    assert refused(state, "english", Bid(battle="red", chit=4)) == "4.3b"


def test_4_3b_who_declines_leaves_it_to_the_first_bidder() -> None:
    state = bidding(FULL, ["scots"])
    give(state, "english", Bid(battle="red", chit=1))
    facts = give(state, "scots", Decline())
    assert told(facts, BidPassed)[0].side == "scots"
    assert told(facts, BattleActivated)[0] == BattleActivated(battle="red", chit=1, works_as=1)


def test_p26_5_d7_the_first_bidder_must_bid_or_under_b_leaves_initiative() -> None:
    assert refused(bidding(FULL, ["scots"]), "english", Decline()) == "4.3b"
    state = bidding(FULL, ["scots"], readings={"D7": "B"})
    assert "Decline" in kinds(state)
    facts = give(state, "english", Decline())
    assert told(facts, InitiativeWon)[0].side == "scots"
    assert (state.core.phase, state.core.active) == (ACTIVATION, "scots")
    alone = bidding({"red": [2]}, ["scots"], readings={"D7": "B"})
    assert refused(alone, "english", Decline()) == "4.3b"  # nobody else could take it


def test_p26_7_4_3e_no_more_zeros_than_the_track_had() -> None:
    state = bidding({"red": [EMPTY, 2], "green": [1]}, ["scots"])
    assert refused(state, "english", Bid(battle="red", chit=0)) == "4.3e"


def test_4_3e_a_box_emptied_does_not_become_a_zero() -> None:
    state = bidding({"red": [2], "green": [EMPTY]}, ["scots"])
    give(state, "english", Bid(battle="red", chit=2))
    assert state.battles["red"].track == [EMPTY]
    assert hand(state, "english") == []


@pytest.mark.parametrize(("letter", "left"), [("A", [ZERO]), ("B", [EMPTY])], ids=["D5 A", "D5 B"])
def test_d5_a_zero_bid_and_beaten(letter: str, left: list[int]) -> None:
    state = bidding({"crimson": [ZERO], "green": [1]}, ["scots"], readings={"D5": letter})
    give(state, "english", Bid(battle="crimson", chit=0))
    facts = give(state, "scots", Outbid(battle="green", chit=1))
    assert state.battles["crimson"].track == left
    assert bool(told(facts, ZeroUsed)) == (letter == "B")


def test_p26_9_4_3d_the_chit_is_of_the_battle_that_it_activates() -> None:
    state = bidding(FULL, ["scots"])
    assert refused(state, "english", Bid(battle="crimson", chit=2)) == "4.3d"
    assert refused(state, "english", Bid(battle="green", chit=3)) == "4.3d"
    assert refused(state, "english", Bid(battle="nobody", chit=3)) == "4.3d"


def test_p26_12_4_7a_an_eliminated_battle_is_not_activated() -> None:
    state = bidding({**FULL, "crimson": [0, 3]}, ["scots"])
    state.battles["crimson"].standing = "eliminated"
    assert refused(state, "english", Bid(battle="crimson", chit=3)) == "4.7a"


@pytest.mark.parametrize(("letter", "phase"), [("A", ACTIVATION), ("B", "initiative")], ids=["D91 A", "D91 B"])
def test_4_3g_d91_who_has_no_chit_passes(letter: str, phase: str) -> None:
    state = opened({"green": [2]}, ["scots"], readings={"D91": letter})
    assert (state.core.phase, reading(state, "D91")) == (phase, letter)
    if letter == "A":
        assert state.turn.initiative == "scots"
        assert refused(state, "scots", Decline()) == "3.3"
        return
    assert speaker(state) == "scots"
    facts = give(state, "scots", Decline())
    assert told(facts, InitiativeWon)[0].side == "english"
    give(state, "english", Activate(battle="red"))
    assert (state.turn.battle, state.turn.chit) == ("red", 0)


def test_d91_b_the_other_side_may_take_it_with_any_chit() -> None:
    state = opened({"green": [2]}, ["scots"], readings={"D91": "B"})
    facts = give(state, "scots", Bid(battle="green", chit=2))
    assert told(facts, BattleActivated)[0].battle == "green"


def test_4_3g_and_4_3i_without_a_chit_after_two_enemy_turns_a_free_zero() -> None:
    state = opened({"green": [2]}, ["scots", "scots"])
    assert state.turn.initiative == "english"
    assert refused(state, "english", Activate(battle="red", chit=2)) == "4.3g"
    facts = give(state, "english", Activate(battle="red", chit=0))
    assert told(facts, BattleActivated)[0].free
    assert state.battles["red"].track == [EMPTY]


def test_4_3h_if_nobody_has_a_chit_the_side_without_initiative_last_turn_has_it() -> None:
    state = opened({}, ["scots"])
    assert (state.turn.initiative, state.core.phase) == ("english", ACTIVATION)
    assert state.history == ["scots", "english"]


def test_4_3j_on_turn_1_the_scenario_names_the_side_and_any_chit_goes() -> None:
    state = start("plain")
    assert state.engagement.first == "english"
    while state.core.phase != ACTIVATION:
        found = list(SYSTEM.book.choices(state))
        deploy = [choice for choice in found if type(choice.order).__name__ in ("Deploy", "EndSegment")]
        choice = (deploy or found)[0]
        give(state, choice.by, choice.order)
    assert (state.core.turn, state.core.active, state.turn.initiative) == (1, "english", "english")
    assert refused(state, "scots", Activate(battle="green", chit=0)) == "4.3d"
    assert refused(state, "english", Bid(battle="red", chit=0)) == "4.3b"


@pytest.mark.parametrize(
    ("chit", "limit"), [(0, 0), (1, 1), (2, 2), (3, None), (4, None)], ids=["0", "1", "2", "3", "4"]
)
def test_4_5_what_a_chit_allows(chit: int, limit: int | None) -> None:
    state = bidding({"red": [chit], "green": [EMPTY]}, ["scots"])
    give(state, "english", Bid(battle="red", chit=chit))
    assert (zoc_limit(state), can_continue(state)) == (limit, chit == 4)
    state.core.phase = REACTION
    assert zoc_limit(state) == 0  # 4.6a


def test_4_5b_under_a_leader_of_level_1_a_4_works_as_a_3() -> None:
    state = bidding({"red": [4], "green": [EMPTY]}, ["scots"])
    state.leaders["red"].level = 1
    facts = give(state, "english", Bid(battle="red", chit=4))
    assert told(facts, BattleActivated)[0] == BattleActivated(battle="red", chit=4, works_as=3)
    assert (zoc_limit(state), can_continue(state)) == (None, False)


@pytest.mark.parametrize(
    ("letter", "level", "spent", "may"),
    [
        ("A", 1, 5, True),
        ("B", 1, 0, False),
        ("B", 2, 5, True),
        ("C", 2, 1, True),
        ("C", 2, 2, False),
        ("C", 3, 9, True),
    ],
)
def test_d8_13_2f_which_4_chits_are_locked_but_with_automatic_initiative(
    letter: str, level: int, spent: int, may: bool
) -> None:
    state = bidding({"red": [4], "green": [1]}, ["scots"], readings={"D8": letter})
    state.leaders["red"].level, state.battles["red"].fours = level, spent
    assert bool(hand(state, "english")) == may
    assert hand(state, "english", automatic=True)
    if not may:
        assert refused(state, "english", Bid(battle="red", chit=4)) == "4.3b"  # it is for the Scots to speak
    automatic = opened({"red": [4], "green": [1]}, ["scots", "scots"], readings={"D8": letter})
    automatic.leaders["red"].level, automatic.battles["red"].fours = level, spent
    give(automatic, "english", Activate(battle="red", chit=4))
    assert automatic.battles["red"].fours == spent + 1


def test_d8_b_a_locked_4_beside_another_chit_is_refused_by_13_2f() -> None:
    state = bidding({"red": [4, 1], "green": [2]}, ["scots"], readings={"D8": "B"})
    state.leaders["red"].level = 1
    assert refused(state, "english", Bid(battle="red", chit=4)) == "13.2f"
