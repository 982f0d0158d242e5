"""4.2a, 4.2f, 20.3.2a Who may see what: lists, placements and Edward's target are their own side's."""

from __future__ import annotations

from domain.kernel import sealed
from domain.kernel.facts import Fact, Order, Side
from rules.wallaces_war.command.asks import ListChits, PlaceChits, PlaceReplacement
from rules.wallaces_war.command.facts import ChitsListed, ChitsPlaced, ReplacementSealed
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.asks import NameTarget
from rules.wallaces_war.turn.facts import TargetNamed

Kinds = frozenset[type[Order] | type[Fact]]
# 4.3c Bids are not among them: both sides see them.
SEALED: Kinds = frozenset({ListChits, PlaceChits, NameTarget, ChitsListed, ChitsPlaced, ReplacementSealed, TargetNamed})
SEALED_TOO: Kinds = SEALED | {PlaceReplacement}  # D92 B


def seen_by(state: State, fact: Fact) -> tuple[Side, ...] | None:
    """Asked before the fact is folded; None is everyone."""
    return sealed.seen_by(fact, SEALED_TOO if reading(state, "D92") == "B" else SEALED)
