"""LL.4.deck.3, section 8.2 Who may see what: hands are their owner's, cards removed by a reshuffle nobody's."""

from __future__ import annotations

from domain.kernel.facts import CardDrawn, DeckShuffled, Fact, Side
from rules.longstreet_lite.state import State


def seen_by(state: State, fact: Fact) -> tuple[Side, ...] | None:
    """Asked before the fact is folded. A deck's first shuffle is public: it is the printed set (LL.4.deck.1)."""
    if isinstance(fact, CardDrawn):
        return (fact.by,) if fact.to == "hand" else ()
    if isinstance(fact, DeckShuffled) and state.core.turn:
        return ()
    return None
