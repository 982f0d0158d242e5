"""LL.6 The Move phase: each order is planned, then recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Frame, Order
from domain.kernel import Play
from domain.measure import Pose
from rules.longstreet_lite import losses
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.facts import Declined
from rules.longstreet_lite.frames import AwaitConfusedMove
from rules.longstreet_lite.movement.actor import Actor, actor_of
from rules.longstreet_lite.movement.choices import choices
from rules.longstreet_lite.movement.facts import BatteryLimbered, BatteryUnlimbered, Spot, UnitFormed, UnitMoved
from rules.longstreet_lite.movement.formation_change import plan_quarter_turn, plan_reform
from rules.longstreet_lite.movement.limbering import plan_limber, plan_unlimber
from rules.longstreet_lite.movement.plans import plan_move
from rules.longstreet_lite.orders import EndMove, LimberBattery, MoveUnit, QuarterTurn, ReformUnit, UnlimberBattery
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import phases

Decision = Callable[[Play[State], Any], None]


def spot(pose: Pose) -> Spot:
    return pose.x, pose.y, pose.heading


def decide_move(play: Play[State], order: MoveUnit) -> None:
    """LL.6.gen.1, LL.6.gen.3 Of its own will; who leaves the table is lost with all bases (D52 B)."""
    actor = actor_of(play.state, play.by, order.unit)
    plan = plan_move(actor, order)
    if plan.card:
        effects.name_unit(play, plan.card, order.unit)
    play.record(
        UnitMoved(
            unit=order.unit, by=play.by, path=order.path, pose=spot(plan.end.pose), offset=plan.end.offset,
            way=plan.way, allowance=plan.allowance, difficult=order.difficult, disorder=plan.disorder,
            leaves=plan.leaves, confused=actor.confused,
        )
    )  # fmt: skip
    if plan.leaves:
        losses.remove_unit(play, order.unit, "routed", "LL.6.path.2")
    _close(play, actor)


def decide_quarter_turn(play: Play[State], order: QuarterTurn) -> None:
    """LL.6.quart.1"""
    actor = actor_of(play.state, play.by, order.unit)
    end, disorder = plan_quarter_turn(actor, order)
    play.record(
        UnitFormed(
            unit=order.unit, by=play.by, pose=spot(end.pose), ranks=end.ranks, offset=end.offset, turned=order.to,
            disorder=disorder, confused=actor.confused,
        )
    )  # fmt: skip
    _close(play, actor)


def _close(play: Play[State], actor: Actor) -> None:
    """LL.4.int.6 A unit the enemy moved has had its action; his question is answered."""
    if actor.confused:
        play.close()


def decide_reform(play: Play[State], order: ReformUnit) -> None:
    """LL.6.guide.1"""
    end, disorder = plan_reform(actor_of(play.state, play.by, order.unit), order)
    play.record(
        UnitFormed(
            unit=order.unit, by=play.by, pose=spot(end.pose), ranks=end.ranks, offset=end.offset, guide=order.guide,
            disorder=disorder,
        )
    )  # fmt: skip


def decide_limber(play: Play[State], order: LimberBattery) -> None:
    """LL.6.aform.2"""
    end, disorder = plan_limber(actor_of(play.state, play.by, order.unit), order)
    play.record(BatteryLimbered(unit=order.unit, gun=order.gun, pose=spot(end.pose), disorder=disorder))


def decide_unlimber(play: Play[State], order: UnlimberBattery) -> None:
    """LL.6.aform.1"""
    end, disorder = plan_unlimber(actor_of(play.state, play.by, order.unit), order)
    play.record(
        BatteryUnlimbered(unit=order.unit, guns=end.ranks[0], left=order.left, pose=spot(end.pose), disorder=disorder)
    )


def decide_end(play: Play[State], _order: EndMove) -> None:
    """LL.6.gen.1, LL.4.invoke.2 All that is to move has moved, be it nothing."""
    phases.end_phase(play)


def decline_confused(play: Play[State], frame: AwaitConfusedMove) -> None:
    """LL.4.int.6 The unit is let stand; its action is still its owner's."""
    play.record(Declined(by=play.by, what=f"to move {frame.unit}", rule="LL.4.int.6"))
    play.close()


def proceed(_play: Play[State]) -> bool:
    """Nothing of this phase happens by itself."""
    return False


__all__ = ["DECISIONS", "DECLINES", "choices", "proceed"]

DECISIONS: Mapping[type[Order], Decision] = {
    MoveUnit: decide_move,
    QuarterTurn: decide_quarter_turn,
    ReformUnit: decide_reform,
    LimberBattery: decide_limber,
    UnlimberBattery: decide_unlimber,
    EndMove: decide_end,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {AwaitConfusedMove: decline_confused}
