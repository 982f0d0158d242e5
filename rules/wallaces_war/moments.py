"""3.3 An order at the wrong moment, or of the wrong side, is refused by the rule that sets its moment."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.facts import Frame, Order, Side
from domain.kernel.say import OrderTexts
from rules.wallaces_war.command import asks as command
from rules.wallaces_war.fire import asks as fire
from rules.wallaces_war.melee import asks as melee
from rules.wallaces_war.movement import asks as movement
from rules.wallaces_war.state import (
    ACTIVATION,
    ADJUSTMENT,
    DEFENSIVE_FIRE,
    EXTENSION,
    INITIATIVE,
    MELEE,
    MOVEMENT,
    OFFENSIVE_FIRE,
    REACTION,
    State,
)
from rules.wallaces_war.turn import asks as turn

# The rule that sets the moment of an order.
MOMENTS: OrderTexts = {
    command.ListChits: "4.2a",
    command.TopUp: "4.2e",
    command.PlaceChits: "4.2f",
    turn.SetUpUnit: "16.1a",
    turn.SetUpLeader: "16.1a",
    turn.Deploy: "16.1a",
    turn.NameTarget: "20.3.2a",
    command.PlaceReplacement: "4.4b",
    command.Bid: "4.3b",
    command.Outbid: "4.3b",
    command.Activate: "4.3d",
    movement.FreeFacing: "5.2b",
    movement.SwapStack: "8.2j",
    movement.MoveUnits: "7.1a",
    movement.MoveLeader: "7.1a",
    movement.VoluntaryRetreat: "11.1",
    movement.MarkCharge: "11.2.1a",
    movement.DisplaceLeader: "13.4c",
    movement.PlaceReplacementLeader: "13.5b",
    fire.Fire: "9.1a",
    fire.AdvanceAfterFire: "9.7/S6a",
    melee.DeclareMelee: "10.3a",
    melee.DeclareCharge: "10.3a",
    melee.ChooseNextAttack: "10.3/S1",
    melee.SinkMissileUnit: "8.2k",
    melee.Reply: "10.2c",
    melee.RetreatPath: "10.3/S9d",
    melee.AdvanceAfterCombat: "10.3/S10a",
    melee.ReactionPlacement: "11.2.2b",
    melee.ExtendCharge: "11.2.7",
    melee.ImpulsiveAttack: "12.5c",
    command.ContinueAttack: "10.4a",
    command.SpecialContinuation: "13.2d",
    command.ActivateReaction: "4.6a",
}
# What may not be declined, nor ended while it is asked.
BINDING: Mapping[type[Frame], str] = {
    melee.AwaitAttack: "10.3b",
    melee.AwaitRetreat: "10.3/S9b",
    melee.AwaitPlacement: "11.2.2b",
    movement.AwaitDisplacement: "13.4c",
    movement.AwaitSuccessor: "13.5b",
    turn.AwaitTarget: "20.3.2a",
}
# What some phases say of orders that belong elsewhere.
NOT_THERE: Mapping[tuple[str, type[Order]], str] = {
    (ADJUSTMENT, movement.FreeFacing): "5.2d",
    (DEFENSIVE_FIRE, fire.AdvanceAfterFire): "9.7/S6c",
    (OFFENSIVE_FIRE, movement.VoluntaryRetreat): "11.1b",
    **{
        (REACTION, kind): "4.6a"
        for kind in (
            fire.Fire,
            fire.AdvanceAfterFire,
            movement.MarkCharge,
            melee.DeclareMelee,
            melee.DeclareCharge,
            melee.ExtendCharge,
            melee.ImpulsiveAttack,
        )
    },
}
NO_BID = (command.Bid, command.Outbid, command.Activate)


def misplaced(state: State, by: Side, order: Order, cite: str) -> str:
    """3.3 The rule that an order breaks which is not to be given now, or not by this side."""
    kind, phase, pending = type(order), state.core.phase, state.core.pending
    if pending and kind in (turn.Decline, turn.EndSegment):
        return _binding(state, pending[-1], cite)
    if kind in NO_BID and phase in (INITIATIVE, ACTIVATION) and _had_two(state, by):
        return "4.3f"
    if by != state.turn.initiative and kind is melee.AdvanceAfterCombat:
        return "10.3/S10b"
    if by != state.turn.initiative and kind is fire.Fire and phase in (MOVEMENT, MELEE, EXTENSION):
        return "9.4f"
    if kind is movement.EnterReinforcements:
        return "20.3.6c" if state.engagement.barons else "16.2.4e"
    return NOT_THERE.get((phase, kind)) or MOMENTS.get(kind, cite)


def _binding(state: State, frame: Frame, cite: str) -> str:
    """11.2.6a Nobody declines a rebound; the rest as the question says."""
    rebounds = bool(state.retreats) and state.retreats[0].kind == "rebound"
    return "11.2.6a" if rebounds and isinstance(frame, melee.AwaitRetreat) else BINDING.get(type(frame), cite)


def _had_two(state: State, side: Side) -> bool:
    """4.3f Whether a side has just had initiative two turns running, before the one that is begun."""
    before = state.history[: -1 if state.turn.initiative else None]
    return before[-2:] == [side, side]
