"""Positions set by hand: a board without units, and what follows from where each piece is said to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.kernel.errors import BadInput
from domain.kernel.facts import Order
from domain.words.scan import nearest
from rules.gettysburg.combat.asks import ResolveAttack
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.declarations import STRIKES
from rules.gettysburg.position import has_enemy, side_of, stacked
from rules.gettysburg.state import BOXES, SIDES, UNUSED, Declared, Hmc, State, Unit
from rules.gettysburg.tables import STACK
from rules.gettysburg.turn.states import HOME_ENTRY

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
    _check_sides(state)
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
    for name in chain.from_iterable(state.stacks.values()):
        if name in state.units:
            state.units[name].shown = True
    _check_declared_names(state)


def check(state: State) -> None:
    """What no game of these rules leads to."""
    _check_turn(state)
    for at, stack in state.stacks.items():
        _check_stack(state, at, stack)
    if not state.fights and not state.turn.resolved:
        for name, declared in state.turn.declared.items():
            _check_declared(state, name, declared)


def ready(state: State, order: Order) -> None:
    """8.4a Who is to attack has declared it: on the one hex beside it where enemies stand."""
    if not isinstance(order, ResolveAttack) or order.unit in state.turn.declared:
        return
    unit = state.units.get(order.unit)
    if unit is None or unit.at not in state.stacks:
        return
    beside = [at for at in state.ground.near(unit.at) if has_enemy(state, at, unit.side)]
    if len(beside) > 1:
        say = f'turn.declared.{order.unit} = {{ kind = "attack", target = "{beside[0]}" }}'
        raise BadInput(f"{order.unit} may have declared an attack on {' or '.join(beside)} (8.4a); write `{say}`")
    for at in beside:
        state.turn.declared[order.unit] = Declared(kind="attack", target=at)


def _check_moment(state: State) -> None:
    core = state.core
    if core.phase not in PHASES:
        raise BadInput(f"core.phase: {core.phase!r} is none of {', '.join(PHASES)}")
    if core.active not in SIDES:
        raise BadInput(f"core.active: {core.active!r} is neither of {', '.join(SIDES)}")


def _check_sides(state: State) -> None:
    for name, unit in state.units.items():
        if unit.side not in SIDES:
            raise BadInput(f"units.{name}.side: {unit.side!r} is neither of {', '.join(SIDES)}")


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


def _check_turn(state: State) -> None:
    """23.1 A scenario has its turns; the set-up comes before the first."""
    battle, turn = state.battle, state.core.turn
    if not battle.first_turn <= turn <= battle.last_turn and state.core.phase != "set-up":
        turns = f"{battle.first_turn} to {battle.last_turn}"
        raise BadInput(f"core.turn: there is no turn {turn} in {battle.key}, which has {turns} (23.1)")


def _check_stack(state: State, at: HexId, stack: list[PieceId]) -> None:
    """8.6(1) Enemies never share a hex; 9.1a it holds three pieces, more only while some pass through in a retreat."""
    sides = {side_of(state, name) for name in stack}
    if len(sides) > 1:
        raise BadInput(f"stacks.{at}: both sides stand there ({', '.join(stack)}); no hex holds both (8.6(1))")
    if stacked(state, at) > STACK and not state.fights:
        raise BadInput(f"stacks.{at}: {', '.join(stack)} stand there; a hex holds {STACK} (9.1a)")


def _check_declared_names(state: State) -> None:
    for name, declared in state.turn.declared.items():
        where = f"turn.declared.{name}"
        if name not in state.units:
            raise BadInput(f"{where}: there is no unit {name!r}{nearest(name, state.units)}")
        if declared.aim and declared.aim not in state.units:
            raise BadInput(f"{where}.aim: there is no unit {declared.aim!r}{nearest(declared.aim, state.units)}")


def _check_declared(state: State, name: PieceId, declared: Declared) -> None:
    """8.4a, 11.1a Who is bound to attack stands on the map beside its target; 14.2b guns are laid on a unit."""
    at, where = state.units[name].at, f"turn.declared.{name}"
    if not state.ground.is_on_map(declared.target):
        raise BadInput(f"{where}.target: {declared.target!r} is no hex of this map, {_span(state.ground)}")
    if at not in state.stacks:
        raise BadInput(f"{where}: {name} is not on the map (8.4a)")
    if declared.kind == "bombardment" and not declared.aim:
        raise BadInput(f"{where}.aim: the guns are laid on nobody; name a unit in {declared.target} (14.2b)")
    if declared.kind in STRIKES and declared.target not in state.ground.near(at):
        raise BadInput(f"{where}.target: {declared.target} is not beside {at}, where {name} stands (11.1a)")
