"""Bars of Wallace's War: the longest lists of options, automatic games of both battles, and a thousand cheap ones.

All are played by the automatic player on both sides, from the chit lists to the end.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench import automatic
from bench.measure import Result, paced, within
from bench.plan import Plan
from bench.players import all_out
from domain.games.games import Games
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from rules import SYSTEMS

SYSTEM: System[Any] = SYSTEMS["wallaces_war"]
SECONDS: Mapping[str, float] = {"stirling_bridge": 10, "falkirk": 40}
GAMES, QUICK, CHEAP_SECONDS, SEED = 1000, 50, 300, 1297
LISTED, LISTING_SECONDS, LISTINGS = ("movement", "melee"), 0.05, 5


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "wallaces_war.db"), SYSTEMS))
    for scenario, seconds in SECONDS.items():
        names = [f"{scenario}-{turn}" for turn in range(plan.few)]
        for name in names:
            games.new(SYSTEM, scenario, name, pack)
        left = iter(names)
        pace = paced(lambda left=left: automatic.to_the_end(games, next(left), SEED), plan.few)  # type: ignore[misc]
        yield within(f"automatic {scenario}, stored", pace, seconds)
    games.new(SYSTEM, "falkirk", "listed", pack)
    yield from _options(games, plan)
    games.new(SYSTEM, "stirling_bridge", "cheap", pack)
    yield _thousand(games, plan)
    games.log.close()


def _options(games: Games, plan: Plan) -> Iterator[Result]:
    """The longest lists met in the segments of a Falkirk, each taken as the segment begins."""
    busiest: dict[str, tuple[int, Any]] = {}
    before = ""
    for state in automatic.orders(games, "listed", SEED):
        phase = state.core.phase
        if phase in LISTED and phase != before:
            count = len(list(SYSTEM.book.choices(state)))
            if count > busiest.get(phase, (0, None))[0]:
                busiest[phase] = count, copy.deepcopy(state)
        before = phase
    for phase, (count, kept) in busiest.items():
        pace = paced(lambda kept=kept: [list(SYSTEM.book.choices(kept)) for _ in range(LISTINGS)], plan.rounds)  # type: ignore[misc]
        each = pace._replace(here=pace.here / LISTINGS)
        yield within(f"options, busiest {phase} of Falkirk", each, LISTING_SECONDS, f"{count} orders listed")


def _thousand(games: Games, plan: Plan) -> Result:
    count = plan.size(GAMES, QUICK)
    pace = paced(lambda: all_out(games, "cheap", count), 1)
    note = "" if count == GAMES else f"{count} games, and so many times as long"
    whole = pace._replace(here=pace.here * GAMES / count)
    return within("1,000 cheap games, Stirling Bridge", whole, CHEAP_SECONDS, note, quick=plan.quick)
