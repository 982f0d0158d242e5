"""Where the places of a board lie on the page, so that a click finds them and a light falls on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple

import msgspec

from domain.kernel.board import Board, Figure
from domain.tabletop.angles import Point, rotate
from domain.tabletop.lengths import step
from domain.tabletop.manoeuvre import Leg, legs
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import squared
from projections.drawing.layout import layout
from projections.drawing.plane import LEFT, plane

XY = tuple[float, float]
Outlines = tuple[tuple[XY, ...], ...]


class TableOf(msgspec.Struct, frozen=True, kw_only=True):
    """How a point of the table is found: east grows to the right of `left`, north upwards from `bottom`."""

    left: float
    bottom: float
    unit: float  # pixels of the drawing
    name: str  # of that unit


class Places(msgspec.Struct, frozen=True, kw_only=True):
    """On a map each place with its middle, and the corners of a hex about it; on a table how points are measured."""

    spots: dict[str, XY]
    corners: tuple[XY, ...]
    table: TableOf | None = None


def places(board: Board) -> Places:
    if board.field is not None:
        drawn = plane(board.field)
        table = TableOf(left=LEFT, bottom=drawn.bottom, unit=drawn.unit, name=board.field.unit)
        return Places(spots={}, corners=(), table=table)
    found = layout(board)
    return Places(spots=dict(found.at), corners=found.corners)


class Ghost(NamedTuple):
    """A unit of a table as it would stand after each step of a path, in the drawing."""

    bases: Outlines  # at the end
    way: tuple[XY, ...]  # of the middle of its front


NO_GHOST = Ghost((), ())


def ghost(board: Board, unit: str, path: Sequence[str]) -> Ghost:
    """From what is seen of it and the steps alone: nothing is asked of the rules."""
    figure = next((one.figure for one in board.counters if one.id == unit), None)
    if board.field is None or figure is None or len(figure.front) < 2 or figure.heading is None:
        return NO_GHOST
    try:
        steps = [step(word) for word in path]
    except ValueError:  # a path of places, or words that only their system reads
        return NO_GHOST
    at = plane(board.field).at
    taken = list(legs(_pose(figure), steps, _width(figure), _depth(figure)))
    bases = figure.bases
    for leg in taken:
        bases = tuple(tuple(_carried(leg, point) for point in base) for base in bases)
    way = [_pose(figure).point, *(leg.end.point for leg in taken)]
    return Ghost(tuple(tuple(map(at, base)) for base in bases), tuple(map(at, way)))


def _pose(figure: Figure) -> Pose:
    (left, right), heading = figure.front[:2], figure.heading
    assert heading is not None, "it looks somewhere"
    return Pose(x=(left.x + right.x) // 2, y=(left.y + right.y) // 2, heading=heading)


def _width(figure: Figure) -> int:
    left, right = figure.front[:2]
    return isqrt(squared(left, right))


def _depth(figure: Figure) -> int:
    """From its front to its rear."""
    return max(_behind(figure), default=0)


def _behind(figure: Figure) -> Iterator[int]:
    pose = _pose(figure)
    for point in _points(figure.bases):
        yield -rotate(Point(point.x - pose.x, point.y - pose.y), Point(0, 0), -pose.heading).y


def _points(bases: Iterable[Iterable[Point]]) -> Iterator[Point]:
    return (point for base in bases for point in base)


def _carried(leg: Leg, point: Point) -> Point:
    """Every base goes along; in an about-face each turns where it stands."""
    if leg.pivot is not None:
        return rotate(point, leg.pivot, leg.turn)
    if leg.start.heading != leg.end.heading:
        return point
    return Point(point.x + leg.end.x - leg.start.x, point.y + leg.end.y - leg.start.y)
