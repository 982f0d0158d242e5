"""LL.6 The Move phase: each order is planned, then recorded."""

from __future__ import annotations

from domain.kernel.chapter import Asked, Chapter, Decision, Question, always, never
from domain.kernel.facts import Order
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop.measure import spot_of
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitConfusedMove, Decline
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.cards.modifiers import end_phase
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.movement import asks, facts, wayfinding
from rules.longstreet_lite.movement.actor import actor_of
from rules.longstreet_lite.movement.choices import choices, confused_choices, plan_move
from rules.longstreet_lite.movement.formation_change import plan_quarter_turn, plan_reform
from rules.longstreet_lite.movement.limbering import plan_limber, plan_unlimber
from rules.longstreet_lite.state import State


def decide_move(play: Play[State], order: asks.MoveUnit) -> None:
    """LL.6.gen.1, LL.6.gen.3 Of its own will; who leaves the table is lost with all bases (D52 B)."""
    actor = actor_of(play.state, play.by, order.unit)
    plan = plan_move(actor, order)
    if plan.card:
        effects.name_unit(play, plan.card, order.unit)
    play.record(
        facts.UnitMoved(
            unit=order.unit, by=play.by, path=order.path, pose=spot_of(plan.end.pose), offset=plan.end.offset,
            way=plan.way, allowance=plan.allowance, difficult=order.difficult, disorder=plan.disorder,
            leaves=plan.leaves, confused=actor.confused,
        )
    )  # fmt: skip
    if plan.leaves:
        losses.remove_unit(play, order.unit, "routed", "LL.6.path.2")


def decide_quarter_turn(play: Play[State], order: asks.QuarterTurn) -> None:
    """LL.6.quart.1"""
    actor = actor_of(play.state, play.by, order.unit)
    end, disorder = plan_quarter_turn(actor, order)
    play.record(
        facts.UnitFormed(
            unit=order.unit, by=play.by, pose=spot_of(end.pose), ranks=end.ranks, offset=end.offset, turned=order.to,
            disorder=disorder, confused=actor.confused,
        )
    )  # fmt: skip


def decide_reform(play: Play[State], order: asks.ReformUnit) -> None:
    """LL.6.guide.1"""
    end, disorder = plan_reform(actor_of(play.state, play.by, order.unit), order)
    play.record(
        facts.UnitFormed(
            unit=order.unit, by=play.by, pose=spot_of(end.pose), ranks=end.ranks, offset=end.offset, guide=order.guide,
            disorder=disorder,
        )
    )  # fmt: skip


def decide_limber(play: Play[State], order: asks.LimberBattery) -> None:
    """LL.6.aform.2"""
    end, disorder = plan_limber(actor_of(play.state, play.by, order.unit), order)
    play.record(facts.BatteryLimbered(unit=order.unit, gun=order.gun, pose=spot_of(end.pose), disorder=disorder))


def decide_unlimber(play: Play[State], order: asks.UnlimberBattery) -> None:
    """LL.6.aform.1"""
    end, disorder = plan_unlimber(actor_of(play.state, play.by, order.unit), order)
    play.record(
        facts.BatteryUnlimbered(
            unit=order.unit, guns=end.ranks[0], left=order.left, pose=spot_of(end.pose), disorder=disorder
        )
    )


def decide_end(play: Play[State], _order: asks.EndMove) -> None:
    """LL.6.gen.1, LL.4.invoke.2 All that is to move has moved, be it nothing."""
    end_phase(play)


def move_confused(play: Play[State], order: asks.MoveUnit, _frame: AwaitConfusedMove) -> None:
    """LL.4.int.6 A unit the enemy moved has had its action; his question is answered."""
    decide_move(play, order)
    play.close()


def turn_confused(play: Play[State], order: asks.QuarterTurn, _frame: AwaitConfusedMove) -> None:
    """LL.4.int.6"""
    decide_quarter_turn(play, order)
    play.close()


def decline_confused(play: Play[State], _order: Decline, frame: AwaitConfusedMove) -> None:
    """LL.4.int.6 The unit is let stand; its action is still its owner's."""
    play.record(Declined(by=play.by, what=Reason("to move it", "LL.4.int.6", (frame.unit,))))
    play.close()


def _move(example: Order, decide: Decision, cites: tuple[str, ...]) -> Asked:
    """Of ways and headings a list can only hold a fair sample."""
    return Asked(example, decide, phases=(phases.MOVE,), cite="LL.4.invoke.1", cites=cites, sampled=always)


CHAPTER = Chapter[State](
    facts=facts.FACTS,
    within={facts.Disorder: ("LL.6.dis.1",)},
    orders=(
        _move(
            asks.MoveUnit(unit="2nd-wisconsin", path=("wheel-left:10", "ahead:2.5")), decide_move, ("LL.6.gen.1",)
        )._replace(way=wayfinding.WAY),
        _move(asks.QuarterTurn(unit="19th-indiana", to="left"), decide_quarter_turn, ("LL.6.quart.1",))._replace(
            sampled=never
        ),
        _move(asks.ReformUnit(unit="2nd-wisconsin", guide=2, ranks=(4, 2), left=2), decide_reform, ("LL.6.guide.1",)),
        _move(asks.LimberBattery(unit="battery-b-4th-us", gun=1, heading="90"), decide_limber, ("LL.6.aform.2",)),
        _move(asks.UnlimberBattery(unit="poagues-battery", heading="180", left=1), decide_unlimber, ("LL.6.aform.1",)),
        Asked(asks.EndMove(), decide_end, phases=(phases.MOVE,), cites=("LL.6.gen.1",)),
    ),
    questions=(
        Question(
            AwaitConfusedMove,
            {asks.MoveUnit: move_confused, asks.QuarterTurn: turn_confused, Decline: decline_confused},
            confused_choices,
            cites=("LL.4.int.6",),
        ),
    ),
    choices=choices,
)
