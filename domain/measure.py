"""Free-table geometry in whole numbers: milli-units, and hundredths of a degree clockwise from north."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise
from math import isqrt
from typing import NamedTuple, TypeAlias

import msgspec

QUARTER = 9_000
HALF_TURN = 18_000
TURN = 36_000
SCALE = 10**9  # length of a direction
PI = 31415926535897932384626433832795028841971
PI_SCALE = 10**40
MIN_SIDE = 4  # a shorter side could lose its shape when corners are rounded

# Bearings are searched on finer sines, so that no vector on a table falls on the wrong side of a half hundredth.
_FINE = 10**30
_GUARD = 10**6

Number: TypeAlias = int | Fraction


class Point(NamedTuple):
    """A place on the table, or a vector."""

    x: int
    y: int

    def plus(self, other: "Point") -> "Point":
        return Point(self.x + other.x, self.y + other.y)

    def minus(self, other: "Point") -> "Point":
        return Point(self.x - other.x, self.y - other.y)

    def dot(self, other: "Point") -> int:
        return self.x * other.x + self.y * other.y

    def cross(self, other: "Point") -> int:
        """Above zero if `other` lies to the left of this vector."""
        return self.x * other.y - self.y * other.x


# One point is a place, two a segment, three or more a simple polygon.
Polygon: TypeAlias = tuple[Point, ...]
Shape: TypeAlias = Point | Polygon


class Segment(NamedTuple):
    """A straight line between two points."""

    start: Point
    end: Point


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


def round_div(over: int, under: int) -> int:
    """Quotient to the nearest whole number, halves away from zero; `under` is positive."""
    half_up = (2 * abs(over) + under) // (2 * under)
    return half_up if over >= 0 else -half_up


@cache
def _sine(halves: int, scale: int) -> int:
    """Sine of so many half hundredths, by Taylor's series in whole numbers."""
    quarter, rest = divmod(halves % (2 * TURN), 2 * QUARTER)
    one = scale * _GUARD
    x = (2 * QUARTER - rest if quarter % 2 else rest) * PI * one // (2 * HALF_TURN * PI_SCALE)
    term, total, n = x, 0, 1
    while term:
        total += term if n % 4 == 1 else -term
        term = term * x * x // (one * one * (n + 1) * (n + 2))
        n += 2
    return round_div(total if quarter < 2 else -total, _GUARD)


def sine(angle: int) -> int:
    """Sine times SCALE, to the nearest whole number."""
    return _sine(2 * angle % (2 * TURN), SCALE)


def cosine(angle: int) -> int:
    """Cosine times SCALE, to the nearest whole number."""
    return sine(angle + QUARTER)


@lru_cache(maxsize=TURN)
def direction(angle: int) -> Point:
    """Vector of length SCALE that looks along the angle."""
    return Point(sine(angle), cosine(angle))


def rotate(point: Point, pivot: Point, angle: int) -> Point:
    """The point turned clockwise about the pivot."""
    (s, c), (x, y) = direction(angle), point.minus(pivot)
    return Point(pivot.x + round_div(x * c + y * s, SCALE), pivot.y + round_div(y * c - x * s, SCALE))


def bearing(here: Point, there: Point) -> int:
    """Angle from one point to another, to the nearest hundredth."""
    x, y = there.minus(here)
    if (x, y) == (0, 0):
        raise ValueError(f"no bearing from {here} to itself")
    quarters = 0
    while x < 0 or y <= 0:
        x, y, quarters = -y, x, quarters + 1

    def is_short_of(hundredths: int) -> bool:
        halves = 2 * hundredths - 1
        return x * _sine(halves + 2 * QUARTER, _FINE) < y * _sine(halves, _FINE)

    return (quarters * QUARTER + bisect_left(range(1, QUARTER + 1), True, key=is_short_of)) % TURN


def turn_between(heading: int, other: int) -> int:
    """Shortest turn from one heading to the other: above zero clockwise, never below or at minus a half turn."""
    turn = (other - heading) % TURN
    return turn if turn <= HALF_TURN else turn - TURN


