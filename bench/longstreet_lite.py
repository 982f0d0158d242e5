"""Bars of the first table system: an automatic game, and the fire of a whole brigade."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import automatic
from bench.measure import Result, paced, within
from bench.plan import Plan
from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.kernel.play import carry_out
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from rules import SYSTEMS

SYSTEM: System[Any] = SYSTEMS["longstreet_lite"]
FIRE_SECONDS, GAME_SECONDS, SEED, STEPS = 0.02, 20, 1862, 20


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "longstreet.db"), SYSTEMS))
    names = iter([f"farm-{turn}" for turn in range(plan.few)])
    for turn in range(plan.few):
        games.new(SYSTEM, "brawner_farm", f"farm-{turn}", pack)
    pace = paced(lambda: automatic.to_the_end(games, next(names), SEED), plan.few)
    games.log.close()
    yield within("automatic Brawner's Farm", pace, GAME_SECONDS)
    yield _fire(plan.rounds)


def _fire(rounds: int) -> Result:
    """Every unit of a brigade fires, morale is declined, kills are rolled and the bases taken off.

    Each time on ground that has not been seen before: the whole table is a little further east.
    """
    ready = iter([[_moved(turn * STEPS + step) for step in range(STEPS)] for turn in range(rounds)])
    pace = paced(lambda: _fire_phases(next(ready)), rounds)
    each = pace._replace(here=pace.here / STEPS)
    return within("fire phase of a brigade", each, FIRE_SECONDS, "16 units, 28 bases and 4 guns a side")


def _moved(step: int) -> Any:
    """The same position shifted by some milli-BW, so that nothing kept from another time serves."""
    import msgspec

    from tests.longstreet_lite.brigade import fire_phase_state

    state = fire_phase_state()
    for unit in state.units.values():
        assert unit.pose is not None
        unit.pose = msgspec.structs.replace(unit.pose, x=unit.pose.x + step)
    return state


def _fire_phases(states: list[Any]) -> None:
    for state in states:
        _fire_phase(state)


def _fire_phase(state: Any) -> None:
    from rules.longstreet_lite.cards.asks import Decline
    from rules.longstreet_lite.fire.asks import EndFire, FireUnit
    from rules.longstreet_lite.player.careful import choose

    chance = SeededChance(SEED)
    for unit in [name for name, unit in state.units.items() if unit.side == state.core.active]:
        carry_out(SYSTEM, state, state.core.active, FireUnit(unit=unit), chance)
    carry_out(SYSTEM, state, state.core.active, EndFire(), chance)
    while state.core.phase == "fire":
        frame = state.core.pending[-1]
        order = Decline() if type(frame).__name__ == "AwaitFireMorale" else choose(state, frame.side)
        assert order is not None
        carry_out(SYSTEM, state, frame.side, order, chance)
