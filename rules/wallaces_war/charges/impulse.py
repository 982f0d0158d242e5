"""12.5c, 12.5f Impulsive attacks: berserkers who took their hex rush on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.charges.extension import allowance
from rules.wallaces_war.charges.facts import ChargeMade
from rules.wallaces_war.charges.ride import facing_of, hex_of, room_bar
from rules.wallaces_war.corrections import FELLOWS, is_corrected
from rules.wallaces_war.ground.costs import is_barred, step_cost
from rules.wallaces_war.ground.ground import SIX
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.asks import ImpulsiveAttack
from rules.wallaces_war.melee.declare import check_hex
from rules.wallaces_war.melee.eligible import SPENT, shaken_fellow_bar, target_bar
from rules.wallaces_war.melee.facts import MeleeBegan, MeleeStepped
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.movement.facts import FacingChanged
from rules.wallaces_war.position import class_of, is_on_map, stack_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import EXTENSION, State
from rules.wallaces_war.zones import is_all_round, is_controlled

Steps = tuple[str, ...]


def decide_impulse(play: Play[State], order: ImpulsiveAttack) -> None:
    """12.5c, 5.2i"""
    state = play.state
    check_hex(state, order.target)
    heed(berserker_bar(state, order.unit, play.by))
    units, start = rushers(state, order.unit), state.units[order.unit].at
    turn, path = split(order.path, start)
    heed(way_bar(state, units, turn, path))
    heed(end_bar(state, units, turn, path, order.target))
    heed(leaders_bar(state, units, order.leaders))
    if turn is not None and turn != state.units[units[0]].facing:
        turned = units if path else tuple(stack_of(state, order.unit))  # 5.1c who stays faces as his fellows do
        play.record(FacingChanged(units=turned, facing=turn, why=Reason("turns before its rush", "5.2i")))
    play.record(MeleeBegan(kind="impulse", side=play.by))
    play.record(
        ChargeMade(
            units=units, start=start, at=hex_of((start, *path)[-1]), target=order.target, kind="impulse",
            path=path, leaders=order.leaders,
        )
    )  # fmt: skip
    play.record(MeleeStepped(stage="strike"))


def split(path: Steps, start: HexId) -> tuple[int | None, Steps]:
    """5.2i The free turn where it stands, and the way from there."""
    if path and hex_of(path[0]) == start:
        return facing_of(path[0]), path[1:]
    return None, path


def berserker_bar(state: State, unit: UnitId, by: Side) -> IllegalOrder | None:
    """12.5c Why a unit may not rush on; None if it may."""
    one = state.units.get(unit)
    if one is None or one.side != by or not is_on_map(state, unit):
        return IllegalOrder("no such attacker", "12.5c", unit)
    if not one.berserk:
        return IllegalOrder("not berserk", "12.5c", unit)
    if unit in state.segment.extended:
        return IllegalOrder("rushed once", "12.5c", unit)
    if state.turn.advanced.get(unit) != one.at:
        return IllegalOrder("did not take its hex", "12.5c", unit)
    if one.shaken:
        return IllegalOrder("shaken attacker", "10.2h", unit)
    if state.battles[one.battle].standing in SPENT:
        return IllegalOrder("Battle cannot attack", "10.2i", unit, state.battles[one.battle].standing)
    return None


def rushers(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """D62 The berserker alone, both if both are; or the whole stack."""
    whole, by = reading(state, "D62") == "B", state.units[unit].side
    return tuple(
        other for other in stack_of(state, unit) if other == unit or whole or not berserker_bar(state, other, by)
    )


def way_bar(state: State, units: tuple[UnitId, ...], turn: int | None, path: Steps) -> IllegalOrder | None:
    """12.5c, 7.2a, 5.2a Why it may not rush this way: each step, each turn, and what they cost together."""
    one = state.units[units[0]]
    facing, spent = one.facing if turn is None else turn, 0
    for count, (a, b) in enumerate(pairwise((one.at, *path))):
        bar = step_bar(state, units, hex_of(a), hex_of(b), facing)
        if bar:
            return bar
        turned = facing_of(b)
        spent += step_cost(state, class_of(one), hex_of(a), hex_of(b)) or 0
        if count and spent > allowance(state, units):
            return IllegalOrder("rush beyond its points", "12.5c", units[0], hex_of(b))
        if turned is not None and turned != facing:
            facing, spent = turned, spent + tables.TURNING
            if spent > allowance(state, units):
                return IllegalOrder("rush beyond its points", "12.5c", units[0], hex_of(b))
    return None


def step_bar(state: State, units: tuple[UnitId, ...], a: HexId, b: HexId, facing: int) -> IllegalOrder | None:
    """5.3a, 6.2b, 6.4a, 7.3a, D62 Why it may not go from one hex to the next."""
    one = state.units[units[0]]
    if b not in _ahead(state, units, a, facing):
        return IllegalOrder("not in front of it", "5.3a", units[0], b)
    if is_controlled(state, a, one.side):
        return IllegalOrder("rush out of a zone", "6.2b", units[0], a)
    if is_controlled(state, b, one.side) and not all(state.units[unit].in_command for unit in units):
        return IllegalOrder("rush out of command", "6.4a", units[0], b)
    if step_cost(state, class_of(one), a, b) is None or is_barred(state, one.side, b):
        return IllegalOrder("closed to a rush", "7.3a", units[0], b)
    return room_bar(state, units, b)


def _ahead(state: State, units: tuple[UnitId, ...], at: HexId, facing: int) -> tuple[HexId, ...]:
    """5.1b The front hexes it has in a hex, with whoever stands there."""
    if at not in state.ground.at:
        return ()
    there = dict.fromkeys((*units, *state.stacks.get(at, ())))
    all_round = is_all_round([state.units[unit] for unit in there])
    return state.ground.near(at) if all_round else state.ground.front(at, facing)


def end_bar(
    state: State, units: tuple[UnitId, ...], turn: int | None, path: Steps, target: HexId
) -> IllegalOrder | None:
    """12.5c, 8.2g Why it may not end there and attack this hex; who leaves a shaken fellow behind is rid of him."""
    one = state.units[units[0]]
    end = hex_of((one.at, *path)[-1])
    fellow = _fellow_bar(state, units) if len(units) > 1 or not path else None
    facing = next((found for step in reversed(path) if (found := facing_of(step)) is not None), turn)
    facing = one.facing if facing is None else facing
    room = room_bar(state, units, end, facing=facing) if path else None
    return fellow or room or target_bar(state, units[0], end, target, _ahead(state, units, end, facing))


def _fellow_bar(state: State, units: tuple[UnitId, ...]) -> IllegalOrder | None:
    """8.2g Of those who strike from one hex, or with one who stays there beside them."""
    good = next(unit for unit in units if not state.units[unit].shaken)
    return shaken_fellow_bar(state, good) if is_corrected(state, FELLOWS) else None


def choices(state: State) -> Iterator[Choice]:
    """12.5c Every impulsive attack."""
    for unit, units in parties(state):
        yield from (Choice(state.turn.initiative, order) for order in rushes(state, unit, units))


def parties(state: State) -> Iterator[tuple[UnitId, tuple[UnitId, ...]]]:
    """12.5c, D62 Each berserker that may rush on, and who goes with it."""
    if state.core.phase != EXTENSION or state.melee:
        return
    by = state.turn.initiative
    for unit in state.turn.advanced:
        if is_on_map(state, unit) and not berserker_bar(state, unit, by):
            units = rushers(state, unit)
            if next(each for each in units if not berserker_bar(state, each, by)) == unit:
                yield unit, units


def rushes(
    state: State, unit: UnitId, units: tuple[UnitId, ...], turns: tuple[int, ...] = tuple(range(SIX))
) -> Iterator[ImpulsiveAttack]:
    """5.2i, 12.5c Every way without a turn, then with each of these; every target at its end."""
    start, faced = state.units[unit].at, state.units[unit].facing
    for turn in (None, *(facing for facing in turns if facing != faced)):
        first = () if turn is None else (f"{start}:{turn}",)
        for path, facing in _ways(state, units, (), faced if turn is None else turn, 0, turns):
            for target in _ahead(state, units, hex_of((start, *path)[-1]), facing):
                if target in state.stacks and not end_bar(state, units, turn, path, target):
                    for leaders in variants(state, units):
                        yield ImpulsiveAttack(unit=unit, path=(*first, *path), target=target, leaders=leaders)


def _ways(
    state: State, units: tuple[UnitId, ...], path: Steps, facing: int, spent: int, turns: tuple[int, ...]
) -> Iterator[tuple[Steps, int]]:
    """Every way it may go from where it stands, with and without a turn in each hex, and how it faces at the end."""
    yield path, facing
    one = state.units[units[0]]
    at = hex_of((one.at, *path)[-1])
    for to in _ahead(state, units, at, facing):
        if step_bar(state, units, at, to, facing):
            continue
        cost = spent + (step_cost(state, class_of(one), at, to) or 0)
        if path and cost > allowance(state, units):
            continue
        yield from _ways(state, units, (*path, to), facing, cost, turns)
        turned = cost + tables.TURNING
        for other in turns if turned <= allowance(state, units) else ():
            if other != facing:
                yield from _ways(state, units, (*path, f"{to}:{other}"), other, turned, turns)
