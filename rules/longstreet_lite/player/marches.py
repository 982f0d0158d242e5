"""LL.6 Moving: infantry to within range with its front to the enemy, guns to where they can fire."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from domain.kernel.errors import if_legal
from domain.kernel.facts import Order, Side, UnitId
from domain.tabletop.angles import TURN, bearing, turn_between
from domain.tabletop.lengths import angle_text
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import squared
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.movement.actor import Actor, actor_of
from rules.longstreet_lite.movement.asks import EndMove, LimberBattery, UnlimberBattery
from rules.longstreet_lite.movement.choices import PLANS
from rules.longstreet_lite.movement.wayfinding import infantry_toward, limber_toward, move, whole
from rules.longstreet_lite.player.view import View
from rules.longstreet_lite.state import State, enemy_of, on_table
from rules.longstreet_lite.tables import BW, LIMBERED_MOVE, SHORT_RANGE

NEAR_ENOUGH = 4 * BW + BW // 2  # infantry stops here: within range, and not yet in the reach of every charge
IN_ACTION = 14 * BW  # guns unlimber here or nearer
TOO_NEAR = 5 * BW  # guns do not unlimber under the muskets
A_DEGREE = 12  # milli-BW that a degree off the enemy is worth
WORTH_MOVING = 400  # how much better a place must be
FINE_TURN = 10_00  # a battery in action turns no further than needed


class Goal(NamedTuple):
    """The enemy a unit goes for, and how far off it is."""

    at: Pose
    away: int


def is_wanted(view: View) -> bool:
    """Somebody has a better place to go to."""
    return any(_better(view, unit) is not None for unit in on_table(view.state, view.side))


def next_order(view: View) -> Order:
    found = (_better(view, unit) for unit in on_table(view.state, view.side))
    return next((order for order in found if order is not None), EndMove())


def _better(view: View, unit_id: UnitId) -> Order | None:
    """The best of a few actions of this unit, if it is worth it."""
    if view.state.units[unit_id].acted:
        return None
    return view.kept(("better", unit_id), view.lie, lambda: _best(view.state, view.side, unit_id))


def _best(state: State, side: Side, unit_id: UnitId) -> Order | None:
    ranked = sorted(_worthwhile(state, side, unit_id), key=lambda found: found[0])
    return ranked[0][1] if ranked else None


def first_better(state: State, side: Side, unit_id: UnitId) -> Order | None:
    """The first of them, good enough for whoever has no time."""
    return next((order for _, order in _worthwhile(state, side, unit_id)), None)


def _worthwhile(state: State, side: Side, unit_id: UnitId) -> Iterator[tuple[int, Order]]:
    """A few actions of this unit, each with what it falls short by: those worth it."""
    if state.units[unit_id].acted:
        return
    actor = if_legal(actor_of, state, side, unit_id)
    if actor is None:
        return
    actor = actor._replace(brief=True)
    goal = _goal(state, side, actor.body)
    if goal is None or (now := _loss(actor, actor.body, goal)) <= WORTH_MOVING:
        return
    yield from (found for found in _tried(actor, goal) if found[0] + WORTH_MOVING < now)


def _goal(state: State, side: Side, body: Body) -> Goal | None:
    """The enemy nearest to the middle of the front."""
    here = body.pose.point
    poses = [unit.pose for unit in on_table(state, enemy_of(side)).values() if unit.pose is not None]
    nearest = min(poses, key=lambda pose: (squared(here, pose.point), pose.x, pose.y), default=None)
    return Goal(nearest, isqrt(squared(here, nearest.point))) if nearest else None


def _loss(actor: Actor, body: Body, goal: Goal, unlimbered: bool = False) -> int:
    """How far a place falls short: of the distance wanted, and of facing the enemy."""
    away = isqrt(squared(body.pose.point, goal.at.point))
    off = _off(body.pose, goal)
    if actor.unit.kind == "INF":
        return max(away - NEAR_ENOUGH, 0) + off * A_DEGREE // 100
    if actor.unit.limbered and not unlimbered:
        return BW * 2 + max(away - IN_ACTION, 0) + max(TOO_NEAR * 2 - away, 0)
    turned = max(off - FINE_TURN, 0) if away > SHORT_RANGE else off
    return max(away - IN_ACTION - 4 * BW, 0) + turned * A_DEGREE // 100


def _off(pose: Pose, goal: Goal) -> int:
    """Hundredths of a degree between the heading and the enemy."""
    if pose.point == goal.at.point:
        return 0
    return abs(turn_between(pose.heading, bearing(pose.point, goal.at.point)))


def _tried(actor: Actor, goal: Goal) -> Iterator[tuple[int, Order]]:
    for order in _candidates(actor, goal):
        if plan := if_legal(PLANS[type(order)], actor, order):
            yield _loss(actor, plan.end, goal, isinstance(order, UnlimberBattery)), order


def _candidates(actor: Actor, goal: Goal) -> Iterator[Order]:
    if actor.unit.kind == "INF":
        yield from _infantry(actor, goal)
    elif actor.unit.limbered:
        yield from _limbered(actor, goal)
    else:
        yield from _in_action(actor, goal)


def _infantry(actor: Actor, goal: Goal) -> Iterator[Order]:
    """LL.6.fwd.2 Toward the enemy, and no nearer than wanted."""
    yield from infantry_toward(actor, goal.at.point, max(goal.away - NEAR_ENOUGH, 0))


def _limbered(actor: Actor, goal: Goal) -> Iterator[Order]:
    """LL.6.lmove.1, LL.6.aform.1 Into action when near enough, else toward the enemy."""
    toward = bearing(actor.body.pose.point, goal.at.point)
    if TOO_NEAR < goal.away <= IN_ACTION + LIMBERED_MOVE:
        yield UnlimberBattery(unit=actor.id, heading=angle_text(toward), left=(actor.unit.bases - 1) // 2)
    yield from limber_toward(actor, goal.at.point, max(goal.away - IN_ACTION, BW))


def _in_action(actor: Actor, goal: Goal) -> Iterator[Order]:
    """LL.6.prol.1, LL.6.aform.2 Turned by hand; limbered up when the enemy is far."""
    toward = bearing(actor.body.pose.point, goal.at.point)
    turn = turn_between(actor.body.pose.heading, toward)
    for share in (1, 2, 4):
        yield move(actor, f"face:{angle_text((actor.body.pose.heading + whole(turn // share)) % TURN)}")
    if goal.away > IN_ACTION + 4 * BW:
        yield LimberBattery(unit=actor.id, gun=1, heading=angle_text(toward))
