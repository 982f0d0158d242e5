"""Bars of Wallace's War: the longest lists of options, automatic games of both battles, and a thousand cheap ones.

All are played by the automatic player on both sides, from the chit lists to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench import battles
from bench.measure import Result
from bench.plan import Plan
from domain.games.games import Games
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from rules import SYSTEMS

SYSTEM: System[Any] = SYSTEMS["wallaces_war"]
SECONDS: Mapping[str, float] = {"stirling_bridge": 10, "falkirk": 40}
GAMES, QUICK, CHEAP_SECONDS, SEED = 1000, 50, 300, 1297
LISTED = ("movement", "melee", "extension")


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "wallaces_war.db"), SYSTEMS))
    yield from battles.stored(games, plan, SYSTEM, pack, SECONDS, SEED)
    games.new(SYSTEM, "falkirk", "falkirk", pack)
    yield from battles.listings(games, plan, SYSTEM, "falkirk", SEED, _moment)
    games.new(SYSTEM, "stirling_bridge", "stirling_bridge", pack)
    yield battles.cheap(games, plan, "stirling_bridge", GAMES, QUICK, CHEAP_SECONDS)
    games.log.close()


def _moment(state: Any) -> str:
    return state.core.phase if state.core.phase in LISTED else ""
