"""11.3 Orders of the Combat Phase at another moment than theirs, and the rule that forbids each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Await, Order, Side
from rules.gettysburg.combat import artillery, asks, coordination, counterattack, retreat, selection
from rules.gettysburg.combat.fights import ASSAULTS, current, first_defender, unresolved
from rules.gettysburg.movement.asks import DeclareAttack, DeclareBombardment
from rules.gettysburg.movement.declarations import bound_bar
from rules.gettysburg.state import Fight, State
from rules.gettysburg.turn.asks import Decline, EndPhase

# The question that each order answers, and what is said where nobody asks it.
UNASKED: Mapping[type[Order], tuple[type[Await], str, str]] = {
    asks.SwapDefender: (asks.AwaitSwap, "swap not asked", "11.7b"),
    asks.RetreatBeforeCombat: (asks.AwaitRetreatBeforeCombat, "falling back not asked", "15.4"),
    asks.GiveSupport: (asks.AwaitSupport, "support not asked", "11.3"),
    asks.DefendWith: (asks.AwaitDefender, "defender not asked", "13.5a"),
    asks.RetreatTo: (asks.AwaitRetreat, "retreat not asked", "12.4a"),
    asks.ChooseRout: (asks.AwaitRout, "rout not asked", "9.3b"),
    asks.Advance: (asks.AwaitAdvance, "advance not asked", "12.7a"),
    asks.CounterAttack: (asks.AwaitCounterAttack, "Counter-Attack not asked", "19.1a"),
}


def bar(state: State, by: Side, order: Order) -> IllegalOrder | None:
    """11.3 The rule against an order that is not for this side to give now; None if only the moment is."""
    if state.core.phase != "combat":
        return None
    return _forbidden(state, by, order) or _closing(state, by, order) or _unasked(state, order)


def _forbidden(state: State, by: Side, order: Order) -> IllegalOrder | None:
    """What would be refused by a rule of its own even if it were asked for."""
    match order:
        case asks.GiveSupport():
            return _support(state, by, order)
        case asks.RollCoordination():
            return _coordination(state, order)
        case asks.RetreatTo():
            return retreat.attacker_bar(state, order.unit)
        case asks.CounterAttack() if order.unit in state.units and state.units[order.unit].side == by:
            return counterattack.striker_bar(state, order.unit, by, order.target)
        case DeclareAttack() | DeclareBombardment() if by == state.core.active:
            return bound_bar(state, order.unit, order.target)
        case asks.ResolveAttack() if state.fights and by == selection.orderer(state):
            selection.check_turn(state, order.unit, by, "attack")
        case asks.ResolveBombardment() if state.fights and by == selection.orderer(state):
            for unit in order.units or ("",):
                selection.check_turn(state, unit, by, "bombardment")
    return None


def _support(state: State, by: Side, order: asks.GiveSupport) -> IllegalOrder | None:
    """13.4, 13.5a, 20.4 What keeps the unit from supporting the combat under way, or any of those that may be next."""
    bars = [artillery.support_bar(state, fight, order.unit, fight.side == by) for fight in _combats(state)]
    return bars[0] if all(bars) and bars else None


def _combats(state: State) -> list[Fight]:
    if state.fights:
        return [current(state)] if current(state).kind in ASSAULTS else []
    return [
        Fight(
            attacker=unit,
            side=state.core.active,
            target=declared.target,
            defender=first_defender(state, declared.target),
        )
        for unit, declared in selection.selectable(state)
        if declared.kind in ASSAULTS
    ]


def _coordination(state: State, order: asks.RollCoordination) -> IllegalOrder | None:
    """11.3, 19.3b, 20.3, 16.6a"""
    if state.fights and current(state).counter:
        return IllegalOrder("coordination too late", "19.3b")
    late = IllegalOrder("coordination too late", "11.3") if state.fights else None
    return coordination.ban(state, order.target) or late


def _closing(state: State, by: Side, order: Order) -> IllegalOrder | None:
    """12.4b, 11.1a Neither a retreat nor what was declared is left undone by the side whose it is."""
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, asks.AwaitRetreat | asks.AwaitRout) and isinstance(order, Decline) and by == frame.side:
        return IllegalOrder("retreat goes to its end", "12.4b")
    if isinstance(order, EndPhase) and frame is None and by == selection.orderer(state):
        return IllegalOrder("still declared", "11.1a", *_still_declared(state))
    return None


def _still_declared(state: State) -> Iterator[str]:
    """11.1a What is left of the declarations: who, what, and on which hex."""
    for unit, declared in unresolved(state):
        yield from (unit, declared.kind, declared.target)


def _unasked(state: State, order: Order) -> IllegalOrder | None:
    if type(order) not in UNASKED:
        return None
    question, key, rule = UNASKED[type(order)]
    is_asked = bool(state.core.pending) and isinstance(state.core.pending[-1], question)
    return None if is_asked else IllegalOrder(key, rule)
