"""BP.off.3 Units that come on the table: back at the place they left, or by the edge the scenario gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed, is_legal
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import HALF_TURN, QUARTER, Point
from domain.tabletop.bodies import blocks_of
from domain.tabletop.bounds import bounds
from domain.tabletop.lengths import angle_text, point_text
from domain.tabletop.measure import Pose, distance
from rules.black_powder.command.asks import Arriving, AwaitPlacing, PlaceUnit, ReturnToTable, Stated, StayAway
from rules.black_powder.command.facts import UnitKeptOff, UnitReturned
from rules.black_powder.command.orders import attempt, commander_bar, fit_bar
from rules.black_powder.ids import UnitId, pose_of, spot_of
from rules.black_powder.movement.actor import Actor
from rules.black_powder.movement.formation_change import check_room, formation_bar, formed_as
from rules.black_powder.position import again, is_broken, standing_commanders
from rules.black_powder.state import ORDERS, State, Unit
from rules.black_powder.tables import FORMATIONS, INCH, Formation
from rules.black_powder.units.footprint import Body, body_as, has_extent
from rules.black_powder.units.profile import default_formation, is_gun

INWARD = {"south": 0, "west": QUARTER, "north": HALF_TURN, "east": HALF_TURN + QUARTER}
STEP = 2 * INCH
NEAR = 2 * INCH  # house: so much off the nearest possible place is still at it


class Gate(NamedTuple):
    """Where a unit may come on: an edge, and how far along it."""

    edge: str
    low: int
    high: int


def check_return(state: State, side: Side, order: ReturnToTable) -> None:
    """BP.off.2, BP.off.3, BP.vic.6 Units that left, are not shaken, and whose brigade is not broken."""
    heed(commander_bar(state, side, order.commander))
    if not order.units or len(set(order.units)) < len(order.units):
        raise IllegalOrder("no unit named", "BP.cmd.1", order.commander)
    for name in order.units:
        unit = state.units.get(name)
        if unit is None or unit.side != side or unit.status not in ("off", "gone"):
            raise IllegalOrder("not off the table", "BP.off.3", name)
        if unit.status == "gone":
            raise IllegalOrder("gone for good", "BP.off.2", name)
        if unit.left_in >= state.core.turn:
            raise IllegalOrder("left this turn", "BP.off.3", name)
        if is_broken(state, unit):
            raise IllegalOrder("brigade broken", "BP.vic.6", name)
        heed(fit_bar(state, order.commander, name, unit))
    exits = {state.units[name].exit for name in order.units}
    points = [pose_of(one).point for one in exits if one]
    if any(distance(points[0], point) > 6 * INCH for point in points):
        raise IllegalOrder("did not leave together", "BP.off.3", *order.units)


def decide(play: Play[State], order: ReturnToTable) -> None:
    check_return(play.state, play.by, order)
    attempt(play, "return", order.commander, order.units, Stated())


def gate_of(state: State, name: UnitId, why: Arriving) -> Gate:
    """The part of the edge by which it comes."""
    unit = state.units[name]
    if why == "returns" and unit.exit:
        pose = pose_of(unit.exit)
        edge = edge_near(state, pose.point)
        along = pose.x if edge in ("north", "south") else pose.y
        return Gate(edge, along, along)
    arrival = state.brigades[unit.brigade].arrives
    if why == "arrives" and arrival:
        return Gate(arrival.edge, arrival.between[0] * INCH, arrival.between[1] * INCH)
    back = state.battle.comes_back
    assert back is not None, "only a scenario lets units come back"
    return Gate(back.edge, 0, state.battle.width if back.edge in ("north", "south") else state.battle.height)


def edge_near(state: State, point: Point) -> str:
    """The edge of the table nearest to a point."""
    ways = {
        "west": point.x, "south": point.y, "east": state.battle.width - point.x, "north": state.battle.height - point.y,
    }  # fmt: skip
    return min(ways, key=lambda edge: ways[edge])


def place_on(state: State, unit: Unit, formation: Formation, gate: Gate, along: int) -> Body:
    """With its rear on the edge, looking inward."""
    depth = body_as(state, unit, formation, Pose(x=0, y=0, heading=0)).depth
    width, height = state.battle.width, state.battle.height
    at_edge = {
        "south": (along, depth),
        "north": (along, height - depth),
        "west": (depth, along),
        "east": (width - depth, along),
    }
    x, y = at_edge[gate.edge]
    return body_as(state, unit, formation, Pose(x=x, y=y, heading=INWARD[gate.edge]))


def places(state: State, name: UnitId, why: Arriving, formation: Formation) -> Iterator[Body]:
    """Where it could come on, the nearest to its gate first."""
    unit, gate = state.units[name], gate_of(state, name, why)
    length = state.battle.width if gate.edge in ("north", "south") else state.battle.height
    middle = (gate.low + gate.high) // 2
    spread = range(0, length + 1, STEP) if gate.low == gate.high else range(0, (gate.high - gate.low) // 2 + 1, STEP)
    for off in spread:
        for along in dict.fromkeys((middle + off, middle - off)):
            body = place_on(state, unit, formation, gate, along)
            if is_legal(_check_place, state, name, formation, body):
                yield body


def _check_place(state: State, name: UnitId, formation: Formation, body: Body) -> None:
    there = formed_as(state.units[name], formation)
    there.pose = body.pose
    check_room(Actor(state, name, there, body), body, "BP.off.3")


def formations(state: State, name: UnitId, why: Arriving) -> tuple[Formation, ...]:
    """BP.off.3 Any it may have; arriving brigades in that of the scenario."""
    unit = state.units[name]
    if why == "arrives" or is_gun(unit):
        return (unit.formation,)
    every = dict.fromkeys((default_formation(unit), unit.formation, *FORMATIONS[unit.profile.kind]))
    fit = (one for one in every if one not in ("building", "march_column"))
    return tuple(one for one in fit if has_extent(state, unit, one))


def check_placing(state: State, order: PlaceUnit, frame: AwaitPlacing) -> Body:
    """BP.off.3 At the place it left, or the nearest possible."""
    if order.unit not in frame.units:
        raise IllegalOrder("another unit comes on", "BP.off.3", order.unit, *frame.units)
    unit = state.units[order.unit]
    if frame.why == "arrives" and order.formation != unit.formation:
        raise IllegalOrder("comes as the scenario says", "BP.vic.15", order.unit, unit.formation)
    pose = lengths.pose(order.at, order.heading)
    there = formed_as(unit, order.formation)
    there.pose = pose
    if not is_gun(unit) and frame.why != "arrives":
        heed(formation_bar(state, order.unit, there, order.formation))
    body = body_as(state, unit, order.formation, pose)
    _check_place(state, order.unit, order.formation, body)
    gate = gate_of(state, order.unit, frame.why)
    best = next(places(state, order.unit, frame.why, order.formation), None)
    if best is None or _off(state, gate, body) > max(_off(state, gate, best), 0) + NEAR:
        raise IllegalOrder("not where it left", "BP.off.3", order.unit)
    return body


def _off(state: State, gate: Gate, body: Body) -> int:
    """How far from its part of the edge a body stands, along the edge and off it."""
    box = bounds(corner for block in blocks_of(body) for corner in block)
    inward = {
        "south": box.south, "north": state.battle.height - box.north, "west": box.west,
        "east": state.battle.width - box.east,
    }[gate.edge]  # fmt: skip
    along = body.pose.x if gate.edge in ("north", "south") else body.pose.y
    return inward + max(gate.low - along, along - gate.high, 0)


def decide_place(play: Play[State], order: PlaceUnit, frame: AwaitPlacing) -> None:
    state = play.state
    body = check_placing(state, order, frame)
    unit = state.units[order.unit]
    leader = state.brigades[unit.brigade].commander
    comes = frame.why == "arrives" and state.commanders[leader].at is None and not state.commanders[leader].lost
    back = state.battle.comes_back
    _next(play, frame, order.unit)
    play.record(
        UnitReturned(
            unit=order.unit, why=frame.why, formation=order.formation, pose=spot_of(body.pose),
            stamina=back.stamina if back and frame.why == "comes back" else 0, commander=leader if comes else "",
        )
    )  # fmt: skip


def decide_stay(play: Play[State], order: StayAway, frame: AwaitPlacing) -> None:
    """BP.off.3 It does not come on in this turn."""
    if order.unit not in frame.units:
        raise IllegalOrder("another unit comes on", "BP.off.3", order.unit, *frame.units)
    _next(play, frame, order.unit)
    play.record(UnitKeptOff(unit=order.unit, why=frame.why))


def _next(play: Play[State], frame: AwaitPlacing, name: UnitId) -> None:
    left = tuple(one for one in frame.units if one != name)
    if left:
        again(play, AwaitPlacing(side=frame.side, units=left, why=frame.why))
    else:
        play.close()


def placing_choices(state: State, frame: AwaitPlacing) -> Iterator[Choice]:
    for name in frame.units:
        for formation in formations(state, name, frame.why)[:2]:
            body = next(places(state, name, frame.why, formation), None)
            if body:
                order = PlaceUnit(
                    unit=name, at=point_text(body.pose.point), heading=angle_text(body.pose.heading),
                    formation=formation,
                )  # fmt: skip
                if is_legal(check_placing, state, order, frame):
                    yield Choice(frame.side, order)
        yield Choice(frame.side, StayAway(unit=name))


def choices(state: State) -> Iterator[Choice]:
    side = state.core.active
    if state.core.phase != ORDERS or not any(unit.status == "off" for unit in state.units.values()):
        return
    for commander in standing_commanders(state, side):
        for name, unit in state.units.items():
            if unit.status == "off":
                order = ReturnToTable(commander=commander, units=(name,))
                if is_legal(check_return, state, side, order):
                    yield Choice(side, order)
