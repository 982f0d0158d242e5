"""BP.chg.9 to BP.chg.15 Where a charger comes to stand, whom it engages, and whom it only pushes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.tabletop.angles import HALF_TURN, QUARTER, TURN, Point, bearing
from domain.tabletop.bodies import are_within, blocks_of, do_overlap, extent_of, is_on_table
from domain.tabletop.contact import Laid, Stretch, common, free_part, lay, length_of, off, stretch_of
from domain.tabletop.lanes import edges_met
from domain.tabletop.measure import Edge, Pose, distance
from domain.tabletop.polygons import Segment, overlaps
from domain.tabletop.sweep import advance, swept
from rules.black_powder.advanced.mixed import MAIN
from rules.black_powder.charges.declaring import FORBIDDEN_TO_SKIRMISHERS, face_of
from rules.black_powder.charges.facts import Touched
from rules.black_powder.ids import UnitId
from rules.black_powder.movement.formation_change import formed_as
from rules.black_powder.movement.terrain import CLOSED
from rules.black_powder.position import foes_touching, on_table
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import CONTACT, INCH, PUSHED_BACK, TOUCH
from rules.black_powder.units.footprint import Body, body_as, body_of, edge_of, main_body
from rules.black_powder.units.ground import hindrances, is_closed_to
from rules.black_powder.units.profile import is_skirmishing

AGAINST = {Edge.FRONT: HALF_TURN, Edge.LEFT: QUARTER, Edge.RIGHT: -QUARTER, Edge.REAR: 0}  # how one faces a side
PROUD = INCH  # house: an enemy so little ahead of the line is met with it, not before it


class Pushed(NamedTuple):
    unit: UnitId
    pose: Pose
    covered: int
    of: int


class Placing(NamedTuple):
    """Where the charger stands, whom it has engaged, and whom it pushed back."""

    body: Body
    contacts: tuple[Touched, ...]
    pushed: tuple[Pushed, ...]


def charging_body(state: State, unit: Unit) -> Body:
    """BP.mix.7 Who skirmishes ahead of a mixed formation is back in it as it charges."""
    assert unit.pose is not None
    formation = MAIN.get(unit.formation, unit.formation)
    return body_as(state, unit, formation, unit.pose)


def place(state: State, name: UnitId, target: UnitId, side: Edge) -> Placing | IllegalOrder:
    """BP.chg.9 The front flush on the side struck; or why that cannot be.

    BP.chg.16, BP.rsp.3 Skirmishers close up where they stand: the line through their front is met.
    """
    unit, foe = state.units[name], state.units[target]
    mine, there = charging_body(state, unit), main_body(body_of(state, foe))
    line = edge_of(there, side)
    taken = tuple(_taken(state, name, target, line, mine.depth))
    crowded = _side_bar(name, target, line, [stretch for stretch, lies in taken if lies])
    if crowded:
        return crowded
    beside = dict(_beside(state, name, target, line, mine.depth))
    laid = lay(line, mine.width, mine.pose.point, [stretch for stretch, _ in taken], tuple(beside.values()))
    if laid is None:
        return IllegalOrder("side cannot be reached", "BP.chg.11", name, target, side)
    if any(lies for _, lies in taken) and 2 * laid.covered < mine.width:
        return IllegalOrder("too little of its front", "BP.chg.12", name, target, laid.covered, mine.width)
    heading = (there.pose.heading + AGAINST[side]) % TURN
    end = mine.at(Pose(x=laid.pose.x, y=laid.pose.y, heading=heading))
    met = tuple(_met(state, end, target, laid, line, side, beside))
    refused = _barred(state, name, mine, end, {target, *beside}) or _skirmish_bar(state, name, met)
    return refused or Placing(end, *_sorted(state, end, target, met))


class Met(NamedTuple):
    unit: UnitId
    side: Edge
    covered: int
    of: int


def _taken(state: State, name: UnitId, target: UnitId, line: Segment, depth: int) -> Iterator[tuple[Stretch, bool]]:
    """Where friends stand before the side, or lie against it already; and enemies well ahead of it."""
    fighting = foes_touching(state, target)
    for other, body in _others(state, {name, target}):
        reach, friend = _before(line, body), state.units[other].side == state.units[name].side
        if reach and reach[0] < depth and (friend or reach[1] > PROUD):
            yield stretch_of(line, blocks_of(body)[0]), other in fighting and reach[0] <= CONTACT


def _beside(state: State, name: UnitId, target: UnitId, line: Segment, depth: int) -> Iterator[tuple[UnitId, Stretch]]:
    """BP.chg.13 Other enemies whose side lies on the line, or so little ahead of it that one comes upon them there."""
    for other, body in _others(state, {name, target}):
        if state.units[other].side == state.units[name].side:
            continue
        offs = [off(line, corner) for corner in blocks_of(body)[0]]
        if max(offs) >= -CONTACT and min(offs) < depth:
            yield other, stretch_of(line, blocks_of(body)[0])


def _others(state: State, without: set[UnitId]) -> Iterator[tuple[UnitId, Body]]:
    return ((name, main_body(body_of(state, unit))) for name, unit in on_table(state).items() if name not in without)


def _before(line: Segment, body: Body) -> tuple[int, int] | None:
    """How far before the line a body begins and ends; None if it is all behind it."""
    offs = [off(line, corner) for corner in blocks_of(body)[0]]
    return (max(min(offs), 0), max(offs)) if max(offs) > TOUCH else None


def _side_bar(name: UnitId, target: UnitId, line: Segment, taken: list[Stretch]) -> IllegalOrder | None:
    """BP.chg.12 Where a friend fights already, half of the side must be free."""
    length = length_of(line)
    free = free_part(length, taken)
    if taken and 2 * free < length:
        return IllegalOrder("side taken", "BP.chg.12", name, target, free, length)
    return None


def _met(
    state: State, end: Body, target: UnitId, laid: Laid, line: Segment, side: Edge,
    beside: dict[UnitId, Stretch],
) -> Iterator[Met]:  # fmt: skip
    yield Met(target, side, laid.covered, length_of(line))
    for other, stretch in beside.items():
        body = main_body(body_of(state, state.units[other]))
        if not common(laid.stretch, stretch) or not are_within(end, body, CONTACT):
            continue
        found = edges_met(end, body, CONTACT)
        touched = max(found, key=lambda edge: found[edge], default=Edge.FRONT)
        whole = length_of(edge_of(body, touched))
        yield Met(other, touched, min(common(laid.stretch, stretch), whole), whole)


def _sorted(
    state: State, end: Body, target: UnitId, met: tuple[Met, ...]
) -> tuple[tuple[Touched, ...], tuple[Pushed, ...]]:
    """BP.chg.14, BP.chg.15 Covered by half or more: engaged; by less: pushed back."""
    engaged = [one for one in met if one.unit == target or 2 * one.covered >= one.of]
    contacts = tuple(
        Touched(foe=one.unit, side=face_of(state.units[one.unit], one.side), length=one.covered, of=one.of)
        for one in engaged
    )
    return contacts, tuple(_push(state, end, one) for one in met if one not in engaged)


def _push(state: State, end: Body, one: Met) -> Pushed:
    """BP.chg.15 Straight away from the charger, until half an inch lies between."""
    body = body_of(state, state.units[one.unit])
    away = Pose(x=body.pose.x, y=body.pose.y, heading=end.pose.heading)
    for far in range(PUSHED_BACK, 4 * INCH, PUSHED_BACK):
        there = advance(away, far)
        moved = body.at(Pose(x=there.x, y=there.y, heading=body.pose.heading))
        if not are_within(main_body(moved), end, PUSHED_BACK - 2 * TOUCH):
            break
    return Pushed(one.unit, moved.pose, one.covered, one.of)


def _barred(state: State, name: UnitId, mine: Body, end: Body, known: set[UnitId]) -> IllegalOrder | None:
    """BP.chg.11 The ground it would stand on or cross is closed, or somebody else stands in the way."""
    unit = formed_as(state.units[name], MAIN.get(state.units[name].formation, state.units[name].formation))
    if not is_on_table(end, state.battle.width, state.battle.height):
        return IllegalOrder("side cannot be reached", "BP.chg.11", name, name, "table")
    area = blocks_of(end)[0]
    for one in hindrances(state, unit, extent_of(end)):
        if one.closed and is_closed_to(state, one, area):
            return IllegalOrder(
                "closed ground", CLOSED.get(one.piece.kind, "BP.ter.9"), name, one.piece.name, one.piece.kind
            )
    corridor = swept(blocks_of(mine.at(_turned(mine.pose, end.pose)))[0], area)
    for other, body in _others(state, {name, *known}):
        if state.units[other].side != unit.side and overlaps(corridor, blocks_of(body)[0], TOUCH):
            return IllegalOrder("enemy in the way", "BP.chg.11", name, other)
        if state.units[other].side == unit.side and do_overlap(end, body, TOUCH):
            return IllegalOrder("friend in the way", "BP.chg.11", name, other)
    return None


def _turned(start: Pose, end: Pose) -> Pose:
    return Pose(x=start.x, y=start.y, heading=end.heading)


def _skirmish_bar(state: State, name: UnitId, met: tuple[Met, ...]) -> IllegalOrder | None:
    """BP.chg.4 Not if one whom skirmishers may not charge would be engaged besides."""
    if not is_skirmishing(state.units[name]):
        return None
    for one in met[1:]:
        if 2 * one.covered >= one.of and state.units[one.unit].formation in FORBIDDEN_TO_SKIRMISHERS:
            formation = state.units[one.unit].formation
            return IllegalOrder("skirmishers against formed troops", "BP.chg.4", name, one.unit, formation)
    return None


def midpoint(state: State, name: UnitId, target: UnitId) -> tuple[Pose, Pose] | None:
    """BP.rsp.6 Where charger and countercharger meet, front to front, halfway; None if either has no room there."""
    unit, foe = state.units[name], state.units[target]
    mine, there = charging_body(state, unit), charging_body(state, foe)
    a, b = mine.pose.point, there.pose.point
    if a == b:
        return None
    heading, middle = bearing(a, b), Point((a.x + b.x) // 2, (a.y + b.y) // 2)
    ends = (
        mine.at(Pose(x=middle.x, y=middle.y, heading=heading)),
        there.at(Pose(x=middle.x, y=middle.y, heading=(heading + HALF_TURN) % TURN)),
    )
    width, height = state.battle.width, state.battle.height
    for who, end in zip((unit, foe), ends, strict=True):
        closed = [one for one in hindrances(state, who, extent_of(end)) if one.closed]
        blocked = any(is_closed_to(state, one, blocks_of(end)[0]) for one in closed)
        if blocked or not is_on_table(end, width, height):
            return None
        if any(do_overlap(end, body, TOUCH) for _, body in _others(state, {name, target})):
            return None
    return ends[0].pose, ends[1].pose


def stopped_at(state: State, name: UnitId, target: UnitId, gap: int) -> Pose | None:
    """BP.sq.10 As far toward the target as leaves so much between; where it stands if it is nearer already."""
    mine, there = charging_body(state, state.units[name]), main_body(body_of(state, state.units[target]))
    a, b = mine.pose.point, there.pose.point
    if a == b or are_within(mine, there, gap):
        return None
    heading = bearing(a, b)
    low, high = 0, distance(a, b)  # no farther: beyond it there is room again
    while low < high:
        middle = (low + high + 1) // 2
        there_now = mine.at(advance(Pose(x=a.x, y=a.y, heading=heading), middle))
        low, high = (low, middle - 1) if are_within(there_now, there, gap) else (middle, high)
    return advance(Pose(x=a.x, y=a.y, heading=heading), low)
