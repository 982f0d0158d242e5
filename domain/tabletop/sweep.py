"""Moves of a pose, the ground they sweep, and what they meet first."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from domain.tabletop.angles import HALF_TURN, PI, PI_SCALE, QUARTER, SCALE, TURN, Point, cosine, direction, round_div
from domain.tabletop.measure import Edge, Pose, Rectangle, halves_off, turned
from domain.tabletop.polygons import Polygon, Shape, convex_parts, edges, hull, inward, points_of, squared

WHEEL_STEP = 200  # a wheel is swept in pieces of 2 degrees: under 2 milli-units too wide at a radius of 10,000


def shift(pose: Pose, by: Point) -> Pose:
    """Moved by a vector of the table, heading kept."""
    return Pose(x=pose.x + by.x, y=pose.y + by.y, heading=pose.heading)


def oblique(pose: Pose, ahead: int, aside: int) -> Pose:
    """Moved so far ahead and so far to the right, heading kept; below zero, back and to the left."""
    return _set(halves_off(pose, 2 * aside, 2 * ahead), pose.heading)


def advance(pose: Pose, ahead: int) -> Pose:
    """Moved straight ahead; below zero, straight back."""
    return oblique(pose, ahead, 0)


def about_face(pose: Pose, depth: int) -> Pose:
    """Turned round in place: the rear edge becomes the front."""
    return _set(halves_off(pose, 0, -2 * depth), pose.heading + HALF_TURN)


def quarter_turn(pose: Pose, width: int, depth: int, side: Edge) -> Pose:
    """Turned in place: the edge on that side becomes the front, and depth becomes width."""
    return _set(halves_off(pose, _hand(side) * width, -depth), pose.heading + _hand(side) * QUARTER)


def spin(pose: Pose, depth: int, angle: int) -> Pose:
    """Turned clockwise about the centre."""
    was, now = direction(pose.heading), direction(pose.heading + angle)
    moved = Point(round_div(depth * (now.x - was.x), 2 * SCALE), round_div(depth * (now.y - was.y), 2 * SCALE))
    return turned(shift(pose, moved), angle)


def wheel(pose: Pose, width: int, side: Edge, angle: int) -> Pose:
    """Wheeled to that side about its front corner; an angle below zero wheels backward."""
    turn, hand = _hand(side) * angle, _hand(side) * width
    was, now = direction(pose.heading), direction(pose.heading + turn)
    moved = Point(round_div(hand * (was.y - now.y), 2 * SCALE), round_div(hand * (now.x - was.x), 2 * SCALE))
    return turned(shift(pose, moved), turn)


def wheel_length(width: int, angle: int) -> int:
    """Way of the outer front corner in a wheel, to the nearest milli-unit."""
    if width < 0:
        raise ValueError(f"a width of {width} is below zero")
    return arc(width * abs(angle))


def arc(swing: int) -> int:
    """The length of arcs by the sum of their radii, each times its hundredths of a degree; rounded once."""
    return round_div(swing * PI, HALF_TURN * PI_SCALE)


def longest_way(before: Rectangle, after: Rectangle) -> int:
    """The longest straight way of any corner from one position to the other, rounded up."""
    longest = max(squared(a, b) for a, b in zip(before, after, strict=True))
    return isqrt(longest - 1) + 1 if longest else 0


def _set(at: Point, heading: int) -> Pose:
    return Pose(x=at.x, y=at.y, heading=heading % TURN)


def _hand(side: Edge) -> int:
    if side not in (Edge.LEFT, Edge.RIGHT):
        raise ValueError(f"one turns to the left or to the right, not to the {side}")
    return -1 if side is Edge.LEFT else 1


def swept(before: Polygon, after: Polygon) -> Polygon:
    """All that a convex shape covers in a straight move from one position to the other."""
    return hull((*before, *after))


def round_swept(pivot: Point, places: Sequence[Rectangle], step: int = WHEEL_STEP) -> tuple[Polygon, ...]:
    """All that a rectangle covers in turning about the pivot through these places, each within a step of the last."""
    pieces = (hull((*a, *b, *_tangents(pivot, a, b, step))) for a, b in pairwise(places))
    return tuple(pieces) or (places[0],)


def _tangents(pivot: Point, before: Rectangle, after: Rectangle, step: int) -> Iterator[Point]:
    """Where the tangents at both ends of each corner's arc meet; the arc bulges beyond its chord, never so far."""
    cos2 = cosine(step // 2) ** 2
    for a, b in zip(before, after, strict=True):
        x, y = a.plus(b).minus(pivot).minus(pivot)
        yield pivot.plus(Point(_outward(x * SCALE**2, 2 * cos2), _outward(y * SCALE**2, 2 * cos2)))


def _outward(over: int, under: int) -> int:
    return -(-over // under) if over > 0 else over // under


class Contact(NamedTuple):
    """What a move meets first, by its place in the list: after which share of the move, and whole milli-units."""

    obstacle: int
    share: Fraction
    distance: int


def first_contact(moving: Shape, move: Point, obstacles: Sequence[Polygon], slack: int = 0) -> Contact | None:
    """The obstacle first met on a straight move; those overlapped by no more than `slack` all the way do not count."""
    shares = ((_entry(points_of(moving), move, obstacle, slack), i) for i, obstacle in enumerate(obstacles))
    met = [(share, i) for share, i in shares if share is not None]
    if not met:
        return None
    share, i = min(met)
    return Contact(i, share, isqrt(int(share * share * move.dot(move))))


def _entry(moving: Polygon, move: Point, obstacle: Polygon, slack: int) -> Fraction | None:
    """After which share of the move the two begin to overlap."""
    pairs = [(a, b) for a in convex_parts(moving) for b in convex_parts(obstacle)]
    if not any(overlap_time(a, move, b, slack) for a, b in pairs):
        return None
    times = [time for a, b in pairs if (time := overlap_time(a, move, b, 0))]
    return min(times)[0]


def overlap_time(moving: Polygon, move: Point, still: Polygon, slack: int) -> tuple[Fraction, Fraction] | None:
    """The shares of the move between which two convex shapes overlap by more than the slack."""
    begin, end = Fraction(0), Fraction(1)
    for one, other, way in ((still, moving, move), (moving, still, Point(-move.x, -move.y))):
        for p, q in edges(one):
            if p == q:
                continue
            # Rounding the slack down errs by less than a side's length-th of a milli-unit, alike everywhere.
            short = isqrt(slack**2 * squared(p, q)) - inward(p, q, other)
            pace = (q[1] - p[1]) * way.x - (q[0] - p[0]) * way.y
            if short >= 0 >= pace:
                return None
            if pace > 0 and short > 0:
                begin = max(begin, Fraction(short, pace))
            elif pace < 0:
                end = min(end, Fraction(short, pace))
            if begin >= end:
                return None
    return begin, end
