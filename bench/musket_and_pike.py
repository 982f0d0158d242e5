"""Bars of Musket & Pike: automatic games of two battles, the longest lists of options, and a hundred cheap games."""

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
from rules.musket_and_pike.reaction.asks import AwaitReaction
from rules.musket_and_pike.state import ACTIONS

SYSTEM: System[Any] = SYSTEMS["musket_and_pike"]
SECONDS: Mapping[str, float] = {"edgehill": 30, "rocroi": 60}
GAMES, QUICK, CHEAP_SECONDS, SEED = 100, 10, 300, 1642


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "musket_and_pike.db"), SYSTEMS))
    yield from battles.stored(games, plan, SYSTEM, pack, SECONDS, SEED)
    games.new(SYSTEM, "rocroi", "rocroi", pack)
    yield from battles.listings(games, plan, SYSTEM, "rocroi", SEED, _moment)
    games.new(SYSTEM, "edgehill", "edgehill", pack)
    yield battles.cheap(games, plan, "edgehill", GAMES, QUICK, CHEAP_SECONDS)
    games.log.close()


def _moment(state: Any) -> str:
    """An activation as it begins, each reaction window as it opens."""
    if state.core.pending:
        return "reaction window" if isinstance(state.core.pending[-1], AwaitReaction) else ""
    return "activation" if state.core.phase == ACTIONS else ""
