"""Bars of the read database: a long game against reading and decoding its rows, and an archive of many games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.archive import archive
from bench.children import Usage, refight
from bench.games import FREEFORM, played
from bench.inside import inside
from bench.measure import Pace, Result, at_most, chess_rate, interleaved, stopped, within
from bench.plan import Plan
from domain.log.entry import codec_of

ENTRIES, QUICK, BAR = 100_000, 10_000, 12
LARGE, SMALL, QUICK_LARGE, QUICK_SMALL, GROWTH = 10_000, 1000, 1000, 100, 1.5
LONG, MINUTES, MEGABYTES = 100_000, 30, 300
ROWS = "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version"


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    yield _one_game(folder, plan)
    yield from _many_games(folder, plan)
    if plan.long:
        yield from _very_many(folder, plan)


def _one_game(folder: Path, plan: Plan) -> Result:
    entries = plan.size(ENTRIES, QUICK)
    log = played(plan, entries, folder)

    def ours() -> None:
        _forget(log)
        inside(log, "project")

    def raw() -> None:
        with closing(sqlite3.connect(log)) as connection:
            rows: Any = connection.execute(ROWS, ("day@main",))  # as they come, not gathered first
            codec_of(FREEFORM).facts(rows)

    ours()  # loads what the command needs
    mine, yardstick = interleaved([ours, raw], plan.rounds)
    note = "the rows read and decoded"
    work = f"project, {entries:,} entries"
    return at_most(work, 1000 * mine, 1000 * yardstick, "ms", BAR, note=note, quick=plan.quick)


def _forget(log: Path) -> None:
    for file in log.parent.glob(f"{log.name}.read.db*"):
        file.unlink()


def _many_games(folder: Path, plan: Plan) -> Iterator[Result]:
    sizes = plan.size(LARGE, QUICK_LARGE), plan.size(SMALL, QUICK_SMALL)
    large, small = (refight(plan, archive(plan, games, folder), "project") for games in sizes)
    work, note = f"project, {sizes[0]:,} games", f"the same of {sizes[1]:,}"
    most, least = 1000 * large.cpu / sizes[0], 1000 * small.cpu / sizes[1]
    yield at_most(f"{work}, CPU a game", most, least, "ms", GROWTH, note=note, quick=plan.quick)
    yield at_most(f"{work}, peak", large.peak / 1e6, small.peak / 1e6, "MB", GROWTH, note=note, quick=plan.quick)


def _very_many(folder: Path, plan: Plan) -> Iterator[Result]:
    log = archive(plan, LONG, folder)
    before = chess_rate()
    used: Usage = refight(plan, log, "project", limit=120 * MINUTES)
    chess = (before + chess_rate()) / 2
    result = within(f"project, {LONG:,} games", Pace(used.cpu, chess), 60 * MINUTES)
    yield stopped(result) if used.stopped else result
    note = f"the bar, {MEGABYTES} MB"
    yield at_most(f"project, {LONG:,} games, peak", used.peak / 1e6, MEGABYTES, "MB", 1, note=note)
