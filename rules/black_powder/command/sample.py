"""A fair sample of orders and moves: every one offered has been checked, and so is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.kernel.chapter import Choice
from domain.kernel.errors import is_legal
from domain.kernel.facts import Order, Side
from domain.tabletop.angles import HALF_TURN, TURN, Point, bearing
from domain.tabletop.groups import groups
from domain.tabletop.lengths import angle_text, length_text, point_text
from domain.tabletop.sweep import wheel_length
from rules.black_powder.charges.asks import ChargeWith
from rules.black_powder.command import moving, orders
from rules.black_powder.command.asks import AwaitMoves, GiveOrder
from rules.black_powder.command.serving import NEAREST, chargeable, goals, under_way, upon
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.movement.actor import allowance
from rules.black_powder.movement.asks import EndMoves, EnterBuilding, FormUnit, HandleGun, LeaveBuilding, MoveUnit
from rules.black_powder.movement.formation_change import allowed
from rules.black_powder.movement.limits import must_reform
from rules.black_powder.position import enemies, is_engaged, on_table, standing_commanders
from rules.black_powder.state import ORDERS, State, Unit
from rules.black_powder.tables import BLOCKS, GROUP_GAP, INCH
from rules.black_powder.units.footprint import Body, block_pose, body_of, centre
from rules.black_powder.units.measuring import body_gap
from rules.black_powder.units.profile import default_formation, gun_class, is_foot, is_gun, is_mixed

WHEEL = 3000
MOST_UNITS = 4  # whose moves are listed at once
SPARE = 50
CHECKS: Mapping[type[Order], Callable[[State, Side, Any], object]] = {
    MoveUnit: moving.plan_move,
    FormUnit: moving.plan_form,
    HandleGun: moving.plan_handle,
    EnterBuilding: moving.plan_enter,
    LeaveBuilding: moving.plan_leave,
}


def choices(state: State) -> Iterator[Choice]:
    """BP.cmd.1 Orders to single units and to the largest group of each commander's."""
    if state.core.phase != ORDERS:
        return
    side = state.core.active
    for commander in standing_commanders(state, side):
        if orders.commander_bar(state, side, commander) is None:
            yield from (Choice(side, order) for order in _orders(state, side, commander))


def _orders(state: State, side: Side, commander: CommanderId) -> Iterator[GiveOrder]:
    able = [name for name in on_table(state, side) if orders.unit_bar(state, side, commander, name) is None]
    able = [name for name in able if not is_engaged(state, name)]
    if state.commanders[commander].rank == "general":
        able = able[:MOST_UNITS]
    for at, name in enumerate(able):
        found = [*_for_one(state, commander, name)]
        kept = found if len(able) <= MOST_UNITS else found[(state.core.turn + at) % max(len(found), 1) :][:2]
        yield from (order for order in kept if is_legal(orders.check, state, side, order))
    bodies = {name: body_of(state, state.units[name]) for name in able}
    for group in sorted(groups(bodies, GROUP_GAP), key=len, reverse=True)[:1]:
        if len(group) > 1:
            members = tuple(name for name in able if name in group)
            yield from (
                one for one in _for_group(state, commander, members) if is_legal(orders.check, state, side, one)
            )


def _toward_enemy(state: State, body: Body, side: Side) -> str:
    foes = [centre(body_of(state, foe)) for foe in enemies(state, side).values()]
    here = body.pose.point
    foes = [foe for foe in foes if foe != here]
    if not foes:
        return angle_text(body.pose.heading)
    return angle_text(bearing(here, min(foes, key=lambda foe: (foe.x - here.x) ** 2 + (foe.y - here.y) ** 2)))


def _for_one(state: State, commander: CommanderId, name: UnitId) -> Iterator[GiveOrder]:
    unit = state.units[name]
    body, one = body_of(state, unit), (name,)
    if is_gun(unit):
        yield from _for_gun(commander, name, unit, body)
        return
    ahead = _toward_enemy(state, body, unit.side)
    yield GiveOrder(commander=commander, units=one, bearing=ahead, charge=NEAREST)
    yield GiveOrder(commander=commander, units=one, bearing=ahead)
    yield GiveOrder(commander=commander, units=one, bearing=angle_text((body.pose.heading + HALF_TURN) % TURN))
    other = [formation for formation in allowed(state, name, unit) if formation != unit.formation]
    if other:
        pick = other[state.core.turn % len(other)]
        yield GiveOrder(commander=commander, units=one, bearing=ahead, formation=(pick,))
    block = next((piece for piece in state.terrain.values() if piece.kind in BLOCKS), None)
    if block and is_foot(unit) and not unit.building:
        yield GiveOrder(commander=commander, units=one, block=block.name)


def _for_gun(commander: CommanderId, name: UnitId, unit: Unit, body: Body) -> Iterator[GiveOrder]:
    ahead = angle_text(body.pose.heading)
    if unit.formation == "unlimbered":
        yield GiveOrder(commander=commander, units=(name,), bearing=ahead, hands=True)
        yield GiveOrder(commander=commander, units=(name,), bearing=ahead, formation=("limbered",))
    else:
        yield GiveOrder(commander=commander, units=(name,), bearing=ahead, formation=("unlimbered",))
        yield GiveOrder(commander=commander, units=(name,), bearing=ahead, road=True)


