"""LL.7.fdist, LL.7.fdir, LL.7.finterp Where a unit may fall back to: what bars its way, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from domain.kernel.facts import UnitId
from domain.kernel.reasons import Reason
from domain.tabletop.angles import HALF_TURN, QUARTER, TURN
from domain.tabletop.bodies import blocks_of, directly_in_front, to_the_front
from domain.tabletop.polygons import Polygon, Segment, passes_through
from domain.tabletop.space import Barrier, Berth, Closed, Space, barriers, berths, friends, leg_areas, room
from domain.tabletop.sweep import shift
from domain.tabletop.wayback import HERE, WayBack
from rules.longstreet_lite import terrain
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.retreat.facts import under_way
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Retreating, State, Unit, enemy_of, on_table
from rules.longstreet_lite.tables import BW, CLEAR_OF_ENEMY

STEP = 500  # section 6.6: every 5 degrees
FRONT, ENEMY = "front", "enemy"


def why(barrier: Barrier) -> Reason:
    """What bars a way, with its rule."""
    match barrier.what:
        case "front":
            return Reason("ahead of its front", "LL.7.fdir.2", (barrier.name,))
        case "enemy":
            return Reason("through an enemy", "LL.7.fdir.3", (barrier.name,))
        case "ground":
            return Reason("through impassable ground", "LL.7.fdir.3", (barrier.name,))
    return Reason("off the table", "LL.7.fno.2")


def space_of(state: State, unit_id: UnitId, retreating: Retreating, rolled: int, start: Body, end: Body) -> Space[Body]:
    """LL.7.fdist.2, LL.7.fdir.2, LL.7.fdir.3 All that the way and the end of a retreat must heed."""
    unit, battle = state.units[unit_id], state.battle
    enemies = {key: body_of(state, other) for key, other in on_table(state, enemy_of(unit.side)).items()}
    others = {key: body_of(state, other) for key, other in on_table(state, unit.side).items() if key != unit_id}
    too_near = _berths(state, enemies, retreating, rolled, end)
    return Space(
        start=start, end=end, least_way=least_way(state, rolled), bearings=bearings(start.pose.heading),
        barriers=tuple(_barriers(state, unit_id, enemies, start)),
        limits=() if start == end else tuple(_barriers(state, unit_id, enemies, end)),
        berths=tuple(sorted(too_near, key=lambda berth: -berth.too_near)),
        friends=tuple(friend for key, body in others.items() for friend in friends(body, key, start, end)),
        closed=tuple(_closed(state, unit.kind)),
        room=room(start, battle.width, battle.height),
        end_room=room(end, battle.width, battle.height),
    )  # fmt: skip


def least_way(state: State, rolled: int) -> int:
    """LL.F.6 (D41) The dice are a way to go, unless they speak of the distance from the enemy only."""
    return 0 if reading(state, "D41") == "B" else rolled * BW


@lru_cache(maxsize=512)
def bearings(heading: int) -> tuple[int, ...]:
    """LL.7.fdir.1, LL.1.edge.5 Straight back, then ever more to a flank, over the rear half-plane."""
    aside = (off for more in range(STEP, QUARTER + 1, STEP) for off in (more, -more))
    return tuple((heading + HALF_TURN + off) % TURN for off in (0, *aside))


def _barriers(state: State, unit_id: UnitId, enemies: Mapping[UnitId, Body], body: Body) -> Iterator[Barrier]:
    """LL.7.fdir.2 (D43) No part goes ahead of the front line as it stood, or not between its flank lines.

    LL.7.fdir.3 Nor through an enemy.
    """
    stood = body_of(state, state.units[unit_id])
    ahead = directly_in_front(stood) if reading(state, "D43") == "B" else to_the_front(stood)
    yield from barriers((ahead,), body, FRONT, unit_id)
    for key, enemy in enemies.items():
        yield from barriers(blocks_of(enemy), body, ENEMY, key)


def _berths(
    state: State, enemies: Mapping[UnitId, Body], retreating: Retreating, rolled: int, end: Body
) -> Iterator[Berth]:
    """LL.7.fdist.2 (D41, D42) As far as the dice say from those it was engaged with, 1 BW or more from all."""
    more = reading(state, "D42") == "B"
    engaged = 0 if reading(state, "D41") == "C" else rolled * BW
    for key, enemy in enemies.items():
        if key in retreating.engaged and engaged > CLEAR_OF_ENEMY:
            yield from berths(enemy, end, key, engaged)
        else:
            yield from berths(enemy, end, key, CLEAR_OF_ENEMY, more=more)


def _closed(state: State, kind: str) -> Iterator[Closed]:
    """LL.7.fdir.3 Impassable terrain, but for its bridges and fords."""
    for piece in terrain.barring(state, kind):
        yield Closed(terrain.ground_of(piece), tuple(terrain.crossings(state, piece)), piece.name)


def without_enemies(space: Space[Body]) -> Space[Body]:
    """LL.7.fno.1 The same with neither enemies nor impassable ground."""
    front = tuple(barrier for barrier in space.barriers if barrier.what == FRONT)
    return space._replace(barriers=front, berths=(), closed=())


def costs(state: State, unit: Unit, way: WayBack[Body]) -> bool:
    """LL.7.finterp.2, LL.7.finterp.3 Whether a friend or the unit would have to pay for this way."""
    return bool(crossed(state, unit, way)) or any(True for _ in passed_through(state, way))


def passed_through(state: State, way: WayBack[Body]) -> Iterator[UnitId]:
    """LL.7.finterp.2 (D46) The friends that lose a base, each once: any, or those that need not retreat themselves."""
    legs = [Segment(*leg) for leg in pairwise((HERE, *way.places))]
    met = (friend.name for friend in way.space.friends if any(passes_through(leg, friend.area) for leg in legs))
    spared = under_way(state).units if reading(state, "D46") == "B" else ()
    return (friend for friend in dict.fromkeys(met) if friend not in spared)


def crossed(state: State, unit: Unit, way: WayBack[Body]) -> str:
    """LL.7.finterp.3 (D47) The difficult terrain on the way, if any; what it stood in at the start may not count."""
    space = way.space
    if not way.length:
        return ""
    areas = [area for leg in pairwise((HERE, *way.places)) for area in leg_areas(space, *leg)]
    areas += [] if space.start == space.end else _end_areas(way)
    met = terrain.met(state, terrain.hindering(state, unit.kind), areas)
    if reading(state, "D47") == "B":
        stood = (*blocks_of(body_of(state, unit)), *blocks_of(space.start))
        met = (piece for piece in met if not any(terrain.is_in(state, piece, area) for area in stood))
    return next((piece.name for piece in met), "")


def _end_areas(way: WayBack[Body]) -> list[Polygon]:
    end = way.space.end
    return list(blocks_of(end.at(shift(end.pose, way.places[-1]))))
