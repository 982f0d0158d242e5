"""Positions set by hand: a board without units, and what follows from where each piece is said to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.kernel.errors import BadInput
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import side_of
from rules.gettysburg.state import (
    AVAILABLE,
    CAPTURED,
    DEPLOYING,
    DESTROYED,
    ELIMINATED,
    OUT_OF_PLAY,
    POOL,
    ROUTED,
    SIDES,
    UNUSED,
    Hmc,
    State,
    Unit,
)
from rules.gettysburg.turn.states import HOME_ENTRY

BOXES = (POOL, ROUTED, ELIMINATED, DESTROYED, CAPTURED, OUT_OF_PLAY, UNUSED, AVAILABLE, DEPLOYING)
PHASES = ("set-up", "command", "movement", "rally", "return", "combat")


def bare(state: State) -> None:
    """Every unit out of play and in good order, the set-up over: the Confederate Movement Phase of the first turn."""
    state.stacks.clear()
    for unit in state.units.values():
        unit.at, unit.due, unit.shaken, unit.questionable, unit.shown = UNUSED, None, False, False, False
    state.core.phase, state.ready = "movement", list(SIDES)


def settle(state: State) -> None:
    """The stacks follow from the places of the pieces; `stacks` itself says only who lies on top."""
    _check_moment(state)
    _check_map(state.ground)
    _place_stacked(state)
    stacks: dict[HexId, list[PieceId]] = {at: [] for at in state.stacks}
    pieces: dict[PieceId, Unit | Hmc] = {**state.units, **state.hmcs}
    stacked = dict.fromkeys(name for stack in state.stacks.values() for name in stack)
    for name in (*stacked, *(name for name in pieces if name not in stacked)):
        at = pieces[name].at
        if state.ground.is_on_map(at):
            stacks.setdefault(at, []).append(name)
        elif at not in BOXES and not (name in state.units and at in state.hmcs):
            what = "units" if name in state.units else "hmcs"
            raise BadInput(f"{what}.{name}.at: {at!r} is no hex of this map, no HMC, and none of {', '.join(BOXES)}")
    state.stacks = {at: stack for at, stack in stacks.items() if stack}
    for at, stack in state.stacks.items():
        _check_stack(state, at, stack)


def _check_moment(state: State) -> None:
    core = state.core
    if core.phase not in PHASES:
        raise BadInput(f"core.phase: {core.phase!r} is none of {', '.join(PHASES)}")
    if core.active not in SIDES:
        raise BadInput(f"core.active: {core.active!r} is neither of {', '.join(SIDES)}")


def _check_map(ground: Ground) -> None:
    """MAP.1 All that lies on a small map is on it; 7.5b it has the entry hexes towards which units rout."""
    for letter in HOME_ENTRY.values():
        if letter not in ground.entry_hexes:
            raise BadInput(f"ground.entry_hexes: there is no {letter}, and units rout towards it (7.5b)")
    for what, hexes in _features(ground):
        off = next((at for at in hexes if not ground.is_on_map(at)), None)
        if off is not None:
            raise BadInput(f"ground.{what}: {off} is not on this map, {_span(ground)}")


def _span(ground: Ground) -> str:
    (first, last), (east, west) = ground.columns, ground.places
    return f"which has columns {first} to {last} and places {east} to {west}"


def _features(ground: Ground) -> Iterator[tuple[str, Iterable[HexId]]]:
    """Every field of the map with the hexes it names; a hexside names two."""
    for what in ("heavy_woods", "light_woods", "rough", "town", "clear_sides"):
        yield what, chain.from_iterable(map(_hexes_of, getattr(ground, what)))
    for what in ("named_hills", "streams", "ravines", "slopes", "protected"):
        lists: dict[str, tuple[str, ...]] = getattr(ground, what)
        yield what, chain.from_iterable(map(_hexes_of, chain.from_iterable(lists.values())))
    yield "slopes", ground.slopes
    yield "protected", ground.protected
    yield "entry_hexes", ground.entry_hexes.values()
    yield "roads", (at for road in ground.roads for at in road.hexes)


def _hexes_of(text: str) -> list[HexId]:
    return text.split("-")


def _place_stacked(state: State) -> None:
    """A unit out of play that is named in a stack stands there."""
    for at, stack in state.stacks.items():
        for name in stack:
            if name not in state.units and name not in state.hmcs:
                raise BadInput(f"stacks.{at}: there is no piece {name!r}")
            if name in state.units and state.units[name].at == UNUSED:
                state.units[name].at = at


def _check_stack(state: State, at: HexId, stack: list[PieceId]) -> None:
    """8.6(1) Enemies never share a hex."""
    sides = {side_of(state, name) for name in stack}
    if len(sides) > 1:
        raise BadInput(f"stacks.{at}: both sides stand there ({', '.join(stack)}); no hex holds both (8.6(1))")
    for name in stack:
        if name in state.units:
            state.units[name].shown = True
