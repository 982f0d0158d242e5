"""Positions set by hand: a field without units, and what follows from where each piece is said to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from domain.kernel.errors import BadInput
from rules.musket_and_pike import going, tables
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import is_guns, is_operational, klass
from rules.musket_and_pike.state import (
    ACTIONS,
    ACTIVATION,
    BOMBARDMENT,
    MARKERS,
    MELEE,
    OPEN_ORDER,
    ROUT,
    SET_UP,
    State,
    Unit,
)

PHASES: Final = (SET_UP, OPEN_ORDER, BOMBARDMENT, ACTIVATION, ACTIONS, MELEE, ROUT, MARKERS)
BEFORE: Final = (SET_UP, OPEN_ORDER, BOMBARDMENT)
TWO: Final = 2


def bare(state: State) -> None:
    """No piece on the map: the first Wing of the first side acts on turn 2."""
    state.stacks.clear()
    for unit in state.units.values():
        unit.hexes, unit.gone, unit.limbered = (), "unused", False
        unit.formation = "" if is_guns(unit) else "FN"
    for leader in state.leaders.values():
        leader.at = ""
    state.wagons.clear()
    side = state.core.sides[0]
    state.core.turn, state.core.phase, state.core.active = TWO, ACTIONS, side
    state.turn.initiative = side
    state.activation.wing = next(name for name, wing in state.wings.items() if wing.side == side)


def settle(state: State) -> None:
    """Stacks and halves follow from the places of the units; `stacks` itself says only who lies on top."""
    _check_moment(state)
    _take_places(state)
    for name, unit in state.units.items():
        _complete(state, name, unit)
    stacks = {at: [name for name in stack if at in state.units[name].hexes] for at, stack in state.stacks.items()}
    for name, unit in state.units.items():
        for at in unit.hexes:
            stack = stacks.setdefault(at, [])
            if name not in stack:
                stack.append(name)
    state.stacks = {at: stack for at, stack in stacks.items() if stack}
    for name, leader in state.leaders.items():
        if leader.at and not state.ground.is_on_map(leader.at):
            raise BadInput(f"leaders.{name}.at: {leader.at!r} is no hex of this map")
    for name, wagon in state.wagons.items():
        if not state.ground.is_on_map(wagon.at):
            raise BadInput(f"wagons.{name}.at: {wagon.at!r} is no hex of this map")


def _check_moment(state: State) -> None:
    core, wing = state.core, state.activation.wing
    if core.phase not in PHASES:
        raise BadInput(f"core.phase: {core.phase!r} is none of {', '.join(PHASES)}")
    if core.active and core.active not in core.sides:
        raise BadInput(f"core.active: {core.active!r} is neither of {', '.join(core.sides)}")
    if wing and wing not in state.wings:
        raise BadInput(f"activation.wing: there is no Wing {wing!r}; there are {', '.join(state.wings)}")
    if wing and core.phase in (ACTIONS, MELEE):
        core.active = state.wings[wing].side
        state.wings[wing].status = "active"


def _take_places(state: State) -> None:
    """A unit named in a stack alone stands there."""
    for at, stack in state.stacks.items():
        for name in stack:
            if name not in state.units:
                raise BadInput(f"stacks.{at}: there is no unit {name!r}")
            if not state.units[name].hexes:
                state.units[name].hexes = (at,)


def _complete(state: State, name: UnitId, unit: Unit) -> None:
    """6.1, 12.4.3 The right half of a two-hex unit follows from its facing; a broken unit has no formation."""
    if not unit.hexes:
        return
    unit.gone = ""
    if unit.morale == "MB":
        unit.formation = ""
    if unit.card.width > len(unit.hexes) == 1:
        way = unit.facing if unit.formation == "CO" else unit.facing + 2
        right = state.ground.neighbour(unit.hexes[0], way) if state.ground.is_on_map(unit.hexes[0]) else None
        unit.hexes = (*unit.hexes, *((right,) if right else ()))
    for at in unit.hexes:
        if not state.ground.is_on_map(at):
            raise BadInput(f"units.{name}.hexes: {at!r} is no hex of this map")
    if len(unit.hexes) != unit.card.width:
        raise BadInput(f"units.{name}.hexes: it stands in {unit.card.width}, not {len(unit.hexes)}")


def check(state: State) -> None:
    """What no game of these rules leads to."""
    if state.core.turn < 1 and state.core.phase not in BEFORE:
        raise BadInput("core.turn: the first turn is 1 (3.1)")
    for name, unit in state.units.items():
        if unit.hexes:
            for fault in _unit_faults(state, unit):
                raise BadInput(f"units.{name}: {fault}")
    for at, stack in state.stacks.items():
        for fault in _stack_faults(state, stack):
            raise BadInput(f"stacks.{at}: {fault}")


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if not is_guns(unit) and unit.casualties >= unit.card.sp:
        yield f"with {unit.casualties} casualties it is eliminated (10.6.1)"
    if unit.card.width > 1 and unit.morale != "MB" and _is_askew(state, unit):
        yield "its halves do not stand as it faces (6.1)"
    if unit.pistols and unit.card.arm != tables.HORSE:
        yield "it has no pistols (10.2)"
    if unit.formation == "HH" and not unit.card.pikes:
        yield "it has no pikes (6.3.2.a)"
    if any(not _can_stand(state, unit, at) for at in unit.hexes):
        yield "the ground is closed to it (7.1.1)"


def _is_askew(state: State, unit: Unit) -> bool:
    """6.1, 6.3.4"""
    left, right = unit.hexes
    if unit.formation == "CO":
        return right not in state.ground.near(left)
    return state.ground.neighbour(left, unit.facing + TWO) != right


def _can_stand(state: State, unit: Unit, at: HexId) -> bool:
    line = getattr(state.charts.terrain, state.ground.terrain(at))
    column = tables.FOOT if klass(unit) == going.REGIMENTAL else klass(unit)
    return bool(line.mp[tables.COLUMN[column]] != going.FORBIDDEN)


def _stack_faults(state: State, stack: list[UnitId]) -> Iterator[str]:
    """8.1.1, 8.2.1"""
    units, said = [state.units[name] for name in stack], ", ".join(stack)
    usable = [unit for unit in units if is_operational(unit)]
    if len({unit.side for unit in usable}) > 1:
        yield f"both sides stand there: {said} (8.1.1)"
    arms: Counter[str] = Counter(unit.card.arm for unit in usable)
    riders = arms[tables.HORSE] == arms[tables.LIGHT] == 1 and not arms[tables.FOOT]
    if arms[tables.GUNS] > 1 or (sum(arms.values()) - arms[tables.GUNS] > 1 and not riders):
        yield f"{said} are too many (8.1.1)"
    if riders:
        yield from _pair_faults([unit for unit in usable if not is_guns(unit)], said)


def _pair_faults(pair: list[Unit], said: str) -> Iterator[str]:
    light = next(unit for unit in pair if unit.card.arm == tables.LIGHT)
    if light.card.sp > tables.SMALL or len({unit.wing for unit in pair}) > 1:
        yield f"{said} do not stack: light infantry of {tables.SMALL} SP at most, of the same Wing (8.2.1)"
    if len({(unit.facing, unit.formation, unit.morale) for unit in pair}) > 1:
        yield f"{said} have one facing, formation and morale level (8.2.1)"
