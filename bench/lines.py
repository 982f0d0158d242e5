"""Bars: audit and verify of a game with a hundred lines against its main line: branches are free to check too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.games import AT, open_games, played
from bench.inside import inside
from bench.measure import Result, at_most, interleaved
from bench.plan import Plan
from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.log.refs import Ref
from rules.freeform.luck import RollDice

ENTRIES, LINES, BAR = 10_000, 100, 2
FIFTH = 5  # of both in a quick run: a line costs the same however long the main one is


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    entries, lines = (plan.size(full, full // FIFTH) for full in (ENTRIES, LINES))
    log = played(plan, entries, folder)
    games = open_games(log)
    for i in range(1, lines):
        _branch(games, i, entries * i // lines)
    games.log.close()
    for work in ("audit", "verify"):
        works = [partial(inside, log, work, ref) for ref in ("day", "day@main")]
        works[1]()  # loads what the command needs
        whole, main = (1000 * taken for taken in interleaved(works, plan.few))
        note = f"its main line, {entries:,} entries"
        yield at_most(f"{work}, {lines} lines", whole, main, "ms", BAR, note=note, quick=plan.quick)


def _branch(games: Games, number: int, at: int) -> None:
    """Each with an order of its own: there is something to check."""
    line = games.branch(Ref("day", entry=at), f"line-{number}")
    games.table(line).order("blue", RollDice(why="fire", dice=2), SeededChance(number), AT)
