"""LL.6.dist, LL.6.path What every move has in common: an allowance, a way that fits it, and ground that is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.tabletop import lengths
from domain.tabletop.lengths import StepText
from domain.tabletop.manoeuvre import Leg
from domain.tabletop.swath import Swath
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.movement import meeting
from rules.longstreet_lite.movement.actor import Actor
from rules.longstreet_lite.movement.asks import MoveUnit
from rules.longstreet_lite.movement.facts import Disorder
from rules.longstreet_lite.state import Active
from rules.longstreet_lite.tables import MOST_STEPS, OBLIQUE


class MovePlan(NamedTuple):
    """What a move comes to, all checked."""

    end: Body
    way: int
    allowance: int
    disorder: tuple[Disorder, ...]
    card: Active | None = None  # that this unit is named for (D54)
    leaves: bool = False  # the table (D52)


class Means(NamedTuple):
    """LL.6.dist.1 How far a unit may go, and the card it is named for."""

    allowance: int
    card: Active | None


def means(actor: Actor, base: int, use_card: bool) -> Means:
    """LL.6.dist.1, LL.6.hard.3, LL.6.prol.3 A bonus is added last; a card for one unit is named now (D54)."""
    if not use_card:
        return Means(effects.allowance(actor.state, actor.id, base), None)
    card = None if actor.confused else effects.nameable(actor.state, "move_bonus", actor.id, actor.unit.side)
    if card is None:
        raise IllegalOrder("no card for such a unit", "LL.4.mod.1", actor.id)
    return Means(effects.allowance(actor.state, actor.id, base, card), card)


def steps_of(actor: Actor, order: MoveUnit) -> tuple[StepText, ...]:
    """LL.6.path.1 The way as it was given: a few steps, and not none."""
    if not order.path:
        raise IllegalOrder("no step to move", "LL.6.path.1", actor.id)
    if len(order.path) > MOST_STEPS:
        raise IllegalOrder("too many steps", "LL.6.path.1", actor.id, len(order.path), MOST_STEPS)
    return lengths.steps(order.path)


def is_forward(leg: Leg) -> bool:
    """LL.6.fwd.1, LL.6.fwd.3, LL.1.edge.3 Straight ahead, up to 45 degrees off, or a wheel: no part goes rearward."""
    return abs(leg.off) <= OBLIQUE if leg.is_straight else leg.step.verb in ("wheel-left", "wheel-right")


def check_confused(actor: Actor, legs: Iterable[Leg]) -> None:
    """LL.4.int.6 Whom the enemy moves goes forward, or by the flank."""
    wrong = next((leg for leg in legs if not is_forward(leg)), None) if actor.confused else None
    if wrong:
        raise IllegalOrder("not forward", "LL.4.int.6", actor.id, wrong.step.verb)


def check_length(actor: Actor, way: int, allowance: int, rule: str) -> None:
    """LL.6.dist.1, LL.2.gen.3 The allowance is all that limits a move; terrain takes nothing from it."""
    if way > allowance:
        raise IllegalOrder("way too long", rule, actor.id, way, allowance)


def check_moves(actor: Actor, way: int, turns: bool) -> None:
    """LL.6.gen.1 A move of no length is none, unless it turns the unit."""
    if not (way or turns):
        raise IllegalOrder("steps without length", "LL.6.gen.1", actor.id)


def plan(actor: Actor, ground: Swath, end: Body, way: int, had: Means, causes: Iterable[Disorder]) -> MovePlan:
    """LL.6.path.1 The ground is judged: the table's edge, impassable terrain, enemies, friends, and disorder."""
    leaves = meeting.check_table(actor, ground, end, may_leave=True)
    meeting.check_passable(actor, ground)
    meeting.check_contact(actor, ground, end)
    if not leaves:
        meeting.check_free(actor, end, "LL.6.interp.1")
    return MovePlan(end, way, had.allowance, meeting.check_disorder(actor, causes), had.card, leaves)
