"""LL.7.fdist, LL.7.fdir Where a unit may go: its footprint shrinks to a point, and what stands in its way grows by it.

A retreat slides without turning, so a place is a vector from the start. An enemy is an area of vectors that would lay
the footprint upon it: a way through that area is a way through the enemy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.facts import UnitId
from domain.kernel.reasons import Reason
from domain.tabletop.angles import Point
from domain.tabletop.bodies import FAR, blocks_of, directly_in_front, extent_of, to_the_front
from domain.tabletop.bounds import Bounds, are_apart, bounds
from domain.tabletop.measure import Rectangle, box, within
from domain.tabletop.polygons import Polygon, Segment, contains, convex_parts, hull, passes_through
from domain.tabletop.sweep import swept
from rules.longstreet_lite import terrain
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.retreat.state import Retreating, Retreats
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Unit, enemy_of, on_table
from rules.longstreet_lite.tables import BW, CLEAR_OF_ENEMY, TOUCH

ROUNDING = TOUCH // 2  # so much may lack of a distance, as corners stand on whole milli-BW
INSET = 2 * TOUCH // 3  # LL.G.5 a footprint so much smaller all round touches where the whole one overlaps a little


class Barrier(NamedTuple):
    """An area no way may lead through."""

    area: Polygon
    why: Reason


OFF_TABLE = Barrier((), Reason("off the table", "LL.7.fno.2"))


class Berth(NamedTuple):
    """An enemy and how far from it the unit must end."""

    area: Polygon
    too_near: int
    enemy: UnitId
    need: int  # BW, or more than these
    more: bool = False


class Friend(NamedTuple):
    unit: UnitId
    area: Polygon  # of ways through it
    taken: Polygon  # of ends upon it


class Space(NamedTuple):
    """One start of one retreat, with everything that limits it."""

    state: State
    id: UnitId
    unit: Unit
    start: Body  # as it slides
    end: Body  # as it would stand after turning on the spot
    least_way: int
    barriers: tuple[Barrier, ...]
    limits: tuple[Barrier, ...]  # for the end only, once it has turned
    berths: tuple[Berth, ...]
    friends: tuple[Friend, ...]
    room: Bounds  # of places on the table
    end_room: Bounds
    barred: bool  # some terrain is impassable to it

    @property
    def blocks(self) -> tuple[Rectangle, ...]:
        return blocks_of(self.start)


def under_way(state: State) -> Retreats:
    """The retreats of the side that falls back now."""
    found = state.combat.retreats
    assert found is not None
    return found


def space_of(state: State, unit_id: UnitId, retreating: Retreating, rolled: int, start: Body, end: Body) -> Space:
    """LL.7.fdist.2, LL.7.fdir.2, LL.7.fdir.3 All that the way and the end of a retreat must heed."""
    unit = state.units[unit_id]
    enemies = {key: body_of(state, other) for key, other in on_table(state, enemy_of(unit.side)).items()}
    friends = {key: body_of(state, other) for key, other in on_table(state, unit.side).items() if key != unit_id}
    return Space(
        state=state, id=unit_id, unit=unit, start=start, end=end, least_way=least_way(state, rolled),
        barriers=(*_front(state, unit_id, start), *_enemies(enemies, start)),
        limits=() if start == end else (*_front(state, unit_id, end), *_enemies(enemies, end)),
        berths=tuple(sorted(_berths(state, enemies, retreating, rolled, end), key=lambda berth: -berth.too_near)),
        friends=tuple(_friends(friends, start, end)),
        room=_room(state, start),
        end_room=_room(state, end),
        barred=any(True for _ in terrain.barring(state, unit.kind)),
    )  # fmt: skip


def least_way(state: State, rolled: int) -> int:
    """LL.F.6 (D41) The dice are a way to go, unless they speak of the distance from the enemy only."""
    return 0 if reading(state, "D41") == "B" else rolled * BW


def _front(state: State, unit_id: UnitId, body: Body) -> Iterator[Barrier]:
    """LL.7.fdir.2 (D43) No part goes ahead of the front line as it stood, or not between its flank lines."""
    stood = body_of(state, state.units[unit_id])
    ahead = directly_in_front(stood) if reading(state, "D43") == "B" else to_the_front(stood)
    why = Reason("ahead of its front", "LL.7.fdir.2", (unit_id,))
    return (Barrier(difference(ahead, block), why) for block in _inset(body))


def _enemies(enemies: dict[UnitId, Body], body: Body) -> Iterator[Barrier]:
    """LL.7.fdir.3"""
    blocks = _inset(body)
    for key, enemy in enemies.items():
        why = Reason("through an enemy", "LL.7.fdir.3", (key,))
        for area in _differences(enemy, blocks):
            yield Barrier(area, why)


def _berths(
    state: State, enemies: dict[UnitId, Body], retreating: Retreating, rolled: int, end: Body
) -> Iterator[Berth]:
    """LL.7.fdist.2 (D41, D42) As far as the dice say from those it was engaged with, 1 BW from all."""
    clear, more = _clear_of_all(state)
    engaged = 0 if reading(state, "D41") == "C" else rolled * BW - ROUNDING
    for key, body in enemies.items():
        far = key in retreating.engaged and engaged > clear
        for area in _differences(body, blocks_of(end)):
            yield Berth(area, engaged, key, rolled) if far else Berth(area, clear, key, CLEAR_OF_ENEMY // BW, more)


def _clear_of_all(state: State) -> tuple[int, bool]:
    """LL.7.fdist.2 (D42) What is too near to any enemy, and whether more than 1 BW is wanted."""
    if reading(state, "D42") == "B":
        return CLEAR_OF_ENEMY, True
    return CLEAR_OF_ENEMY - ROUNDING, False


def _friends(friends: dict[UnitId, Body], start: Body, end: Body) -> Iterator[Friend]:
    """LL.7.finterp.2, LL.7.fdist.3 It may pass through them, and not stop on one."""
    same = start == end
    for key, body in friends.items():
        for there in blocks_of(body):
            through = [difference(there, block) for block in _inset(start)]
            upon = through if same else [difference(there, block) for block in _inset(end)]
            yield from (Friend(key, area, taken) for area, taken in zip(through, upon, strict=True))


def _room(state: State, body: Body) -> Bounds:
    """LL.7.fno.2 The places where no part is off the table."""
    west, south, east, north = extent_of(body)
    return Bounds(-west, -south, state.battle.width - east, state.battle.height - north)


def _inset(body: Body) -> tuple[Rectangle, ...]:
    return tuple(_shrunk(block, body) for block in blocks_of(body))


def _shrunk(block: Rectangle, body: Body) -> Rectangle:
    """LL.G.5 Each corner a little further in: to touch is not to overlap."""
    small = box(body.pose, -2 * INSET, 2 * INSET, 2 * INSET, -2 * INSET)
    middle = body.pose.point
    inwards = [small[(i + 2) % 4].minus(middle) for i in range(4)]
    return Rectangle(*(corner.plus(way) for corner, way in zip(block, inwards, strict=True)))


def _differences(there: Body, blocks: Sequence[Rectangle]) -> Iterator[Polygon]:
    return (difference(still, block) for still in blocks_of(there) for block in blocks)


@lru_cache(maxsize=8192)
def difference(still: Polygon, moving: Polygon) -> Polygon:
    """The vectors that lay the moving shape upon the one that stands still; both convex."""
    return hull(Point(a.x - b.x, a.y - b.y) for a in still for b in moving)


def beyond_the_table(space: Space) -> Space:
    """LL.7.fno.2 The same on a table without edges."""
    everywhere = Bounds(-FAR, -FAR, FAR, FAR)
    return space._replace(room=everywhere, end_room=everywhere)


def without_enemies(space: Space) -> Space:
    """LL.7.fno.1 The same with neither enemies nor impassable ground."""
    front = tuple(barrier for barrier in space.barriers if barrier.why.cite == "LL.7.fdir.2")
    return space._replace(barriers=front, berths=(), barred=False)


def impassable_areas(space: Space) -> Iterator[Polygon]:
    """LL.7.fdir.3 The places that lay the footprint upon impassable terrain; bridges and fords are left out."""
    for piece in terrain.barring(space.state, space.unit.kind):
        for part in convex_parts(piece.points):
            yield from (difference(part, block) for block in _inset(space.start))


def leg_areas(space: Space, here: Point, there: Point) -> tuple[Polygon, ...]:
    """LL.7.fdir.2 The ground the whole footprint covers on a straight stretch."""
    return tuple(swept(_moved(block, here), _moved(block, there)) for block in space.blocks)


def _moved(block: Rectangle, by: Point) -> Polygon:
    return tuple(corner.plus(by) for corner in block)


def leg_fault(space: Space, here: Point, there: Point) -> Barrier | None:
    """LL.7.fdir.2, LL.7.fdir.3 What keeps the unit from going straight from one place to the other."""
    if not _is_within(space.room, there):
        return OFF_TABLE
    line, extent = Segment(here, there), bounds((here, there))
    near = (barrier for barrier in space.barriers if not are_apart(extent, _extent(barrier.area)))
    met = next((barrier for barrier in near if passes_through(line, barrier.area)), None)
    if met or not space.barred:
        return met
    return _impassable(space, leg_areas(space, here, there))


@lru_cache(maxsize=8192)
def _extent(area: Polygon) -> Bounds:
    return bounds(area)


def _impassable(space: Space, areas: Iterable[Polygon]) -> Barrier | None:
    piece = terrain.impassable(space.state, space.unit.kind, areas)
    return Barrier((), Reason("through impassable ground", "LL.7.fdir.3", (piece.name,))) if piece else None


def _is_within(room: Bounds, place: Point) -> bool:
    return room.west <= place.x <= room.east and room.south <= place.y <= room.north


def end_fault(space: Space, place: Point) -> Berth | None:
    """LL.7.fdist.2, LL.7.fart.1 The enemy for whom the unit may not stop here, if it may not."""
    return next((berth for berth in space.berths if within(place, berth.area, berth.too_near)), None)


def ends_on(space: Space, place: Point) -> UnitId:
    """LL.7.fdist.3 The friend the unit would stop on."""
    return next((friend.unit for friend in space.friends if contains(friend.taken, place, outline=False)), "")


def turn_fault(space: Space, place: Point) -> Barrier | None:
    """LL.7.fdir.2, LL.7.fart.1 What keeps the unit from turning at its end, if it turns."""
    if space.start == space.end:
        return None
    if not _is_within(space.end_room, place):
        return OFF_TABLE
    met = next((limit for limit in space.limits if contains(limit.area, place, outline=False)), None)
    if met or not space.barred:
        return met
    return _impassable(space, [_moved(block, place) for block in blocks_of(space.end)])
