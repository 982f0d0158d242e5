"""How the facts of the Fire phase change the state: one small function each, no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.facts import Fact
from rules.longstreet_lite.fire import facts as f
from rules.longstreet_lite.state import State


def _fired(state: State, fact: f.UnitFired) -> None:
    unit = state.units[fact.unit]
    unit.acted, unit.smoke = True, unit.smoke or fact.smoke
    state.fire.fired.append(fact.unit)
    state.fire.shots = fact.shots
    _pile(state, fact.shots, 1)


def _rerolled(state: State, fact: f.ShotsRerolled) -> None:
    _pile(state, state.fire.shots, -1)
    state.fire.shots = fact.shots
    _pile(state, fact.shots, 1)


def _pile(state: State, shots: Iterable[f.Shot], sign: int) -> None:
    for shot in shots:
        state.units[shot.target].hits += sign * shot.hits


def _ended(state: State, fact: f.FireEnded) -> None:
    state.fire.ended, state.fire.shots = True, ()
    state.fire.to_kill = list(fact.hits)


def _removed(state: State, fact: f.HitsRemoved) -> None:
    state.units[fact.unit].hits = fact.left


def _killed(state: State, fact: f.KillsRolled) -> None:
    state.units[fact.unit].hits = 0
    state.fire.to_kill.remove(fact.unit)


EVOLVE: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    f.UnitFired: _fired,
    f.ShotsRerolled: _rerolled,
    f.FireEnded: _ended,
    f.HitsRemoved: _removed,
    f.KillsRolled: _killed,
}
