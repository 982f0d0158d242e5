"""7.4 Rally, in its own step after all movement (5.3.2B)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Order, Side
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.gettysburg import orders as o
from rules.gettysburg.facts.pieces import RallyFailed, UnitRallied, UnitRecovered
from rules.gettysburg.orders import PieceId
from rules.gettysburg.position import is_within
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State
from rules.gettysburg.tables import NEAR, RALLY

FROZEN = "nobody"


def obstacle(state: State, name: PieceId, by: Side) -> tuple[str, str]:
    """Why a unit may not try to rally, and under which rule; empty if it may."""
    unit = state.units.get(name)
    if unit is None or unit.side != by:
        return f"{name} is no unit of the {by} side", "7.4b"
    if unit.kind == "artillery":
        return f"{unit.name} is artillery, which is never Shaken", "13.2"
    if not unit.shaken or unit.kind not in RALLY:
        return f"{unit.name} is not Shaken", "7.4b"
    if name in state.turn.rallied:
        return f"{unit.name} has tried to rally this turn", "7.4b"
    if state.turn.control.get(name) == FROZEN and reading(state, "D28") == "B":
        return f"{unit.name} is under nobody's control this turn", "17.3a"
    return _obstacle_of_place(state, name)


def _obstacle_of_place(state: State, name: PieceId) -> tuple[str, str]:
    """7.4b, 7.4d, 18.8a Unmoved and away from the enemy; inside an HMC neither matters (D96)."""
    unit = state.units[name]
    hmc = state.hmcs.get(unit.at)
    at = hmc.at if hmc else unit.at
    if at not in state.stacks:
        return f"{unit.name} is not on the map", "7.4b"
    if not hmc and (name in state.turn.starts or _is_spent(state, name)):
        return f"{unit.name} has moved this turn", "7.4b"
    if (not hmc or reading(state, "D96") == "B") and is_within(state, at, unit.side, NEAR):
        return f"an enemy unit is within {NEAR} hexes of {unit.name}", "7.4b"
    return "", ""


def _is_spent(state: State, name: PieceId) -> bool:
    """D27 B A rally takes the place of the move."""
    return state.core.phase == "movement" and name in state.turn.acted


def is_over(state: State) -> bool:
    """5.3.2B Nobody is left to roll for; under D27 B the step is empty, for rallies took the place of moves."""
    if reading(state, "D27") == "B":
        return True
    side = state.core.active
    return not eligible(state, side) and not _hides_shaken(state, side)


def _hides_shaken(state: State, side: Side) -> bool:
    """18.1 Which HMC holds a brigade can decide whether it may rally: to tell nothing, the step is not passed over."""
    shaken = (unit for name, unit in state.units.items() if unit.shaken and name not in state.turn.rallied)
    return any(unit.side == side and unit.at in state.hmcs for unit in shaken)


def eligible(state: State, side: Side) -> list[PieceId]:
    shaken = [name for name, unit in state.units.items() if unit.shaken and unit.side == side]
    return [name for name in shaken if not obstacle(state, name, side)[0]]


def decide_rally(play: Play[State], order: o.Rally, by: Side) -> None:
    """7.4b 1d6: infantry 1 or 2, cavalry 1 to 4; the attempt itself ends Disruption (7.4c)."""
    if play.state.core.phase == "movement" and reading(play.state, "D27") == "A":
        raise IllegalOrder("units rally after all movement, in the rally step", rule="5.3.2B")
    why_not, rule = obstacle(play.state, order.unit, by)
    if why_not:
        raise IllegalOrder(why_not, rule=rule)
    unit = play.state.units[order.unit]
    die = play.roll(1, 6, why="7.4b rally", by=by).total
    outcome = UnitRallied if die <= RALLY[unit.kind] else RallyFailed
    recovers = unit.disrupted and not keeps_disruption(play.state, order.unit)
    is_hidden = unit.at in play.state.hmcs
    play.record(outcome(unit=order.unit, recovers=recovers and is_hidden))
    if recovers and not is_hidden:
        play.record(UnitRecovered(unit=order.unit, rule="7.4c"))


def keeps_disruption(state: State, name: PieceId) -> bool:
    """D28 A unit frozen by a control roll of 4 may rally but stays Disrupted."""
    return state.turn.control.get(name) == FROZEN and reading(state, "D28") == "A"


def choices(state: State) -> Iterator[Choice]:
    phase = "rally" if reading(state, "D27") == "A" else "movement"
    if state.core.phase != phase or state.core.pending:
        return
    side = state.core.active
    for name in eligible(state, side):
        yield Choice(side, o.Rally(unit=name))


DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {o.Rally: decide_rally}
