"""Shapes in whole milli-units: segments, polygons and their convex parts, overlap, lines through them, hulls."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

from domain.tabletop.angles import Point

Number: TypeAlias = int | Fraction


class Segment(NamedTuple):
    """A straight line between two points."""

    start: Point
    end: Point


# One point is a place, two a segment, three or more a simple polygon.
Polygon: TypeAlias = tuple[Point, ...]
Shape: TypeAlias = Point | Polygon


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


def spans(line: Segment, polygon: Polygon) -> tuple[tuple[Fraction, Fraction], ...]:
    """The stretches of the line, as shares of it, that run inside the polygon."""
    parts = convex_parts(polygon)
    if len(parts) == 1 and len(polygon) > 2:
        return _clipped(line, parts[0])
    shares = {Fraction(0), Fraction(1)}
    for a, b in edges(polygon):
        shares.update(shares_met(line, Segment(a, b)))
    cuts, way = sorted(shares), line.end.minus(line.start)
    middles = [(a + b) / 2 for a, b in pairwise(cuts)]
    inside = [_locate(polygon, line.start.x + way.x * m, line.start.y + way.y * m) > 0 for m in middles]
    return tuple(span for span, runs in zip(pairwise(cuts), inside, strict=True) if runs)


def _clipped(line: Segment, ring: Polygon) -> tuple[tuple[Fraction, Fraction], ...]:
    """The one stretch inside a convex ring, clockwise: each side cuts off what lies to its left."""
    (sx, sy), (ex, ey) = line
    low, of_low, high, of_high = 0, 1, 1, 1  # from low / of_low to high / of_high
    for (ax, ay), (bx, by) in edges(ring):
        dx, dy = bx - ax, by - ay
        start, end = dy * (sx - ax) - dx * (sy - ay), dy * (ex - ax) - dx * (ey - ay)
        if start <= 0 and end <= 0:
            if dx or dy:
                return ()
        elif start < 0:
            if -start * of_low > low * (end - start):
                low, of_low = -start, end - start
        elif end < 0 and start * of_high < high * (start - end):
            high, of_high = start, start - end
    return ((Fraction(low, of_low), Fraction(high, of_high)),) if low * of_high < high * of_low else ()


def passes_through(line: Segment, polygon: Polygon) -> bool:
    """Some point of the line lies inside the polygon; running along its outline is not enough."""
    parts = convex_parts(polygon)
    return _overlap(line, parts[0], 0) if len(parts) == 1 else bool(spans(line, polygon))


def inward(a: Point, b: Point, points: Iterable[Point]) -> int:
    """How far the points reach to the right of a side, times its length."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    return max([dy * (x - ax) - dx * (y - ay) for x, y in points])


def squared(a: Point, b: Point) -> int:
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def _overlap(a: Polygon, b: Polygon, tolerance: int) -> bool:
    # The least shift that parts two convex shapes is square to one of their sides.
    for one, other in ((a, b), (b, a)):
        for p, q in edges(one):
            if p != q and _parts(p, q, other, tolerance):
                return False
    return True


def _parts(a: Point, b: Point, points: Iterable[Point], tolerance: int) -> bool:
    """Whether no point lies deeper to the right of a side than the tolerance; without one, seldom all are looked at."""
    if tolerance:
        depth = inward(a, b, points)
        return depth <= 0 or depth**2 <= tolerance**2 * squared(a, b)
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    for x, y in points:  # noqa: SIM110 - a generator would take half as long again
        if dy * (x - ax) > dx * (y - ay):
            return False
    return True


def overlaps(a: Shape, b: Shape, tolerance: int = 0) -> bool:
    """They share interior, and a shift by the tolerance would not part them (if hollow: nor any two convex parts)."""
    return any(_overlap(p, q, tolerance) for p in convex_parts(points_of(a)) for q in convex_parts(points_of(b)))


def hull(points: Iterable[Point]) -> Polygon:
    """The least convex polygon round the points, clockwise."""
    ordered = sorted(set(points))
    ring = (*_chain(ordered), *_chain(ordered[::-1]))
    if len(ring) < 3:
        raise ValueError(f"the points {ordered} enclose nothing")
    return ring


def _chain(ordered: Sequence[Point]) -> list[Point]:
    """Half a hull, without its last point."""
    chain: list[Point] = []
    for point in ordered:
        x, y = point
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) < (by - ay) * (x - ax):
                break
            chain.pop()
        chain.append(point)
    return chain[:-1]
