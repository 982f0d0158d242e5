"""A board as data: what stands where, ready to be drawn as text or as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

BLUE_SIDES = ("blue", "union")  # wear blue wherever they are drawn or told of


def blue_first(sides: Iterable[str]) -> list[str]:
    """The sides in the order in which colours are given to them: whoever wears blue first."""
    return sorted(dict.fromkeys(sides), key=lambda side: side.lower() not in BLUE_SIDES)


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the board; `x` and `y` are whole numbers in any unit, for drawing only.

    On a board of hexes they are those of `domain.hexsight.centre`. A box beside the map is a spot without them.
    """

    name: str
    x: int | None = None
    y: int | None = None
    terrain: str = ""
    tags: tuple[str, ...] = ()  # further terrain in the same place: hill, heavy_woods, town
    label: str = ""  # what the map prints there: a town, a hill, an entry letter


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit, leader or marker as it is drawn; only what the viewer may know is in it."""

    id: str
    name: str
    side: str
    at: str  # a spot, or empty when off the board
    kind: str = ""  # infantry, cavalry, artillery and train have a sign of their own, others their first letter
    strength: int | None = None
    state: str = ""
    stack: int = 0  # how many counters of its place lie on it: 0 is the top one
    hidden: bool = False  # lies face down before the viewer: drawn as a question mark, told apart by its id alone
    ratings: str = ""  # as printed on the counter: 4-4-3
    marks: tuple[str, ...] = ()  # disrupted, shaken, fired, questionable: lies on top or shows by the face


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A hexside with something on it; a slope, and a protected side, belong to `b`: the hex uphill, or behind cover."""

    a: str
    b: str
    kind: str  # stream, ravine, slope, protected, or any other word
    name: str = ""


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """A line from spot to spot."""

    kind: str  # road, trail, railway, or any other word
    spots: tuple[str, ...]
    name: str = ""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    spots: tuple[Spot, ...]
    counters: tuple[Counter, ...]
    sides: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()  # spots joined by a road, bridge or border
    cells: Literal["", "pointy", "flat"] = ""  # a board of hexes, standing on a corner or on a side
    edges: tuple[Edge, ...] = ()
    roads: tuple[Road, ...] = ()