def _for_group(state: State, commander: CommanderId, units: tuple[UnitId, ...]) -> Iterator[GiveOrder]:
    first = body_of(state, state.units[units[0]])
    ahead = _toward_enemy(state, first, state.units[units[0]].side)
    yield GiveOrder(commander=commander, units=units, bearing=ahead, charge=NEAREST)
    yield GiveOrder(commander=commander, units=units, bearing=ahead)


def move_choices(state: State, frame: AwaitMoves) -> Iterator[Choice]:
    """BP.cmd.4 Some moves of a few units that have any left, and the end of them."""
    under, listed, stuck = under_way(state), 0, upon(state)
    able = [name for name, left in under.left.items() if left or _is_horse_gun(state, name)]
    able = [stuck] if stuck else able
    for name in able:
        if listed >= MOST_UNITS or not state.units[name].is_on_table:
            continue
        found = [order for order in _moves(state, name) if is_legal(CHECKS[type(order)], state, frame.side, order)]
        if under.left[name]:
            foes, screen = list(chargeable(state, name))[:2], under.stated.screen
            charges = [ChargeWith(unit=name, target=foe, screen=screen and is_mixed(state.units[foe])) for foe in foes]
            found += [order for order in charges if is_legal(moving.check_charge, state, order)]
        listed += bool(found)
        yield from (Choice(frame.side, order) for order in found)
    if moving.end_bar(state) is None:
        yield Choice(frame.side, EndMoves())
    elif not stuck and (closing := moving.closing_move(state)):
        yield Choice(frame.side, closing)


def _is_horse_gun(state: State, name: UnitId) -> bool:
    return gun_class(state, state.units[name]) == "horse"


def _moves(state: State, name: UnitId) -> Iterator[Order]:
    unit = state.units[name]
    body, full = body_of(state, unit), allowance(state, unit)
    if unit.formation == "building":
        yield from _out(state, name, unit)
        return
    if is_gun(unit):
        yield HandleGun(unit=name, do="limber" if unit.formation == "unlimbered" else "unlimber")
    if not is_gun(unit):
        yield from _forms(state, name, unit)
    if under_way(state).left[name]:
        yield from _ways(state, name, body, full)
        block = under_way(state).stated.block
        if block:
            yield EnterBuilding(unit=name, block=block)


def _forms(state: State, name: UnitId, unit: Unit) -> Iterator[Order]:
    stated = under_way(state).stated.formation
    wanted = (default_formation(unit),) if must_reform(state, unit) else stated or tuple(allowed(state, name, unit))[:2]
    yield from (FormUnit(unit=name, formation=one) for one in wanted if one != unit.formation)


def _ways(state: State, name: UnitId, body: Body, full: int) -> Iterator[Order]:
    """Straight on, toward what was stated, wheeling, back."""
    clear = min(full, nearest_gap(state, name, body))
    for length in dict.fromkeys((clear, clear // 2)):
        if length > 0:
            yield MoveUnit(unit=name, path=(f"ahead:{length_text(length)}",))
    under = under_way(state)
    if under.stated.bearing and clear > 0:
        yield MoveUnit(unit=name, path=(f"toward:{under.stated.bearing}:{length_text(clear)}",))
    for goal in list(goals(state, under))[:1]:
        if goal != body.pose.point:
            way = angle_text(bearing(body.pose.point, goal))
            yield MoveUnit(unit=name, path=(f"toward:{way}:{length_text(max(clear // 2, 1))}",))
    arc = wheel_length(body.width, WHEEL)
    if full > arc:
        hand = "left" if (state.core.turn + len(name)) % 2 else "right"
        yield MoveUnit(unit=name, path=(f"wheel-{hand}:{angle_text(WHEEL)}",))
    yield MoveUnit(unit=name, path=(f"back:{length_text(min(full, 6 * INCH))}",))
    if under.onward:
        yield MoveUnit(unit=name, path=under.onward)


def nearest_gap(state: State, name: UnitId, body: Body) -> int:
    """How far the nearest enemy is, with a little to spare."""
    gaps = (body_gap(body, body_of(state, foe)) for foe in enemies(state, state.units[name].side).values())
    return max(min(gaps, default=1_000_000) - SPARE, 0)


def _out(state: State, name: UnitId, unit: Unit) -> Iterator[Order]:
    """BP.ter.8 Out by the north or the south."""
    pose = block_pose(state.terrain[unit.building])
    depth = body_of(state, unit).depth
    formation = default_formation(unit)
    for y, heading in ((pose.y + 4 * INCH, "0"), (pose.y - depth - 4 * INCH, "180")):
        if y > 0:
            yield LeaveBuilding(unit=name, to=point_text(Point(pose.x, y)), formation=formation, heading=heading)
