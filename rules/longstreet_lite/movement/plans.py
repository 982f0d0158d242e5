"""LL.6.gen.1 Each action of the Move phase and how it is planned: refused with its rule, or all worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Order
from rules.longstreet_lite.movement.actor import Actor
from rules.longstreet_lite.movement.artillery import plan_battery
from rules.longstreet_lite.movement.asks import LimberBattery, MoveUnit, QuarterTurn, ReformUnit, UnlimberBattery
from rules.longstreet_lite.movement.formation_change import FormPlan, plan_quarter_turn, plan_reform
from rules.longstreet_lite.movement.infantry import plan_infantry
from rules.longstreet_lite.movement.limbering import plan_limber, plan_unlimber
from rules.longstreet_lite.movement.moves import MovePlan


def plan_move(actor: Actor, order: MoveUnit) -> MovePlan:
    """LL.6.gen.1 A unit's move by its kind."""
    return plan_infantry(actor, order) if actor.unit.kind == "INF" else plan_battery(actor, order)


PLANS: Mapping[type[Order], Callable[[Actor, Any], MovePlan | FormPlan]] = {
    MoveUnit: plan_move,
    QuarterTurn: plan_quarter_turn,
    ReformUnit: plan_reform,
    LimberBattery: plan_limber,
    UnlimberBattery: plan_unlimber,
}
