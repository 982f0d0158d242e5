"""Small scenes and orders for tests of movement."""

from __future__ import annotations

from typing import Any

from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.state import State
from tests.gettysburg.positions import position
from tests.gettysburg.small_maps import small_ground

NIGHT = 11


def scene(places: dict[str, str], *, features: dict[str, Any] | None = None, **more: Any) -> State:
    return position(places, ground=small_ground(**(features or {})), **more)


def move(unit: str, *path: str, **more: Any) -> MoveUnit:
    return MoveUnit(unit=unit, path=path, **more)


def line(first: int, last: int, column: int = 20) -> tuple[str, ...]:
    """Hexes of one column in a row, such as 2021 to 2024."""
    step = 1 if last >= first else -1
    return tuple(f"{column}{place:02}" for place in range(first, last + step, step))
