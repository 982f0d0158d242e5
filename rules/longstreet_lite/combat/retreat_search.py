"""LL.7.fdir.4 The shortest way back: straight ones at every 5 degrees, else one with a single bend round an enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from domain.angles import QUARTER, SCALE, TURN, Point, direction, round_div
from domain.bounds import bounds
from domain.measure import Pose, distance, root
from domain.polygons import Polygon, edges, squared
from rules.longstreet_lite.combat.retreat_space import (
    INSET,
    ROUNDING,
    Space,
    end_fault,
    ends_on,
    impassable_areas,
    leg_fault,
    turn_fault,
)

HERE = Point(0, 0)
STEP = 500  # section 6.6: every 5 degrees
BEND_STEP = 1500


class Way(NamedTuple):
    """A legal way in one space: its length, and its places from the first bend to the end."""

    length: int
    places: tuple[Point, ...]
    space: Space


def straight_ways(space: Space) -> Iterator[Way]:
    """LL.7.fdir.1, LL.7.fdir.2 The least legal way along each bearing of the rear half-plane, straight back first."""
    ways = (_straight(space, HERE, bearing, space.least_way) for bearing in _bearings(space.start.pose))
    return (way for way in ways if way)


def _bearings(pose: Pose) -> Iterator[int]:
    """LL.1.edge.5 Straight back, then ever more to a flank."""
    back = pose.heading + 2 * QUARTER
    yield back % TURN
    for off in range(STEP, QUARTER + 1, STEP):
        yield (back + off) % TURN
        yield (back - off) % TURN


def shortest(spaces: Sequence[Space]) -> Way | None:
    """LL.7.fdir.4 The shortest legal way from any of these starts."""
    return shortest_straight(spaces) or shortest_bent(spaces)


def shortest_straight(spaces: Sequence[Space]) -> Way | None:
    """LL.7.fdir.4 The first of equals."""
    best: Way | None = None
    enough = min(map(_no_less, spaces))
    for space in spaces:
        for bearing in _bearings(space.start.pose):
            best = _straight(space, HERE, bearing, space.least_way, best) or best
            if best and best.length <= enough:
                return best
    return best


def _no_less(space: Space) -> int:
    """No way can be shorter: what the dice want, and what is lacking of the distance from an enemy."""
    short = (berth.too_near + ROUNDING - distance(HERE, berth.area) for berth in space.berths)
    return max(space.least_way, *short, 0)


def shortest_bent(spaces: Iterable[Space]) -> Way | None:
    """LL.7.fdir.2 Where no straight way is legal, one with a single bend may be."""
    best: Way | None = None
    for space in spaces:
        for gone, corner in _corners(space):
            if best and gone >= best.length:
                break
            for bearing in range(space.start.pose.heading, space.start.pose.heading + TURN, BEND_STEP):
                best = _straight(space, corner, bearing % TURN, space.least_way, best, gone) or best
    return best


def _corners(space: Space) -> Iterator[tuple[int, Point]]:
    """Where a way may bend: at the corners of what bars the straight ones, the nearest first."""
    areas = (*(barrier.area for barrier in space.barriers), *impassable_areas(space))
    corners = sorted({(squared(HERE, corner), corner) for area in areas for corner in area})
    return ((root(far), corner) for far, corner in corners if leg_fault(space, HERE, corner) is None)


def _straight(
    space: Space, start: Point, bearing: int, least: int, best: Way | None = None, gone: int = 0
) -> Way | None:
    """LL.7.fdist.2, LL.7.fdist.3 The way that goes on in this direction until one may stop, if it beats the best.

    `gone` is the way to the start, where it bends.
    """
    along, least = direction(bearing), max(least - gone, 0)
    spans = [chord(berth.area, berth.too_near + ROUNDING, start, along, least) for berth in space.berths]
    on_friends = (chord(friend.taken, 0, start, along, least) for friend in space.friends)
    spans += [(span[0], span[1] + INSET) for span in on_friends if span]
    length = _first_free(least, filter(None, spans))
    if best and gone + length >= best.length:
        return None
    end = start.plus(Point(round_div(length * along.x, SCALE), round_div(length * along.y, SCALE)))
    if leg_fault(space, start, end) or turn_fault(space, end) or end_fault(space, end) or ends_on(space, end):
        return None
    return Way(gone + length, (start, end) if gone else (end,), space)


def _first_free(least: int, spans: Iterable[tuple[int, int]]) -> int:
    """The least length in none of the spans."""
    for begin, end in sorted(spans):
        if begin < least < end:
            least = end
    return least


def chord(area: Polygon, reach: int, start: Point, along: Point, least: int) -> tuple[int, int] | None:
    """Between which lengths of a straight line, from the least on, one is nearer than the reach to a convex area.

    Such a region is bounded by the sides of the area, moved outwards, and by circles round its corners. It is found to
    a milli-BW or two.
    """
    x, y, radius = _circle_round(area)
    near, (ux, uy) = Point(x - start.x, y - start.y), along
    whole = (radius + reach) * SCALE
    if abs(near.cross(along)) > whole or near.dot(along) + whole <= least * SCALE:
        return None
    met: list[int] = []
    for (px, py), (qx, qy) in edges(area):
        met += _side_met(qx - px, qy - py, px - start.x, py - start.y, reach, ux, uy)
        if reach:
            met += _circle_met(px - start.x, py - start.y, reach, ux, uy)
    return (min(met), max(met)) if met else None


@lru_cache(maxsize=4096)
def _circle_round(area: Polygon) -> tuple[int, int, int]:
    """The middle of an area, and how far from it the farthest corner is."""
    west, south, east, north = bounds(area)
    middle = Point((west + east) // 2, (south + north) // 2)
    return *middle, isqrt(max(squared(middle, corner) for corner in area)) + 1


def _side_met(dx: int, dy: int, px: int, py: int, reach: int, ux: int, uy: int) -> tuple[int, ...]:
    """Where the line crosses a side of the area that is moved outwards by the reach."""
    pace = dy * ux - dx * uy
    if not pace:
        return ()
    whole = dx * dx + dy * dy
    length = (dy * px - dx * py - reach * isqrt(whole)) * SCALE // pace
    share = length * (ux * dx + uy * dy) // SCALE - px * dx - py * dy
    return (length,) if 0 <= share <= whole else ()


def _circle_met(px: int, py: int, reach: int, ux: int, uy: int) -> tuple[int, ...]:
    """Where the line crosses the circle of that radius round a corner."""
    aside = (px * uy - py * ux) // SCALE
    half2 = reach * reach - aside * aside
    if half2 <= 0:
        return ()
    middle, half = (px * ux + py * uy) // SCALE, isqrt(half2)
    return middle - half, middle + half
