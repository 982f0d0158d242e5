"""Facts of the cards: their round through deck, hand and discard, and what they do. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import CardDrawn, DeckShuffled, Fact, Side, UnitId
from domain.kernel.reasons import Reason
from rules.longstreet_lite.sheets.rows import Effect
from rules.longstreet_lite.state import Active, State
from rules.longstreet_lite.tables import CardId

Use = Literal["invoke", "modify", "interrupt", "morale", "retreat"]
Piles = dict[Side, tuple[CardId, ...]]


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
    what: Reason


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


class HandFilled(Fact, frozen=True, kw_only=True):
    """LL.4.draw.1 How many cards a side drew and holds: the cards themselves are its own secret."""

    side: Side
    drawn: int
    hand: int
    deck: int | None = None  # left; not told under D14 B


class CardsShown(Fact, frozen=True, kw_only=True):
    """LL.4.deck.3 The game is over: hands, decks, and the cards that reshuffles cost, which nobody had seen."""

    hands: Piles
    decks: Piles
    unseen: Piles


def _drawn(state: State, fact: CardDrawn) -> None:
    pile = state.cards[fact.by].hand if fact.to == "hand" else state.cards[fact.by].unseen
    pile.append(fact.card)


def _shuffled(state: State, fact: DeckShuffled) -> None:
    state.cards[fact.deck].discard = []


def _played(state: State, fact: CardPlayed) -> None:
    cards = state.cards[fact.by]
    cards.hand.remove(fact.card)
    (cards.removed if fact.removed else cards.discard).append(fact.card)
    state.turn.interrupted = state.turn.interrupted or fact.use == "interrupt"


def _began(state: State, fact: EffectBegan) -> None:
    state.effects.append(Active(card=fact.card, by=fact.by, effect=fact.effect, unit=fact.unit, until=fact.until))


def _used(state: State, fact: EffectUsed) -> None:
    """An effect for all units is neither named nor used up."""
    for active in state.effects:
        if active.card != fact.card or fact.by not in ("", active.by) or active.effect.units == "all":
            continue
        if active.unit in ("", fact.unit):
            active.unit, active.used = fact.unit, active.used or fact.spent


def _ended(state: State, fact: EffectsEnded) -> None:
    over = fact.places or [place for place, active in enumerate(state.effects) if active.card in fact.cards]
    state.effects = [active for place, active in enumerate(state.effects) if place not in over]


FACTS: tuple[Told, ...] = (
    Told(CardDrawn, fold=_drawn),
    Told(DeckShuffled, fold=_shuffled),
    Told(CardPlayed, ("LL.4.deck.2",), _played),
    Told(Declined, ("LL.4.int.1",)),
    Told(EffectBegan, ("LL.4.mod.1", "LL.4.int.6"), _began),
    Told(EffectUsed, ("LL.4.mod.1",), _used),
    Told(EffectsEnded, ("LL.4.mod.1",), _ended, aside=True),
    Told(HandFilled, ("LL.4.draw.1",)),
    Told(CardsShown, ("LL.4.deck.3",)),
)
