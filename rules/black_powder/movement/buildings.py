"""BP.ter.6 to BP.ter.8, BP.bld.1 Infantry goes into a block and comes out of it."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.bodies import blocks_of
from domain.tabletop.bounds import bounds
from domain.tabletop.contact import nearest_point
from domain.tabletop.measure import Pose, distance
from domain.tabletop.polygons import Segment
from domain.tabletop.tolls import line_price
from rules.black_powder.corrections import COMPANY, is_corrected
from rules.black_powder.ids import UnitId, spot_of
from rules.black_powder.movement.actor import Actor, Company, allowance, company
from rules.black_powder.movement.asks import EnterBuilding, LeaveBuilding
from rules.black_powder.movement.facts import BuildingEntered, BuildingLeft
from rules.black_powder.movement.formation_change import check_room, formation_bar, formed_as
from rules.black_powder.position import on_table
from rules.black_powder.rulings import reading
from rules.black_powder.state import Piece, State, Unit
from rules.black_powder.tables import BLOCKS, BUILDING_COST, FOOT_MOVE
from rules.black_powder.units.footprint import Body, block_pose, body_as
from rules.black_powder.units.ground import dear, hindrances, lines, shape_of
from rules.black_powder.units.measuring import scaled
from rules.black_powder.units.profile import is_foot, is_gun, is_tiny


class Entry(NamedTuple):
    pose: Pose
    distance: int
    cost: int
    allowance: int


def occupants(state: State, block: str) -> dict[str, Unit]:
    return {name: unit for name, unit in on_table(state).items() if unit.building == block}


def has_room(state: State, block: str, unit: Unit) -> bool:
    """BP.bld.1 (D55) One unit of foot, and also a tiny one and a gun (A); or one of foot, or these two (B)."""
    inside = occupants(state, block).values()
    slot = _slot(unit)
    if any(_slot(other) == slot or other.side != unit.side for other in inside):
        return False
    together = {_slot(other) for other in inside} | {slot}
    return reading(state, "D55") == "A" or not ("foot" in together and len(together) > 1)


def _slot(unit: Unit) -> str:
    return "gun" if is_gun(unit) else "tiny" if is_tiny(unit) else "foot"


def block_of(state: State, name: str) -> Piece:
    """BP.ter.6 A block that troops may hold."""
    piece = state.terrain.get(name)
    if piece is None or piece.kind not in BLOCKS:
        raise IllegalOrder("no block of that name", "BP.ter.6", name)
    return piece


def plan_enter(actor: Actor, order: EnterBuilding) -> Entry:
    """BP.ter.7 The edge is reached with 6 inches left, which are then paid."""
    state, unit, block = actor.state, actor.unit, block_of(actor.state, order.block)
    if not is_foot(unit):
        raise IllegalOrder("only foot enters", "BP.ter.6", actor.id, order.block)
    if unit.building:
        raise IllegalOrder("leaves the building first", "BP.ter.8", actor.id)
    if any(other.side != unit.side for other in occupants(state, order.block).values()):
        raise IllegalOrder("held by the enemy", "BP.ter.8", order.block)
    if not has_room(state, order.block, unit):
        raise IllegalOrder("block is full", "BP.bld.1", order.block, actor.id)
    fire = state.fires.get(order.block)
    if fire and (fire.down or fire.fierceness):
        raise IllegalOrder("block burns", "BP.burn.6", order.block)
    far = min(distance(block.points, one) for one in blocks_of(actor.body))
    way = Segment(actor.body.pose.point, nearest_point(block.points, actor.body.pose.point))
    found = tuple(one for one in hindrances(state, unit, bounds(way)) if one.piece.name != order.block)
    extra = sum(toll.extra for toll in line_price(way, dear(found), lines(found)).tolls)
    full, toll = allowance(state, unit), scaled(state, BUILDING_COST)
    if any(one.closed and line_price(way, {one.piece.name: (shape_of(one.piece), 2)}, {}).tolls for one in found):
        raise IllegalOrder("no way to the block", "BP.ter.9", actor.id, order.block)
    if far + extra + toll > full:
        raise IllegalOrder("block too far", "BP.ter.7", actor.id, order.block, far + extra, full - toll)
    return Entry(block_pose(block), far, toll + extra, full)


def enter(play: Play[State], actor: Actor, order: EnterBuilding, entry: Entry) -> None:
    parts, along = _company(play.state, actor.id)
    play.record(
        BuildingEntered(
            unit=actor.id, block=order.block, pose=spot_of(entry.pose), distance=entry.distance, cost=entry.cost,
            allowance=entry.allowance, parts=parts, along=along,
        )
    )  # fmt: skip


def _company(state: State, name: UnitId) -> Company:
    return company(state, name) if is_corrected(state, COMPANY) else ((), ())


class Leaving(NamedTuple):
    end: Body
    distance: int
    allowance: int


def plan_leave(actor: Actor, order: LeaveBuilding) -> Leaving:
    """BP.ter.8 One move from the edge of the block, in any formation; not in the turn it went in."""
    state, unit = actor.state, actor.unit
    if not unit.building:
        raise IllegalOrder("in no building", "BP.ter.8", actor.id)
    if unit.turn.entered:
        raise IllegalOrder("entered this turn", "BP.ter.7", actor.id)
    if is_gun(unit):
        raise IllegalOrder("gun stays in the building", "BP.ter.6", actor.id)
    there, block = lengths.point(order.to), state.terrain[unit.building]
    far, full = distance(there, block.points), scaled(state, FOOT_MOVE)
    if far > full:
        raise IllegalOrder("way too long", "BP.ter.8", actor.id, far, full)
    outside = formed_as(unit, order.formation)
    outside.pose = lengths.pose(order.to, order.heading)
    heed(formation_bar(state, actor.id, outside, order.formation))
    end = body_as(state, unit, order.formation, outside.pose)
    check_room(Actor(state, actor.id, outside, end), end, "BP.ter.8")
    return Leaving(end, far, full)


def leave(play: Play[State], actor: Actor, order: LeaveBuilding, left: Leaving, *, withdraws: bool = False) -> None:
    parts, along = _company(play.state, actor.id)
    play.record(
        BuildingLeft(
            unit=actor.id, block=actor.unit.building, formation=order.formation, pose=spot_of(left.end.pose),
            distance=left.distance, allowance=left.allowance, parts=parts, along=along, withdraws=withdraws,
        )
    )  # fmt: skip
