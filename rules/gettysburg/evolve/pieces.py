"""How facts about pieces and turns change the state; nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact, PhaseBegan
from rules.gettysburg.facts import pieces as f
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import (
    CAPTURED,
    DESTROYED,
    ELIMINATED,
    OUT_OF_PLAY,
    POOL,
    TRAINS,
    Hmc,
    PlayerTurn,
    State,
    Unit,
)


def piece(state: State, name: PieceId) -> Unit | Hmc:
    return state.units.get(name) or state.hmcs[name]


def lift(state: State, name: PieceId, to: str) -> None:
    """Off the map, or out of wherever it is, into a box or an HMC."""
    moved = piece(state, name)
    stack = state.stacks.get(moved.at)
    if stack is not None:
        stack.remove(name)
        if not stack:
            del state.stacks[moved.at]
    moved.at = to


def put(state: State, name: PieceId, to: HexId) -> None:
    """Into a hex, beneath the pieces already there."""
    lift(state, name, to)
    state.stacks.setdefault(to, []).append(name)
    if name in state.units:
        state.units[name].shown = True


def _phase(state: State, fact: PhaseBegan) -> None:
    if fact.phase == "command":
        state.turn = PlayerTurn()
    elif fact.phase == "combat":
        state.units[TRAINS[fact.side]].attacked = False  # 10.4a asks of the enemy Combat Phase before this turn


def _placed(state: State, fact: f.UnitPlaced) -> None:
    put(state, fact.unit, fact.to)


def _set_up(state: State, fact: f.SetUpEnded) -> None:
    state.ready.append(fact.side)


def _command(state: State, fact: f.CommandRolled) -> None:
    state.command[fact.side] = fact.state


def _chances(state: State, fact: f.ChancesRolled) -> None:
    state.turn.chances = fact.chances


def _readied(state: State, fact: f.GunsReadied) -> None:
    for unit in fact.units:
        state.units[unit].fired = False


def _fired(state: State, fact: f.GunsFired) -> None:
    state.units[fact.unit].fired = True


def _rested(state: State, fact: f.TrainRested) -> None:
    state.units[fact.unit].fired = False


def _disrupted(state: State, fact: f.UnitDisrupted) -> None:
    unit = state.units[fact.unit]
    unit.disrupted = True
    if unit.kind == "artillery":
        unit.fired = True  # 13.1d


def _recovered(state: State, fact: f.UnitRecovered) -> None:
    unit = state.units[fact.unit]
    unit.disrupted = False
    if state.march and state.march.unit in (fact.unit, unit.at):
        state.march.left -= fact.cost
        state.march.spent += fact.cost


def _shaken(state: State, fact: f.UnitShaken) -> None:
    state.units[fact.unit].shaken = True


def _rallied(state: State, fact: f.UnitRallied) -> None:
    state.units[fact.unit].shaken = False
    _tried_to_rally(state, fact)


def _tried_to_rally(state: State, fact: f.UnitRallied | f.RallyFailed) -> None:
    state.turn.rallied.append(fact.unit)
    if fact.recovers:
        state.units[fact.unit].disrupted = False
    if state.core.phase == "movement":
        state.turn.acted.append(fact.unit)  # D27 B: instead of moving


def _questioned(state: State, fact: f.UnitQuestioned) -> None:
    state.units[fact.unit].questionable = True


def _steadied(state: State, fact: f.UnitSteadied) -> None:
    state.units[fact.unit].questionable = False


def _routed(state: State, fact: f.UnitRouted) -> None:
    lift(state, fact.unit, fact.box)
    unit = state.units[fact.unit]
    unit.broken, unit.left_on = True, 0  # 7.5c: out of play by rout, it has no way back, wherever it once was


def _eliminated(state: State, fact: f.UnitEliminated) -> None:
    lift(state, fact.unit, ELIMINATED)
    unit = state.units[fact.unit]
    unit.broken, unit.questionable = True, False  # D68: a rebuilt unit gets the marker anew, if at all


def _captured(state: State, fact: f.UnitCaptured) -> None:
    lift(state, fact.unit, CAPTURED)


def _destroyed(state: State, fact: f.CadreDestroyed) -> None:
    lift(state, fact.unit, DESTROYED)


def _returned(state: State, fact: f.UnitReturned) -> None:
    unit = state.units[fact.unit]
    put(state, fact.unit, fact.to)
    unit.disrupted = fact.disrupted
    if unit.kind == "artillery":
        unit.fired = True
    else:
        unit.shaken = True


def _left(state: State, fact: f.UnitLeftMap) -> None:
    lift(state, fact.unit, OUT_OF_PLAY)
    piece(state, fact.unit).left_on = state.core.turn
    if state.march and state.march.unit == fact.unit:
        state.turn.starts.setdefault(fact.unit, state.march.start)
        state.march.left -= fact.cost
        state.march.spent += fact.cost


def _return_rolled(state: State, fact: f.ReturnRolled) -> None:
    state.turn.return_rolls.append(fact.unit)
    if fact.entry:
        returning = piece(state, fact.unit)
        returning.at = POOL
        returning.due = Arrival(turn=state.core.turn, entry=fact.entry)


def _restored(state: State, fact: f.PieceRestored) -> None:
    for name in fact.units:
        unit = state.units[name]
        unit.disrupted = unit.shaken = unit.fired = False


def _reordered(state: State, fact: f.StackReordered) -> None:
    state.stacks[fact.at] = list(fact.pieces)


def _nothing(_state: State, _fact: Fact) -> None:
    """The fact stands in the log for its own sake."""


EVOLVE: Mapping[type[Fact], Callable[[State, Any], None]] = {
    PhaseBegan: _phase,
    f.UnitPlaced: _placed,
    f.SetUpEnded: _set_up,
    f.CommandRolled: _command,
    f.ChancesRolled: _chances,
    f.GunsReadied: _readied,
    f.GunsFired: _fired,
    f.TrainRested: _rested,
    f.UnitTested: _nothing,
    f.UnitDisrupted: _disrupted,
    f.UnitRecovered: _recovered,
    f.UnitShaken: _shaken,
    f.UnitRallied: _rallied,
    f.RallyFailed: _tried_to_rally,
    f.UnitQuestioned: _questioned,
    f.UnitSteadied: _steadied,
    f.UnitRouted: _routed,
    f.UnitEliminated: _eliminated,
    f.UnitCaptured: _captured,
    f.CadreDestroyed: _destroyed,
    f.UnitReturned: _returned,
    f.UnitLeftMap: _left,
    f.ReturnRolled: _return_rolled,
    f.PieceRestored: _restored,
    f.StackReordered: _reordered,
    f.Declined: _nothing,
}
