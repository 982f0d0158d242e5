"""What lies directly ahead of a front, how far off, and the ground a body sweeps going there."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import TypeVar

from domain.tabletop.angles import SCALE, Point, arcsine, bearing, turn_between
from domain.tabletop.bodies import Body, blocks_of, front_edge, is_upon
from domain.tabletop.measure import Edge, Pose, Rectangle
from domain.tabletop.polygons import Polygon, hull, squared
from domain.tabletop.strips import Spot, seen
from domain.tabletop.sweep import advance, wheel
from domain.tabletop.zones import ahead_of, clip, lane

STEP = 300  # a wheel is swept in pieces of 3 degrees, whose chords fall short of the arcs by a thousandth of a front
B = TypeVar("B", bound=Body)


def ahead_gap(pose: Pose, width: int, shape: Polygon, inset: int = 0) -> int | None:
    """How far ahead a convex shape begins between the flank lines, rounded down; None if no part does.

    What reaches no farther than the inset between the flank lines is beside the front, not before it.
    """
    spots = seen(pose, shape)
    asides = [aside for aside, _ in spots]
    within = (width // 2 - inset) * SCALE
    if min(asides) >= within or max(asides) <= -within:
        return None
    depths = _depths(spots, (width // 2 - min(inset, 0)) * SCALE)
    return max(min(depths) // SCALE, 0) if depths and max(depths) > 0 else None


def _depths(spots: Sequence[Spot], half: int) -> list[int]:
    """How far ahead the outline is, at its corners between the flank lines and where it crosses them."""
    found = [ahead for aside, ahead in spots if -half <= aside <= half]
    for i, (aside, ahead) in enumerate(spots):
        before, behind = spots[i - 1]
        if before != aside:
            low, high = min(before, aside), max(before, aside)
            crossed = (line for line in (-half, half) if low < line < high)
            found += [behind + (ahead - behind) * (line - before) // (aside - before) for line in crossed]
    return found


@lru_cache(maxsize=16384)
def body_gap(pose: Pose, width: int, body: Body, inset: int = 0) -> int | None:
    """How far ahead a body begins between the flank lines."""
    found = [gap for block in blocks_of(body) if (gap := ahead_gap(pose, width, block, inset)) is not None]
    return min(found, default=None)


def front_covered(body: Body, other: Body, reach: int, slack: int = 0) -> int:
    """How much of a front another body stands before, no farther than the reach."""
    left, right = lane(body.pose, body.frontage)
    zone = (left, right, ahead_of(body.pose, -slack), ahead_of(body.pose, reach + slack).times(-1))
    asides = [left.at(x, y) for block in blocks_of(other) for x, y in clip(block, zone)]
    return int((max(asides) - min(asides)) // (2 * SCALE)) if asides else 0


def edges_met(body: Body, other: Body, slack: int) -> dict[Edge, int]:
    """The edges of another body that a front touches, and how much of each lies against it.

    That is what lies within the slack of the front, and of where the other begins. The front of a further block is a
    part of the rear.
    """
    pose, aside = body.pose, (body.frontage // 2 + slack) * SCALE
    deep = ((body_gap(pose, body.frontage, other, -slack) or 0) + slack) * SCALE
    found: dict[Edge, int] = {}
    for number, block in enumerate(blocks_of(other)):
        for edge in Edge:
            line = block.edge(edge)
            start, end = seen(pose, line)
            share = _share_within(start, end, aside, deep)
            if share >= 0:
                named = Edge.REAR if number and edge is Edge.FRONT else edge
                found[named] = max(found.get(named, 0), isqrt(squared(*line)) * share // SCALE)
    return found


def _share_within(start: Spot, end: Spot, aside: int, deep: int) -> int:
    """The share of a line, times SCALE, no farther to either side and no deeper than this; below zero if none."""
    low, high = 0, SCALE
    sides = ((aside - start[0], aside - end[0]), (aside + start[0], aside + end[0]), (deep - start[1], deep - end[1]))
    for first, last in sides:
        if first < 0 and last < 0:
            return -1
        if first < 0:
            low = max(low, SCALE * -first // (last - first))
        elif last < 0:
            high = min(high, SCALE * first // (first - last))
    return high - low


def grazing_wheels(body: Body, side: Edge, corners: Iterable[Point], inset: int) -> Iterator[int]:
    """Wheels that bring a corner just within a flank line: its way from the pivot, less what it must be aside."""
    edge, heading = front_edge(body), body.pose.heading
    pivot = edge.start if side is Edge.LEFT else edge.end
    for corner in corners:
        away = isqrt(squared(pivot, corner))
        for aside in (inset + 1, body.frontage - inset - 1):
            if away > aside:
                way = turn_between(heading, bearing(pivot, corner))
                turn = -(way - arcsine(aside, away)) if side is Edge.LEFT else way + arcsine(aside, away)
                yield from (turn, turn + 1)


def wheeled(body: B, side: Edge, angle: int) -> B:
    """The body after a forward wheel to that side."""
    return body.at(wheel(body.pose, body.frontage, side, angle)) if angle else body


@lru_cache(maxsize=4096)
def wheel_ground(body: Body, side: Edge, angle: int) -> tuple[Polygon, ...]:
    """All that the footprint covers in a wheel; nothing if there is none."""
    stops = [wheeled(body, side, turn) for turn in (*range(0, angle, STEP), angle)]
    return tuple(area for one, two in pairwise(stops) for area in _between(one, two))


@lru_cache(maxsize=4096)
def straight_ground(body: Body, distance: int) -> tuple[Polygon, ...]:
    """All that the footprint covers going straight ahead, its start included."""
    return tuple(_between(body, body.at(advance(body.pose, distance))))


def _between(one: Body, other: Body) -> Iterable[Polygon]:
    return (hull((*a, *b)) for a, b in zip(blocks_of(one), blocks_of(other), strict=True))


def halt(body: B, distance: int, obstacles: Sequence[Body]) -> B:
    """The end of a straight move, in whole milli-units, stepped back where rounding made its front overlap."""
    gone, end = distance, body.at(advance(body.pose, distance))
    while gone and _is_upon_any(blocks_of(end)[0], obstacles):
        gone -= 1
        end = body.at(advance(body.pose, gone))
    return end


def _is_upon_any(front: Rectangle, obstacles: Iterable[Body]) -> bool:
    return any(is_upon(other, front) for other in obstacles)
