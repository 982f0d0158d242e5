"""A front laid flush on a side: most contact, then the shortest way, sliding over two enemies where one must be met."""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple, TypeAlias

from domain.tabletop.angles import QUARTER, TURN, Point, bearing, round_div
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import Polygon, Segment, contains, edges, squared

Stretch: TypeAlias = tuple[int, int]  # along a line from its start, in milli-units; it may run beyond either end


class Laid(NamedTuple):
    """Where the front comes to stand, the stretch of the side's line it takes, and how much of the side it covers."""

    pose: Pose
    stretch: Stretch
    covered: int
    beside: int  # how much lies against others


def length_of(side: Segment) -> int:
    return isqrt(squared(*side))


def along(side: Segment, point: Point) -> int:
    """How far along the line of the side a point lies, square to it."""
    way = side.end.minus(side.start)
    return round_div(point.minus(side.start).dot(way), length_of(side))


def off(side: Segment, point: Point) -> int:
    """How far before the side a point lies; below zero behind it. A side runs clockwise: before it is to its left."""
    way = side.end.minus(side.start)
    return round_div(way.cross(point.minus(side.start)), length_of(side))


def stretch_of(side: Segment, shape: Polygon) -> Stretch:
    """The stretch of the side's line that a shape stands before or behind."""
    falls = [along(side, point) for point in shape]
    return min(falls), max(falls)


def common(one: Stretch, other: Stretch) -> int:
    """How long two stretches run together."""
    return max(min(one[1], other[1]) - max(one[0], other[0]), 0)


def nearest_point(shape: Polygon, point: Point) -> Point:
    """The point of a convex shape's outline nearest to another, to a milli-unit; the point itself if it lies inside."""
    if contains(shape, point):
        return point
    return min((_foot(a, b, point) for a, b in edges(shape)), key=lambda foot: (squared(foot, point), foot))


def _foot(a: Point, b: Point, point: Point) -> Point:
    way = b.minus(a)
    share = min(max(point.minus(a).dot(way), 0), way.dot(way))
    return Point(a.x + round_div(way.x * share, way.dot(way)), a.y + round_div(way.y * share, way.dot(way)))


def free_part(length: int, taken: Iterable[Stretch]) -> int:
    """How much of a side nobody lies against."""
    left, reached = 0, 0
    for begin, end in sorted(taken):
        left += max(min(begin, length) - reached, 0)
        reached = max(reached, min(end, length))
    return left + max(length - reached, 0)


def lay(
    side: Segment, width: int, start: Point, taken: Sequence[Stretch] = (), others: Sequence[Stretch] = ()
) -> Laid | None:
    """A front so wide on a side, coming from a point; None where those who lie there already leave no room.

    Most of the side is covered, and then the way is the shortest. If one so comes upon others too, one slides until as
    much as can be of the whole front has somebody before it.
    """
    found = list(_layings(side, width, start, taken, others))
    straight = max(found, key=lambda one: (one.laid.covered, -one.off), default=None)
    if straight is None or not straight.laid.beside:
        return straight and straight.laid
    return max(found, key=lambda one: (one.laid.covered + one.laid.beside, one.laid.covered, -one.off)).laid


class _Laying(NamedTuple):
    laid: Laid
    off: int  # the straight way


def _layings(
    side: Segment, width: int, start: Point, taken: Sequence[Stretch], others: Sequence[Stretch]
) -> Iterator[_Laying]:
    """Wherever the front could come to lie, as far as it matters."""
    length, home = length_of(side), along(side, start)
    for middle in sorted(set(_middles(length, width, home, taken, others))):
        here = (middle - width // 2, middle - width // 2 + width)
        covered, beside = common(here, (0, length)), sum(common(here, one) for one in others)
        if covered and not any(common(here, one) for one in taken):
            yield _Laying(Laid(_pose(side, length, middle), here, covered, beside), abs(middle - home))


def _middles(length: int, width: int, home: int, taken: Sequence[Stretch], others: Sequence[Stretch]) -> Iterator[int]:
    """Where the middle of the front may come: opposite where it starts, and wherever an end meets an end."""
    ends = {0, length, *(end for one in (*taken, *others) for end in one)}
    half = width // 2
    yield home
    for end in ends:
        yield from (end + half, end - width + half)


def _pose(side: Segment, length: int, middle: int) -> Pose:
    (ax, ay), way = side.start, side.end.minus(side.start)
    x, y = ax + round_div(way.x * middle, length), ay + round_div(way.y * middle, length)
    return Pose(x=x, y=y, heading=(bearing(*side) + QUARTER) % TURN)
