"""Bars of the first table system: audit of a whole game, the fire of a whole brigade, an automatic game.

Absolute figures: they depend on the machine.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import automatic
from bench.measure import Result, at_most, interleaved, seconds
from domain.chance import SeededChance
from domain.gamelog import GameLog
from domain.games import Games
from domain.kernel import System, carry_out
from rules import SYSTEMS

SYSTEM: System[Any] = SYSTEMS["longstreet_lite"]
FIRE_MS, GAME_SECONDS, SEED, STEPS = 20, 20, 1862, 20


def run(folder: Path, rounds: int) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "longstreet.db"), SYSTEMS))
    games.new(SYSTEM, "brawner_farm", "farm", pack)
    taken = seconds(lambda: automatic.to_the_end(games, "farm", SEED))
    yield at_most("automatic Brawner's Farm", taken, GAME_SECONDS, "s", 1, "1", "the yardstick is the bar, 20 s")
    yield automatic.audit_bar(games, "farm", "audit, Brawner's Farm", rounds)
    games.log.close()
    yield _fire(rounds)


def _fire(rounds: int) -> Result:
    """Every unit of a brigade fires, morale is declined, kills are rolled and the bases taken off.

    Each time on ground that has not been seen before: the whole table is a little further east.
    """
    states = [_moved(step) for step in range(STEPS)]
    turn = iter(range(rounds * STEPS + 1))
    (taken,) = interleaved([lambda: _fire_phase(copy.deepcopy(states[next(turn) % STEPS]))], rounds, steps=STEPS)
    note = "the yardstick is the bar, 20 ms; 16 units, 28 bases and 4 guns a side"
    return at_most("fire phase of a brigade", 1000 * taken / STEPS, FIRE_MS, "ms", 1, "1", note)


def _moved(step: int) -> Any:
    """The same position shifted by some milli-BW, so that nothing kept from another time serves."""
    import msgspec

    from tests.longstreet_lite.brigade import fire_phase_state

    state = fire_phase_state()
    for unit in state.units.values():
        assert unit.pose is not None
        unit.pose = msgspec.structs.replace(unit.pose, x=unit.pose.x + step)
    return state


def _fire_phase(state: Any) -> None:
    from rules.longstreet_lite import orders as o
    from rules.longstreet_lite.player import choose

    chance = SeededChance(SEED)
    for unit in [name for name, unit in state.units.items() if unit.side == state.core.active]:
        carry_out(SYSTEM, state, state.core.active, o.FireUnit(unit=unit), chance)
    carry_out(SYSTEM, state, state.core.active, o.EndFire(), chance)
    while state.core.phase == "fire":
        frame = state.core.pending[-1]
        order = o.Decline() if type(frame).__name__ == "AwaitFireMorale" else choose(state, frame.side)
        carry_out(SYSTEM, state, frame.side, order, chance)
