"""Bars of Black Powder: the longest lists of options, automatic games of two battles, and a hundred cheap ones."""

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

SYSTEM: System[Any] = SYSTEMS["black_powder"]
SECONDS: Mapping[str, float] = {"freemans_farm": 30, "hougoumont": 60}
GAMES, QUICK, CHEAP_SECONDS, SEED = 100, 10, 300, 1777
LISTED, LISTING_SECONDS = ("orders", "shooting"), 0.05
FAR = 1  # thousandths by which the table is shifted from one listing to the next


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "black_powder.db"), SYSTEMS))
    for scenario, seconds in SECONDS.items():
        names = [f"{scenario}-{turn}" for turn in range(plan.few)]
        for name in names:
            games.new(SYSTEM, scenario, name, pack)
        left = iter(names)
        pace = paced(lambda left=left: automatic.to_the_end(games, next(left), SEED), plan.few)  # type: ignore[misc]
        yield within(f"automatic {scenario}, stored", pace, seconds)
    games.new(SYSTEM, "freemans_farm", "listed", pack)
    yield from _options(games, plan)
    games.new(SYSTEM, "freemans_farm", "cheap", pack)
    yield _hundred(games, plan)
    games.log.close()


def _options(games: Games, plan: Plan) -> Iterator[Result]:
    """The longest lists met in the phases of a Freeman's Farm, each on ground that has not been seen before."""
    busiest: dict[str, tuple[int, Any]] = {}
    before = None
    for state in automatic.orders(games, "listed", SEED):
        phase, now = state.core.phase, (state.core.turn, state.core.active, state.core.phase)
        if phase in LISTED and now != before and not state.core.pending:
            count = len(list(SYSTEM.book.choices(state)))
            if count > busiest.get(phase, (0, None))[0]:
                busiest[phase] = count, copy.deepcopy(state)
            before = now
    for phase, (count, kept) in busiest.items():
        shifted = iter([_moved(kept, step) for step in range(1, plan.rounds + 1)])
        pace = paced(lambda shifted=shifted: list(SYSTEM.book.choices(next(shifted))), plan.rounds)  # type: ignore[misc]
        yield within(
            f"options, busiest {phase} of Freeman's Farm", pace, LISTING_SECONDS, f"{count} orders listed, nothing kept"
        )


def _moved(state: Any, step: int) -> Any:
    """The same position shifted by some thousandths, so that nothing kept from another time serves."""
    import msgspec

    there = copy.deepcopy(state)
    for unit in there.units.values():
        if unit.pose is not None and not unit.building:
            unit.pose = msgspec.structs.replace(unit.pose, x=unit.pose.x + step * FAR)
    return there


def _hundred(games: Games, plan: Plan) -> Result:
    count = plan.size(GAMES, QUICK)
    pace = paced(lambda: all_out(games, "cheap", count), 1)
    note = "" if count == GAMES else f"{count} games, and so many times as long"
    whole = pace._replace(here=pace.here * GAMES / count)
    return within("100 cheap games, Freeman's Farm", whole, CHEAP_SECONDS, note, quick=plan.quick)
