"""Positions set by hand: a field without units, and what follows from where each piece is said to be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.errors import BadInput
from domain.kernel.facts import Order
from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import can_stand
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.movement.asks import MoveUnits
from rules.wallaces_war.position import class_of, life
from rules.wallaces_war.state import (
    ACTIVATION,
    ADJUSTMENT,
    ASIDE,
    DECISION,
    DEFENSIVE_FIRE,
    DISPLAY,
    EMPTY,
    EXTENSION,
    INITIATIVE,
    LISTS,
    MELEE,
    MOVEMENT,
    OFF_MAP,
    OFFENSIVE_FIRE,
    PLACING,
    REACTION,
    RECOVERY,
    REPLACEMENT,
    SET_UP,
    TOP_UP,
    UNUSED,
    State,
)

BEFORE = (LISTS, TOP_UP, PLACING, SET_UP)
PHASES = (
    *BEFORE, REPLACEMENT, INITIATIVE, ACTIVATION, MOVEMENT, ADJUSTMENT, DEFENSIVE_FIRE, OFFENSIVE_FIRE, MELEE,
    EXTENSION, DECISION, REACTION, RECOVERY,
)  # fmt: skip
BOXES = (OFF_MAP, DISPLAY, ASIDE, UNUSED)
LAST_CHIT = 3  # a Battle that a case does not say otherwise of has no limit on zones


def bare(state: State) -> None:
    """No piece on the map and no chit on a track: the first side moves its first Battle on turn 2."""
    state.stacks.clear()
    for unit in state.units.values():
        unit.at, unit.steps, unit.shaken, unit.berserk, unit.charge = UNUSED, 0, False, False, False
    for leader in state.leaders.values():
        leader.at = UNUSED
    for battle in state.battles.values():
        battle.track = [EMPTY] * len(battle.track)
    side = state.engagement.first
    state.core.turn, state.core.phase, state.core.active = 2, MOVEMENT, side
    state.ready, state.history = list(state.core.sides), [side]
    state.turn.initiative, state.turn.chit = side, LAST_CHIT
    state.turn.battle = next(name for name, battle in state.battles.items() if battle.side == side)


def settle(state: State) -> None:
    """The stacks follow from the places of the units; `stacks` itself says only who lies on top."""
    _check_moment(state)
    stacks: dict[HexId, list[UnitId]] = {at: [] for at in state.stacks}
    named = dict.fromkeys(name for stack in state.stacks.values() for name in stack)
    for at, stack in state.stacks.items():
        for name in stack:
            if name not in state.units:
                raise BadInput(f"stacks.{at}: there is no unit {name!r}")
            if state.units[name].at == UNUSED:
                state.units[name].at = at
    for name in (*named, *(name for name in state.units if name not in named)):
        at = state.units[name].at
        if state.ground.is_on_map(at):
            stacks.setdefault(at, []).append(name)
        elif at not in BOXES:
            raise BadInput(f"units.{name}.at: {at!r} is no hex of this map, and none of {', '.join(BOXES)}")
    state.stacks = {at: stack for at, stack in stacks.items() if stack}
    for name, leader in state.leaders.items():
        if not state.ground.is_on_map(leader.at) and leader.at not in BOXES:
            raise BadInput(f"leaders.{name}.at: {leader.at!r} is no hex of this map, and none of {', '.join(BOXES)}")


def ready(state: State, order: Order) -> None:
    """8.2c A stack that is to move as one began its segment so."""
    if isinstance(order, MoveUnits) and len(order.units) == tables.STACK:
        pair = (order.units[0], order.units[1])
        if list(pair) in state.stacks.values() and pair not in state.segment.together:
            state.segment.together.append(pair)


def _check_moment(state: State) -> None:
    core, turn = state.core, state.turn
    if core.phase not in PHASES:
        raise BadInput(f"core.phase: {core.phase!r} is none of {', '.join(PHASES)}")
    if core.active and core.active not in core.sides:
        raise BadInput(f"core.active: {core.active!r} is neither of {', '.join(core.sides)}")
    for what, battle in (("battle", turn.battle), ("reacting", turn.reacting)):
        if battle and battle not in state.battles:
            raise BadInput(f"turn.{what}: there is no Battle {battle!r}; there are {', '.join(state.battles)}")
    if turn.battle:
        turn.initiative = state.battles[turn.battle].side


def check(state: State) -> None:
    """What no game of these rules leads to."""
    if state.core.turn < 1 and state.core.phase not in BEFORE:
        raise BadInput("core.turn: the first turn is 1 (3.1b)")
    for at, stack in state.stacks.items():
        for fault in _stack_faults(state, at, stack):
            raise BadInput(f"stacks.{at}: {fault}")
    for name, unit in state.units.items():
        if unit.at in state.stacks and unit.steps >= life(state, msgspec.structs.replace(unit, steps=0)):
            raise BadInput(f"units.{name}.steps: it is eliminated before it has lost {unit.steps} (12.3a)")


def _stack_faults(state: State, at: HexId, stack: list[UnitId]) -> Iterator[str]:
    """7.3b, 8.1a, 8.2a, 8.2b, 2.2.1b"""
    units, said = [state.units[name] for name in stack], ", ".join(stack)
    if len({unit.side for unit in units}) > 1:
        yield f"both sides stand there ({said}); no hex holds both (7.3b)"
    if len(stack) > tables.STACK:
        yield f"{said} stand there; a hex holds {tables.STACK} units (8.1a)"
    if len(units) == tables.STACK and units[1].kind not in tables.PAIRS[units[0].kind]:
        yield f"{said}: {units[0].kind} and {units[1].kind} do not stack (8.1a)"
    if len({unit.battle for unit in units}) > 1:
        yield f"{said} are of two Battles (8.2a)"
    if len({unit.facing for unit in units}) > 1:
        yield f"{said} face two ways (8.2b)"
    if not all(can_stand(state, class_of(unit), at) or state.ground.has_road(at) for unit in units):
        yield f"the ground is closed to {said} (2.2.1b)"
