"""What lies before a pose: half-planes, lanes, arcs, fire strips, screens and sight."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from domain.tabletop import pieces
from domain.tabletop.angles import SCALE, Point, direction, round_div
from domain.tabletop.measure import Pose
from domain.tabletop.pieces import Spot
from domain.tabletop.polygons import (
    Number,
    Polygon,
    Segment,
    convex_parts,
    edges,
    squared,
)


class HalfPlane(NamedTuple):
    """All points with a * x + b * y + c >= 0."""

    a: Number
    b: Number
    c: Number

    def at(self, x: Number, y: Number) -> Number:
        return self.a * x + self.b * y + self.c

    def times(self, factor: int, plus: int = 0) -> "HalfPlane":
        return HalfPlane(self.a * factor, self.b * factor, self.c * factor + plus)

    def less(self, other: "HalfPlane") -> "HalfPlane":
        return HalfPlane(self.a - other.a, self.b - other.b, self.c - other.c)


def axes(pose: Pose) -> tuple[HalfPlane, HalfPlane]:
    """How far right of the pose, and how far ahead, each times SCALE."""
    s, c = direction(pose.heading)
    return HalfPlane(c, -s, s * pose.y - c * pose.x), HalfPlane(s, c, -s * pose.x - c * pose.y)


def ahead_of(pose: Pose, by: int = 0) -> HalfPlane:
    """At least so far ahead of the front line."""
    return axes(pose)[1].times(1, -by * SCALE)


def behind(pose: Pose, by: int = 0) -> HalfPlane:
    """At least so far behind the front line."""
    return axes(pose)[1].times(-1, -by * SCALE)


def lane(pose: Pose, width: int, inset: int = 0) -> tuple[HalfPlane, HalfPlane]:
    """Between the flank lines, each moved inwards by the inset."""
    right, half = axes(pose)[0], (width - 2 * inset) * SCALE
    return right.times(2, half), right.times(-2, half)


def clip(spots: Sequence[Spot], planes: Iterable[HalfPlane]) -> tuple[Spot, ...]:
    """What is left of a convex shape in all half-planes."""
    return pieces.spots_of(pieces.cut(pieces.piece_of(spots), planes))


def spots_area2(spots: Sequence[Spot]) -> Fraction:
    return pieces.area2(pieces.piece_of(spots))


def lies_bare(shape: Polygon, ground: Polygon, covers: Iterable[Polygon], rim: int = 0) -> bool:
    """Some part of a convex shape, leaving out its rim, lies on the ground and under none of the covers."""
    inner = [right_of(a, b).times(1, -rim * isqrt(squared(a, b))) for a, b in edges(convex_parts(shape)[0])]
    grounds = [pieces.cut(pieces.piece_of(part), inner) for part in convex_parts(ground)]
    left = [piece for piece in grounds if pieces.area2(piece)]
    for cover in (part for whole in covers for part in convex_parts(whole)):
        sides = [right_of(a, b) for a, b in edges(cover)]
        left = [piece for whole in left for piece in pieces.parted(whole, sides)]
    return bool(left)


def right_of(a: Point, b: Point) -> HalfPlane:
    return HalfPlane(b.y - a.y, a.x - b.x, a.y * b.x - a.x * b.y)


def shadow(edge: Segment, spots: Iterable[Spot]) -> tuple[Fraction, Fraction] | None:
    """The stretch of an edge, as shares of it, that a shape covers when projected square upon it."""
    way = edge.end.minus(edge.start)
    if way == (0, 0):
        raise ValueError(f"an edge from {edge.start} to itself has no length")
    falls = [Fraction((x - edge.start.x) * way.x + (y - edge.start.y) * way.y) / way.dot(way) for x, y in spots]
    low, high = max(min(falls), Fraction(0)), min(max(falls), Fraction(1))
    return (low, high) if low < high else None


def is_screened(pose: Pose, width: int, target: Polygon, screens: Sequence[Segment], slack: int = 0) -> bool:
    """Every line straight ahead from the front to the target crosses a screen, or one within `slack` of its ends."""
    seen_from, half = axes(pose), width * SCALE
    before = (HalfPlane(0, 1, 0), HalfPlane(2, 0, half), HalfPlane(-2, 0, half))
    walls = [wall for wall in (_seen(seen_from, screen) for screen in screens) if -half <= 2 * max(wall)[0]]
    walls = [wall for wall in walls if 2 * min(wall)[0] <= half]  # neither wholly left of the front nor right of it
    sides = [clip(_seen(seen_from, side), before) for side in edges(target)]
    ahead = [(min(side), max(side)) for side in sides if side and min(side)[0] < max(side)[0]]
    return bool(ahead) and all(_is_side_screened(near, far, walls, slack * SCALE) for near, far in ahead)


def _seen(seen_from: tuple[HalfPlane, HalfPlane], line: Iterable[Point]) -> tuple[Spot, ...]:
    right, ahead = seen_from
    return tuple((right.at(*point), ahead.at(*point)) for point in line)


def _is_side_screened(left: Spot, right: Spot, walls: Iterable[Sequence[Spot]], slack: int) -> bool:
    """The walls between the front and this side of the target leave no gap."""
    (x1, y1), (x2, y2) = left, right
    short_of = HalfPlane(y2 - y1, x1 - x2, (x2 - x1) * (y1 + slack) - x1 * (y2 - y1))
    region = (HalfPlane(1, 0, -x1), HalfPlane(-1, 0, x2), HalfPlane(0, 1, slack), short_of)
    shadows = sorted((min(cut)[0], max(cut)[0]) for wall in walls if (cut := clip(wall, region)))
    reached = x1
    for start, end in shadows:
        if start > reached:
            return False
        reached = max(reached, end)
    return reached >= x2


def lines(a: Segment, b: Segment, count: int) -> tuple[Segment, ...]:
    """Evenly spaced lines from one edge to the other, start to start and end to end; a point is Segment(p, p)."""
    if count < 2:
        raise ValueError(f"{count} lines do not span an edge; 2 do")
    return tuple(Segment(_along(a, i, count - 1), _along(b, i, count - 1)) for i in range(count))


def _along(edge: Segment, part: int, parts: int) -> Point:
    way = edge.end.minus(edge.start)
    return edge.start.plus(Point(round_div(way.x * part, parts), round_div(way.y * part, parts)))
