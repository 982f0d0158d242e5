"""LL.4.resh The first step of a turn: a new deck, at a price."""

from __future__ import annotations

from collections.abc import Iterator

from domain.facts import DeckShuffled, Side
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.cards.decks import told_deck
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import RESHUFFLE_PENALTY
from rules.longstreet_lite.turn import phases, victory
from rules.longstreet_lite.turn.facts import PenaltyPaid


def decide_reshuffle(play: Play[State], _order: o.Reshuffle) -> None:
    """LL.4.resh.2, LL.4.resh.3, LL.4.resh.5 Discards and the rest of the deck; hand and removed cards stay away."""
    side, state = play.by, play.state
    play.record(DeckShuffled(deck=side, cards=tuple(sorted(state.core.decks[side] + state.cards[side].discard))))
    pay(play, side)
    if not victory.end_if_out_of_cards(play):
        phases.begin(play, phases.FIRE_OPTION)


def pay(play: Play[State], side: Side) -> None:
    """LL.4.resh.4 Six cards leave the game, and nobody sees them."""
    price = penalty(play.state, side)
    for _ in range(price):
        play.draw(side, side, "LL.4.resh.4 removed unseen", to="removed")
    play.record(PenaltyPaid(by=side, removed=price, deck=told_deck(play.state, side)))


def penalty(state: State, side: Side) -> int:
    """LL.4.resh.4 (D15) A deck of fewer than six goes whole, or pays nothing."""
    deck = len(state.core.decks[side])
    if deck < RESHUFFLE_PENALTY and reading(state, "D15") == "B":
        return 0
    return min(deck, RESHUFFLE_PENALTY)


def decide_keep(play: Play[State], _order: o.KeepDeck) -> None:
    """LL.4.resh.1 With an empty deck there is nothing to keep."""
    if not play.state.core.decks[play.by]:
        raise IllegalOrder(f"the deck of {play.by} is empty: it must be reshuffled now", rule="LL.4.resh.1")
    phases.begin(play, phases.FIRE_OPTION)


def choices(state: State) -> Iterator[Choice]:
    side = state.core.active
    yield Choice(side, o.Reshuffle())
    if state.core.decks[side]:
        yield Choice(side, o.KeepDeck())
