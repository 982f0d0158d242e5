"""Bars of the first hex system: the longest list of options, and an automatic First Day.

Both games are played by the automatic player on both sides.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import automatic
from bench.measure import Result, paced, within
from bench.plan import Plan
from domain.games.games import Games
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from rules.gettysburg.rulings import FULL

SYSTEM: System[Any] = SYSTEMS["gettysburg"]
LISTING_SECONDS, FIRST_DAY_SECONDS, SEED, LISTINGS = 0.05, 30, 1863, 5
LAST_TURN, QUICK_TURN = 20, 8  # 2 July, turn 8: all but three brigades have arrived; quick, the evening before


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "gettysburg.db"), SYSTEMS))
    games.new(SYSTEM, "full", "whole", pack, options=FULL)
    yield _options(games, plan)
    names = iter([f"first-{turn}" for turn in range(plan.few)])
    for turn in range(plan.few):
        games.new(SYSTEM, "first_day", f"first-{turn}", pack)
    pace = paced(lambda: automatic.to_the_end(games, next(names), SEED), plan.few)
    games.log.close()
    yield within("automatic First Day", pace, FIRST_DAY_SECONDS)


def _openings(games: Games, last_turn: int) -> Iterator[Any]:
    """The state at the start of each movement phase of a whole battle, up to a turn."""
    phase = ""
    for state in automatic.orders(games, "whole", SEED):
        if state.core.turn > last_turn:
            return
        if state.core.phase == "movement" != phase:
            yield copy.deepcopy(state)
        phase = state.core.phase


def _options(games: Games, plan: Plan) -> Result:
    """The longest list met in a whole battle with the full set of options."""
    openings = _openings(games, plan.size(LAST_TURN, QUICK_TURN))
    busiest = max(openings, key=lambda state: len(list(SYSTEM.book.choices(state))))
    count = len(list(SYSTEM.book.choices(busiest)))
    pace = paced(lambda: [list(SYSTEM.book.choices(busiest)) for _ in range(LISTINGS)], plan.rounds)
    each = pace._replace(here=pace.here / LISTINGS)
    note = f"{count} orders listed"
    return within("options, busiest position", each, LISTING_SECONDS, note, quick=plan.quick)