def in_arc(pose: Pose, point: Point, half_angle: int) -> bool:
    """The point lies no further off the heading than the angle, seen from the midpoint of the front."""
    if not 0 <= half_angle <= HALF_TURN:
        raise ValueError(f"half an arc is from 0 to {HALF_TURN} hundredths of a degree, not {half_angle}")
    left, right = direction(pose.heading - half_angle), direction(pose.heading + half_angle)
    way = point.minus(pose.point)
    if half_angle > QUARTER:
        return not left.cross(way) > 0 > right.cross(way)
    return left.cross(way) <= 0 <= right.cross(way) and direction(pose.heading).dot(way) >= 0


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


def base_pose(pose: Pose, files: int, file: int, rank: int, width: int, depth: int) -> Pose:
    """Pose of one base of a unit; file 0 is leftmost, rank 0 in front."""
    x, y = halves_off(pose, (2 * file + 1 - files) * width, -2 * rank * depth)
    return Pose(x=x, y=y, heading=pose.heading)


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


def points_of(shape: Shape) -> Polygon:
    if not shape:
        raise ValueError("a shape has a point at least")
    return (shape,) if isinstance(shape, Point) else shape


def edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    """Each side, closing the ring."""
    return zip(polygon, polygon[1:] + polygon[:1], strict=True)


def segments(line: Iterable[Sequence[int]]) -> tuple[Segment, ...]:
    """The pieces of a polyline, such as a wall or a crest."""
    points = [Point(x, y) for x, y in line]
    if len(points) < 2:
        raise ValueError(f"a polyline has two points at least, not {len(points)}")
    return tuple(Segment(a, b) for a, b in pairwise(points))


def polygon(points: Iterable[Sequence[int]]) -> Polygon:
    """A simple polygon, checked; a last point equal to the first is dropped."""
    ring = tuple(Point(x, y) for x, y in points)
    ring = ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring
    if len(ring) < 3 or len(set(ring)) < len(ring) or not _signed_area2(ring):
        raise ValueError(f"{len(ring)} points that enclose no area, or meet one twice: {ring}")
    sides = [Segment(a, b) for a, b in edges(ring)]
    for one, other in combinations(sides, 2):
        joints = {one.start, one.end} & {other.start, other.end}
        if len(joints) != sum(1 for _ in shares_met(one, other)):
            raise ValueError(f"the outline crosses or touches itself between {one} and {other}")
    return ring


def _signed_area2(ring: Polygon) -> int:
    """Twice the area, below zero if clockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(ring))


def area2(polygon: Polygon) -> int:
    """Twice the area."""
    if len(polygon) < 3:
        raise ValueError(f"{len(polygon)} points have no area")
    return abs(_signed_area2(polygon))


def _bend(a: Point, b: Point, c: Point) -> int:
    """Above zero if one turns left at b; below zero, right."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_convex(polygon: Polygon) -> bool:
    """No corner bends inwards."""
    bends = [_bend(polygon[i - 2], polygon[i - 1], c) for i, c in enumerate(polygon)]
    return min(bends) >= 0 or max(bends) <= 0


@lru_cache(maxsize=4096)
def convex_parts(shape: Polygon) -> tuple[Polygon, ...]:
    """The shape itself, clockwise, if convex; else triangles that make it up."""
    points_of(shape)
    ring = shape if _signed_area2(shape) <= 0 else shape[::-1]
    return (ring,) if len(ring) < 3 or is_convex(ring) else tuple(_ears(list(ring)))


def _ears(ring: list[Point]) -> Iterator[Polygon]:
    while len(ring) > 3:
        i = next(i for i in range(len(ring)) if _is_ear(ring, i))
        ear = (ring[i - 1], ring[i], ring[(i + 1) % len(ring)])
        if _bend(*ear):
            yield ear
        del ring[i]
    yield tuple(ring)


def _is_ear(ring: list[Point], i: int) -> bool:
    ear = (ring[i - 1], ring[i], ring[(i + 1) % len(ring)])
    bend = _bend(*ear)
    return bend == 0 or (bend < 0 and not any(contains(ear, p) for p in ring if p not in ear))


def _locate(polygon: Polygon, x: Number, y: Number) -> int:
    """1 inside, 0 on the outline, -1 outside."""
    where = -1
    for (ax, ay), (bx, by) in edges(polygon):
        bend = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if bend == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        if (ay > y) != (by > y) and (bend > 0) == (by > ay):
            where = -where
    return where


