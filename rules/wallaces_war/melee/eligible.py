"""10.2 Who may attack whom: each limit said once, for orders, lists and players."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.wallaces_war import tables
from rules.wallaces_war.corrections import ZERO_CHIT, is_corrected
from rules.wallaces_war.fire.targets import is_bound_elsewhere
from rules.wallaces_war.ground.costs import can_cross, can_stand, is_road
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.position import class_of, has_enemy, is_on_map, may_act, stack_of, top_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import ZERO, State
from rules.wallaces_war.zones import front, is_controlled

SPENT = ("weakened", "broken", "eliminated")


def attacker_bar(state: State, unit: UnitId, by: Side) -> IllegalOrder | None:
    """4.5c, 10.2, 10.2l, 14.4f Why a unit may not attack at all in this segment, charges too, whatever the chit."""
    one = state.units.get(unit)
    if one is None or not is_on_map(state, unit):
        return IllegalOrder("no such attacker", "10.2b", unit)
    if one.side != by or one.battle != state.turn.battle:
        return IllegalOrder("attacker not activated", "10.2b", unit, state.turn.battle)
    if not may_act(state, unit) or is_idle(state):
        return IllegalOrder("no part in the continuation", "10.4d", unit)
    if state.melee and any(unit in attack.units for attack in state.melee.attacks):
        return IllegalOrder("attacks one hex", "10.2d", unit)
    if state.battles[one.battle].standing in SPENT:
        return IllegalOrder("Battle cannot attack", "10.2i", unit, state.battles[one.battle].standing)
    if one.shaken:
        return IllegalOrder("shaken attacker", "10.2h", unit)
    if unit in state.turn.followed:
        return IllegalOrder("advanced after fire", "9.7/S6c", unit)
    return None


def is_idle(state: State) -> bool:
    """10.4d, D13 C A Battle that initiated no melee in phase C does nothing in phase E."""
    return state.turn.round > 0 and reading(state, "D13") == "C" and not state.turn.initiated


def party_bar(state: State, unit: UnitId) -> IllegalOrder | None:
    """8.2g, 10.2j, 10.2k, 11.2c Why a unit that could attack may not do so on foot, by its kind or its stack.

    4.5 With a 0 only who is already in an enemy zone starts a melee.
    """
    one = state.units[unit]
    if one.kind == "HC":
        return IllegalOrder("horse must charge", "10.2j", unit)
    if one.kind in tables.MISSILE and not _goes_along(state, unit):
        return IllegalOrder("missile unit cannot attack", "10.2k", unit)
    if state.turn.chit == ZERO and is_corrected(state, ZERO_CHIT) and not is_controlled(state, one.at, one.side):
        return IllegalOrder("a zero starts no melee", "4.5", unit)
    return _stack_bar(state, unit)


def _goes_along(state: State, unit: UnitId) -> bool:
    """D27 B A missile unit attacks with the infantry it is stacked with."""
    others = [state.units[other] for other in stack_of(state, unit) if other != unit]
    return reading(state, "D27") == "B" and any(other.kind not in tables.MISSILE for other in others)


def _stack_bar(state: State, unit: UnitId) -> IllegalOrder | None:
    """8.2g, D27, D29 Why its place in a stack keeps a good unit from attacking."""
    stack = stack_of(state, unit)
    if len(stack) == 1:
        return None
    on_top, fellow = stack[0] == unit, next(other for other in stack if other != unit)
    other = state.units[fellow]
    bar = shaken_fellow_bar(state, unit)
    if bar or other.shaken:
        return bar
    if other.kind in tables.MISSILE and state.units[unit].kind not in tables.MISSILE:
        letter = reading(state, "D27")
        if letter == "C" or (letter == "A" and not on_top):
            return IllegalOrder("missile unit in the stack", "10.2k", unit, fellow)
    return None


def shaken_fellow_bar(state: State, unit: UnitId) -> IllegalOrder | None:
    """8.2g, D29 With a shaken unit only the one on top may attack; as 14.4h has it, only the one that is not."""
    stack = stack_of(state, unit)
    if not any(other != unit and state.units[other].shaken for other in stack):
        return None
    if reading(state, "D29") == "B":
        return IllegalOrder("on top of a shaken unit", "14.4h", unit) if stack[0] == unit else None
    return None if stack[0] == unit else IllegalOrder("under a shaken unit", "8.2g", unit)


def party(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """8.2f, 10.2f Who attacks with a unit that may: its whole stack, but for who is shaken or only shoots (D27)."""
    return tuple(
        other
        for other in stack_of(state, unit)
        if other == unit or not (state.units[other].shaken or party_bar(state, other))
    )


def target_bar(
    state: State, unit: UnitId, at: HexId, target: HexId, ahead: tuple[HexId, ...] | None = None
) -> IllegalOrder | None:
    """5.3b, 10.2e, 10.2g, 10.2n, 20.3.2a Why a unit in a hex may not attack another.

    `ahead` are the front hexes it would have there, if it does not stand there yet.
    """
    one = state.units[unit]
    if not has_enemy(state, target, one.side):
        return IllegalOrder("no enemy there", "10.2b", target)
    if target not in (front(state, at) if ahead is None else ahead):
        return IllegalOrder("not in front of it", "5.3b", unit, target)
    aimed = next((state.turn.aimed[each] for each in stack_of(state, unit) if each in state.turn.aimed), target)
    if aimed != target:
        return IllegalOrder("bound by its fire", "10.2e", unit, aimed)
    if not can_cross(state, class_of(one), at, target):
        return IllegalOrder("uncrossable side", "10.2g", at, target)
    if reading(state, "D93") == "A" and not _can_follow(state, unit, at, target):
        return IllegalOrder("closed to the attacker", "10.2n", unit, target)
    return bound_bar(state, unit, target)


def _can_follow(state: State, unit: UnitId, at: HexId, target: HexId) -> bool:
    """10.2n, 6.1d Whether the target lies in its zone, as far as the ground goes."""
    return is_road(state, at, target) or can_stand(state, class_of(state.units[unit]), target)


def bound_bar(state: State, unit: UnitId, target: HexId) -> IllegalOrder | None:
    """20.3.2a"""
    if is_bound_elsewhere(state, state.units[unit], top_of(state, target).battle):
        return IllegalOrder("another Battle than named", "20.3.2a", unit, state.target)
    return None


def melee_bar(state: State, unit: UnitId, target: HexId, by: Side) -> IllegalOrder | None:
    """10.2 Why a unit may not attack this hex on foot; None if it may."""
    return (
        attacker_bar(state, unit, by) or party_bar(state, unit) or target_bar(state, unit, state.units[unit].at, target)
    )


def attacks(state: State, by: Side) -> Iterator[tuple[UnitId, HexId]]:
    """Every attack on foot that may be declared now, each once for a stack."""
    for at in tuple(state.stacks):
        for unit in state.stacks[at]:
            if state.units[unit].side != by or attacker_bar(state, unit, by) or party_bar(state, unit):
                continue
            for target in front(state, at):
                if not target_bar(state, unit, at, target):
                    yield unit, target
            break
