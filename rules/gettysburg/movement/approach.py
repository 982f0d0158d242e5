"""16.4 to 16.6 Where an army's command state lets its units go next to enemy infantry; 16.4b no others matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import ANY, INFANTRY, command_state, side_at
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, State

STRIKES = ("attack", "charge")  # a bombardment opens no way (D77)
RULES = {"restricted": "16.4a", "passive": "16.5a", "panic": "16.6a"}


def opened_hexes(state: State, side: Side, infantry: Callable[[], Set[HexId]], near_infantry: Set[HexId]) -> Set[HexId]:
    """16.4(1), 16.4(2), 16.5a, 16.6a Hexes next to enemy infantry to which a Restricted army's declared attacks open
    the way; 16.4c, 16.5c all others are closed to an army that is not in Attack, to units beside it as well."""
    if command_state(state, side) != "restricted":
        return frozenset()
    near = state.ground.near
    struck: set[HexId] = set()
    opened: set[HexId] = set()
    for at, start, target in _triggers(state, side, near_infantry):
        if target in near(start) and _stood(state, target, INFANTRY):
            struck.add(target)
        if _began_near(state, start, side):
            opened |= {at, *near(at)}  # 16.4d where it may move it may also stack
    if struck:
        enough, held = any if reading(state, "D77") == "C" else all, infantry()
        opened |= {at for at in near_infantry if enough(to in struck for to in near(at) if to in held)}
    return opened


def _triggers(state: State, side: Side, near_infantry: Set[HexId]) -> Iterator[tuple[HexId, HexId, HexId]]:
    """16.4d Where each unit that declared an attack is, where it began the turn, and what it attacks."""
    turn = state.turn
    for name, declared in turn.declared.items():
        unit = state.units[name]
        start = turn.starts.get(name, unit.at)
        moved_up = name in turn.starts and unit.at in near_infantry
        came_up = moved_up or name in turn.deployed
        if declared.kind in STRIKES and unit.side == side and start and unit.at in state.stacks and not came_up:
            yield unit.at, start, declared.target


def _stood(state: State, at: HexId, kinds: frozenset[str] = ANY) -> bool:
    """Whether a hex holds a unit of these kinds that did not come out of an HMC this turn."""
    stood = (name for name in state.stacks.get(at, ()) if name in state.units and name not in state.turn.deployed)
    return any(not kinds or state.units[name].kind in kinds for name in stood)


def lone_is_open(state: State, side: Side) -> bool:
    """16.4O No brigade has used it, and no infantry began the turn next to enemy infantry."""
    return (
        is_on(state, "restricted_start")
        and command_state(state, side) == "restricted"
        and not any(_began_near(state, at, side, INFANTRY) for at in _starts_of_infantry(state, side))
    )


def _starts_of_infantry(state: State, side: Side) -> Iterator[HexId]:
    """Where each brigade began the turn, those too that have left the map since."""
    turn = state.turn
    for name, unit in state.units.items():
        if unit.side == side and unit.kind == "infantry" and name not in turn.deployed:
            start = turn.starts.get(name, unit.at)
            if state.ground.is_on_map(start):
                yield start


def _began_near(state: State, at: HexId, side: Side, kinds: frozenset[str] = ANY) -> bool:
    """Whether an enemy next to this hex was there at the start of the turn."""
    return any(side_at(state, to) == ENEMY[side] and _stood(state, to, kinds) for to in state.ground.near(at))


def refusal(state: State, side: Side, unit: PieceId, to: HexId) -> IllegalOrder:
    """16.4a, 16.5a, 16.6a Why a hex next to enemy infantry is closed to this unit."""
    army, used, moving = command_state(state, side), state.turn.lone_approach, state.units.get(unit)
    if army != "restricted":
        return IllegalOrder("closed by command", RULES[army], unit, to, army)
    if not is_on(state, "restricted_start") or not moving or moving.kind != "infantry":
        return IllegalOrder("closed, no attack opens it", RULES[army], unit, to, army)
    if used:
        return IllegalOrder("another has closed up", "16.4O", used, unit, to)
    return IllegalOrder("infantry began close", "16.4O", unit, to)
