"""A board as data: what stands where, ready to be drawn as text or as a picture."""

from __future__ import annotations

import msgspec


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the board; `x` and `y` are whole numbers in any unit, for drawing only."""

    name: str
    x: int | None = None
    y: int | None = None
    terrain: str = ""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit, leader or marker as it is drawn."""

    id: str
    name: str
    side: str
    at: str  # a spot, or empty when off the board
    kind: str = ""
    strength: int | None = None
    state: str = ""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    spots: tuple[Spot, ...]
    counters: tuple[Counter, ...]
    sides: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()  # spots joined by a road, bridge or border
