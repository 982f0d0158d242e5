"""Where a body may go that slides without turning: it shrinks to a point, and what stands in its way grows by it.

A place is a vector from the start. Another body is an area of vectors that would lay the footprint upon it: a way
through that area is a way through the body.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from domain.tabletop.angles import Point
from domain.tabletop.bodies import FAR, TOUCH, Body, blocks_of, extent_of
from domain.tabletop.bounds import Bounds, are_apart, bounds
from domain.tabletop.ground import Ground, is_bare, is_under, parts_of
from domain.tabletop.measure import Rectangle, box, within
from domain.tabletop.polygons import Polygon, Segment, contains, hull, passes_through
from domain.tabletop.sweep import swept

ROUNDING = TOUCH // 2  # so much may lack of a distance, as corners stand on whole milli-units
INSET = 2 * TOUCH // 3  # a footprint so much smaller all round touches where the whole one overlaps a little
B = TypeVar("B", bound=Body, covariant=True)


class Barrier(NamedTuple):
    """An area no way may lead through: what bars it, and whose or which it is."""

    area: Polygon
    what: str
    name: str = ""


OFF_TABLE = Barrier((), "table")


class Berth(NamedTuple):
    """Somebody, and how far off the body must end: so far, or more than that."""

    area: Polygon
    too_near: int
    name: str
    need: int
    more: bool = False


class Friend(NamedTuple):
    """Somebody who may be passed through, and not be stopped on."""

    name: str
    area: Polygon  # of ways through him
    taken: Polygon  # of ends upon him


class Closed(NamedTuple):
    """Ground not to be entered, but by the ways over it."""

    ground: Ground
    ways: tuple[Polygon, ...]
    name: str


class Space(NamedTuple, Generic[B]):
    """One start of one way, with everything that limits it."""

    start: B  # as it slides
    end: B  # as it would stand after turning on the spot
    least_way: int
    bearings: tuple[int, ...]  # to go straight along, the first of equals first
    barriers: tuple[Barrier, ...]
    limits: tuple[Barrier, ...]  # for the end only, once it has turned
    berths: tuple[Berth, ...]
    friends: tuple[Friend, ...]
    closed: tuple[Closed, ...]
    room: Bounds  # of places on the table
    end_room: Bounds


def barriers(areas: Iterable[Polygon], body: Body, what: str, name: str = "") -> Iterator[Barrier]:
    """The places that lay the body upon one of the convex areas."""
    blocks = _inset(body)
    return (Barrier(difference(area, block), what, name) for area in areas for block in blocks)


def berths(other: Body, body: Body, name: str, need: int, *, more: bool = False) -> Iterator[Berth]:
    """The distance that the body must keep from another where it stops."""
    too_near = need if more else need - ROUNDING
    areas = (difference(there, block) for there in blocks_of(other) for block in blocks_of(body))
    return (Berth(area, too_near, name, need, more) for area in areas)


def friends(other: Body, name: str, start: Body, end: Body) -> Iterator[Friend]:
    """Another that may be passed through by the body as it starts, and not be stopped on as it ends."""
    for there in blocks_of(other):
        through = [difference(there, block) for block in _inset(start)]
        upon = through if start == end else [difference(there, block) for block in _inset(end)]
        yield from (Friend(name, area, taken) for area, taken in zip(through, upon, strict=True))


def room(body: Body, width: int, height: int) -> Bounds:
    """The places where no part is off a table so large."""
    west, south, east, north = extent_of(body)
    return Bounds(-west, -south, width - east, height - north)


@lru_cache(maxsize=4096)
def _inset(body: Body) -> tuple[Rectangle, ...]:
    """Each corner a little further in: to touch is not to overlap."""
    small, middle = box(body.pose, -2 * INSET, 2 * INSET, 2 * INSET, -2 * INSET), body.pose.point
    inwards = [small[(i + 2) % 4].minus(middle) for i in range(4)]
    return tuple(
        Rectangle(*(corner.plus(way) for corner, way in zip(block, inwards, strict=True))) for block in blocks_of(body)
    )


@lru_cache(maxsize=8192)
def difference(still: Polygon, moving: Polygon) -> Polygon:
    """The vectors that lay the moving shape upon the one that stands still; both convex."""
    return hull(Point(a.x - b.x, a.y - b.y) for a in still for b in moving)


def beyond_the_table(space: Space[B]) -> Space[B]:
    """The same on a table without edges."""
    everywhere = Bounds(-FAR, -FAR, FAR, FAR)
    return space._replace(room=everywhere, end_room=everywhere)


def closed_areas(space: Space[Body]) -> Iterator[Polygon]:
    """The places that lay the footprint upon closed ground; ways over it are left out."""
    blocks = _inset(space.start)
    return (difference(part, block) for piece in space.closed for part in parts_of(piece.ground) for block in blocks)


def leg_areas(space: Space[Body], here: Point, there: Point) -> tuple[Polygon, ...]:
    """The ground the whole footprint covers on a straight stretch."""
    return tuple(swept(_moved(block, here), _moved(block, there)) for block in blocks_of(space.start))


def _moved(block: Rectangle, by: Point) -> Polygon:
    return tuple(corner.plus(by) for corner in block)


def leg_fault(space: Space[Body], here: Point, there: Point) -> Barrier | None:
    """What keeps the body from going straight from one place to the other."""
    if not _is_within(space.room, there):
        return OFF_TABLE
    line, extent = Segment(here, there), bounds((here, there))
    near = (barrier for barrier in space.barriers if not are_apart(extent, _extent(barrier.area)))
    met = next((barrier for barrier in near if passes_through(line, barrier.area)), None)
    if met or not space.closed:
        return met
    return _closed(space, leg_areas(space, here, there))


@lru_cache(maxsize=8192)
def _extent(area: Polygon) -> Bounds:
    return bounds(area)


def _closed(space: Space[Body], areas: Sequence[Polygon]) -> Barrier | None:
    for ground, ways, name in space.closed:
        if any(is_under(ground, area, TOUCH) and is_bare(ground, area, ways, TOUCH) for area in areas):
            return Barrier((), "ground", name)
    return None


def _is_within(room: Bounds, place: Point) -> bool:
    return room.west <= place.x <= room.east and room.south <= place.y <= room.north


def end_fault(space: Space[Body], place: Point) -> Berth | None:
    """Whom the body would be too near to if it stopped here, if to anyone."""
    return next((berth for berth in space.berths if within(place, berth.area, berth.too_near)), None)


def ends_on(space: Space[Body], place: Point) -> str:
    """The friend the body would stop on."""
    return next((friend.name for friend in space.friends if contains(friend.taken, place, outline=False)), "")


def turn_fault(space: Space[Body], place: Point) -> Barrier | None:
    """What keeps the body from turning at its end, if it turns."""
    if space.start == space.end:
        return None
    if not _is_within(space.end_room, place):
        return OFF_TABLE
    met = next((limit for limit in space.limits if contains(limit.area, place, outline=False)), None)
    if met or not space.closed:
        return met
    return _closed(space, [_moved(block, place) for block in blocks_of(space.end)])