def contains(polygon: Polygon, point: Point, outline: bool = True) -> bool:
    """The point lies inside, or on the outline if that counts."""
    if len(polygon) < 3:
        raise ValueError(f"{len(polygon)} points enclose nothing")
    return _locate(polygon, *point) >= (0 if outline else 1)


def on_table(shape: Shape, width: int, height: int) -> bool:
    """No part lies off a table whose south-west corner is the origin."""
    return all(0 <= x <= width and 0 <= y <= height for x, y in points_of(shape))


def shares_met(line: Segment, other: Segment) -> Iterator[Fraction]:
    """How far along the line, from 0 to 1, it meets the other: once, or at both ends of a common stretch."""
    way, across = line.end.minus(line.start), other.end.minus(other.start)
    gap, under = other.start.minus(line.start), way.cross(across)
    if under:
        here, there = Fraction(gap.cross(across), under), Fraction(gap.cross(way), under)
        if 0 <= here <= 1 and 0 <= there <= 1:
            yield here
    elif gap.cross(way) == 0 and way != (0, 0):
        ends = sorted(Fraction(p.minus(line.start).dot(way), way.dot(way)) for p in other)
        low, high = max(ends[0], Fraction(0)), min(ends[1], Fraction(1))
        yield from sorted({low, high}) if low <= high else ()


def meets(line: Segment, other: Segment, touch: bool = True) -> bool:
    """The segments share a point; without `touch`, each must pass from one side of the other to the other side."""
    a, b = _bend(*line, other.start), _bend(*line, other.end)
    c, d = _bend(*other, line.start), _bend(*other, line.end)
    if (a > 0 > b or a < 0 < b) and (c > 0 > d or c < 0 < d):
        return True
    return touch and gap2(line, other) == 0


def spans(line: Segment, polygon: Polygon) -> tuple[tuple[Fraction, Fraction], ...]:
    """The stretches of the line, as shares of it, that run inside the polygon."""
    shares = {Fraction(0), Fraction(1)}
    for a, b in edges(polygon):
        shares.update(shares_met(line, Segment(a, b)))
    cuts, way = sorted(shares), line.end.minus(line.start)
    middles = [(a + b) / 2 for a, b in pairwise(cuts)]
    inside = [_locate(polygon, line.start.x + way.x * m, line.start.y + way.y * m) > 0 for m in middles]
    return tuple(span for span, runs in zip(pairwise(cuts), inside, strict=True) if runs)


def passes_through(line: Segment, polygon: Polygon) -> bool:
    """Some point of the line lies inside the polygon; running along its outline is not enough."""
    parts = convex_parts(polygon)
    return _overlap(line, parts[0], 0) if len(parts) == 1 else bool(spans(line, polygon))


def inward(a: Point, b: Point, points: Iterable[Point]) -> int:
    """How far the points reach to the right of a side, times its length."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    return max([dy * (x - ax) - dx * (y - ay) for x, y in points])


def _overlap(a: Polygon, b: Polygon, tolerance: int) -> bool:
    # The least shift that parts two convex shapes is square to one of their sides.
    for one, other in ((a, b), (b, a)):
        for p, q in edges(one):
            depth = inward(p, q, other)
            if p != q and (depth <= 0 or (tolerance and depth**2 <= tolerance**2 * squared(p, q))):
                return False
    return True


def overlaps(a: Shape, b: Shape, tolerance: int = 0) -> bool:
    """They share interior, and a shift by the tolerance would not part them (if hollow: nor any two convex parts)."""
    return any(_overlap(p, q, tolerance) for p in convex_parts(points_of(a)) for q in convex_parts(points_of(b)))


def squared(a: Point, b: Point) -> int:
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


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
    return _box_gap(a, b) <= reach and gap2(a, b) <= reach * reach


def root(squared: Number) -> int:
    """Square root to the nearest whole number."""
    return (isqrt(int(4 * squared)) + 1) // 2


def distance(a: Shape, b: Shape) -> int:
    """Distance to the nearest milli-unit, for display."""
    return root(gap2(a, b))
