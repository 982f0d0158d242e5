"""16.4 to 16.6 Where an army's command state lets its units go next to enemy infantry."""

from __future__ import annotations

from collections.abc import Iterator, Set

from domain.facts import Side
from domain.ruling import IllegalOrder
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.position import command_state, has_enemy, side_at
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, State

STRIKES = ("attack", "charge")  # a bombardment opens no way (D77)
RULES = {"restricted": "16.4a", "passive": "16.5a", "panic": "16.6a"}


def barred_hexes(
    state: State, side: Side, infantry: Set[HexId], near_infantry: frozenset[HexId], near_anyone: Set[HexId]
) -> frozenset[HexId]:
    """16.4a, 16.5a, 16.6a Of the hexes next to enemy infantry, those that units of this army may not enter."""
    match command_state(state, side):
        case "attack":
            return frozenset()
        case "restricted":
            return near_infantry - _opened(state, side, infantry, near_infantry, near_anyone)
    return near_infantry


def _opened(
    state: State, side: Side, infantry: Set[HexId], near_infantry: Set[HexId], near_anyone: Set[HexId]
) -> set[HexId]:
    """16.4(1), 16.4(2) Hexes to which a declared attack opens the way."""
    near = state.ground.near
    struck: set[HexId] = set()
    opened: set[HexId] = set()
    for at, start, target in _triggers(state, side, near_infantry):
        if target in near(start):
            struck.add(target)
        if start in near_anyone:
            opened |= {at, *near(at)}  # 16.4d where it may move it may also stack
    if struck:
        enough = any if reading(state, "D77") == "C" else all
        opened |= {at for at in near_infantry if enough(to in struck for to in near(at) if to in infantry)}
    return opened


def _triggers(state: State, side: Side, near_infantry: Set[HexId]) -> Iterator[tuple[HexId, HexId, HexId]]:
    """16.4d Where each unit that declared an attack is, where it began the turn, and what it attacks."""
    turn = state.turn
    for name, declared in turn.declared.items():
        unit = state.units[name]
        start = turn.starts.get(name, unit.at)
        moved_up = name in turn.starts and unit.at in near_infantry
        if declared.kind in STRIKES and unit.side == side and start and unit.at in state.stacks and not moved_up:
            yield unit.at, start, declared.target


def lone_is_open(state: State, side: Side) -> bool:
    """16.4O No brigade has used it, and no infantry began the turn next to enemy infantry."""
    return (
        is_on(state, "restricted_start")
        and command_state(state, side) == "restricted"
        and not any(_began_near(state, at, side) for at in _starts_of_infantry(state, side))
    )


def _starts_of_infantry(state: State, side: Side) -> Iterator[HexId]:
    turn = state.turn
    for name, unit in state.units.items():
        if unit.side == side and unit.kind == "infantry" and unit.at in state.stacks and name not in turn.deployed:
            start = turn.starts.get(name, unit.at)
            if start:
                yield start


def _began_near(state: State, at: HexId, side: Side) -> bool:
    """Enemy infantry next to this hex that did not come out of an HMC since."""
    for to in state.ground.near(at):
        if side_at(state, to) == ENEMY[side] and has_enemy(state, to, side, frozenset({"infantry"})):
            stood = (name for name in state.stacks[to] if name not in state.turn.deployed)
            if any(name in state.units and state.units[name].kind == "infantry" for name in stood):
                return True
    return False


def may_go_alone(state: State, unit: PieceId, is_open: bool) -> bool:
    """16.4O The one infantry brigade of a Restricted army."""
    moving = state.units.get(unit)
    used = state.turn.lone_approach
    return moving is not None and moving.kind == "infantry" and is_open and used in ("", unit)


def refusal(state: State, side: Side, unit: PieceId, to: HexId) -> IllegalOrder:
    """Why a hex in `barred_hexes` is closed to this unit."""
    army = command_state(state, side)
    name = state.units[unit].name if unit in state.units else unit
    moving = state.units.get(unit)
    if army == "restricted" and is_on(state, "restricted_start") and moving and moving.kind == "infantry":
        used = state.turn.lone_approach
        why = f"{used} has done so" if used else "infantry of the army began the turn next to enemy infantry"
        text = f"only one infantry brigade may go next to enemy infantry, and {why}; {name} cannot go to {to}"
        return IllegalOrder(text, rule="16.4O")
    unless = ", and no declared attack opens the way" if army == "restricted" else ""
    text = f"{name} may not go to {to}, next to enemy infantry: its army is in {army.title()} state{unless}"
    return IllegalOrder(text, rule=RULES[army])
