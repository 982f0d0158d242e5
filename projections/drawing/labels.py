"""Labels of a drawn table: each finds a free place, the nearest first, and no two lie over each other."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple
from unicodedata import east_asian_width

from projections.drawing.plane import (
    LEFT,
    TOP,
    XY,
    Plane,
)

TYPE = 15  # height of the type of all labels
NARROW, CAPITAL, BROAD, USUAL, ASIAN = 0.42, 0.8, 1.02, 0.69, 1.1  # widths of letters in it, in a bold wide face
BESIDE = 6  # pixels between a thing and its label
SLIDES = (0.0, 0.25, -0.25, 0.5, -0.5)  # how far along its side, in sizes of thing and label, a label may be moved
RINGS = (30, 55, 85, 120, 160, 210, 270, 340)  # further out a line leads to the thing
DIRECTIONS = 16
FEW = 100  # questions that need no cells
CELL, CELLS = 120, 64  # how wide a cell of a page is at least, and how many there are at most across


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, point: XY) -> bool:
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def centre(self) -> XY:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> list[XY]:
        return [(self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)]


def around(centre: XY, wide: float, high: float) -> Box:
    x, y = centre
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = TYPE) -> float:
    """An upper bound for the usual faces, as nobody knows which one the picture will be shown with."""
    return sum(map(_letter, text)) * size


def _letter(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return ASIAN
    if letter in "ijlfrtI.,:;'’|!()[]- ":
        return NARROW
    return BROAD if letter in "mwMW—…%@" else CAPITAL if letter.isupper() else USUAL


class Room:
    """What no label may cover, and the lines that it had better not."""

    def __init__(self, page: Plane | Box, things: Iterable[Box], lines: Iterable[XY] = ()) -> None:
        self.page = page if isinstance(page, Box) else Box(LEFT, TOP, page.right, page.bottom)
        self.cell = max(CELL, (self.page.right - self.page.left) / CELLS, (self.page.bottom - self.page.top) / CELLS)
        self.taken, self.lines = list(things), sorted(lines)
        self._across = [x for x, _ in self.lines]
        self._asked = 0
        self._sorted = 0  # how many of those taken stand in their cells
        self._in: dict[XY, list[Box]] = {}  # of the page: a label asks only its neighbours

    def _near(self, box: Box) -> Iterable[Box]:
        """What might be in its way; sorting them into cells pays only where many labels ask."""
        self._asked += 1
        if self._asked < FEW:
            return self.taken
        for other in self.taken[self._sorted :]:
            for cell in self._cells(other):
                self._in.setdefault(cell, []).append(other)
        self._sorted = len(self.taken)
        return (other for cell in self._cells(box) for other in self._in.get(cell, ()))

    def _cells(self, box: Box) -> Iterator[XY]:
        """Of the page: what lies off it is in no label's way."""
        page, cell = self.page, self.cell
        left, top = (max(box.left, page.left) - page.left) // cell, (max(box.top, page.top) - page.top) // cell
        right = (min(box.right, page.right) - page.left) // cell
        bottom = (min(box.bottom, page.bottom) - page.top) // cell
        for column in range(int(left), int(right) + 1):
            for row in range(int(top), int(bottom) + 1):
                yield column, row

    def is_free(self, box: Box) -> bool:
        page = self.page
        within = page.left <= box.left and box.right <= page.right
        within = within and page.top <= box.top and box.bottom <= page.bottom
        return within and not any(map(box.meets, self._near(box)))

    def place(self, candidates: Iterable[Box]) -> Box | None:
        """The first that is free, from now on taken."""
        found = next(filter(self.is_free, candidates), None)
        if found:
            self.taken.append(found)
        return found

    def is_clear(self, box: Box) -> bool:
        """No line runs through it."""
        first, last = bisect_right(self._across, box.left), bisect_left(self._across, box.right)
        return not any(map(box.holds, self.lines[first:last]))

    def place_clear(self, candidates: Sequence[Box]) -> Box | None:
        """The first that is free, if possible off all lines."""
        return self.place(filter(self.is_clear, filter(self.is_free, candidates))) or self.place(candidates)


def places_about(thing: Box, wide: float, high: float, ahead: XY) -> Iterator[Box]:
    """Behind it first, then before it and at its flanks, moved along a little, and at last in rings around it."""
    ways = sorted([(0.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, -1.0)], key=lambda way: _towards(way, ahead))
    for way in ways:
        for slide in SLIDES:
            x, y = _beside(thing, wide, high, way, BESIDE).centre
            along = slide * min(thing.right - thing.left, wide), slide * min(thing.bottom - thing.top, high)
            yield around((x + abs(way[1]) * along[0], y + abs(way[0]) * along[1]), wide, high)
    for ring in RINGS:
        for i in range(DIRECTIONS):
            turn = 2 * pi * i / DIRECTIONS
            yield _beside(thing, wide, high, (sin(turn), cos(turn)), ring)


def _towards(way: XY, ahead: XY) -> float:
    return round(way[0] * ahead[0] + way[1] * ahead[1], 6)


def _beside(thing: Box, wide: float, high: float, way: XY, off: float) -> Box:
    """A box that way of the thing, its edge so far from the thing's."""
    x, y = thing.centre
    reach_x = (thing.right - thing.left + wide) / 2 + off
    reach_y = (thing.bottom - thing.top + high) / 2 + off
    return around((x + way[0] * reach_x, y + way[1] * reach_y), wide, high)
