"""BP.ter What ground costs a unit, where it may not go, and what roads, bridges and gates open to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.tabletop.angles import Point
from domain.tabletop.bounds import Bounds, are_apart
from domain.tabletop.ground import Ground, ground, is_bare, is_under
from domain.tabletop.measure import within
from domain.tabletop.polygons import Polygon, segments
from domain.tabletop.tolls import Rates
from rules.black_powder.rulings import is_on, number
from rules.black_powder.state import Piece, State, Unit
from rules.black_powder.tables import INCH, ROADS, TERRAIN, TOUCH, WAYS_OVER
from rules.black_powder.tables import Ground as Row
from rules.black_powder.units.measuring import scaled
from rules.black_powder.units.profile import is_foot, is_gun, is_skirmishing

ROAD_REACH = 2 * INCH  # house: a column whose leader keeps so near the line is on the road
BRIDGE_RIM = INCH // 2  # house: so much of a column may hang over a bridge on either side
PLAIN_ROUGH = "rough ground"
SCENERY = "scenery"
DEGREES = ("very rough ground", "extremely rough ground")


class Hindrance(NamedTuple):
    """What a piece does to a unit: how many times an inch counts, a toll to cross it, or no way at all."""

    piece: Piece
    rate: int = 1
    toll: int = 0
    closed: bool = False


def row_of(state: State, piece: Piece) -> Row:
    """BP.ter.3 Without the option the degrees of rough ground are one."""
    return TERRAIN[PLAIN_ROUGH if piece.kind in DEGREES and not is_on(state, "very_rough_ground") else piece.kind]


@lru_cache(maxsize=1024)
def shape_of(piece: Piece) -> Ground:
    return ground(piece.points, TERRAIN[piece.kind].shape == "line")


def obstacle_cost(state: State) -> int:
    """BP.ter.4 Six inches, or as the players agreed."""
    return scaled(state, number(state, "obstacle_cost") * INCH)


def rate(state: State, unit: Unit, piece: Piece) -> int | None:
    """BP.ter.1 How many times an inch counts for such a unit; None where it may not go."""
    row = row_of(state, piece)
    if is_gun(unit):
        by_hand = piece.guns_by_hand and unit.formation == "unlimbered"
        return 2 if by_hand and row.guns is None else row.guns
    if is_foot(unit):
        return row.foot_skirmish if is_skirmishing(unit) else row.foot
    return row.horse_skirmish if is_skirmishing(unit) else row.horse


def hindrance(state: State, unit: Unit, piece: Piece) -> Hindrance:
    row, found = row_of(state, piece), rate(state, unit, piece)
    if piece.kind == SCENERY:
        return Hindrance(piece, toll=scaled(state, number(state, "scenery_cost") * INCH))
    if found is None:
        return Hindrance(piece, closed=True)
    return Hindrance(piece, toll=obstacle_cost(state)) if row.barrier else Hindrance(piece, rate=found)


def hindrances(state: State, unit: Unit, extent: Bounds) -> Iterator[Hindrance]:
    """All that stands in the way of a unit somewhere in these bounds."""
    for piece in state.terrain.values():
        if not are_apart(shape_of(piece).extent, extent):
            found = hindrance(state, unit, piece)
            if found.closed or found.toll or found.rate > 1:
                yield found


def dear(found: Iterator[Hindrance] | tuple[Hindrance, ...]) -> Rates:
    return {one.piece.name: (shape_of(one.piece), one.rate) for one in found if one.rate > 1}


def lines(found: Iterator[Hindrance] | tuple[Hindrance, ...]) -> Rates:
    return {one.piece.name: (shape_of(one.piece), one.toll) for one in found if one.toll}


def ways_over(state: State) -> tuple[Polygon, ...]:
    """Bridges, fords and gates."""
    return tuple(piece.points for piece in state.terrain.values() if piece.kind in WAYS_OVER)


def is_closed_to(state: State, one: Hindrance, area: Polygon) -> bool:
    """BP.ter.2 to BP.ter.9 Whether part of the area lies on closed ground, and not only on a way over it."""
    piece = shape_of(one.piece)
    if not is_under(piece, area, TOUCH):
        return False
    ways = ways_over(state) if row_of(state, one.piece).bridges else ()
    return is_bare(piece, area, ways, BRIDGE_RIM) if not piece.is_line else not _by_gate(piece, area, ways)


def _by_gate(line: Ground, area: Polygon, ways: tuple[Polygon, ...]) -> bool:
    """A line is passed by a gate where a way over it lies under the area."""
    return any(is_under(ground(way), area, TOUCH) and is_under(line, way) for way in ways)


def is_on_road(state: State, point: Point) -> bool:
    """BP.cmd.17, BP.ter.2"""
    roads = (piece for piece in state.terrain.values() if piece.kind in ROADS)
    return any(within(point, part, ROAD_REACH) for road in roads for part in segments(road.points))


def may_follow_road(unit: Unit) -> bool:
    """BP.ter.1 Whoever marches in column, or is limbered, keeps to a road through wood and rough."""
    return unit.formation in ("march_column", "limbered")
