"""LL.6 Ways toward a point: the few moves that bring a unit nearer to it, and the best of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from domain.kernel.chapter import Wayfinding
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from domain.kernel.ways import away, nearest_end
from domain.tabletop.angles import TURN, Point, bearing, turn_between
from domain.tabletop.approach import approaches, turned_first
from domain.tabletop.lengths import angle_text, length_text, point
from domain.tabletop.measure import Edge
from domain.tabletop.sweep import wheel_length
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.movement.actor import Actor, actor_of
from rules.longstreet_lite.movement.asks import MoveUnit
from rules.longstreet_lite.movement.choices import clear_way, plan_move
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import INF_MOVE, LIMBERED_MOVE

ASIDE = (0, 30_00, -30_00)  # how far off the straight way a limber tries


def infantry_toward(actor: Actor, to: Point, wanted: int) -> Iterator[MoveUnit]:
    """LL.6.fwd.2 Straight ahead, a step aside, or turned toward it as far as the move allows and then ahead.

    `wanted` is how far it is to go at most.
    """
    full = effects.allowance(actor.state, actor.id, INF_MOVE)
    turn = _turn(actor, to)
    side = Edge.LEFT if turn < 0 else Edge.RIGHT
    clear = min(clear_way(actor, full), wanted)
    if clear:
        yield move(actor, f"ahead:{length_text(clear)}")
        yield from (move(actor, f"oblique-{hand}:30:{length_text(clear)}") for hand in ("left", "right"))
    for share in (1, 2):
        angle = whole(abs(turn) // share)
        while angle and wheel_length(actor.body.frontage, angle) > full:
            angle = whole(angle // 2)
        rest = min(full - wheel_length(actor.body.frontage, angle), wanted)
        if angle:
            ahead = (f"ahead:{length_text(rest)}",) if rest > 0 else ()
            yield move(actor, f"wheel-{side}:{angle_text(angle)}", *ahead)
    if abs(turn) > TURN // 4:
        yield move(actor, "about")


def limber_toward(actor: Actor, to: Point, wanted: int) -> Iterator[MoveUnit]:
    """LL.6.lmove.1 Straight there, or a little to one side."""
    way = min(effects.allowance(actor.state, actor.id, LIMBERED_MOVE), wanted)
    for aside in ASIDE:
        toward = (bearing(actor.body.pose.point, to) + aside) % TURN
        yield move(actor, f"toward:{angle_text(toward)}:{length_text(way)}")


def move(actor: Actor, *path: str) -> MoveUnit:
    return MoveUnit(unit=actor.id, path=path)


def whole(angle: int) -> int:
    """To a whole degree, downwards."""
    return angle // 100 * 100


def _turn(actor: Actor, to: Point) -> int:
    return turn_between(actor.body.pose.heading, bearing(actor.body.pose.point, to))


# For whoever names only where it is to go


def nearest(state: State, by: Side, given: Mapping[str, Any], to: str) -> MoveUnit | None:
    """LL.6.gen.1 The one move that ends nearest to a point, the shorter of two; None: none brings the unit nearer."""
    try:
        there, asked = point(to), MoveUnit(path=(), **given)
        actor = actor_of(state, by, asked.unit)
    except (ValueError, KeyError, IllegalOrder):
        return None
    for tried in (_right_there(actor, there), _near(actor, there)):
        ways = (_in_manner(order, asked) for order in tried)
        best = nearest_end(actor.body.pose.point, there, ways, partial(_ended, actor))
        if best is not None:
            return best
    return None


def _in_manner(order: MoveUnit, asked: MoveUnit) -> MoveUnit:
    return msgspec.structs.replace(order, difficult=asked.difficult, use_card=asked.use_card)


def _right_there(actor: Actor, to: Point) -> Iterator[MoveUnit]:
    return (move(actor, *path) for path in approaches(actor.body.pose, actor.body.frontage, to))


def _near(actor: Actor, to: Point) -> Iterator[MoveUnit]:
    """Turned in place first; else as near as one move leads."""
    here = actor.body.pose
    yield from (move(actor, *path) for path in turned_first(here, actor.body.depth, to))
    if here.point == to:
        return
    if actor.unit.kind == "INF":
        yield from infantry_toward(actor, to, away(here.point, to))
    elif actor.unit.limbered:
        yield from limber_toward(actor, to, away(here.point, to))


def _ended(actor: Actor, order: MoveUnit) -> tuple[Point, int]:
    """Where it ends and how long it is; nobody who is shown a place is led off the table."""
    plan = plan_move(actor, order)
    if plan.leaves:
        raise IllegalOrder("leaves the table", "LL.6.path.2", actor.id)
    return plan.end.pose.point, plan.way


def price(state: State, by: Side, order: MoveUnit) -> Reason:
    """LL.6.dist.1 The way as the move will take it, of what the unit may go."""
    plan = plan_move(actor_of(state, by, order.unit), order)
    return Reason("way of", "LL.6.dist.1", (plan.way, plan.allowance))


WAY = Wayfinding(nearest, price)
