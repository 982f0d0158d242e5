"""FF.3, FF.4 Dice and cards."""

from __future__ import annotations

from domain.chance import MAX_SIDES
from domain.facts import DeckShuffled
from domain.kernel import Play
from domain.ruling import IllegalOrder
from rules.freeform import facts as f
from rules.freeform import orders as o
from rules.freeform.state import Deck, State

MAX_DICE = 200  # FF.3.1


def decide_roll(play: Play[State], order: o.RollDice) -> None:
    if not (1 <= order.dice <= MAX_DICE and 2 <= order.sides <= MAX_SIDES):
        raise IllegalOrder(
            f"{order.dice} dice of {order.sides} sides: up to {MAX_DICE} dice of 2 to {MAX_SIDES} sides can be rolled",
            rule="FF.3.1",
        )
    play.roll(order.dice, order.sides, why=order.why, by=play.by)


def decide_deck(play: Play[State], order: o.AddDeck) -> None:
    if order.deck in play.state.decks:
        raise IllegalOrder(f"there is a deck {order.deck} already", rule="FF.4.1")
    if not order.cards:
        raise IllegalOrder("a deck has at least one card", rule="FF.4.1")
    play.record(f.DeckAdded(deck=order.deck, hidden=order.hidden))
    play.record(DeckShuffled(deck=order.deck, cards=tuple(sorted(order.cards))))


def decide_draw(play: Play[State], order: o.DrawCard) -> None:
    deck_of(play.state, order.deck)
    left = len(play.state.core.decks.get(order.deck, ()))
    if not 1 <= order.count <= left:
        raise IllegalOrder(f"{order.deck} has {left} cards to draw; {order.count} were asked for", rule="FF.4.2")
    for _ in range(order.count):
        play.draw(order.deck, play.by, why=f"a card from {order.deck}", to="hand")


def decide_play(play: Play[State], order: o.PlayCard) -> None:
    deck = deck_of(play.state, order.deck)
    if order.card not in deck.hands.get(play.by, ()):
        raise IllegalOrder(f"{play.by} does not hold {order.card} from {order.deck}", rule="FF.4.3")
    play.record(f.CardPlayed(by=play.by, deck=order.deck, card=order.card, removed=order.remove))


def decide_shuffle(play: Play[State], order: o.ShuffleDeck) -> None:
    deck = deck_of(play.state, order.deck)
    cards = sorted([*play.state.core.decks.get(order.deck, ()), *deck.discards])
    play.record(DeckShuffled(deck=order.deck, cards=tuple(cards)))


def deck_of(state: State, name: str) -> Deck:
    if name not in state.decks:
        raise IllegalOrder(f"there is no deck {name}; add it first", rule="FF.4.1")
    return state.decks[name]
