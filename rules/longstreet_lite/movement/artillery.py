"""LL.6.lmove, LL.6.prol Batteries on the move: limbered at will, unlimbered by hand and not far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.errors import IllegalOrder
from domain.tabletop.bodies import blocks_of
from domain.tabletop.manoeuvre import Leg, legs, way
from domain.tabletop.swath import Passage, along, stands, swath
from domain.tabletop.sweep import longest_way
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.movement import moves
from rules.longstreet_lite.movement.actor import Actor
from rules.longstreet_lite.movement.asks import MoveUnit
from rules.longstreet_lite.movement.meeting import on_the_way
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.tables import LIMBERED_MOVE, PROLONG


def plan_battery(actor: Actor, order: MoveUnit) -> moves.MovePlan:
    """LL.6.hard.6, LL.R.move A battery keeps its allowance in every direction."""
    steps = moves.steps_of(actor, order)
    if order.difficult:
        raise IllegalOrder("no difficult move for guns", "LL.6.hard.6", actor.id)
    if any(step.verb == "about" for step in steps):
        raise IllegalOrder("guns turn with face", "LL.6.face.1", actor.id)
    taken = tuple(legs(actor.body.pose, steps, actor.body.frontage, actor.body.whole_depth))
    moves.check_confused(actor, taken)
    go = plan_limbered if actor.unit.limbered else plan_prolong
    return go(actor, order, taken, actor.body.at(taken[-1].end))


def plan_limbered(actor: Actor, order: MoveUnit, taken: Sequence[Leg], end: Body) -> moves.MovePlan:
    """LL.6.lmove.1 A path as wide as the limber, which turns at will; its facing is chosen at the end."""
    had, gone = moves.means(actor, LIMBERED_MOVE, order.use_card), way(taken)
    moves.check_moves(actor, gone, end.pose.heading != actor.body.pose.heading)
    moves.check_length(actor, gone, had.allowance, "LL.6.dist.1")
    ground = swath((stands(actor.body), *_trails(actor, taken), stands(end)))
    return moves.plan(actor, ground, end, gone, had, on_the_way(actor, ground))


def _trails(actor: Actor, taken: Sequence[Leg]) -> Iterator[Passage]:
    """LL.6.lmove.1 Turning on the spot needs no room of its own."""
    return (along(leg, actor.body, turns=True) for leg in taken if leg.is_straight or leg.radius)


def plan_prolong(actor: Actor, order: MoveUnit, taken: Sequence[Leg], end: Body) -> moves.MovePlan:
    """LL.6.prol.1 Any way, as far as no corner moves farther than the allowance (D30 A), or without turning (D30 B)."""
    turning = next((leg for leg in taken if leg.turn), None)
    if turning and reading(actor.state, "D30") == "B":
        raise IllegalOrder("guns keep their facing", "LL.6.prol.1", actor.id, turning.step.verb)
    had = moves.means(actor, PROLONG, order.use_card)
    gone = max(way(taken), *(_farthest(actor.body, leg) for leg in taken)) if turning else way(taken)
    moves.check_moves(actor, gone, turns=False)
    moves.check_length(actor, gone, had.allowance, "LL.6.prol.1")
    ground = swath(along(leg, actor.body) for leg in taken)
    return moves.plan(actor, ground, end, gone, had, on_the_way(actor, ground))


def _farthest(body: Body, leg: Leg) -> int:
    """LL.6.prol.1 (D30 A) How far the farthest corner of the row is, at the end of a leg, from where it was at first.

    Asked of each leg: guns that turned away and back again would not be seen at the end.
    """
    return longest_way(blocks_of(body)[0], blocks_of(body.at(leg.end))[0])
