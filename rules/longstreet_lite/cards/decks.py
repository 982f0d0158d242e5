"""LL.4.deck, LL.4.draw Decks built by nation and year, and hands filled from them."""

from __future__ import annotations

from domain.kernel.facts import DeckShuffled, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite.cards.effects import hand_limit
from rules.longstreet_lite.cards.facts import HandFilled
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.sheets.rows import deck_of
from rules.longstreet_lite.state import State


def lay_out(play: Play[State], side: Side) -> None:
    """LL.3.card.1, LL.4.deck.2 A full deck, face down: nobody knows its order, everybody what is in it."""
    battle = play.state.battle
    play.record(DeckShuffled(deck=side, cards=deck_of(battle.cards.values(), side, battle.year)))


def fill_hand(play: Play[State], side: Side, why: Reason) -> None:
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
