"""3.0, 23.1 The start of a game: what stands where, what is still to come, and the choices left to the owners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain import core
from domain.facts import Order, Side
from domain.kernel import Choice, Play, Setup
from domain.ruling import IllegalOrder
from rules.gettysburg import orders as o
from rules.gettysburg.facts.pieces import SetUpEnded, UnitPlaced
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.position import can_stand, is_full, side_at, side_of
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.sheets import scenario
from rules.gettysburg.sheets.battle import ARRIVES
from rules.gettysburg.sheets.scenario import Arrival, Battle, Ratings, UnitRow
from rules.gettysburg.state import CONFEDERATE, ENEMY, POOL, SIDES, TRAINS, UNUSED, Hmc, State, Unit

SET_UP = "set-up"


def initial(setup: Setup) -> State:
    """23.1 Everything at its printed place; chosen and hidden set-ups wait for their owners."""
    battle = scenario.battles(setup.pack)[setup.started.scenario]
    state = State(
        core=core.start(setup.started),
        ground=scenario.ground(setup.pack),
        battle=battle,
        markers=scenario.markers(setup.pack),
        units={},
        hmcs={name: Hmc(side=side) for side in SIDES for name in scenario.hmc_ids(side)},
    )
    state.core.turn, state.core.phase, state.core.active = battle.first_turn, SET_UP, CONFEDERATE
    for row in scenario.units(setup.pack):
        state.units[row.id] = _unit(state, row)
    for side, train in TRAINS.items():
        state.units[train] = Unit(side=side, kind="train", name=f"{side.title()} Train", ratings=Ratings(), at=UNUSED)
    for name, unit in state.units.items():
        _settle(state, name, unit)
    return state


def _unit(state: State, row: UnitRow) -> Unit:
    shaken = row.id in state.battle.shaken
    return Unit(
        side=row.side,
        kind=row.kind,
        name=row.name,
        ratings=row.ratings,
        at=UNUSED,
        shaken=shaken,
        questionable=shaken and is_on(state, "questionable"),
    )


def _settle(state: State, name: PieceId, unit: Unit) -> None:
    """D05, D06, D08 The printed hex, the pool, or out of the scenario."""
    battle = state.battle
    at = _printed_hex(state, name)
    due = battle.schedule.get(name) if at == ARRIVES else battle.arrivals.get(name)
    if at and at != ARRIVES:
        unit.at, unit.shown = at, True
        state.stacks.setdefault(at, []).append(name)
    elif name in free_units(battle) and at != ARRIVES:
        unit.at = POOL
    elif due and _is_received(state, due):
        unit.at, unit.due = POOL, due


def _printed_hex(state: State, name: PieceId) -> HexId:
    """Empty where the owner picks the hex."""
    battle = state.battle
    read = (letters.get(reading(state, dispute), {}).get(name) for dispute, letters in battle.readings.items())
    at = next(filter(None, read), battle.setup.get(name, ""))
    return at if at == ARRIVES or name not in free_units(battle) else ""


def _is_received(state: State, due: Arrival) -> bool:
    """D08 Whether a group due on the first turn arrives."""
    return due.turn > state.battle.first_turn or reading(state, "D08") == "A"


def free_units(battle: Battle) -> dict[PieceId, HexId]:
    """Units whose place the owner picks, with the hex printed for them (empty under 3.2)."""
    chosen = dict.fromkeys(battle.chosen, "")
    return chosen | {name: at for at, names in battle.hidden.items() for name in names}


def unplaced(state: State, side: Side) -> list[PieceId]:
    """Units of a side that the set-up still waits for."""
    free = free_units(state.battle)
    return [name for name in free if side_of(state, name) == side and state.units[name].at == POOL
            and state.units[name].due is None]  # fmt: skip


def acting_side(state: State) -> Side:
    """The Confederate sets up first, as he moves first (5.3); ours, the book does not say."""
    return next((side for side in SIDES if side not in state.ready), CONFEDERATE)


def decide_place(play: Play[State], order: o.PlaceUnit, by: Side) -> None:
    """3.2, 23.1 One unit to a hex its owner may choose."""
    state = play.state
    if order.unit not in state.units or order.unit not in unplaced(state, by):
        waiting = ", ".join(unplaced(state, by)) or "none"
        raise IllegalOrder(f"{order.unit} is no unit that waits to be placed; those are {waiting}", rule="23.1")
    if order.to not in places(state, order.unit):
        raise IllegalOrder(_why_not(state, order), rule="3.2" if order.unit in state.battle.chosen else "23.1")
    play.record(UnitPlaced(unit=order.unit, to=order.to))


def _why_not(state: State, order: o.PlaceUnit) -> str:
    name = state.units[order.unit].name
    if not state.ground.is_on_map(order.to):
        return f"{order.to} is not a hex of this map"
    if order.unit in state.battle.chosen:
        fellow = "with its fellow in one hex (D03), " if reading(state, "D03") == "A" else ""
        return f"{name} starts {fellow}neither in an enemy hex nor next to one; not in {order.to}"
    home = free_units(state.battle)[order.unit]
    return f"{name} starts in {home} or next to it, three units a hex; not in {order.to}"


def places(state: State, unit: PieceId) -> list[HexId]:
    """3.2 (D03), 23.1 (D09) Hexes where a unit may be set up openly."""
    battle, ground = state.battle, state.ground
    if unit in battle.chosen:
        return _chosen_places(state, unit)
    home = free_units(battle)[unit]
    return [at for at in (home, *ground.near(home)) if _may_stand(state, unit, at)]


def _chosen_places(state: State, unit: PieceId) -> list[HexId]:
    placed = [state.units[other].at for other in state.battle.chosen if state.units[other].at in state.stacks]
    if placed and reading(state, "D03") == "A":
        return placed[:1]
    enemy = ENEMY[state.units[unit].side]
    taken = {at for at, stack in state.stacks.items() if side_of(state, stack[0]) == enemy}
    barred = taken.union(*(state.ground.near(at) for at in taken)) if taken else set()
    return [at for at in state.ground.hexes if at not in barred and _may_stand(state, unit, at)]


def _may_stand(state: State, unit: PieceId, at: HexId) -> bool:
    placed = state.units[unit]
    return not is_full(state, at) and side_at(state, at) != ENEMY[placed.side] and can_stand(state, placed, at)


def end_set_up(play: Play[State], by: Side) -> None:
    """3.1 Everyone stands; the second side's word begins the first turn."""
    waiting = unplaced(play.state, by)
    if waiting:
        raise IllegalOrder(f"place {', '.join(waiting)} first", rule="23.1")
    play.record(SetUpEnded(side=by))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase != SET_UP or state.core.pending:
        return
    side = acting_side(state)
    waiting = unplaced(state, side)
    for unit in waiting:
        for at in places(state, unit):
            yield Choice(side, o.PlaceUnit(unit=unit, to=at))
    if not waiting:
        yield Choice(side, o.EndPhase())


DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {o.PlaceUnit: decide_place}
