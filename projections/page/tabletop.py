"""A table without places taken apart for the page: its units, their name plates, and what the last order did."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from domain.kernel.board import Board, Counter, Field, Figure
from domain.tabletop.angles import Point
from projections.drawing.labels import Room
from projections.drawing.laid import ways_taken
from projections.drawing.plane import LEFT, TOP, Plane, plane
from projections.drawing.style import Theme, text_of, theme
from projections.drawing.traces import has_words, over, under
from projections.tabletop.names import covered, tags
from projections.tabletop.places import place_names, sampled
from projections.tabletop.traces import laid_on_table
from projections.tabletop.units import units
from projections.tabletop.words import unit_words

RULERS, RIM, BAR = 66, 14, 112  # what lies west, around and south of the table
LABEL = "~"  # before the id of what only names another piece
_PLATE = re.compile(r'<g class="tag [^"]*" data-for="([^"]*)">')


def frame_of_table(plane: Plane) -> tuple[float, float, float, float]:
    return LEFT - RULERS, TOP - RIM, round(plane.width) + RULERS + RIM, round(plane.height) + RIM + BAR


class Tabletop:
    """A table to scale. Names of the ground keep their places, those of units make room for them."""

    def __init__(self, board: Board, field: Field) -> None:
        self.board, self.field, self.plane = board, field, plane(field)
        self.lines = list(sampled(board, self.plane))
        room = Room(self.plane, (), self.lines)
        list(place_names(board, self.plane, room))
        self.named = room.taken
        self.last: tuple[tuple[Counter, ...], list[tuple[str, str]]] = ((), [])

    def unit(self, counter: Counter, figure: Figure) -> tuple[str, float, float]:
        """Drawn about its own middle, and where that lies."""
        middle = _middle(figure)
        moved = msgspec.structs.replace(counter, figure=_moved(figure, middle))
        only = msgspec.structs.replace(self.board, counters=(moved,))
        (x, y), (left, bottom) = self.plane.at(middle), self.plane.at((0, 0))
        drawn = units(only, self.plane, theme(self.board.sides, (counter.side,)))
        return "".join(drawn), round(x - left, 1), round(y - bottom, 1)

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
        leaders, *plates = re.split(r'(?=<g class="tag )', parts)
        ids = {text_of(counter.id): counter.id for counter in standing}
        if leaders:
            yield "", leaders
        for plate in plates:
            found = _PLATE.match(plate)
            assert found, "a plate says whose it is"
            yield ids[found[1]], plate.replace(f' data-for="{found[1]}"', "", 1)

    def traces(self, board: Board, look: Theme) -> tuple[str, str]:
        laid = laid_on_table(board, self.plane)
        taken = [*covered(board, self.plane), *self.named, *ways_taken(laid)] if has_words(laid) else ()
        return "".join(under(laid, look)), "".join(over(laid, look, Room(self.plane, taken, self.lines)))

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
