"""How the facts that several chapters share change the state: one small function each, no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import CardDrawn, DeckShuffled, Fact
from domain.measure import Pose
from rules.longstreet_lite import facts as f
from rules.longstreet_lite.state import Active, State


def _drawn(state: State, fact: CardDrawn) -> None:
    pile = state.cards[fact.by].hand if fact.to == "hand" else state.cards[fact.by].unseen
    pile.append(fact.card)


def _shuffled(state: State, fact: DeckShuffled) -> None:
    state.cards[fact.deck].discard = []


def _played(state: State, fact: f.CardPlayed) -> None:
    cards = state.cards[fact.by]
    cards.hand.remove(fact.card)
    (cards.removed if fact.removed else cards.discard).append(fact.card)
    state.turn.interrupted = state.turn.interrupted or fact.use == "interrupt"


def _began(state: State, fact: f.EffectBegan) -> None:
    state.effects.append(Active(card=fact.card, by=fact.by, effect=fact.effect, unit=fact.unit, until=fact.until))


def _used(state: State, fact: f.EffectUsed) -> None:
    """An effect for all units is neither named nor used up."""
    for active in state.effects:
        if active.card != fact.card or fact.by not in ("", active.by) or active.effect.units == "all":
            continue
        if active.unit in ("", fact.unit):
            active.unit, active.used = fact.unit, active.used or fact.spent


def _ended(state: State, fact: f.EffectsEnded) -> None:
    over = fact.places or [place for place, active in enumerate(state.effects) if active.card in fact.cards]
    state.effects = [active for place, active in enumerate(state.effects) if place not in over]


def _lost(state: State, fact: f.BasesLost) -> None:
    unit = state.units[fact.unit]
    state.lost[unit.side] += len(fact.bases)
    x, y, heading = fact.pose
    unit.bases, unit.ranks, unit.offset = fact.left, fact.ranks, fact.offset
    unit.pose = Pose(x=x, y=y, heading=heading)


def _removed(state: State, fact: f.UnitRemoved) -> None:
    unit = state.units[fact.unit]
    state.lost[unit.side] += fact.counts
    unit.status, unit.bases, unit.pose, unit.hits = fact.why, 0, None, 0


def _nothing(_state: State, _fact: Fact) -> None:
    """Stands in the log for its own sake."""


EVOLVE: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    CardDrawn: _drawn,
    DeckShuffled: _shuffled,
    f.CardPlayed: _played,
    f.Declined: _nothing,
    f.EffectBegan: _began,
    f.EffectUsed: _used,
    f.EffectsEnded: _ended,
    f.BasesLost: _lost,
    f.UnitRemoved: _removed,
}
