"""Bars of Wallace's War: automatic games of Stirling Bridge and Falkirk, and a thousand cheap ones.

All are played by the automatic player on both sides, from the chit lists to the end.
"""

from __future__ import annotations

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
    games.new(SYSTEM, "stirling_bridge", "cheap", pack)
    yield _thousand(games, plan)
    games.log.close()


def _thousand(games: Games, plan: Plan) -> Result:
    count = plan.size(GAMES, QUICK)
    pace = paced(lambda: all_out(games, "cheap", count), 1)
    note = "" if count == GAMES else f"{count} games, and so many times as long"
    whole = pace._replace(here=pace.here * GAMES / count)
    return within("1,000 cheap games, Stirling Bridge", whole, CHEAP_SECONDS, note, quick=plan.quick)
