"""10.3/S9e to S9h, 11.1e, 11.2.6 Ways back: one planner for retreats by step losses, by choice and from a charge."""

from __future__ import annotations

from typing import NamedTuple

from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.state import State


class Way(NamedTuple):
    """A legal way back."""

    path: tuple[HexId, ...]
    missing: int = 0  # hexes that cannot be gone, a step each (10.3/S9f)


def ways(state: State, units: tuple[UnitId, ...], hexes: int, how: str) -> list[Way]:
    """Every legal way back of a unit or stack by so many hexes; `how` is retreat, withdrawal or rebound."""
    raise NotImplementedError
