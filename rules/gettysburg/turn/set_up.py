"""3.0, 23.1 The start of a game: what stands where, what is still to come, and the choices left to the owners."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel import core
from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.system import Setup
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import can_stand, is_full, side_at, side_of
from rules.gettysburg.rulings import READINGS, SETTLED, is_on, reading
from rules.gettysburg.sheets import scenario
from rules.gettysburg.sheets.rows import Ratings, UnitRow, hmc_ids
from rules.gettysburg.sheets.scenario import ARRIVES, Arrival, Battle
from rules.gettysburg.state import CONFEDERATE, ENEMY, POOL, SIDES, TRAINS, UNUSED, Hmc, State, Unit
from rules.gettysburg.turn.asks import EndPhase, PlaceUnit
from rules.gettysburg.turn.facts import FACTS, SetUpEnded, UnitPlaced

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
        hmcs={name: Hmc(side=side) for side in SIDES for name in hmc_ids(side)},
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
        men=row.men,
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


def decide_place(play: Play[State], order: PlaceUnit) -> None:
    """3.2, 23.1 One unit to a hex its owner may choose."""
    state, waiting = play.state, unplaced(play.state, play.by)
    if order.unit not in waiting:
        raise IllegalOrder("not to be placed", "23.1", order.unit, *waiting)
    if order.to not in places(state, order.unit):
        raise _place_bar(state, order)
    play.record(UnitPlaced(unit=order.unit, to=order.to))


def _place_bar(state: State, order: PlaceUnit) -> IllegalOrder:
    """3.2, D03, 23.1 Why the unit may not start there."""
    unit, rule = order.unit, "3.2" if order.unit in state.battle.chosen else "23.1"
    if not state.ground.is_on_map(order.to):
        return IllegalOrder("no hex of this map", rule, order.to)
    if unit in state.battle.chosen:
        key = "starts with its fellow" if reading(state, "D03") == "A" else "starts off the enemy"
        return IllegalOrder(key, rule, unit, order.to)
    return IllegalOrder("starts at its hex", rule, unit, free_units(state.battle)[unit], order.to)


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
        raise IllegalOrder("place these first", "23.1", *waiting)
    play.record(SetUpEnded(side=by))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase != SET_UP:
        return
    side = acting_side(state)
    waiting = unplaced(state, side)
    for unit in waiting:
        for at in places(state, unit):
            yield Choice(side, PlaceUnit(unit=unit, to=at))
    if not waiting:
        yield Choice(side, EndPhase())


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(Asked(PlaceUnit(unit="U-72", to="2226"), decide_place, phases=(SET_UP,), cites=("3.2", "23.1")),),
    readings=READINGS,
    settled=SETTLED,
    choices=choices,
)
