"""Which cards the player parts with first: plain ones before those that do something."""

from __future__ import annotations

from domain.kernel.errors import is_legal
from domain.kernel.facts import Side
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import hand, modifiers
from rules.longstreet_lite.sheets.rows import Symbol
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import CardId

PHASES: dict[Symbol, str] = {"RIFLE": phases.FIRE, "SABRES": phases.COMBAT, "BUGLE": phases.MOVE}


def worth(state: State, card: CardId) -> tuple[int, int, str]:
    """LL.R.card What a card is good for besides invoking: an effect first, then morale."""
    row = hand.row(state, card)
    return int(bool(row.effects)), row.morale, card


def cheapest(state: State, side: Side, count: int, besides: CardId = "") -> tuple[CardId, ...]:
    """LL.4.invoke.1 The cards that will be missed least, `besides` being put to another use."""
    held = sorted(state.cards[side].hand, key=lambda card: worth(state, card))
    if besides:
        held.remove(besides)
    return tuple(held[:count])


def modifier(state: State, side: Side, symbol: Symbol) -> CardId:
    """LL.4.mod.1 A card in hand that may modify this phase, or none."""
    held = sorted(set(state.cards[side].hand), key=lambda card: worth(state, card), reverse=True)
    check = modifiers.check_modifier
    return next((card for card in held if is_legal(check, state, side, card, PHASES[symbol])), "")
