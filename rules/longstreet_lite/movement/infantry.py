"""LL.6.fwd, LL.6.face, LL.6.hard Infantry moves: forward, after an about-face, or with difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from domain.kernel.errors import IllegalOrder
from domain.tabletop.lengths import StepText
from domain.tabletop.manoeuvre import Leg, legs, way
from domain.tabletop.swath import along, stands, swath
from domain.tabletop.sweep import about_face
from rules.longstreet_lite.formation import Body, is_column, is_linear
from rules.longstreet_lite.movement import moves
from rules.longstreet_lite.movement.actor import Actor
from rules.longstreet_lite.movement.asks import MoveUnit
from rules.longstreet_lite.movement.meeting import of_facing_about, on_the_way
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.tables import HARD_MOVE, INF_MOVE, OBLIQUE

ABOUT = "about"


def plan_infantry(actor: Actor, order: MoveUnit) -> moves.MovePlan:
    """LL.6.fwd.2, LL.6.hard.2 An about-face first, if any, then the steps, all forward or all difficult.

    LL.6.fwd.4 The arc of the outer front corner is what a wheel costs.
    """
    steps = moves.steps_of(actor, order)
    is_about = steps[0].verb == ABOUT
    body = faced_about(actor) if is_about else actor.body
    rest = steps[1:] if is_about else steps
    check_verbs(actor, rest)
    taken = tuple(legs(body.pose, rest, body.frontage, body.whole_depth))
    check_manner(actor, taken, order.difficult)
    had = moves.means(actor, HARD_MOVE if order.difficult else INF_MOVE, order.use_card)
    gone = way(taken)
    moves.check_moves(actor, gone, is_about)
    moves.check_length(actor, gone, had.allowance, "LL.6.hard.2" if order.difficult else "LL.6.dist.1")
    end = body.at(taken[-1].end) if taken else body
    ground = swath((stands(actor.body), stands(body), *(along(leg, body) for leg in taken)))
    # Whoever only faces about moves through nothing.
    causes = chain(of_facing_about(actor) if is_about else (), on_the_way(actor, ground) if gone else ())
    return moves.plan(actor, ground, end, gone, had, causes)


def faced_about(actor: Actor) -> Body:
    """LL.6.face.1 Every base turned where it stands; a short last rank is seated anew at the new rear (D27 A)."""
    body = actor.body
    if actor.confused:
        raise IllegalOrder("about-face is not forward", "LL.4.int.6", actor.id)
    if not is_linear(actor.state, body.ranks):
        raise IllegalOrder("not linear enough to face about", "LL.6.face.3", actor.id, *body.ranks)
    short = body.ranks[-1] < body.ranks[0]
    if short and reading(actor.state, "D27") == "B":
        raise IllegalOrder("short rank to the front", "LL.6.face.1", actor.id)
    offset = body.ranks[0] - body.ranks[-1] - body.offset if short else 0
    return body._replace(pose=about_face(body.pose, body.whole_depth), offset=offset)


def check_verbs(actor: Actor, steps: Sequence[StepText]) -> None:
    """LL.6.face.2, LL.6.fwd.2 No about-face once it moves; infantry turns by wheeling, not on the spot."""
    for step in steps:
        if step.verb == ABOUT:
            raise IllegalOrder("about-face comes first", "LL.6.face.2", actor.id)
        if step.verb == "face":
            raise IllegalOrder("infantry does not face", "LL.6.fwd.2", actor.id)


def check_manner(actor: Actor, taken: Sequence[Leg], difficult: bool) -> None:
    """LL.6.fwd, LL.6.hard Forward throughout, or declared as difficult and not forward at all."""
    moves.check_confused(actor, taken)
    if difficult:
        check_difficult(actor, taken)
        return
    for leg in taken:
        if not moves.is_forward(leg):
            _refuse_undeclared(actor, leg)


def check_difficult(actor: Actor, taken: Sequence[Leg]) -> None:
    """LL.6.hard.1, LL.6.hard.4, LL.6.hard.5 Not by a column, nor for the enemy to order, and not mixed with forward."""
    if actor.confused:
        raise IllegalOrder("goes forward or turns", "LL.4.int.6", actor.id)
    if is_column(actor.body.ranks):
        raise IllegalOrder("no difficult move for a column", "LL.6.hard.5", actor.id)
    forward = next((leg for leg in taken if moves.is_forward(leg)), None)
    if forward:
        raise IllegalOrder("forward in a difficult move", "LL.6.hard.4", actor.id, forward.step.verb)
    if not taken:
        raise IllegalOrder("difficult move without one", "LL.6.hard.1", actor.id)


def _refuse_undeclared(actor: Actor, leg: Leg) -> None:
    """LL.6.fwd.3, LL.6.hard.2 What is not forward must be declared before the unit moves."""
    if leg.is_straight and leg.step.verb.startswith("oblique"):
        raise IllegalOrder("oblique too far", "LL.6.fwd.3", actor.id, leg.step.angle, OBLIQUE)
    raise IllegalOrder("difficult move undeclared", "LL.6.hard.2", actor.id, leg.step.verb)
