"""LL.4.resh The first step of a turn: a new deck, at a price."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import DeckShuffled, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards.hand import end_if_out_of_cards, told_deck
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import RESHUFFLE_PENALTY
from rules.longstreet_lite.turn.asks import KeepDeck, Reshuffle
from rules.longstreet_lite.turn.facts import PenaltyPaid


def decide_reshuffle(play: Play[State], _order: Reshuffle) -> None:
    """LL.4.resh.2, LL.4.resh.3, LL.4.resh.5 Discards and the rest of the deck; hand and removed cards stay away."""
    side, state = play.by, play.state
    play.record(DeckShuffled(deck=side, cards=tuple(sorted(state.core.decks[side] + state.cards[side].discard))))
    pay(play, side)
    if not end_if_out_of_cards(play):
        phases.begin(play, phases.FIRE_OPTION)


def pay(play: Play[State], side: Side) -> None:
    """LL.4.resh.4 Six cards leave the game, and nobody sees them."""
    price = penalty(play.state, side)
    for _ in range(price):
        play.draw(side, side, Reason("removed unseen", "LL.4.resh.4"), to="removed")
    play.record(PenaltyPaid(by=side, removed=price, deck=told_deck(play.state, side)))


def penalty(state: State, side: Side) -> int:
    """LL.4.resh.4 (D15) A deck of fewer than six goes whole, or pays nothing."""
    deck = len(state.core.decks[side])
    if deck < RESHUFFLE_PENALTY and reading(state, "D15") == "B":
        return 0
    return min(deck, RESHUFFLE_PENALTY)


def decide_keep(play: Play[State], _order: KeepDeck) -> None:
    """LL.4.resh.1 With an empty deck there is nothing to keep."""
    if not play.state.core.decks[play.by]:
        raise IllegalOrder("empty deck", "LL.4.resh.1", play.by)
    phases.begin(play, phases.FIRE_OPTION)


def choices(state: State) -> Iterator[Choice]:
    side = state.core.active
    yield Choice(side, Reshuffle())
    if state.core.decks[side]:
        yield Choice(side, KeepDeck())
