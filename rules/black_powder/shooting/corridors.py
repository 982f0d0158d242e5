"""BP.tgt.6 Corridors: what stands to the left and to the right of a line of fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import isqrt

from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of, front_edge
from domain.tabletop.measure import gap2
from domain.tabletop.polygons import Polygon, hull, overlaps
from rules.black_powder.ids import UnitId
from rules.black_powder.position import is_engaged, on_table
from rules.black_powder.shooting.looking import Look
from rules.black_powder.shooting.sight import ground_blocks, nearest_point, shoots_all_round
from rules.black_powder.units.footprint import body_of


def corridor_to(look: Look, target: UnitId, ignored: tuple[UnitId, ...]) -> int | None:
    """BP.tgt.6 The least gap between what stands left and right of the line of fire; None if one side is open."""
    body, there = body_of(look.state, look.unit), body_of(look.state, look.state.units[target])
    corners = [corner for block in blocks_of(there) for corner in block]
    start = (look.eye,) if shoots_all_round(look.unit) or look.arm.is_piece else tuple(front_edge(body))
    if look.unit.formation in ("square", "building"):
        start = (look.eye,)
    fan, aim = hull((*start, look.eye, *corners)), nearest_point(look.eye, there)
    return _narrowest(look.eye, aim, [one for one in _obstacles(look, target, ignored) if overlaps(fan, one)])


def _obstacles(look: Look, target: UnitId, ignored: tuple[UnitId, ...]) -> Iterator[Polygon]:
    """Friends, ground that blocks sight, engaged units and enemies passed over."""
    state, there = look.state, look.state.units[target]
    for name, unit in on_table(state).items():
        if name in (look.name, target) or (unit.building and unit.building in (look.unit.building, there.building)):
            continue
        if unit.side == look.unit.side or name in ignored or is_engaged(state, name):
            yield from blocks_of(body_of(state, unit))
    yield from ground_blocks(state, look.eye, look.unit, there, body_of(state, there))


def _narrowest(eye: Point, aim: Point, obstacles: list[Polygon]) -> int | None:
    way = aim.minus(eye)
    middles = [
        (sum(p.x for p in one) / len(one) - eye.x, sum(p.y for p in one) / len(one) - eye.y) for one in obstacles
    ]
    lefts = [one for one, (x, y) in zip(obstacles, middles, strict=True) if way.x * y - way.y * x > 0]
    rights = [one for one in obstacles if one not in lefts]
    return _least_gap(tuple(lefts), tuple(rights)) if lefts and rights else None


@lru_cache(maxsize=2048)
def _least_gap(lefts: tuple[Polygon, ...], rights: tuple[Polygon, ...]) -> int:
    return isqrt(int(min(gap2(one, other) for one in lefts for other in rights)))
