"""3.2 An order at the wrong moment, or of the wrong side, is refused by the rule that sets its moment."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.facts import Await, Order, Side
from domain.kernel.say import OrderTexts
from rules.musket_and_pike import cards
from rules.musket_and_pike.fire import asks as fire
from rules.musket_and_pike.leaders import asks as leaders
from rules.musket_and_pike.melee import asks as melee
from rules.musket_and_pike.morale import asks as morale
from rules.musket_and_pike.movement import asks as movement
from rules.musket_and_pike.position import active_side
from rules.musket_and_pike.reaction import asks as reaction
from rules.musket_and_pike.recovery import asks as recovery
from rules.musket_and_pike.retreats import asks as retreats
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn import asks as turn
from rules.musket_and_pike.work import Decline

# The rule that sets the moment of an order.
MOMENTS: OrderTexts = {
    turn.ChooseOrders: "5.5.3",
    turn.ChooseOpenOrder: "6.3.3",
    turn.ActivateWing: "4.2.1",
    turn.PassWing: "4.5",
    turn.Preempt: "4.4.1",
    turn.ChangeOrder: "5.7.1",
    turn.EndActions: "3.2.C",
    turn.ContinueWing: "4.3.1",
    movement.MoveUnit: "3.2.C",
    movement.Absorb: "8.4",
    movement.MoveLeader: "5.2.2",
    movement.EnterUnit: "7.4",
    movement.Limber: "7.3.3",
    recovery.Reform: "13.2.1",
    recovery.Rally: "13.2.1",
    recovery.Rout: "13.4.1",
    leaders.PlaceLeader: "5.3.4",
    fire.FirePistol: "10.2",
    fire.AdvancingFire: "10.3.2",
    fire.Skirmish: "10.3.3",
    fire.RetreatingFire: "10.3.4",
    fire.Salvo: "10.4",
    fire.FireGuns: "10.8.1",
    fire.TurnGuns: "6.2.3",
    fire.TakeCover: "9.4.5",
    fire.Evade: "10.8.6",
    morale.AssignHit: "8.2.1",
    reaction.ReactFire: "9.1.1",
    reaction.ReactFace: "9.2.2",
    reaction.ReactHedgehog: "9.2.3",
    reaction.Withdraw: "9.2.4",
    reaction.Intercept: "9.3.1",
    reaction.Restack: "9.4.4",
    melee.DeclareMelee: "11.1.2",
    melee.EndDeclarations: "11.2.A",
    melee.NextMelee: "11.2.C",
    melee.MeleePistols: "11.3.9",
    melee.AdvanceUnit: "11.4.6",
    melee.Pursue: "11.7.5",
    retreats.RetreatTo: "11.4.2",
    retreats.StandFacing: "11.4.5",
    cards.EnterResult: "DRV.tables",
    cards.Confirm: "DRV.tables",
}
# What may not be declined while it is asked.
BINDING: Mapping[type[Await], str] = {
    reaction.AwaitForcedHedgehog: "9.2.3",
    retreats.AwaitRetreat: "11.4.2",
    retreats.AwaitStand: "11.4.5",
    melee.AwaitDeclarations: "11.1.2",
    melee.AwaitNextMelee: "11.2.C",
    melee.AwaitAdvance: "11.4.6",
    melee.AwaitQuarry: "11.7.1",
    morale.AwaitHit: "8.2.1",
    leaders.AwaitLeader: "5.3.4",
    cards.AwaitResult: "DRV.tables",
}


REACTIONS = (
    reaction.ReactFire, reaction.ReactFace, reaction.ReactHedgehog, reaction.Withdraw, reaction.Intercept,
    reaction.Restack,
)  # fmt: skip
# 9.1.1a, 9.4.1 Fire that is no answer, given where an answer is asked for.
NO_ANSWER: OrderTexts = {
    fire.AdvancingFire: "9.4.1",
    fire.RetreatingFire: "9.4.1",
    fire.Skirmish: "9.1.1a",
    fire.Salvo: "9.1.1a",
    fire.FirePistol: "9.1.1a",
    fire.FireGuns: "9.1.1a",
}


def misplaced(state: State, by: Side, order: Order, cite: str) -> str:
    """The rule that this order breaks now."""
    kind, top = type(order), state.core.pending[-1] if state.core.pending else None
    is_asked = isinstance(top, Await) and top.side == by
    if kind is Decline and is_asked:
        return BINDING.get(type(top), cite)  # type: ignore[arg-type]
    if kind in REACTIONS and by == active_side(state):
        return "9.1.1"
    if kind in NO_ANSWER and is_asked and isinstance(top, reaction.AwaitReaction):
        return NO_ANSWER[kind]
    return MOMENTS.get(kind, cite)
