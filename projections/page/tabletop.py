"""A table without places taken apart for the page: its units, their name plates, and what the last order did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.board import Board, Counter, Field, Figure
from domain.tabletop.angles import Point
from projections.drawing.labels import Box, Room
from projections.drawing.laid import ways_taken
from projections.drawing.plane import LEFT, TOP, Plane, number, plane
from projections.drawing.style import text_of, theme
from projections.drawing.traces import Laid, has_words
from projections.tabletop.names import covered, tags
from projections.tabletop.places import place_names, sampled
from projections.tabletop.units import units
from projections.tabletop.words import unit_words

RULERS, RIM, BELOW = 66, 14, 40  # what lies west, around and south of the table: rulers, and no scale besides
LABEL = "~"  # before the id of what only names another piece
_PLATE = re.compile(r'<g class="tag [^"]*" data-for="([^"]*)">')


def frame_of_table(plane: Plane) -> tuple[float, float, float, float]:
    return LEFT - RULERS, TOP - RIM, round(plane.width) + RULERS + RIM, round(plane.height) + RIM + BELOW


class Tabletop:
    """A table to scale. Names of the ground keep their places, those of units make room for them."""

    def __init__(self, board: Board, field: Field) -> None:
        self.board, self.field, self.plane = board, field, plane(field)
        self.lines = list(sampled(board, self.plane))
        room = Room(self.plane, (), self.lines)
        list(place_names(board, self.plane, room))
        self.named = room.taken
        self.last: tuple[tuple[Counter, ...], list[tuple[str, str]]] = ((), [])
        self.plates: list[Box] = []  # of those: units, names of the ground, and their own

    def unit(self, counter: Counter, figure: Figure) -> tuple[str, float, float]:
        """Drawn about its own middle, and where that lies."""
        middle = _middle(figure)
        moved = msgspec.structs.replace(counter, figure=_moved(figure, middle))
        only = msgspec.structs.replace(self.board, counters=(moved,))
        (x, y), (left, bottom) = self.plane.at(middle), self.plane.at((0, 0))
        drawn = "".join(units(only, self.plane, theme(self.board.sides, (counter.side,))))
        about = f'<g transform="translate({number(-left)},{number(-bottom)})">{drawn}</g>'
        return about, round(x, 1), round(y, 1)

    def labels(self, board: Board) -> list[tuple[str, str]]:
        """The id of each piece that has a name plate, and the plate; first the lines that lead to them."""
        standing = tuple(counter for counter in board.counters if counter.figure)
        if standing != self.last[0]:
            self.last = standing, list(self._labels(board, standing))
        return self.last[1]

    def _labels(self, board: Board, standing: tuple[Counter, ...]) -> Iterator[tuple[str, str]]:
        room = Room(self.plane, [*covered(board, self.plane), *self.named], self.lines)
        look = theme(board.sides, (counter.side for counter in standing))
        parts = "".join(tags(board, self.plane, look, room))
        self.plates = room.taken
        leaders, *plates = re.split(r'(?=<g class="tag )', parts)
        ids = {text_of(counter.id): counter.id for counter in standing}
        if leaders:
            yield "", leaders
        for plate in plates:
            found = _PLATE.match(plate)
            assert found, "a plate says whose it is"
            yield ids[found[1]], plate.replace(f' data-for="{found[1]}"', "", 1)

    def room(self, board: Board, laid: Sequence[Laid]) -> Room:
        """For what is said of traces, if anything is: on no unit, and on no name."""
        here = [*covered(board, self.plane), *self.named, *self.plates]
        taken = [*here, *ways_taken(laid)] if has_words(laid) else ()
        return Room(self.plane, taken, self.lines)

    def words(self, counter: Counter) -> str:
        return unit_words(counter, self.field)


def _middle(figure: Figure) -> Point:
    points = [point for base in figure.bases for point in base] or [Point(0, 0)]
    return Point(sum(p.x for p in points) // len(points), sum(p.y for p in points) // len(points))


def _moved(figure: Figure, by: Point) -> Figure:
    """With that point at the origin."""

    def each(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(Point(point.x - by.x, point.y - by.y) for point in points)

    bases = tuple(each(base) for base in figure.bases)
    return msgspec.structs.replace(figure, bases=bases, front=each(figure.front))
