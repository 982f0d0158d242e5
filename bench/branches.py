"""Bars: a thousand branches of a 10k-entry game against copies of it, in time and in bytes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from bench.games import PACK, fill, new_line, open_games
from bench.measure import Result, at_most, cpu_seconds
from bench.plan import Plan
from domain.games.games import Games
from domain.log.refs import Ref

ENTRIES, BRANCHES, COPIES = 10_000, 1000, 20


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    path = folder / "branches.db"
    games = open_games(path)
    line = new_line(games)
    fill(games, line, ENTRIES)
    games.state(line, ENTRIES)
    topics = [row.topic for row in games.log.since(0, 10**6) if row.stream == "day@main"]
    branching, copying, branch_bytes, copy_bytes = [], [], [], []
    for number in range(plan.rounds):
        before = _size(games, path)
        branching.append(cpu_seconds(partial(_branch, games, number)))
        between = _size(games, path)
        copying.append(cpu_seconds(partial(_copy, games, number, topics)))
        branch_bytes.append(between - before)
        copy_bytes.append(_size(games, path) - between)
    games.log.close()
    scale = BRANCHES / COPIES
    note = f"{COPIES} copies made, times {scale:g}"
    yield at_most(
        "1,000 branches, time", 1000 * median(branching), 1000 * scale * median(copying), "ms", 1 / 100, "1/100", note
    )
    grown, copied = median(branch_bytes) / 1000, scale * median(copy_bytes) / 1000
    yield at_most("1,000 branches, bytes", grown, copied, "kB", 1 / 1000, "1/1000", note)


def _branch(games: Games, turn: int) -> None:
    for i in range(BRANCHES):
        games.branch(Ref("day", entry=ENTRIES - i), f"b{turn}-{i}")


def _copy(games: Games, turn: int, topics: list[str]) -> None:
    """Each copy reads the line's bytes and stores them, as they are, as a game of its own in one transaction."""
    for i in range(COPIES):
        states = games.log.store.states("day@main")
        games.log.restore(f"c{turn}-{i}", PACK, {"main": list(zip(topics, states, strict=True))})


def _size(games: Games, path: Path) -> int:
    """Of the log and of the seeds beside it, with nothing left in a write-ahead file."""
    games.log.store.recorder.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    games.log.store.apart.close()
    return sum(file.stat().st_size for file in path.parent.glob(path.name + "*"))
