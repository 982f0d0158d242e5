"""BP.tra.1 Before whose front a charger passes, how near, and along how much of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from domain.tabletop.angles import TURN, Point
from domain.tabletop.bodies import blocks_of, extent_of
from domain.tabletop.bounds import are_apart, bounds
from domain.tabletop.contact import length_of
from domain.tabletop.measure import Edge, Pose, distance
from domain.tabletop.pieces import Spot
from domain.tabletop.polygons import Polygon, hull
from domain.tabletop.quarters import visible_share
from domain.tabletop.sweep import swept
from domain.tabletop.zones import ahead_of, clip, lane, shadow, spots_area2
from rules.black_powder.breaking.retreat import OFF
from rules.black_powder.charges.asks import AwaitTraversing
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import enemies
from rules.black_powder.rulings import reading
from rules.black_powder.shooting import traversing
from rules.black_powder.shooting.sight import eye_of, hides, unit_blocks
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import INCH, TWELVE
from rules.black_powder.units.footprint import Body, body_of, edge_of, main_body
from rules.black_powder.units.measuring import scaled
from rules.black_powder.units.profile import is_all_round
from rules.black_powder.units.zones import FACES, quarter_of

LEAST_SEEN = 2 * INCH * INCH // 10  # house: twice the area of a way that counts; less is a sliver


class Passing(NamedTuple):
    """Who sees it pass, before which of his sides, how near, and along how much of that side."""

    unit: UnitId
    near: int
    covered: Fraction
    face: Face = "front"


def passed(state: State, charger: UnitId, way: Polygon, *but: UnitId) -> Iterator[Passing]:
    """BP.tra.1, BP.tra.5 Every enemy in whose view the way leads before his front, or any side of a square."""
    reach, extent = scaled(state, TWELVE), bounds(way)
    for name, unit in enemies(state, state.units[charger].side).items():
        body = main_body(body_of(state, unit))
        if name in but or are_apart(extent, extent_of(body), reach):
            continue
        for edge in Edge if is_all_round(unit) else (Edge.FRONT,):
            crossed, line = part_before(body, edge, way, reach), edge_of(body, edge)
            found = shadow(line, crossed) if crossed else None
            if found and _is_in_view(state, name, unit, FACES[edge], crossed, (charger, *but)):
                yield Passing(name, distance(line, way), found[1] - found[0], FACES[edge])


def part_before(body: Body, edge: Edge, way: Polygon, reach: int) -> tuple[Spot, ...]:
    """What of the way lies before a side, no farther off than the reach."""
    line = edge_of(body, edge)
    out = Pose(x=(line.start.x + line.end.x) // 2, y=(line.start.y + line.end.y) // 2,
               heading=(body.pose.heading + OFF[FACES[edge]]) % TURN)  # fmt: skip
    planes = (ahead_of(out), ahead_of(out, reach).times(-1), *lane(out, length_of(line)))
    return clip(way, planes)


def _is_in_view(
    state: State, name: UnitId, unit: Unit, face: Face, crossed: Sequence[Spot], but: tuple[UnitId, ...]
) -> bool:
    """BP.vis.3 Nobody shoots at what he does not see: part of the way must be in view."""
    eye = eye_of(state, unit, face)
    if spots_area2(crossed) < LEAST_SEEN:
        return False
    area = hull(Point(round(x), round(y)) for x, y in crossed)
    ground = (piece.points for key, piece in state.terrain.items() if hides(state, piece, eye) and key != unit.building)
    return visible_share(eye, area, (*ground, *unit_blocks(state, name, *but))) > 0


def who_may_fire(state: State, charger: UnitId, target: UnitId, way: Polygon) -> dict[UnitId, Passing]:
    """BP.tra.1 (D29) Those not charged themselves that may fire at it as it passes, from the side it passes nearest."""
    found: dict[UnitId, Passing] = {}
    for one in passed(state, charger, way, target):
        if traversing.bar(state, one.unit, one.near, one.covered) is None:
            found[one.unit] = min(one, found.get(one.unit, one), key=lambda seen: seen.near)
    return found


def question(state: State, one: Passing, charger: UnitId) -> AwaitTraversing:
    """BP.tra.1"""
    side = state.units[one.unit].side
    share = int(one.covered * 10_000)
    return AwaitTraversing(side=side, unit=one.unit, charger=charger, near=one.near, face=one.face, crossed=share)


def may_fire_at_mover(state: State, one: Passing, end: Body) -> bool:
    """BP.tra.3 (D29) At one that does not charge: if it crossed the front and ends on the flank (A), or anyway (C)."""
    letter = reading(state, "D29")
    body = main_body(body_of(state, state.units[one.unit]))
    flanked = not is_all_round(state.units[one.unit]) and quarter_of(body, end.pose.point) is not Edge.FRONT
    if letter == "B" or (letter == "A" and not flanked):
        return False
    return traversing.bar(state, one.unit, one.near, one.covered) is None


def way_between(start: Body, end: Body) -> Polygon:
    """The ground a charger covers, turned as it will stand."""
    turned = Pose(x=start.pose.x, y=start.pose.y, heading=end.pose.heading)
    return swept(blocks_of(start.at(turned))[0], blocks_of(end)[0])
