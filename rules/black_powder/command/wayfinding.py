"""BP.mov.2 Ways to a point, for whoever names only where a unit is to go: the cheapest that the move may take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.chapter import Wayfinding
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from domain.kernel.ways import cheapest
from domain.tabletop.approach import approaches, turned_first
from domain.tabletop.lengths import point
from rules.black_powder.charges.asks import AwaitHalted
from rules.black_powder.command import moving
from rules.black_powder.movement import moves
from rules.black_powder.movement.actor import actor_of
from rules.black_powder.movement.asks import MoveUnit
from rules.black_powder.state import State


def find(state: State, by: Side, given: Mapping[str, Any], to: str) -> MoveUnit | None:
    """BP.mov.2 It ends right there; where no way does, it is said which rule bars most of them."""
    unit = MoveUnit(path=("about",), **given).unit
    try:
        there = point(to)
    except ValueError:
        return None
    body = actor_of(state, by, unit).body
    ways = approaches(body.pose, body.width, there), turned_first(body.pose, body.depth, there)
    orders = ((MoveUnit(unit=unit, path=path) for path in paths) for paths in ways)
    return cheapest(lambda order: _cost(state, by, order), *orders)


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
