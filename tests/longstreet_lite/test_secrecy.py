"""LL.4.deck.3, section 8.2 Hands are their owner's, the price of a reshuffle nobody's; the rest is open to all."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from domain.formats.jsonlines.jsonlines import export_game, read_game
from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import CardDrawn, DeckShuffled, Fact, OrderGiven
from domain.kernel.play import carry_out
from domain.log.entry import Entry
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_file
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import Decline, Interrupt
from rules.longstreet_lite.cards.facts import CardPlayed, CardsShown, HandFilled
from rules.longstreet_lite.fire.asks import EndFire
from rules.longstreet_lite.movement.asks import EndMove
from rules.longstreet_lite.sight.board import seen_by
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import (
    BeginBattle,
    InvokeCombat,
    InvokeFire,
    InvokeMove,
    KeepDeck,
    Pass,
    Reshuffle,
    SkipFire,
)
from tests.longstreet_lite.positions import HOUSE, give, position, unit
from tests.longstreet_lite.starts import start

PLAIN = "steady-boys"
GAME = Ref("brawner")
CARD_ORDERS = (Decline, KeepDeck, Reshuffle, SkipFire, InvokeMove, InvokeFire, EndMove, EndFire)


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """A log with this system alone, whether or not it is registered."""
    with GameLog(str(tmp_path / "games.db"), {SYSTEM.key: SYSTEM}) as log:
        yield Games(log)


def played(games: Games, orders: int) -> None:
    """So many orders about cards with fair dice: some cards invoke, most stay in hand."""
    games.new(SYSTEM, "brawner_farm", GAME.game, HOUSE)
    games.order(GAME, "us", BeginBattle())
    rng = random.Random(2)
    for _ in range(orders):
        state = games.position(GAME).state
        found = [choice for choice in SYSTEM.book.choices(state) if isinstance(choice.order, CARD_ORDERS)]
        games.order(GAME, *rng.choice(found))


def exported(games: Games, side: str) -> list[dict[str, Any]]:
    """The facts that the file for this side shows."""
    rows = [json.loads(line) for line in export_game(games, GAME.game, side)]
    return [row["fact"] for row in rows if "fact" in row]


def test_section_8_2_a_card_drawn_to_a_hand_is_its_owner_s_secret_and_one_removed_is_nobody_s() -> None:
    state = start()
    drawn = CardDrawn(by="us", deck="us", card=PLAIN, source="fair", to="hand")
    assert seen_by(state, drawn) == ("us",)
    assert seen_by(state, CardDrawn(by="us", deck="us", card=PLAIN, source="fair", to="removed")) == ()


def test_i12_ll_4_resh_4_a_new_deck_is_nobody_s_and_the_first_one_is_the_printed_set() -> None:
    state = start()
    shuffled = DeckShuffled(deck="us", cards=(PLAIN,))
    assert seen_by(state, shuffled) is None
    state.core.turn = 1
    assert seen_by(state, shuffled) == ()


def test_ll_4_deck_3_what_is_played_and_how_many_are_held_is_open_to_all() -> None:
    state = start()
    for fact in (
        CardPlayed(by="us", card=PLAIN, use="invoke"),
        HandFilled(side="us", drawn=1, hand=6, deck=41),
        f.PenaltyPaid(by="us", removed=6, deck=18),
        OrderGiven(by="us", order=InvokeFire(card=PLAIN)),
    ):
        assert seen_by(state, fact) is None


@pytest.mark.parametrize(("side", "enemy"), [("us", "cs"), ("cs", "us")])
def test_ll_4_deck_3_the_log_of_one_side_holds_no_card_of_the_other_s_hand_and_verifies(
    games: Games, side: str, enemy: str
) -> None:
    played(games, 40)
    shown = exported(games, side)
    drawn = [fact for fact in shown if fact["fact"] == "CardDrawn"]
    assert {fact["by"] for fact in drawn} == {side}
    assert {fact["to"] for fact in drawn} == {"hand"}
    assert [fact["deck"] for fact in shown if fact["fact"] == "DeckShuffled"] == ["us", "cs"]
    hand = games.position(GAME).state.cards[enemy].hand
    later = shown[next(n for n, fact in enumerate(shown) if fact["fact"] == "HandFilled") :]
    theirs = Counter(fact["card"] for fact in later if fact["fact"] == "CardPlayed" and fact["by"] == enemy)
    told = {"OrderGiven": theirs, "CardPlayed": theirs}
    for kind, plays in told.items():
        named = Counter(_words(fact for fact in later if fact["fact"] == kind and fact.get("by") == enemy))
        assert all(named[card] == plays[card] for card in hand), f"{kind} names a card as often as it is played"
    others = Counter(_words(fact for fact in later if fact["fact"] not in told and fact.get("by") == enemy))
    assert hand
    assert all(not others[card] for card in hand if not theirs[card]), "what cards do is told once they are played"
    proof = verify_file(read_game(export_game(games, GAME.game, side)), systems={SYSTEM.key: SYSTEM})
    assert proof.entries == len(games.entries(GAME))


def _words(facts: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Every text in some facts, however deep it lies."""
    stack: list[Any] = list(facts)
    while stack:
        match stack.pop():
            case dict() as found:
                stack += found.values()
            case list() as found:
                stack += found
            case str() as found:
                yield found


