"""Facts that several chapters record: cards played, bases lost, effects of cards. Tags are for ever."""

from __future__ import annotations

from typing import Literal

from domain.facts import Fact, Side, UnitId
from rules.longstreet_lite.frames import Cause
from rules.longstreet_lite.orders import CardId
from rules.longstreet_lite.sheets import Effect

Use = Literal["invoke", "modify", "interrupt", "morale", "retreat"]


class CardPlayed(Fact, frozen=True, kw_only=True):
    """LL.4.deck.2 A card leaves the hand for the discard, or for good (LL.4.red.1)."""

    by: Side
    card: CardId
    use: Use
    unit: UnitId = ""
    removed: bool = False


class Declined(Fact, frozen=True, kw_only=True):
    """LL.4.int.1 A side was asked and said no."""

    by: Side
    what: str
    rule: str


class EffectBegan(Fact, frozen=True, kw_only=True):
    """LL.4.mod.1, LL.4.int.6 What a card does from now on."""

    card: CardId
    by: Side
    effect: Effect
    unit: UnitId = ""
    until: tuple[int, Side] = (0, "")


class EffectUsed(Fact, frozen=True, kw_only=True):
    """LL.4.mod.1 The unit of an effect for one is named, or its one re-roll made."""

    card: CardId
    unit: UnitId
    spent: bool = False
    by: Side = ""  # who played the card; empty: whoever did


class EffectsEnded(Fact, frozen=True, kw_only=True):
    """LL.4.mod.1 Effects of these cards are over."""

    cards: tuple[CardId, ...]
    places: tuple[int, ...] = ()  # which of the effects in force, counted from 0; none: all of these cards


class BasesLost(Fact, frozen=True, kw_only=True):
    """LL.1.loss.1 What is left of a unit: the new ranks and pose; LossTaken stands beside it."""

    unit: UnitId
    bases: tuple[int, ...]  # numbers of those removed, before the removal
    left: int
    pose: tuple[int, int, int]
    ranks: tuple[int, ...]
    offset: int
    cause: Cause
    rule: str


class UnitRemoved(Fact, frozen=True, kw_only=True):
    """LL.1.loss.2, LL.7.fno.1 A unit is broken, routs, or is destroyed: all its bases are lost."""

    unit: UnitId
    why: Literal["broken", "routed", "destroyed"]
    rule: str
    counts: int  # bases that count against its side (D51)


FACTS: tuple[type[Fact], ...] = (
    CardPlayed, Declined, EffectBegan, EffectUsed, EffectsEnded, BasesLost, UnitRemoved,
)  # fmt: skip
