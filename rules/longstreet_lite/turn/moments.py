"""LL.4.seq.2 Every order at its moment: which belong to each phase, what answers each question, and who may speak."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.facts import Frame, Order, Side
from domain.ruling import IllegalOrder
from rules.longstreet_lite import frames as fr
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import phases

# LL.4.seq.2 What may be asked for in each phase while nothing is awaited.
PHASES: Mapping[str, tuple[type[Order], ...]] = {
    phases.MUSTER: (o.AddUnit, o.DropUnit, o.Agree),
    phases.TERRAIN: (o.PlaceTerrain, o.RemoveTerrain, o.FinishTerrain),
    phases.EDGES: (o.ChooseEdge,),
    phases.DEPLOY_ORDER: (o.ChooseDeployment,),
    phases.DEPLOY: (o.DeployUnit, o.FinishDeployment),
    phases.READY: (o.BeginBattle,),
    phases.RESHUFFLE: (o.Reshuffle, o.KeepDeck),
    phases.FIRE_OPTION: (o.InvokeFire, o.SkipFire),
    phases.FIRE: (o.FireUnit, o.EndFire),
    phases.COMMAND: (o.InvokeMove, o.InvokeCombat, o.Pass),
    phases.MOVE: (
        o.MoveUnit, o.QuarterTurn, o.ReformUnit, o.LimberBattery, o.UnlimberBattery, o.AddCard, o.EndMove,
    ),
    phases.COMBAT: (o.Charge, o.AddCard, o.EndCharges),
}  # fmt: skip

# What answers each thing awaited.
ANSWERS: Mapping[type[Frame], tuple[type[Order], ...]] = {
    fr.AwaitInterrupt: (o.Interrupt, o.Decline),
    fr.AwaitName: (o.NameUnit, o.Decline),
    fr.AwaitConfusedMove: (o.MoveUnit, o.QuarterTurn, o.Decline),
    fr.AwaitReroll: (o.Reroll, o.Decline),
    fr.AwaitFireMorale: (o.PlayMorale, o.Decline),
    fr.AwaitCombatMorale: (o.PlayMorale, o.Decline),
    fr.AwaitLosses: (o.RemoveBases,),
    fr.AwaitAllocation: (o.AllocateDice,),
    fr.AwaitRetreatCard: (o.PlayRetreatCard, o.Decline),
    fr.AwaitRetreat: (o.RollRetreat,),
    fr.AwaitRetreatPath: (o.RetreatUnit,),
}

# The rule that sets the moment of an order, where one does; LL.4.seq.2 for the others.
RULES: Mapping[type[Order], str] = {
    o.Interrupt: "LL.4.int.3",
    o.Reshuffle: "LL.4.resh.5",
    o.KeepDeck: "LL.4.resh.1",
    o.InvokeFire: "LL.4.seq.3",
    o.InvokeMove: "LL.F.7",
    o.InvokeCombat: "LL.F.7",
    o.FireUnit: "LL.4.invoke.1",
    o.MoveUnit: "LL.4.invoke.1",
    o.QuarterTurn: "LL.4.invoke.1",
    o.ReformUnit: "LL.4.invoke.1",
    o.LimberBattery: "LL.4.invoke.1",
    o.UnlimberBattery: "LL.4.invoke.1",
    o.Charge: "LL.4.invoke.1",
    o.PlayMorale: "LL.4.morale.1",
    o.AllocateDice: "LL.7.alloc.7",
    o.RemoveBases: "LL.1.loss.3",
    o.PlayRetreatCard: "LL.7.finterp.1",
    o.RollRetreat: "LL.7.retire.1",
    o.RetreatUnit: "LL.7.retire.1",
}


def check_moment(state: State, by: Side, order: Order) -> None:
    """LL.4.seq.1, LL.4.seq.2 Whoever is asked answers first; else orders belong to their phase and their side."""
    if state.core.pending:
        _check_answer(state.core.pending[-1], by, order)
    else:
        _check_phase(state, by, order)


def _check_answer(frame: Any, by: Side, order: Order) -> None:
    """LL.4.seq.2 Nothing else happens until the side asked has answered."""
    awaited = ANSWERS[type(frame)]
    said = " or ".join(kind.__name__ for kind in awaited)
    if by != frame.side:
        rule = _early(order, "LL.4.seq.2")
        raise IllegalOrder(f"it is for {frame.side} to act now ({said})", rule=rule)
    if type(order) not in awaited:
        rule = RULES.get(type(order), "LL.4.seq.2")
        raise IllegalOrder(f"{type(order).__name__} must wait: first {frame.side} gives {said}", rule=rule)


def _check_phase(state: State, by: Side, order: Order) -> None:
    """LL.4.seq.1, LL.4.seq.2 Orders belong to their phase and to the side that acts in it."""
    phase, sides = state.core.phase, phases.acting(state)
    if by not in sides:
        rule = RULES.get(type(order), "") if isinstance(order, o.Interrupt | o.Reshuffle) else "LL.4.seq.1"
        raise IllegalOrder(f"it is for {' or '.join(sides)} to act now ({phase})", rule=rule)
    if type(order) not in PHASES[phase]:
        said = ", ".join(kind.__name__ for kind in PHASES[phase])
        rule = _early(order, RULES.get(type(order), "LL.4.seq.2"))
        raise IllegalOrder(f"{type(order).__name__} is no order of this moment ({phase}); there: {said}", rule=rule)


def _early(order: Order, usual: str) -> str:
    """LL.4.int.1 The side that acts never interrupts."""
    return "LL.4.int.1" if isinstance(order, o.Interrupt) else usual
