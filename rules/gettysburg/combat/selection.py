"""11.1, 11.2 Which declared attack comes next, who says so, and which can no longer be made."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.combat.facts import AttackWasted
from rules.gettysburg.combat.fights import ASSAULTS, can_reach, first_defender, is_train, train_at, unresolved, void
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.targets import open_to
from rules.gettysburg.position import commander, is_full, side_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, Declared, State


def selectable(state: State) -> list[tuple[PieceId, Declared]]:
    """5.3.3, 11.2b What may be resolved next: the rest of the hex begun, else anything; nothing during a fight."""
    if state.core.phase != "combat" or state.core.pending or state.fights:
        return []
    live = [(unit, declared) for unit, declared in unresolved(state) if not _is_dead(state, unit, declared)]
    begun = [(unit, declared) for unit, declared in live if _is_begun(state, declared)] or live
    return [(unit, declared) for unit, declared in begun if not _above(state, unit, declared)]


def _above(state: State, unit: PieceId, declared: Declared) -> PieceId:
    """9.5a, D44 B The brigade higher in the same stack that attacks the same hex first; empty if there is none."""
    if declared.kind not in ASSAULTS or reading(state, "D44") == "A":
        return ""
    stack = state.stacks[state.units[unit].at]
    for higher in stack[: stack.index(unit)]:
        other = state.turn.declared.get(higher)
        if other and other.kind in ASSAULTS and other.target == declared.target and higher not in state.turn.resolved:
            return higher
    return ""


def _is_begun(state: State, declared: Declared) -> bool:
    """5.3.3, D63 Part of the hex now being resolved; under B bombardments are a group apart."""
    turn = state.turn
    if declared.target != turn.group:
        return False
    return reading(state, "D63") == "A" or (declared.kind == "bombardment") == (turn.group_kind == "bombardment")


def orderer(state: State) -> Side:
    """11.1b, 11.1c, 17.4d, D79 Who sets the order of attacks: the phasing side, or one that controls an attacker."""
    active = state.core.active
    if not state.turn.control:
        return active
    if reading(state, "D79") == "A":
        controlled = any(
            declared.kind != "bombardment" and commander(state, unit) == ENEMY[active]
            for unit, declared in state.turn.declared.items()
        )
        return ENEMY[active] if controlled else active
    sides = {commander(state, unit) for unit, _ in selectable(state)}
    return ENEMY[active] if sides == {ENEMY[active]} else active


def may_order(state: State, unit: PieceId, by: Side) -> bool:
    """D79 B Each side orders the attacks of the units it commands; under A one side orders all."""
    return reading(state, "D79") == "A" or commander(state, unit) in (by, "")


def check_turn(state: State, unit: PieceId, by: Side, what: str) -> Declared:
    """11.1, 11.2 Whether the declared attack or bombardment of this unit may be resolved now."""
    declared = state.turn.declared.get(unit)
    if is_train(state, unit):
        raise IllegalOrder("Train never attacks", "21.4")
    if what == "attack" and unit in state.units and state.units[unit].kind == "artillery":
        raise IllegalOrder("artillery bombards", "13.5e", unit)
    if declared is None or (declared.kind == "bombardment") != (what == "bombardment"):
        rule = "14.1a" if what == "bombardment" else "8.4a"
        raise IllegalOrder("nothing declared", rule, unit, what)
    if unit in state.turn.resolved:
        rule = "13.1b" if what == "bombardment" else "11.2a"
        raise IllegalOrder("is over", rule, what, unit)
    if all(unit != other for other, _ in selectable(state)):
        check_group(state, declared.target)
        above = _above(state, unit, declared)
        if above:
            raise IllegalOrder("the one above first", "9.5a", above, unit)
        raise IllegalOrder("what was begun first", "5.3.3", unit)
    if not may_order(state, unit, by):
        raise IllegalOrder("its controller orders", "17.4d", unit)
    return declared


def check_group(state: State, target: HexId) -> None:
    """5.3.3, 11.2b One hex is finished before the next is begun."""
    if target != state.turn.group and all(declared.target != target for _, declared in selectable(state)):
        raise IllegalOrder("hex begun first", "11.2b", target, state.turn.group)


def _is_dead(state: State, unit: PieceId, declared: Declared) -> bool:
    return bool(_void(state, unit, declared)) or _is_wasted(state, declared)


def _void(state: State, unit: PieceId, declared: Declared) -> Reason | None:
    """D70 Why what was declared can no longer be done; None if it can."""
    found = state.units[unit]
    if found.at not in state.stacks:
        return Reason("no longer on the map", "11.1a")
    if declared.kind != "bombardment":
        if not can_reach(state, unit, declared.target):
            return Reason("no longer beside it", "11.1a", (declared.target,))
        if declared.kind == "train" and not train_at(state, declared.target):
            return Reason("the Train is gone", "21.4")
        return None
    if found.fired:
        return Reason("no longer Ready", "13.1b")
    if is_train(state, declared.aim) or reading(state, "D62") == "A":
        return None if state.units[declared.aim].at == declared.target else Reason("its target is gone", "14.1b")
    return None if open_to(state, found, declared.target) else Reason("no unit is left to fire at", "14.1b")


def _is_wasted(state: State, declared: Declared) -> bool:
    """11.2c Nobody to attack in a hex with no room to advance, or under D43 B the brigade meant is gone."""
    if declared.kind not in ASSAULTS or declared.target not in state.stacks:
        return False
    if side_at(state, declared.target) == state.core.active:
        return reading(state, "D60") == "A" or is_full(state, declared.target)
    if not first_defender(state, declared.target):
        return True
    if reading(state, "D43") == "B" and declared.aim:
        return state.units[declared.aim].at != declared.target
    return False


def drop_dead(play: Play[State]) -> bool:
    """11.2c, D70 Declarations that can no longer be carried out lapse; artillery bound by one is spent (D49)."""
    state = play.state
    dead = [(unit, declared) for unit, declared in unresolved(state) if _is_dead(state, unit, declared)]
    for unit, declared in dead:
        _drop(play, unit, declared)
    return bool(dead)


def _drop(play: Play[State], unit: PieceId, declared: Declared) -> None:
    why = _void(play.state, unit, declared)
    if not why:
        play.record(AttackWasted(unit=unit, target=declared.target))
        return
    void(play, unit, why)
