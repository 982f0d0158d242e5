"""BP.vic.9 to BP.vic.11 Units of broken brigades withdraw: one move away from the enemy, off the table if they can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, if_legal, is_legal
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop import lengths
from domain.tabletop.angles import HALF_TURN, QUARTER, TURN, bearing
from domain.tabletop.lengths import angle_text, length_text, point_text
from domain.tabletop.measure import Pose
from domain.tabletop.sweep import advance
from rules.black_powder.breaking import displaced
from rules.black_powder.breaking.losses import destroy
from rules.black_powder.command.asks import StandInSquare, Withdraw
from rules.black_powder.command.blunders import EDGE_BEARINGS
from rules.black_powder.ids import UnitId, spot_of
from rules.black_powder.movement import buildings, moves
from rules.black_powder.movement.actor import Actor, actor_of, allowance
from rules.black_powder.movement.asks import FormUnit, LeaveBuilding
from rules.black_powder.movement.facts import GunLimbered
from rules.black_powder.movement.formation_change import check_room, form, formed_as, plan_form
from rules.black_powder.position import enemies, has_enemy_within, is_broken, is_engaged, on_table
from rules.black_powder.rulings import reading
from rules.black_powder.state import INITIATIVE, ORDERS, State
from rules.black_powder.tables import LIMBERING, TWELVE
from rules.black_powder.units.footprint import Body, body_as, body_of, centre
from rules.black_powder.units.measuring import body_gap, headway
from rules.black_powder.units.profile import default_formation, gun_class, is_gun

FAN = (0, 3000, -3000, 6000, -6000, QUARTER, -QUARTER)


class Leaving(NamedTuple):
    actor: Actor  # as it goes: guns limbered
    planned: moves.MovePlan
    limbers: bool


class Out(NamedTuple):
    """BP.ter.8 A garrison that leaves its block."""

    actor: Actor
    order: LeaveBuilding
    left: buildings.Leaving


def _plan_out(actor: Actor, order: Withdraw) -> Out:
    """BP.vic.9, BP.vic.10 A garrison may stay, and may withdraw: `to:` a point, the block at its back."""
    points = [step.point for step in lengths.steps(order.path)]
    middle = centre(actor.body)
    if len(points) != 1 or points[0] in (None, middle):
        raise IllegalOrder("out to a point", "BP.ter.8", actor.id)
    (there,) = (point for point in points if point)
    leave = LeaveBuilding(
        unit=actor.id, to=point_text(there), formation=default_formation(actor.unit),
        heading=angle_text(bearing(middle, there)),
    )  # fmt: skip
    left = buildings.plan_leave(actor, leave)
    check_away(actor.state, actor, left.end)
    return Out(actor, leave, left)


def plan(state: State, side: Side, order: Withdraw) -> Leaving | Out:
    """BP.vic.9, BP.vic.11 Of a broken brigade, once, away from the enemy; guns limber first."""
    actor = actor_of(state, side, order.unit)
    if not is_broken(state, actor.unit):
        raise IllegalOrder("brigade not broken", "BP.vic.9", order.unit)
    if actor.unit.turn.withdrew:
        raise IllegalOrder("has withdrawn", "BP.vic.9", order.unit)
    if actor.unit.formation == "building":
        return _plan_out(actor, order)
    going = as_it_goes(actor)
    planned = moves.plan(going, order.path)
    if not planned.exit:
        check_away(state, actor, planned.end)
    return Leaving(going, planned, going.unit.formation != actor.unit.formation)


def as_it_goes(actor: Actor) -> Actor:
    """BP.vic.11 A gun in position limbers and moves, unless that takes it too long."""
    unit, state = actor.unit, actor.state
    if not is_gun(unit) or unit.formation != "unlimbered":
        return actor
    if LIMBERING[gun_class(state, unit)] > 1:
        raise IllegalOrder("cannot limber in time", "BP.vic.11", actor.id)
    assert unit.pose is not None
    limbered = body_as(state, unit, "limbered", unit.pose)
    gone = Actor(state, actor.id, formed_as(unit, "limbered"), limbered)
    check_room(gone, limbered, "BP.vic.11")
    return gone


def check_away(state: State, actor: Actor, end: Body) -> None:
    """BP.vic.9 No nearer to the nearest enemy; and nearer to its own edge of the table, if it has one."""
    foes = [body_of(state, foe) for foe in enemies(state, actor.unit.side).values()]
    if foes and min(body_gap(end, foe) for foe in foes) < min(body_gap(actor.body, foe) for foe in foes):
        raise IllegalOrder("withdraws toward the enemy", "BP.vic.9", actor.id)
    ways, edges = headway(actor.body.pose.point, end.pose.point), state.battle.edges.get(actor.unit.side, ())
    if edges and all(ways[edge] < 0 for edge in edges):
        raise IllegalOrder("withdraws from its edge", "BP.vic.9", actor.id)


def decide(play: Play[State], order: Withdraw) -> None:
    going = plan(play.state, play.by, order)
    if isinstance(going, Out):
        buildings.leave(play, going.actor, going.order, going.left, withdraws=True)
        displaced.drive_off(play, order.unit)
        return
    if going.limbers:
        play.record(
            GunLimbered(unit=order.unit, do="limber", pose=spot_of(going.actor.body.pose), moves=0, spent=1, takes=1)
        )
    moves.make(play, going.actor, order.path, going.planned, "withdraw")
    displaced.drive_off(play, order.unit, going.planned.over)


def plan_square(state: State, side: Side, order: StandInSquare) -> tuple[Actor, Body]:
    """BP.vic.10 Foot that may form square and has no way out does so instead of withdrawing."""
    actor = actor_of(state, side, order.unit)
    if not is_broken(state, actor.unit):
        raise IllegalOrder("brigade not broken", "BP.vic.10", order.unit)
    if not must_withdraw(state, order.unit):
        raise IllegalOrder("need not withdraw", "BP.vic.10", order.unit)
    end = plan_form(actor, FormUnit(unit=order.unit, formation="square"))
    if any(True for _ in ways(state, order.unit)):
        raise IllegalOrder("has a way out", "BP.vic.10", order.unit)
    return actor, end


def decide_square(play: Play[State], order: StandInSquare) -> None:
    actor, end = plan_square(play.state, play.by, order)
    form(play, actor, "square", end)


def must_withdraw(state: State, name: UnitId) -> bool:
    """BP.vic.10 Near an enemy and not engaged, unless it holds a building or stands in square."""
    unit = state.units[name]
    if not unit.is_on_table or not is_broken(state, unit) or unit.turn.withdrew or is_engaged(state, name):
        return False
    return unit.formation not in ("building", "square") and has_enemy_within(state, unit, TWELVE)


def ways(state: State, name: UnitId) -> Iterator[Withdraw]:
    """Ways out, the straightest first."""
    unit = state.units[name]
    edges = state.battle.edges.get(unit.side, ())
    straight = EDGE_BEARINGS[edges[0]] if edges else (body_of(state, unit).pose.heading + HALF_TURN) % TURN
    going = if_legal(as_it_goes, Actor(state, name, unit, body_of(state, unit)))
    if going is None:
        return
    full = allowance(state, going.unit)
    for length in (full, full // 2):
        for aside in FAN:
            order = Withdraw(unit=name, path=(_step(going, (straight + aside) % TURN, length),))
            if is_legal(plan, state, unit.side, order):
                yield order


def _step(going: Actor, way: int, length: int) -> str:
    """So far along a bearing; of a garrison, to the point that lies there."""
    if going.unit.formation != "building":
        return f"toward:{angle_text(way)}:{length_text(length)}"
    x, y = centre(going.body)
    return f"to:{point_text(advance(Pose(x=x, y=y, heading=way), length).point)}"


def end_bar(state: State) -> IllegalOrder | None:
    """BP.vic.10 The phase is not over while a unit that must withdraw can."""
    for name in on_table(state, state.core.active):
        if must_withdraw(state, name) and any(True for _ in ways(state, name)):
            return IllegalOrder("must withdraw", "BP.vic.10", name)
    return None


def abandon(play: Play[State]) -> None:
    """BP.vic.11 (D68) Guns that had to withdraw and could not are left by their crews."""
    state = play.state
    for name, unit in on_table(state, state.core.active).items():
        left = is_gun(unit) and unit.formation == "unlimbered" and reading(state, "D68") == "A"
        if left and must_withdraw(state, name):
            destroy(play, name, Reason("abandoned", "BP.vic.11", (name,)))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase in (INITIATIVE, ORDERS):
        for name, unit in on_table(state, state.core.active).items():
            if is_broken(state, unit) and not unit.turn.withdrew and not is_engaged(state, name):
                yield from (Choice(unit.side, order) for order in list(ways(state, name))[:2])
                stand = StandInSquare(unit=name)
                if is_legal(plan_square, state, unit.side, stand):
                    yield Choice(unit.side, stand)
