"""LL.7.finterp What a retreat costs without a card: friends passed through, and difficult terrain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from domain.kernel.facts import UnitId
from domain.tabletop.bodies import blocks_of
from domain.tabletop.polygons import Polygon, Segment, passes_through
from domain.tabletop.space import leg_areas
from domain.tabletop.sweep import shift
from domain.tabletop.wayback import HERE, WayBack
from rules.longstreet_lite import terrain
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.retreat.facts import under_way
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Unit


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
