"""How facts of hidden movement change the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from rules.gettysburg.evolve.pieces import lift, put
from rules.gettysburg.facts import hidden as f
from rules.gettysburg.orders import PieceId
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import AVAILABLE, DEPLOYING, OUT_OF_PLAY, POOL, State


def _hidden(state: State, fact: f.UnitsHidden) -> None:
    is_created = state.core.phase == "movement" and not fact.entry
    for unit in fact.units:
        lift(state, unit, DEPLOYING)
        state.units[unit].due = None
    for name in fact.hmcs:
        hmc = state.hmcs[name]
        hmc.created_on, hmc.left_on = state.core.turn if is_created else 0, 0
        if fact.entry:
            lift(state, name, POOL)
            hmc.due = Arrival(turn=fact.due, entry=fact.entry)
        else:
            put(state, name, fact.at)
    state.turn.window = ""
    if is_created:
        _spend(state, fact.units)


def _spend(state: State, units: tuple[PieceId, ...]) -> None:
    acted = state.turn.acted
    acted.extend(unit for unit in units if unit not in acted)


def _filled(state: State, fact: f.HiddenFilled) -> None:
    for unit in fact.units:
        state.units[unit].at, state.units[unit].due = fact.hmc, None


def _revealed(state: State, fact: f.HiddenRevealed) -> None:
    turn = state.turn
    lift(state, fact.hmc, AVAILABLE)
    state.hmcs[fact.hmc].removed_in = (state.core.turn, state.core.active)
    for unit in fact.units:
        state.units[unit].at = DEPLOYING
        # 18.8b What the counter did does not count against artillery.
        if fact.spent and state.units[unit].kind != "artillery":
            turn.starts.setdefault(unit, turn.starts.get(fact.hmc, ""))
    if fact.spent:
        _spend(state, fact.units)
    if fact.rule == f.VOLUNTARY:
        turn.window = ""
    if state.march and state.march.unit == fact.hmc:
        state.march = None


def _deployed(state: State, fact: f.UnitDeployed) -> None:
    put(state, fact.unit, fact.to)
    state.turn.deployed.append(fact.unit)
    unit = state.units[fact.unit]
    if unit.kind == "artillery":
        unit.fired = fact.fired


def _tired(state: State, fact: f.HiddenTired) -> None:
    state.turn.tired.append(fact.hmc)
    for name in fact.units:
        unit = state.units[name]
        unit.disrupted = True
        unit.fired = unit.fired or unit.kind == "artillery"  # 13.1d


def _recovered(state: State, fact: f.HiddenRecovered) -> None:
    state.turn.rested.append(fact.hmc)
    for name in fact.units:
        state.units[name].disrupted = False
    if state.march and state.march.unit == fact.hmc:
        state.march.left -= fact.cost
        state.march.spent += fact.cost


def _broken_up(state: State, fact: f.HiddenBrokenUp) -> None:
    hmc = state.hmcs[fact.hmc]
    for name in fact.units:
        unit = state.units[name]
        unit.at, unit.due = hmc.at, hmc.due
        unit.left_on = hmc.left_on if hmc.at == OUT_OF_PLAY else unit.left_on
    hmc.at, hmc.due, hmc.removed_in = AVAILABLE, None, (state.core.turn, state.core.active)


def _command_lost(state: State, fact: f.CommandLost) -> None:
    state.turn.control.update(dict.fromkeys(fact.units, fact.control))


EVOLVE: Mapping[type[Fact], Callable[[State, Any], None]] = {
    f.UnitsHidden: _hidden,
    f.HiddenFilled: _filled,
    f.HiddenRevealed: _revealed,
    f.UnitDeployed: _deployed,
    f.HiddenTired: _tired,
    f.HiddenRecovered: _recovered,
    f.HiddenBrokenUp: _broken_up,
    f.CommandLost: _command_lost,
}
