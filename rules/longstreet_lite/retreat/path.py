"""LL.7.fdir One retreat as its owner asks for it: whether it is legal, where it ends, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.lengths import StepText
from domain.tabletop.manoeuvre import take
from domain.tabletop.measure import distance, root
from domain.tabletop.polygons import squared
from domain.tabletop.space import (
    Berth,
    Space,
    beyond_the_table,
    end_fault,
    ends_on,
    leg_fault,
    turn_fault,
)
from domain.tabletop.sweep import shift
from domain.tabletop.wayback import (
    HERE,
    WayBack,
    shortest,
    shortest_bent,
    shortest_straight,
    straight_ways,
)
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.retreat.asks import RetreatUnit
from rules.longstreet_lite.retreat.facts import under_way
from rules.longstreet_lite.retreat.space import costs, crossed, passed_through, space_of, why, without_enemies
from rules.longstreet_lite.retreat.start import Shape, asked_shape, heading_of, shapes, starts, turned_to
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Retreating, State
from rules.longstreet_lite.tables import BW, MOST_STEPS

LONGER = 100  # section 6.6: a way longer than the shortest by more than 0.1 BW is refused


class Plan(NamedTuple):
    """A legal retreat: the way, how the unit stands at its end, and who pays for it."""

    way: WayBack[Body]
    end: Body
    passed: tuple[UnitId, ...]
    ground: str

    @property
    def points(self) -> tuple[Point, ...]:
        start = self.way.space.start.pose.point
        return (start, *(start.plus(place) for place in self.way.places))


def counting(state: State, side: str, faces: tuple[int, ...]) -> int:
    """LL.7.fdist.1 The lower die for a unit of the active side, the higher for the passive."""
    return min(faces) if side == state.core.active else max(faces)


def plan_retreat(state: State, order: RetreatUnit) -> Plan:
    """LL.7.fdir.4 The way asked for, or the shortest; IllegalOrder says what stands against it."""
    if len(order.path) > MOST_STEPS:
        raise IllegalOrder("too many steps", "LL.7.fdir.2", order.unit, len(order.path), MOST_STEPS)
    if order == RetreatUnit(unit=order.unit):
        return _plan(state, order.unit, _any_way(state, order.unit))
    spaces = list(_spaces(state, order))
    best = shortest(spaces)
    if best is None:
        raise _no_way(state, order)
    if not order.path:
        return _plan(state, order.unit, best)
    plan = _asked_plan(state, spaces, order)
    check_shortest(state, order.unit, plan, best, spaces)
    return plan


def find_way(state: State, unit_id: UnitId) -> WayBack[Body] | None:
    """LL.7.fno.3 A legal way in any formation the unit may end in: the shortest in the first that has one."""
    tried: list[list[Space[Body]]] = []
    for spaces in _formations(state, unit_id):
        way = shortest_straight(spaces)
        if way:
            return way
        tried.append(spaces)
    bent = (shortest_bent(spaces) for spaces in tried)
    return next((way for way in bent if way), None)


def _any_way(state: State, unit_id: UnitId) -> WayBack[Body]:
    way = find_way(state, unit_id)
    assert way is not None, f"{state.units[unit_id].name} has routed"
    return way


def _formations(state: State, unit_id: UnitId) -> Iterator[list[Space[Body]]]:
    """LL.7.fvuln.1 The starts of the retreat in each formation that will do."""
    unit, retreating = state.units[unit_id], under_way(state).units[unit_id]
    for shape in shapes(state, unit, retreating):
        yield [_space(state, unit_id, retreating, body, body) for body in starts(state, unit, shape)]


def _spaces(state: State, order: RetreatUnit) -> Iterator[Space[Body]]:
    """LL.7.fvuln.2, LL.7.fart.1 Every start of the retreat in the formation and with the facing asked for."""
    unit, retreating = state.units[order.unit], under_way(state).units[order.unit]
    heading, shape = heading_of(state, unit, retreating, order), _shape(state, order)
    for body in starts(state, unit, shape):
        yield _space(state, order.unit, retreating, body, turned_to(body, heading))


def _shape(state: State, order: RetreatUnit) -> Shape:
    """LL.7.fvuln.1 As asked for, or the first formation that has a way."""
    unit, retreating = state.units[order.unit], under_way(state).units[order.unit]
    if order.ranks or order.offset:
        return asked_shape(state, unit, retreating, order)
    first, *others = shapes(state, unit, retreating)
    way = find_way(state, order.unit) if others else None
    return (way.space.start.ranks, way.space.start.offset) if way else first


def _space(state: State, unit_id: UnitId, retreating: Retreating, start: Body, end: Body) -> Space[Body]:
    faces = under_way(state).rolled[unit_id]
    return space_of(state, unit_id, retreating, counting(state, state.units[unit_id].side, faces), start, end)


def _no_way(state: State, order: RetreatUnit) -> IllegalOrder:
    """LL.7.fvuln.1, LL.7.fdir.1 There is a way, but not so formed, or not so faced."""
    start = _any_way(state, order.unit).space.start
    return IllegalOrder("no way so formed", "LL.7.fdir.2", order.unit, start.pose.heading, *start.ranks)


def _asked_plan(state: State, spaces: list[Space[Body]], order: RetreatUnit) -> Plan:
    """LL.7.fdir.2 The path from the best start it is legal from; if from none, what stands against the first."""
    ways: list[WayBack[Body]] = []
    refused: list[IllegalOrder] = []
    for space in spaces:
        try:
            ways.append(walk(state, space, order))
        except IllegalOrder as error:
            refused.append(error)
    if not ways:
        raise refused[0]
    return _plan(state, order.unit, min(ways, key=lambda way: way.length))


def walk(state: State, space: Space[Body], order: RetreatUnit) -> WayBack[Body]:
    """LL.7.fdir.2, LL.7.fdist.2 The path step by step, to a place where the unit may stop."""
    place, length, places = HERE, 0, []
    for step in lengths.steps(order.path):
        vector, far = _slide(space, order.unit, place, step)
        check_leg(space, order.unit, place, place.plus(vector))
        place, length = place.plus(vector), length + far
        places.append(place)
    way = WayBack(length, tuple(places), space)
    check_end(state, space, order.unit, place, _counting_for(state, order.unit, way))
    return way


def _counting_for(state: State, unit_id: UnitId, way: WayBack[Body]) -> int:
    """LL.7.fdir.4 (D44) Of a way that bends without need, no more counts than straight to its end.

    To spare friends and keep off difficult ground is a need only where longer ways are allowed for it.
    """
    space, end = way.space, way.places[-1]
    straight = WayBack(root(squared(HERE, end)) + len(way.places), (end,), space)  # each place stands on whole milli-BW
    if leg_fault(space, HERE, end) or (reading(state, "D44") == "B" and costs(state, state.units[unit_id], straight)):
        return way.length
    return min(way.length, straight.length)


def _slide(space: Space[Body], unit_id: UnitId, place: Point, step: StepText) -> tuple[Point, int]:
    """LL.1.edge.5, LL.7.fdir.1 One step as a vector and its length: the unit slides and does not turn on its way."""
    body = space.start
    leg = take(shift(body.pose, place), step, body.frontage, body.whole_depth)
    if leg.turn or leg.end.heading != body.pose.heading:
        raise IllegalOrder("no step of a retreat", "LL.7.fdir.1", unit_id, step.verb)
    return leg.end.point.minus(leg.start.point), leg.length


def check_leg(space: Space[Body], unit_id: UnitId, here: Point, there: Point) -> None:
    """LL.7.fdir.2, LL.7.fdir.3 On the table, not ahead of where it stood, through no enemy and no impassable ground."""
    met = leg_fault(space, here, there)
    if met:
        reason = why(met)
        raise IllegalOrder("way barred", reason.cite, unit_id, reason.key, *reason.of)


def check_end(state: State, space: Space[Body], unit_id: UnitId, place: Point, length: int) -> None:
    """LL.F.6, LL.7.fdist.2, LL.7.fdist.3, LL.7.fart.1 Far enough gone, far enough from the enemy, on no friend."""
    if length + 1 < space.least_way:  # places stand on whole milli-BW
        raise IllegalOrder("dice say more", "LL.F.6", unit_id, length, space.least_way // BW)
    turned = turn_fault(space, place)
    if turned:
        reason = why(turned)
        raise IllegalOrder("no room to turn so", reason.cite, unit_id, reason.key, *reason.of)
    near = end_fault(space, place)
    if near:
        raise _too_near(unit_id, place, near)
    friend = ends_on(space, place)
    if friend:
        rule = "LL.7.fdist.3" if state.units[unit_id].kind == "INF" else "LL.7.fart.1"
        raise IllegalOrder("would end on a friend", rule, unit_id, friend)


def _too_near(unit_id: UnitId, place: Point, near: Berth) -> IllegalOrder:
    """LL.7.fdist.2 (D42)"""
    gap, need = distance(place, near.area), near.need // BW
    if near.more:
        return IllegalOrder("not clear of the enemy", "LL.7.fdist.2", unit_id, near.name, gap, need)
    return IllegalOrder("too near to stop", "LL.7.fdist.2", unit_id, near.name, gap, need)


def check_shortest(state: State, unit_id: UnitId, plan: Plan, best: WayBack[Body], spaces: list[Space[Body]]) -> None:
    """LL.7.fdir.4 (D44) No longer than the shortest, unless to spare friends and keep off difficult ground."""
    if plan.way.length <= best.length + LONGER:
        return
    unit = state.units[unit_id]
    if reading(state, "D44") == "B" and not costs(state, unit, plan.way):
        free = (way for space in spaces for way in straight_ways(space) if not costs(state, unit, way))
        best = min(free, key=lambda way: way.length, default=plan.way)
        if plan.way.length <= best.length + LONGER:
            return
    raise IllegalOrder("longer than needed", "LL.7.fdir.4", unit_id, plan.way.length, best.length, *_course(best))


def _course(way: WayBack[Body]) -> Iterator[int]:
    """East and north of each of its places."""
    start = way.space.start.pose.point
    return chain.from_iterable(start.plus(place) for place in way.places)


def _plan(state: State, unit_id: UnitId, way: WayBack[Body]) -> Plan:
    end = way.space.end
    stands = end.at(shift(end.pose, way.places[-1]))
    if under_way(state).card:
        return Plan(way, stands, (), "")
    return Plan(way, stands, tuple(passed_through(state, way)), crossed(state, state.units[unit_id], way))


def rout_rule(state: State, unit_id: UnitId) -> str:
    """LL.7.fno.1, LL.7.fno.2, LL.7.fno.3 What a unit without a legal way routs by."""
    spaces = [space for formation in _formations(state, unit_id) for space in formation]
    if _have_a_way(beyond_the_table(space) for space in spaces):
        return "LL.7.fno.2"
    return "LL.7.fno.1" if _have_a_way(without_enemies(space) for space in spaces) else "LL.7.fno.3"


def _have_a_way(spaces: Iterable[Space[Body]]) -> bool:
    return any(True for space in spaces for _ in straight_ways(space))
