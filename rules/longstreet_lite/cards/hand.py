"""LL.4.deck, LL.4.nodis Cards in hand: whether a side holds them, and how they leave it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from rules.longstreet_lite.cards.facts import CardPlayed, Use
from rules.longstreet_lite.rulings import is_on
from rules.longstreet_lite.sheets.rows import CardRow
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import CardId


def row(state: State, card: CardId) -> CardRow:
    return state.battle.cards[card]


def check_holds(state: State, side: Side, cards: Sequence[CardId]) -> None:
    """LL.4.nodis.1 Only what is in hand is played; the message names nothing the enemy may not know."""
    unknown = next((card for card in cards if card not in state.battle.cards), "")
    if unknown:
        raise IllegalOrder("no such card", "LL.4.deck.1", unknown)
    short = Counter(cards) - Counter(state.cards[side].hand)
    if short:
        raise IllegalOrder("not in hand", "LL.4.nodis.1", side, *sorted(short.elements()))


def check_not_void(state: State, card: CardId) -> None:
    """LL.F.2 (O1) Cards whose effects are void by agreement serve for morale and invoking only."""
    if is_on(state, "void_effects") and card in state.battle.void:
        raise IllegalOrder("void card", "LL.F.2", card)


def spend(play: Play[State], side: Side, card: CardId, use: Use, unit: UnitId = "") -> None:
    """LL.R.card, LL.R.remove, LL.4.deck.2, LL.4.red.1 To the discard pile; a red interrupt leaves the game."""
    removed = use == "interrupt" and row(play.state, card).red
    play.record(CardPlayed(by=side, card=card, use=use, unit=unit, removed=removed))
