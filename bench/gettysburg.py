"""Bars of the first hex system: audit of a Second Day, the longest list of options, an automatic First Day.

Absolute figures: they depend on the machine. All three games are played by the automatic player on both sides.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import automatic
from bench.measure import Result, at_most, interleaved, seconds
from domain.gamelog import GameLog
from domain.games import Games
from domain.kernel import System
from rules import SYSTEMS
from rules.gettysburg.rulings import FULL

SYSTEM: System[Any] = SYSTEMS["gettysburg"]
LISTING_MS, FIRST_DAY_SECONDS, SEED = 50, 30, 1863
LAST_TURN = 20  # 2 July, turn 8: all but three brigades have arrived


def run(folder: Path, rounds: int) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "gettysburg.db"), SYSTEMS))
    for name, scenario in (("second", "second_day"), ("first", "first_day"), ("whole", "full")):
        games.new(SYSTEM, scenario, name, pack, options=FULL if name == "whole" else ())
    automatic.to_the_end(games, "second", SEED)
    yield automatic.audit_bar(games, "second", "audit, Second Day", rounds)
    yield _options(games, rounds)
    taken = seconds(lambda: automatic.to_the_end(games, "first", SEED))
    games.log.close()
    yield at_most("automatic First Day", taken, FIRST_DAY_SECONDS, "s", 1, "1", "the yardstick is the bar, 30 s")


def _openings(games: Games) -> Iterator[Any]:
    """The state at the start of each movement phase of a whole battle, up to a turn."""
    phase = ""
    for state in automatic.orders(games, "whole", SEED):
        if state.core.turn > LAST_TURN:
            return
        if state.core.phase == "movement" != phase:
            yield copy.deepcopy(state)
        phase = state.core.phase


def _options(games: Games, rounds: int) -> Result:
    """The longest list met in a whole battle with the full set of options."""
    busiest = max(_openings(games), key=lambda state: len(list(SYSTEM.options(state))))
    count = len(list(SYSTEM.options(busiest)))
    (taken,) = interleaved([lambda: list(SYSTEM.options(busiest))], rounds, steps=5)
    note = f"the yardstick is the bar, 50 ms; {count} orders listed"
    return at_most("options, busiest position", 1000 * taken / 5, LISTING_MS, "ms", 1, "1", note)