def test_section_8_2_a_spectator_can_follow_how_many_cards_each_side_holds(games: Games) -> None:
    played(games, 40)
    public = [entry.fact for entry in games.entries(GAME) if entry.to is None]
    held = {"us": 0, "cs": 0}
    for fact in public:
        if isinstance(fact, HandFilled):
            held[fact.side] = fact.hand
        if isinstance(fact, CardPlayed):
            held[fact.by] -= 1
    cards = games.position(GAME).state.cards
    assert held == {side: len(cards[side].hand) for side in ("us", "cs")}


def test_section_8_2_when_the_game_is_over_the_hidden_cards_stand_in_every_log(games: Games) -> None:
    played(games, 12)
    state: State = games.position(GAME).state
    hidden = [entry for entry in games.entries(GAME) if entry.to is not None]
    assert hidden
    while state.core.ended is None:
        found = [choice for choice in SYSTEM.book.choices(state) if isinstance(choice.order, (*CARD_ORDERS, Pass))]
        games.order(GAME, *next((choice for choice in found if isinstance(choice.order, Reshuffle)), found[-1]))
        state = games.position(GAME).state
    entries: list[Entry] = games.entries(GAME)
    shown = next(entry for entry in entries if isinstance(entry.fact, CardsShown))
    assert shown.to is None
    assert isinstance(shown.fact, CardsShown)
    for side in ("us", "cs"):
        assert Counter(shown.fact.hands[side]) == Counter(state.cards[side].hand)
        assert Counter(shown.fact.unseen[side]) == Counter(state.cards[side].unseen)
        assert Counter(shown.fact.decks[side]) == Counter(state.core.decks[side])
    assert type(entries[-1].fact).__name__ == "GameEnded"


# Twins: what the enemy learns does not depend on the hand

UNITS = {"u": unit("us", "10:5"), "c": unit("cs", "10:15", "180")}
KEPIS, PLAINS = ["old-rivals", "sharpshooters", "fix-bayonets"], [PLAIN] * 3


def twins(phase: str) -> tuple[State, State]:
    one, other = (position(UNITS, phase=phase, hands={"us": [PLAIN] * 6, "cs": hand}) for hand in (KEPIS, PLAINS))
    return one, other


@pytest.mark.parametrize(
    ("phase", "order"),
    [
        (phases.FIRE_OPTION, InvokeFire(card=PLAIN)),
        (phases.COMMAND, InvokeMove(cards=(PLAIN,))),
        (phases.COMMAND, InvokeCombat(cards=(PLAIN,))),
    ],
)
def test_ll_4_int_1_the_enemy_does_not_learn_whether_an_interrupt_is_held(phase: str, order: Any) -> None:
    one, other = twins(phase)
    assert give(SYSTEM, one, "us", order) == give(SYSTEM, other, "us", order)
    assert one.core.pending == other.core.pending
    assert [said(state, EndMove()) for state in (one, other)] == [said(one, EndMove())] * 2
    assert [c for c in SYSTEM.book.choices(one) if c.by == "us"] == [
        c for c in SYSTEM.book.choices(other) if c.by == "us"
    ]
    assert seen(one, Decline()) == seen(other, Decline())


def test_i12_no_message_to_the_enemy_names_a_card_in_hand() -> None:
    for phase in (phases.RESHUFFLE, phases.FIRE_OPTION, phases.COMMAND, phases.MOVE):
        one, other = twins(phase)
        for order in (Interrupt(card="old-rivals", unit="u"), InvokeMove(cards=("old-rivals",)), Reshuffle()):
            assert said(one, order, by="us") == said(other, order, by="us")


def said(state: State, order: Any, by: str = "us") -> str:
    try:
        carry_out(SYSTEM, deepcopy(state), by, order, EnteredChance((), [PLAIN] * 6))
    except IllegalOrder as refused:
        return str(refused)
    return ""


def seen(state: State, order: Any) -> list[Fact]:
    recorded = carry_out(SYSTEM, deepcopy(state), "cs", order, EnteredChance(()))
    return [item.fact for item in recorded if item.to is None or "us" in item.to]
