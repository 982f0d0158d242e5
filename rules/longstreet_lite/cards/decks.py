"""LL.4.deck, LL.4.draw Decks built by nation and year, and hands filled from them."""

from __future__ import annotations

from collections.abc import Iterable

from domain.facts import DeckShuffled, Side
from domain.kernel import Play
from rules.longstreet_lite.cards.effects import hand_limit
from rules.longstreet_lite.orders import CardId
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.sheets import CardRow
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn.facts import HandFilled


def belongs(card: CardRow, side: Side, year: int) -> bool:
    """LL.4.deck.1, LL.4.year.1 Neutral cards and the own nation's, if their years cover the game's."""
    if card.nation not in ("NEUTRAL", side.upper()):
        return False
    return card.years is None or card.years[0] <= year <= card.years[1]


def deck_of(cards: Iterable[CardRow], side: Side, year: int) -> tuple[CardId, ...]:
    """LL.3.card.1, LL.4.deck.1 Every copy of every card that belongs."""
    return tuple(card.id for card in cards if belongs(card, side, year) for _ in range(card.copies))


def lay_out(play: Play[State], side: Side) -> None:
    """LL.3.card.1, LL.4.deck.2 A full deck, face down: nobody knows its order, everybody what is in it."""
    battle = play.state.battle
    play.record(DeckShuffled(deck=side, cards=deck_of(battle.cards.values(), side, battle.year)))


def fill_hand(play: Play[State], side: Side, why: str) -> None:
    """LL.4.draw.1, LL.4.draw.2, LL.4.hand.1 Up to the limit, or as far as the deck goes; nothing is ever put back."""
    state = play.state
    missing = hand_limit(state, side) - len(state.cards[side].hand)
    drawn = max(0, min(missing, len(state.core.decks[side])))
    for _ in range(drawn):
        play.draw(side, side, why, to="hand")
    play.record(HandFilled(side=side, drawn=drawn, hand=len(state.cards[side].hand), deck=told_deck(state, side)))


def told_deck(state: State, side: Side) -> int | None:
    """LL.4.deck.3 (D14) How many cards are in the deck, if the enemy may know it."""
    return None if reading(state, "D14") == "B" else len(state.core.decks[side])
