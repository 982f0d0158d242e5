"""13.7a Leaders who go with the units they are stacked with: in charges, advances and retreats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from domain.kernel.errors import IllegalOrder
from rules.wallaces_war.ids import LeaderId, UnitId
from rules.wallaces_war.position import companions
from rules.wallaces_war.state import State


def leaders_bar(state: State, units: tuple[UnitId, ...], leaders: tuple[LeaderId, ...]) -> IllegalOrder | None:
    """13.7a Why one of these leaders may not go along."""
    there = companions(state, units)
    away = next((name for name in leaders if name not in there), None)
    return IllegalOrder("leader not stacked with it", "13.7a", away, units[0]) if away else None


def variants(state: State, units: tuple[UnitId, ...]) -> tuple[tuple[LeaderId, ...], ...]:
    """Each choice of those who may go along, all of them first."""
    return subsets(companions(state, units))


def subsets(names: Sequence[LeaderId]) -> tuple[tuple[LeaderId, ...], ...]:
    return tuple(some for count in range(len(names), -1, -1) for some in combinations(names, count))
