"""How facts of the Movement Phase change the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from rules.gettysburg.evolve.pieces import piece, put
from rules.gettysburg.facts import movement as f
from rules.gettysburg.orders import PieceId
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import TRAINS, Declared, March, State
from rules.gettysburg.tables import CHARGE_ALLOWANCE


def _began(state: State, fact: f.MarchBegan) -> None:
    moving = piece(state, fact.unit)
    unit = state.units.get(fact.unit)
    state.march = March(
        unit=fact.unit,
        by=fact.by,
        start=moving.at if moving.at in state.stacks else "",
        left=fact.left,
        pace=fact.pace,
        charge=fact.charge,
        one_hex=fact.one_hex,
        was_disrupted=unit is not None and unit.disrupted,
    )
    state.turn.window = ""


def _forced(state: State, fact: f.MarchForced) -> None:
    assert state.march is not None
    state.march.left += fact.added
    state.march.forced += fact.added


def _moved(state: State, fact: f.UnitMoved) -> None:
    march = state.march
    assert march is not None
    state.turn.starts.setdefault(fact.unit, march.start)
    put(state, fact.unit, fact.to)
    _pay(state, fact.cost)
    if fact.unit in TRAINS.values():
        state.units[fact.unit].fired = True


def _entered(state: State, fact: f.UnitEntered) -> None:
    entering = piece(state, fact.unit)
    due, entering.due = entering.due, None
    entering.left_on = 0  # 22.6 has brought it back: what befalls it now may be for good (7.5c)
    state.turn.starts.setdefault(fact.unit, "")
    put(state, fact.unit, fact.at)
    if fact.unit not in TRAINS.values():
        columns, groups = state.turn.columns, state.turn.group_columns
        columns[fact.at] = columns.get(fact.at, 0) + 1
        if due:
            groups[group(due)] = groups.get(group(due), 0) + 1
    else:
        state.units[fact.unit].fired = True
    _pay(state, fact.cost)


def group(due: Arrival) -> str:
    """D32 B The line of the schedule that a piece belongs to."""
    return f"{due.turn}{due.entry}"


def _pay(state: State, cost: int) -> None:
    march = state.march
    assert march is not None
    march.left -= cost
    march.spent += cost
    march.steps += 1
    march.delay = -1


def _delayed(state: State, fact: f.UnitDelayed) -> None:
    assert state.march is not None
    state.march.delay, state.march.delay_to = fact.extra, fact.to


def _announced(state: State, fact: f.ChargeAnnounced) -> None:
    march = state.march
    assert march is not None
    march.charge, march.left = fact.target, CHARGE_ALLOWANCE - march.spent


def _forgone(state: State, _fact: f.DeclarationForgone) -> None:
    state.turn.window = ""


def _ended(state: State, fact: f.MarchEnded) -> None:
    state.march = None
    _act(state, fact.unit)
    state.turn.window = fact.unit


def _act(state: State, unit: PieceId) -> None:
    if unit not in state.turn.acted:
        state.turn.acted.append(unit)


def _approach(state: State, fact: f.ApproachUsed) -> None:
    state.turn.lone_approach = fact.unit


def _attack(state: State, fact: f.AttackDeclared) -> None:
    _declare(state, fact.unit, Declared(kind=fact.kind, target=fact.target, aim=fact.aim))


def _bombardment(state: State, fact: f.BombardmentDeclared) -> None:
    _declare(state, fact.unit, Declared(kind="bombardment", target=fact.target, aim=fact.aim))


def _declare(state: State, unit: PieceId, declared: Declared) -> None:
    state.turn.declared[unit] = declared
    _act(state, unit)
    state.turn.window = ""


def _asked(state: State, fact: f.ControlAsked) -> None:
    state.turn.asked.append(fact.unit)


def _tried(state: State, fact: f.ControlTried) -> None:
    turn = state.turn
    turn.chances -= 1
    turn.tried.append(fact.unit)
    turn.control[fact.unit] = fact.control
    if turn.is_leftover and fact.control == "owner":
        turn.freed.append(fact.unit)


def _leftover(state: State, _fact: f.LeftoverBegan) -> None:
    state.turn.is_leftover = True


def _leftover_ended(state: State, _fact: f.LeftoverEnded) -> None:
    state.turn.chances = 0


def _nothing(_state: State, _fact: Fact) -> None:
    """The fact stands in the log for its own sake."""


EVOLVE: Mapping[type[Fact], Callable[[State, Any], None]] = {
    f.MarchBegan: _began,
    f.MarchForced: _forced,
    f.UnitMoved: _moved,
    f.UnitEntered: _entered,
    f.UnitDelayed: _delayed,
    f.CavalryTested: _nothing,
    f.MarchStopped: _nothing,
    f.MarchEnded: _ended,
    f.ApproachUsed: _approach,
    f.AttackDeclared: _attack,
    f.BombardmentDeclared: _bombardment,
    f.ChargeAnnounced: _announced,
    f.DeclarationForgone: _forgone,
    f.ControlAsked: _asked,
    f.ControlTried: _tried,
    f.LeftoverBegan: _leftover,
    f.LeftoverEnded: _leftover_ended,
}
