"""BP.mov.2 Ways to a point, for whoever names only where a unit is to go: the cheapest that the move may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from domain.kernel.chapter import Wayfinding
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from domain.kernel.ways import away, cheapest, nearest_end
from domain.tabletop.angles import SCALE, Point, bearing, direction
from domain.tabletop.approach import approaches, turned_first
from domain.tabletop.lengths import angle_text, length_text, point
from rules.black_powder.charges.asks import AwaitHalted
from rules.black_powder.command import moving
from rules.black_powder.ids import UnitId
from rules.black_powder.movement import moves
from rules.black_powder.movement.actor import Actor, actor_of, allowance
from rules.black_powder.movement.asks import MoveUnit
from rules.black_powder.state import State

TRIES = 24  # lengths along a way that is closed somewhere: half inches of a move on foot


def find(state: State, by: Side, given: Mapping[str, Any], to: str) -> MoveUnit | None:
    """BP.mov.2 It ends right there, else as near on the way as may be; where no way leads nearer, it is said which rule
    bars most of those that would end there."""
    unit = MoveUnit(path=("about",), **given).unit
    try:
        there = point(to)
    except ValueError:
        return None
    actor = actor_of(state, by, unit)
    body = actor.body
    ways = approaches(body.pose, body.width, there), turned_first(body.pose, body.depth, there)
    orders = ((MoveUnit(unit=unit, path=path) for path in paths) for paths in ways)
    try:
        return cheapest(lambda order: _cost(state, by, order), *orders)
    except IllegalOrder:
        short = _short_of(state, by, actor, there)
        if short is None:
            raise
        return short


def _short_of(state: State, by: Side, actor: Actor, there: Point) -> MoveUnit | None:
    """BP.mov.2, BP.mov.4 Straight toward it, or straight on, so far as that may be gone."""
    here, ended = actor.body.pose.point, partial(_ended, state, by)
    if here == there:
        return None
    ahead = direction(actor.body.pose.heading).dot(there.minus(here)) // SCALE
    toward = f"toward:{angle_text(bearing(here, there))}", away(here, there)
    full = allowance(state, actor.unit)
    ways = toward, ("ahead" if ahead > 0 else "back", abs(ahead))
    tried = (_longest(actor.id, how, far, full, ended) for how, far in ways)
    return nearest_end(here, there, filter(None, tried), ended)


def _longest(unit: UnitId, how: str, far: int, full: int, ended: Callable[[MoveUnit], object]) -> MoveUnit | None:
    """From the far end: a place beyond a friend is nearer to where it is to go than one before him."""
    for long in range(min(far, full), 0, -max(1, full // TRIES)):
        order = MoveUnit(unit=unit, path=(f"{how}:{length_text(long)}",))
        if is_legal(ended, order):
            return order
    return None


def _ended(state: State, by: Side, order: MoveUnit) -> tuple[Point, int]:
    cost = _cost(state, by, order)
    return moves.end_of(actor_of(state, by, order.unit), order.path).pose.point, cost


def _cost(state: State, by: Side, order: MoveUnit) -> int:
    """BP.off.1 Nobody who is shown a place is led off the table."""
    planned = _planned(state, by, order)
    if planned.exit:
        raise IllegalOrder("leaves the table", "BP.off.1", order.unit)
    return planned.price.whole


def _planned(state: State, by: Side, order: MoveUnit) -> moves.MovePlan:
    """As it would be decided: in an order, by horse that a square has halted (BP.sq.10), or if it were the moment."""
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, AwaitHalted):
        return moves.plan_halted(actor_of(state, by, order.unit), order.path, frame.left)
    if state.order is None:
        return moves.plan(actor_of(state, by, order.unit), order.path)
    return moving.plan_move(state, by, order)[1]


def price(state: State, by: Side, order: MoveUnit) -> Reason:
    """BP.mov.2, BP.ter.1 The way with what the ground adds to it, of what one move is."""
    planned = _planned(state, by, order)
    return Reason("way of", "BP.mov.2", (planned.price.whole, planned.allowance))


WAY = Wayfinding(find, price)
