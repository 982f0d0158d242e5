"""5.2b, 5.2d, 8.2j Turns and changes of place that cost nothing: before a Battle moves, and before the enemy's."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ground.sight import has_sight
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.movement.asks import FreeFacing, SwapStack
from rules.wallaces_war.movement.facts import FacingChanged, StackReordered
from rules.wallaces_war.movement.field import SIX
from rules.wallaces_war.movement.limits import moving_battle
from rules.wallaces_war.movement.movers import idle, is_together, may_move, unit_bar
from rules.wallaces_war.position import fellow_of, is_on_map
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import ADJUSTMENT, State
from rules.wallaces_war.zones import is_controlled


def decide_facing(play: Play[State], order: FreeFacing) -> None:
    """5.2b, 5.2d, 5.1c The whole stack turns."""
    state = play.state
    heed(facing_bar(state, order.unit))
    unit = state.units[order.unit]
    if unit.facing == order.facing:
        raise IllegalOrder("faces there already", "5.2a", order.unit, order.facing)
    why = Reason("turns before it moves", "5.2b")
    if state.core.phase == ADJUSTMENT:
        why = Reason("turns to the enemy", "5.2d")
    play.record(FacingChanged(units=tuple(state.stacks[unit.at]), facing=order.facing, why=why))


def facing_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """5.2b, 5.2d Why a unit may not turn for nothing now."""
    return _adjustment_bar(state, name) if state.core.phase == ADJUSTMENT else _opening_bar(state, name)


def _opening_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """5.2b, 10.4d Before any unit or leader of the Battle has spent a point; a stack turns for who of it may act."""
    unit = state.units.get(name)
    if unit is None or not is_on_map(state, name):
        return IllegalOrder("not on the map", "5.2b", name)
    if unit.battle != moving_battle(state):
        return IllegalOrder("not of the moving Battle", "5.2b", name, moving_battle(state))
    if state.segment.is_moving:
        return IllegalOrder("too late to turn", "5.2b", name)
    return None if any(may_move(state, each) for each in state.stacks[unit.at]) else idle(name)


def _adjustment_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """C2, 5.2d, D19: within three hexes of an enemy it can see, under B of one of the activated Battle."""
    unit = state.units.get(name)
    if unit is None or not is_on_map(state, name):
        return IllegalOrder("not on the map", "5.2d", name)
    if unit.side == state.turn.initiative:
        return IllegalOrder("side does not adjust", "5.2d", name)
    if not any(has_sight(state, unit.at, at) for at in _seen(state, unit.at)):
        return IllegalOrder("no enemy in sight", "5.2d", name, tables.REACH)
    return None


def _seen(state: State, at: HexId) -> Iterator[HexId]:
    """5.2d, D19 Hexes within three with units that allow an adjustment."""
    any_enemy = reading(state, "D19") == "A"
    for near in state.ground.within(at, tables.REACH):
        if near in state.stacks:
            unit = state.units[state.stacks[near][0]]
            if unit.battle == state.turn.battle or (any_enemy and unit.side == state.turn.initiative):
                yield near


def facings(state: State) -> Iterator[FreeFacing]:
    """Each turn for nothing that may be made now, by the top unit of a stack that has not been turned yet."""
    done = set(state.segment.adjusted)
    for stack in state.stacks.values():
        name = stack[0]
        if name not in done and facing_bar(state, name) is None:
            facing = state.units[name].facing
            yield from (FreeFacing(unit=name, facing=other) for other in range(SIX) if other != facing)


def is_sampled(state: State) -> bool:
    """Whether somebody has turned or changed places: he may do so again, and it is not listed."""
    return bool(state.segment.adjusted)


def decide_swap(play: Play[State], order: SwapStack) -> None:
    """8.2j"""
    state = play.state
    heed(swap_bar(state, order.unit))
    at = state.units[order.unit].at
    play.record(StackReordered(at=at, units=tuple(reversed(state.stacks[at])), why=Reason("changes places", "8.2j")))


def swap_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """8.2j Why the units of a stack may not change places: at the start of its move, and in an enemy zone only so."""
    bar = unit_bar(state, name)
    if bar:
        return bar
    fellow = fellow_of(state, name)
    if not fellow:
        return IllegalOrder("no stack", "8.2j", name)
    spent = state.segment.spent
    if spent.get(name) or spent.get(fellow) or unit_bar(state, fellow) or not is_together(state, (name, fellow)):
        return IllegalOrder("no start of its move", "8.2j", name, fellow)
    unit, top = state.units[name], state.stacks[state.units[name].at][0]
    if is_controlled(state, unit.at, unit.side) and state.units[top].kind not in tables.MISSILE:
        return IllegalOrder("top unit holds its place", "8.2j", top)
    return None


def swaps(state: State) -> Iterator[SwapStack]:
    done = set(state.segment.adjusted)
    for pair in state.segment.together:
        stack = state.stacks.get(state.units[pair[0]].at, ())
        if len(stack) > 1 and stack[0] in pair and not done & set(pair) and swap_bar(state, stack[0]) is None:
            yield SwapStack(unit=stack[0])
