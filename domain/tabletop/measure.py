"""Free-table measuring in whole milli-units: poses, rectangles, bases in ranks and files, and distances."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

import msgspec

from domain.tabletop.angles import SCALE, TURN, Point, direction, round_div
from domain.tabletop.polygons import Number, Polygon, Segment, Shape, convex_parts, edges, inward, points_of, squared

MIN_SIDE = 4  # a shorter side could lose its shape when corners are rounded


class Edge(StrEnum):
    """A side of a rectangle, and the quarter of the table it looks upon."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


class Rectangle(NamedTuple):
    """A polygon of four named corners, clockwise."""

    front_left: Point
    front_right: Point
    rear_right: Point
    rear_left: Point

    def edge(self, edge: Edge) -> Segment:
        """The named side, clockwise: the front runs from left to right."""
        i = (Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT).index(edge)
        return Segment(self[i], self[(i + 1) % 4])


class Pose(msgspec.Struct, frozen=True, kw_only=True):
    """The midpoint of a front edge, and the heading."""

    x: int
    y: int
    heading: int

    def __post_init__(self) -> None:
        if not 0 <= self.heading < TURN:
            raise ValueError(f"heading {self.heading} is not from 0 to {TURN - 1} hundredths of a degree")

    @property
    def point(self) -> Point:
        return Point(self.x, self.y)


def spot_of(pose: Pose) -> tuple[int, int, int]:
    """As a fact holds it: east, north and the heading."""
    return pose.x, pose.y, pose.heading


def pose_of(spot: tuple[int, int, int]) -> Pose:
    x, y, heading = spot
    return Pose(x=x, y=y, heading=heading)


def turned(pose: Pose, angle: int) -> Pose:
    """Turned clockwise about the midpoint of the front."""
    return Pose(x=pose.x, y=pose.y, heading=(pose.heading + angle) % TURN)


def halves_off(pose: Pose, right: int, ahead: int) -> Point:
    """The point so many half milli-units to the right and ahead, rounded once."""
    s, c = direction(pose.heading)
    return Point(
        pose.x + round_div(right * c + ahead * s, 2 * SCALE),
        pose.y + round_div(ahead * c - right * s, 2 * SCALE),
    )


def offset(pose: Pose, right: int, ahead: int) -> Point:
    """The point so many milli-units to the right and ahead."""
    return halves_off(pose, 2 * right, 2 * ahead)


def box(pose: Pose, left: int, right: int, front: int, rear: int) -> Rectangle:
    if right - left < 2 * MIN_SIDE or front - rear < 2 * MIN_SIDE:
        raise ValueError(f"{right - left} by {front - rear} half milli-units is too small for a rectangle")
    sides = ((left, front), (right, front), (right, rear), (left, rear))
    return Rectangle(*(halves_off(pose, aside, ahead) for aside, ahead in sides))


def footprint(pose: Pose, width: int, depth: int) -> Rectangle:
    """The rectangle behind the pose's front edge."""
    return box(pose, -width, width, 0, -2 * depth)


def slid(pose: Pose, right: int, ahead: int) -> Pose:
    """The same heading so many half milli-units to the right and ahead."""
    x, y = halves_off(pose, right, ahead)
    return Pose(x=x, y=y, heading=pose.heading)


def base_pose(pose: Pose, files: int, file: int, rank: int, width: int, depth: int) -> Pose:
    """Pose of one base of a unit; file 0 is leftmost, rank 0 in front."""
    return slid(pose, (2 * file + 1 - files) * width, -2 * rank * depth)


def rows(pose: Pose, ranks: Sequence[int], width: int, depth: int, start: int = 0) -> tuple[tuple[Rectangle, ...], ...]:
    """Each base of each rank; a last rank shorter than the first begins at file `start`."""
    if not ranks or min(ranks) < 1:
        raise ValueError(f"ranks {list(ranks)}: each rank has a base at least")
    files = ranks[0]
    return tuple(
        tuple(
            box(pose, (2 * f - files) * width, (2 * f + 2 - files) * width, -2 * rank * depth, -2 * (rank + 1) * depth)
            for f in range(first, first + count)
        )
        for rank, count in enumerate(ranks)
        for first in [start if rank and rank == len(ranks) - 1 and count < files else 0]
    )


def meets(line: Segment, other: Segment, touch: bool = True) -> bool:
    """The segments share a point; without `touch`, each must pass from one side of the other to the other side."""
    a, b = inward(*line, (other.start,)), inward(*line, (other.end,))
    c, d = inward(*other, (line.start,)), inward(*other, (line.end,))
    if (a > 0 > b or a < 0 < b) and (c > 0 > d or c < 0 < d):
        return True
    return touch and gap2(line, other) == 0


def _point_segment(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """Squared distance as numerator and denominator."""
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    along, length = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py, 1
    if along >= length:
        return squared(p, b), 1
    return (px * dy - py * dx) ** 2, length


def _box_gap(a: Polygon, b: Polygon) -> int:
    """How far the bounding boxes are apart, east or north, whichever is more; below zero if they overlap."""
    ax, ay, bx, by = [p[0] for p in a], [p[1] for p in a], [p[0] for p in b], [p[1] for p in b]
    return max(min(ax) - max(bx), min(bx) - max(ax), min(ay) - max(by), min(by) - max(ay))


def _are_apart(a: Polygon, b: Polygon) -> bool:
    # Sides alone do not part places, nor segments on one line; their bounding boxes do.
    if _box_gap(a, b) > 0:
        return True
    return any(inward(p, q, other) < 0 for one, other in ((a, b), (b, a)) for p, q in edges(one))


def _gap2(a: Polygon, b: Polygon) -> Fraction:
    if not _are_apart(a, b):
        return Fraction(0)
    over, under = squared(a[0], b[0]), 1
    for one, other in ((a, b), (b, a)):
        for p, q in edges(one):
            for point in other:
                n, d = _point_segment(point, p, q)
                if n * under < over * d:
                    over, under = n, d
    return Fraction(over, under)


def gap2(a: Shape, b: Shape) -> Fraction:
    """Squared distance between any two shapes, exact; 0 if they touch or overlap."""
    return min(_gap2(p, q) for p in convex_parts(points_of(a)) for q in convex_parts(points_of(b)))


def within(a: Shape, b: Shape, reach: int) -> bool:
    """The distance is no more than the reach; with a tolerance for reach, this is contact."""
    if reach < 0:
        raise ValueError(f"a reach of {reach} is below zero")
    a, b = points_of(a), points_of(b)
    if _box_gap(a, b) > reach:
        return False
    return any(_are_within(p, q, reach) for p in convex_parts(a) for q in convex_parts(b))


def _are_within(a: Polygon, b: Polygon, reach: int) -> bool:
    # A side that all of the other shape lies beyond, by more than the reach, settles it without measuring.
    for one, other in ((a, b), (b, a)):
        for p, q in edges(one):
            short = inward(p, q, other)
            if short < 0 and short * short > reach * reach * squared(p, q):
                return False
    return _gap2(a, b) <= reach * reach


def root(squared: Number) -> int:
    """Square root to the nearest whole number."""
    return (isqrt(int(4 * squared)) + 1) // 2


def distance(a: Shape, b: Shape) -> int:
    """Distance to the nearest milli-unit, for display."""
    return root(gap2(a, b))
