"""Bars of the first hex system: audit of a Second Day, the longest list of options, an automatic First Day.

Absolute figures: they depend on the machine. All three games are played by the automatic player on both sides.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measure import Result, at_least, at_most, interleaved, seconds
from domain.chance import SeededChance
from domain.gamelog import GameLog
from domain.games import Games
from domain.kernel import System
from domain.refs import Ref
from rules import SYSTEMS
from rules.gettysburg.rulings import FULL

SYSTEM: System[Any] = SYSTEMS["gettysburg"]
FACTS_A_SECOND, LISTING_MS, FIRST_DAY_SECONDS = 5000, 50, 30
LAST_TURN = 20  # 2 July, turn 8: all but three brigades have arrived


def run(folder: Path, rounds: int) -> Iterator[Result]:
    from tests.shipped import shipped_packs

    (pack, *_) = shipped_packs(SYSTEM.key)
    games = Games(GameLog(str(folder / "gettysburg.db"), SYSTEMS))
    for name, scenario in (("second", "second_day"), ("first", "first_day"), ("whole", "full")):
        games.new(SYSTEM, scenario, name, pack, options=FULL if name == "whole" else ())
    play(games, "second")
    yield _audit(games, rounds)
    yield _options(games, rounds)
    taken = seconds(lambda: play(games, "first"))
    games.log.close()
    yield at_most("automatic First Day", taken, FIRST_DAY_SECONDS, "s", 1, "1", "the yardstick is the bar, 30 s")


def play(games: Games, name: str, last_turn: int = 0) -> list[Any]:
    """A game by the automatic player, to its end or to a turn; the state at the start of each movement phase."""
    table, chance = games.table(games.line(Ref(name))), SeededChance(1863)
    assert SYSTEM.player is not None
    openings: list[Any] = []
    while table.state.core.ended is None and (not last_turn or table.state.core.turn <= last_turn):
        state = table.state
        side, order = next((s, o) for s in state.core.sides if (o := SYSTEM.player(state, s)) is not None)
        phase = state.core.phase
        table.order(side, order, chance, at=1)
        if last_turn and table.state.core.phase == "movement" != phase:
            openings.append(copy.deepcopy(table.state))
    return openings


def _audit(games: Games, rounds: int) -> Result:
    from domain.audit import audit

    entries = games.log.head(games.line(Ref("second"))).number
    report = audit(games, Ref("second"))
    assert report.is_clean, report.differences[:1]
    (taken,) = interleaved([lambda: audit(games, Ref("second"))], rounds)
    note = f"the yardstick is the bar, 5,000 facts/s; {entries} entries"
    return at_least("audit, Second Day", entries / taken, FACTS_A_SECOND, "facts/s", 1, note)


def _options(games: Games, rounds: int) -> Result:
    """The longest list met in a whole battle with the full set of options."""
    openings = play(games, "whole", LAST_TURN)
    busiest = max(openings, key=lambda state: len(list(SYSTEM.options(state))))
    count = len(list(SYSTEM.options(busiest)))
    (taken,) = interleaved([lambda: list(SYSTEM.options(busiest))], rounds, steps=5)
    note = f"the yardstick is the bar, 50 ms; {count} orders listed"
    return at_most("options, busiest position", 1000 * taken / 5, LISTING_MS, "ms", 1, "1", note)
