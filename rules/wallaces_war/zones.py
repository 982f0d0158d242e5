"""5.1, 6.1 Where a stack looks, and the hexes it controls: worked out when asked for, never stored."""

from __future__ import annotations

from domain.kernel.facts import Side
from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import can_enter, known
from rules.wallaces_war.ids import HexId
from rules.wallaces_war.position import class_of, side_at
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State, Unit

SIX_HEXES = -1  # in place of a facing


def is_all_round(units: list[Unit]) -> bool:
    """5.1b, 14.4c Whether all six are front hexes: not of a shaken unit, nor of one with RI, HC or a shaken one."""
    return all(unit.kind in tables.ALL_ROUND and not unit.shaken for unit in units)


def stack_at(state: State, at: HexId) -> list[Unit]:
    return [state.units[name] for name in state.stacks.get(at, ())]


def front(state: State, at: HexId) -> tuple[HexId, ...]:
    """5.1a, 5.1b The front hexes of the stack in a hex."""
    units = stack_at(state, at)
    if not units:
        return ()
    return state.ground.near(at) if is_all_round(units) else state.ground.front(at, units[0].facing)


def aspect(state: State, at: HexId, other: HexId) -> str:
    """5.3c Through which kind of hex of the stack `at` one comes from `other`: front, flank or rear."""
    if other in front(state, at):
        return "front"
    return printed_aspect(state, at, other)


def printed_aspect(state: State, at: HexId, other: HexId) -> str:
    """8.2l The same as if nobody had all-round facing."""
    ground, facing = state.ground, state.units[state.stacks[at][0]].facing
    if other in ground.front(at, facing):
        return "front"
    return "flank" if other in ground.flanks(at, facing) else "rear"


def zone(state: State, at: HexId) -> tuple[HexId, ...]:
    """6.1a, 6.1c The hexes that the stack in a hex controls: its front, but for what it cannot enter (6.1d).

    2.1h Leaders control nothing.
    """
    units = stack_at(state, at)
    if not units or units[0].shaken:
        return ()  # 6.1b, 14.4d
    top = units[0]
    six = is_all_round(units) or (reading(state, "D17") == "B" and top.kind in tables.ALL_ROUND)
    return open_ahead(state, class_of(top), at, SIX_HEXES if six else top.facing)


def open_ahead(state: State, mover: str, at: HexId, facing: int) -> tuple[HexId, ...]:
    """6.1d Of the hexes ahead, or of all six, those that a class can enter."""
    kept = known(state)
    found: tuple[HexId, ...] | None = kept.get((mover, at, facing))
    if found is None:
        hexes = state.ground.near(at) if facing == SIX_HEXES else state.ground.front(at, facing)
        found = kept[mover, at, facing] = tuple([to for to in hexes if can_enter(state, mover, at, to)])
    return found


def threatens(state: State, horse: HexId, at: HexId) -> bool:
    """11.2.2a, D49 Whether a hex lies in the reaction-charge zone of the heavy cavalry in another."""
    if reading(state, "D49") == "B":
        return state.ground.distance(horse, at) <= tables.REACH
    return at in state.ground.cone(horse, state.units[state.stacks[horse][0]].facing)


def is_threatened(state: State, at: HexId, side: Side) -> bool:
    """14.4b Whether heavy cavalry hostile to `side`, and not shaken, has this hex in its reaction-charge zone."""
    return any(
        unit.kind == "HC" and not unit.shaken and unit.side != side and threatens(state, unit.at, at)
        for unit in state.units.values()
        if unit.at in state.stacks
    )


def controllers(state: State, at: HexId, side: Side) -> list[HexId]:
    """6.2 The stacks hostile to `side` whose zone covers a hex."""
    stacks, units = state.stacks, state.units
    return [
        near
        for near in state.ground.near(at)
        if near in stacks and units[stacks[near][0]].side != side and at in zone(state, near)
    ]


def is_controlled(state: State, at: HexId, side: Side) -> bool:
    """6.2f Whether a hex lies in a zone hostile to `side`; how many there are is all one."""
    return any(
        near in state.stacks and side_at(state, near) != side and at in zone(state, near)
        for near in state.ground.near(at)
    )


def controlled(state: State, side: Side) -> frozenset[HexId]:
    """6.2 Every hex that lies in a zone hostile to `side`."""
    units = state.units
    foes = (at for at, stack in state.stacks.items() if units[stack[0]].side != side)
    return frozenset().union(*(zone(state, at) for at in foes))
