"""11.0 Combat: declared attacks are taken up one by one and carried through every part of the procedure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order, Side
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.gettysburg import frames as fr
from rules.gettysburg import orders as o
from rules.gettysburg.combat import (
    advance,
    artillery,
    cavalry,
    coordination,
    counterattack,
    procedure,
    retreat,
    selection,
    train_attack,
)
from rules.gettysburg.combat.fight import FightKind
from rules.gettysburg.combat.fights import current, decline, first_defender, named, unresolved
from rules.gettysburg.combat.selection import orderer as orderer
from rules.gettysburg.facts.combat import DefenderSwapped, FightBegan
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.position import brigades_at, side_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State


def is_over(state: State) -> bool:
    """5.3.3 Nothing declared is left to resolve."""
    return not state.fights and next(unresolved(state), None) is None


def decide_coordination(play: Play[State], order: o.RollCoordination, by: Side) -> None:
    """11.3(1), 11.6a Before the first attack on the hex; 17.4c or asked for when the opponent is about to begin it."""
    state = play.state
    pending = state.core.pending
    frame = pending[-1] if pending else None
    if isinstance(frame, fr.AwaitCoordination):
        if order.target != frame.target:
            raise IllegalOrder(f"the attacks on {frame.target} come first", rule="11.2b")
        play.close()
        coordination.attempt(play, frame.target)
        _begin(play, frame.unit)
        return
    coordination.check(state, order.target)
    selection.check_group(state, order.target)
    _check_owner(state, by)
    coordination.attempt(play, order.target)


def _check_owner(state: State, by: Side) -> None:
    """17.4c The owner coordinates, not the side that controls one of his units."""
    if by != state.core.active:
        raise IllegalOrder(f"the {state.core.active} side is asked when an attack is ordered", rule="17.4c")


def decline_coordination(play: Play[State], frame: fr.AwaitCoordination) -> None:
    decline(play, frame.side, "coordination", "11.6a")
    _begin(play, frame.unit)


def decide_attack(play: Play[State], order: o.ResolveAttack, by: Side) -> None:
    """11.3 The declared attack of one brigade."""
    state = play.state
    declared = selection.check_turn(state, order.unit, by, "attack")
    may_coordinate = declared.kind != "train" and not coordination.refusal(state, declared.target)
    if may_coordinate and reading(state, "D45") == "C":
        coordination.attempt(play, declared.target)
    elif may_coordinate and by != state.core.active:
        side = state.core.active
        play.open(fr.AwaitCoordination(side=side, unit=order.unit, target=declared.target))
        return
    _begin(play, order.unit)


def _begin(play: Play[State], unit: PieceId) -> None:
    state = play.state
    declared = state.turn.declared[unit]
    if declared.kind == "train":
        train_attack.resolve(play, unit, declared.target)
        return
    side, target = state.units[unit].side, declared.target
    defender = first_defender(state, target) if side_at(state, target) != side else ""
    kind: FightKind = "charge" if declared.kind == "charge" else "attack"
    play.record(FightBegan(attacker=unit, side=side, target=target, kind=kind, defender=defender))


def proceed(play: Play[State]) -> bool:
    """The next thing of the fight in progress that nobody has to decide, or the window for what someone must."""
    state = play.state
    if state.core.phase != "combat" or state.core.pending:
        return False
    if not state.fights:
        return selection.drop_dead(play)
    procedure.carry_on(play)
    return True


def decide_swap(play: Play[State], order: o.SwapDefender, _by: Side) -> None:
    fight = current(play.state)
    others = brigades_at(play.state, fight.target)[1:]
    if order.unit not in others:
        said = ", ".join(named(play.state, unit) for unit in others)
        raise IllegalOrder(f"{named(play.state, order.unit)} cannot take over; {said} may", rule="11.7b")
    play.record(DefenderSwapped(unit=order.unit, instead_of=fight.defender))
    play.close()


def decline_swap(play: Play[State], frame: fr.AwaitSwap) -> None:
    decline(play, frame.side, "swap of the defender", "11.7b")


def choices(state: State) -> Iterator[Choice]:
    """Every order of the moment: what is asked, else the attacks that may come next."""
    if state.core.phase != "combat":
        return
    if state.core.pending:
        yield from _answers(state, state.core.pending[-1])
        return
    by = orderer(state)
    targets: dict[HexId, None] = {}
    for unit, declared in selection.selectable(state):
        if declared.kind != "bombardment" and selection.may_order(state, unit, by):
            yield Choice(by, o.ResolveAttack(unit=unit))
            targets[declared.target] = None
    for target in targets:
        if by == state.core.active and not coordination.refusal(state, target):
            yield Choice(by, o.RollCoordination(target=target))


def _answers(state: State, frame: Frame) -> Iterator[Choice]:
    found = ANSWERS.get(type(frame))
    return found(state, frame) if found else iter(())


def _coordination_answers(_state: State, frame: fr.AwaitCoordination) -> Iterator[Choice]:
    yield Choice(frame.side, o.RollCoordination(target=frame.target))
    yield Choice(frame.side, o.Decline())


def _swap_answers(state: State, frame: fr.AwaitSwap) -> Iterator[Choice]:
    for unit in brigades_at(state, current(state).target)[1:]:
        yield Choice(frame.side, o.SwapDefender(unit=unit))
    yield Choice(frame.side, o.Decline())


def _defender_answers(_state: State, frame: fr.AwaitDefender) -> Iterator[Choice]:
    return (Choice(frame.side, o.DefendWith(unit=unit)) for unit in frame.units)


def _rout_answers(_state: State, frame: fr.AwaitRout) -> Iterator[Choice]:
    return (Choice(frame.side, o.ChooseRout(unit=unit)) for unit in frame.units)


ANSWERS: Mapping[type[Frame], Callable[[State, Any], Iterator[Choice]]] = {
    fr.AwaitCoordination: _coordination_answers,
    fr.AwaitSwap: _swap_answers,
    fr.AwaitDefender: _defender_answers,
    fr.AwaitRout: _rout_answers,
    fr.AwaitRetreatBeforeCombat: cavalry.choices,
    fr.AwaitSupport: artillery.choices,
    fr.AwaitRetreat: retreat.choices,
    fr.AwaitAdvance: advance.choices,
    fr.AwaitCounterAttack: counterattack.choices,
}


# The rule to cite for an order that comes when it is not asked for.
UNASKED: Mapping[type[Order], tuple[str, str]] = {
    o.SwapDefender: ("11.7b", "the defender is swapped only between two attacks that are not coordinated"),
    o.RetreatBeforeCombat: ("15.4", "only cavalry attacked by infantry falls back, and only when it is asked"),
    o.GiveSupport: ("11.3", "support is given when it is asked for, once for each side and before the dice"),
    o.DefendWith: ("13.5a", "nobody is asked which unit defends"),
    o.RetreatTo: ("12.4a", "no unit has to retreat now"),
    o.ChooseRout: ("9.3b", "no hex is overstacked by a retreat"),
    o.Advance: ("12.7a", "no hex was emptied by an attack just now"),
    o.CounterAttack: ("19.1a", "a Counter-Attack is made at once after the combat it answers"),
}


def check_asked(state: State, order: Order) -> None:
    """11.3 An order of a fight that comes at the wrong moment is refused by its own rule."""
    if state.core.phase != "combat":
        return
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, fr.AwaitRetreat | fr.AwaitRout) and isinstance(order, o.Decline):
        raise IllegalOrder("a retreat is carried to its end", rule="12.4b")
    if isinstance(order, o.RollCoordination) and state.fights:
        rule = "19.3b" if current(state).counter else "11.3"
        raise IllegalOrder("coordination is rolled for before an attack, never in a Counter-Attack", rule=rule)
    if isinstance(order, o.EndPhase) and frame is None:
        raise IllegalOrder(f"what was declared must be carried out: {_still_declared(state)}", rule="11.1a")
    if type(order) in UNASKED:
        rule, why = UNASKED[type(order)]
        raise IllegalOrder(why, rule=rule)


def _still_declared(state: State) -> str:
    """11.1a What is left of the declarations, and the orders that take it up."""
    left = list(unresolved(state))
    acts = [
        f"{named(state, unit)} {'bombards' if declared.kind == 'bombardment' else 'attacks'} {declared.target}"
        for unit, declared in left
    ]
    shots = sum(1 for _, declared in left if declared.kind == "bombardment")
    orders = (["ResolveAttack"] if shots < len(left) else []) + (["ResolveBombardment"] if shots else [])
    return f"{', '.join(acts)} ({' or '.join(orders)})"


DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {
    o.RollCoordination: decide_coordination,
    o.ResolveAttack: decide_attack,
    o.SwapDefender: decide_swap,
    o.RetreatBeforeCombat: cavalry.decide_fall_back,
    o.GiveSupport: artillery.decide_support,
    o.DefendWith: artillery.decide_defender,
    o.RetreatTo: retreat.decide_retreat,
    o.ChooseRout: retreat.decide_rout,
    o.Advance: advance.decide_advance,
    o.CounterAttack: counterattack.decide_counter,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {
    fr.AwaitCoordination: decline_coordination,
    fr.AwaitSwap: decline_swap,
    fr.AwaitRetreatBeforeCombat: cavalry.decline_fall_back,
    fr.AwaitSupport: artillery.decline_support,
    fr.AwaitAdvance: advance.decline_advance,
    fr.AwaitCounterAttack: counterattack.decline_counter,
}
