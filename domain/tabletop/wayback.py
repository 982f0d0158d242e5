"""The shortest way back: a straight one along the bearings given, else one that bends round what bars them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import isqrt
from typing import Generic, NamedTuple

from domain.tabletop.angles import SCALE, TURN, Point, direction, round_div
from domain.tabletop.angles import bearing as bearing_to
from domain.tabletop.bodies import Body
from domain.tabletop.bounds import Bounds, bounds
from domain.tabletop.measure import distance, root
from domain.tabletop.polygons import Polygon, edges, squared
from domain.tabletop.space import (
    INSET,
    ROUNDING,
    B,
    Space,
    closed_areas,
    end_fault,
    ends_on,
    leg_fault,
    turn_fault,
)

HERE = Point(0, 0)
BEND_STEP = 1500
HAIR = 2  # lengths are found to a milli-unit or two


class WayBack(NamedTuple, Generic[B]):
    """A legal way in one space: its length, and its places from the first bend to the end."""

    length: int
    places: tuple[Point, ...]
    space: Space[B]


class Trail(NamedTuple):
    """A way as far as its last bend; the heap takes the least gone first."""

    gone: int = 0
    bends: tuple[Point, ...] = ()

    @property
    def here(self) -> Point:
        return self.bends[-1] if self.bends else HERE


START = Trail()


def straight_ways(space: Space[B]) -> Iterator[WayBack[B]]:
    """The least legal way along each bearing."""
    least = _least(space, START)
    ways = (_straight(space, START, bearing, least) for bearing in space.bearings)
    return (way for way in ways if way)


def shortest(spaces: Sequence[Space[B]]) -> WayBack[B] | None:
    """The shortest legal way from any of these starts."""
    return shortest_straight(spaces) or shortest_bent(spaces)


def shortest_straight(spaces: Sequence[Space[B]]) -> WayBack[B] | None:
    """The first of equals."""
    best: WayBack[B] | None = None
    least = [(space, _least(space, START)) for space in spaces if _is_free(space)]
    enough = min((length for _, length in least), default=0) + HAIR
    for space, length in least:
        for bearing in space.bearings:
            best = _straight(space, START, bearing, length, best) or best
            if best and best.length <= enough:
                return best
    return best


def _is_free(space: Space[Body]) -> bool:
    """It could stand where it starts: formed anew, it may not."""
    return leg_fault(space, HERE, HERE) is None


def _least(space: Space[Body], trail: Trail) -> int:
    """How much is still to go, whichever way: of the least way, and of the distance to be kept."""
    short = (berth.too_near + ROUNDING - distance(trail.here, berth.area) for berth in space.berths)
    return max(space.least_way - trail.gone, max(short, default=0) - HAIR, 0)


def shortest_bent(spaces: Iterable[Space[B]]) -> WayBack[B] | None:
    """Where no straight way is legal, one that bends may be, once or more often."""
    best: WayBack[B] | None = None
    for space in filter(_is_free, spaces):
        best = _bent(space, best)
    return best


def _bent(space: Space[B], best: WayBack[B] | None) -> WayBack[B] | None:
    """From bend to bend, the nearest first, and straight on from each; or the best so far."""
    corners, reached, waiting = _corners(space), set[Point](), [START]
    while waiting:
        trail = heappop(waiting)
        if best and trail.gone >= best.length:
            break
        if trail.here in reached:
            continue
        reached.add(trail.here)
        best = _onward(space, trail, best)
        for corner in corners:
            if corner not in reached and leg_fault(space, trail.here, corner) is None:
                far = root(squared(trail.here, corner))
                heappush(waiting, Trail(trail.gone + far, (*trail.bends, corner)))
    return best


def _corners(space: Space[Body]) -> list[Point]:
    """Where a way may bend: at the corners of what bars the straight ones."""
    areas = (*(barrier.area for barrier in space.barriers), *closed_areas(space))
    corners = sorted({corner for area in areas for corner in area})
    return [corner for corner in corners if leg_fault(space, corner, corner) is None]


def _onward(space: Space[B], trail: Trail, best: WayBack[B] | None) -> WayBack[B] | None:
    """Straight on all round, and into the corners of the table: there may be room when there is none elsewhere."""
    least, heading, room = _least(space, trail), space.start.pose.heading, space.room
    corners = (Point(x, y) for x in (room.west, room.east) for y in (room.south, room.north))
    into = (bearing_to(trail.here, corner) for corner in corners if corner != trail.here)
    for bearing in (*range(heading, heading + TURN, BEND_STEP), *into):
        best = _straight(space, trail, bearing % TURN, least, best) or best
    return best


def _straight(
    space: Space[B], trail: Trail, bearing: int, least: int, best: WayBack[B] | None = None
) -> WayBack[B] | None:
    """The way that goes on in this direction until one may stop, if it beats the best."""
    start, along = trail.here, direction(bearing)
    most = _to_the_edge(space.room, start, along)
    most = min(most, best.length - trail.gone - 1) if best else most
    if least > most or leg_fault(space, start, _along(start, along, least)):
        return None
    length = _first_stop(space, start, along, least, most)
    if length > most:
        return None
    end = _along(start, along, length)
    if leg_fault(space, start, end) or turn_fault(space, end) or end_fault(space, end) or ends_on(space, end):
        return None
    return WayBack(trail.gone + length, (*trail.bends, end), space)


def _along(start: Point, along: Point, length: int) -> Point:
    return start.plus(Point(round_div(length * along.x, SCALE), round_div(length * along.y, SCALE)))


def _to_the_edge(room: Bounds, start: Point, along: Point) -> int:
    """How far one may go before leaving the table, and a little more for rounding."""
    (x, y), (ux, uy) = start, along
    ways = ((room.east - x, ux), (x - room.west, -ux), (room.north - y, uy), (y - room.south, -uy))
    return min(left * SCALE // pace for left, pace in ways if pace > 0) + 1


def _first_stop(space: Space[Body], start: Point, along: Point, least: int, most: int) -> int:
    """Where nobody is too near and no friend in the way; beyond the most if there is no such place."""
    spans: list[tuple[int, int]] = []
    for area, reach, more in _kept_clear(space):
        span = chord(area, reach, start, along, least)
        if span:
            spans.append((span[0], span[1] + more))
            if span[0] < least and span[1] > most:
                return span[1]
    return _first_free(least, spans)


def _kept_clear(space: Space[Body]) -> Iterator[tuple[Polygon, int, int]]:
    """Areas of ends that are none, how far off they are kept, and what is added for rounding."""
    yield from ((berth.area, berth.too_near + ROUNDING, 0) for berth in space.berths)
    yield from ((friend.taken, 0, INSET) for friend in space.friends)


def _first_free(least: int, spans: Iterable[tuple[int, int]]) -> int:
    """The least length in none of the spans."""
    for begin, end in sorted(spans):
        if begin < least < end:
            least = end
    return least


def chord(area: Polygon, reach: int, start: Point, along: Point, least: int) -> tuple[int, int] | None:
    """Between which lengths of a straight line, from the least on, one is nearer than the reach to a convex area.

    Such a region is bounded by the sides of the area, moved outwards, and by circles round its corners. It is found to
    a milli-unit or two.
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
