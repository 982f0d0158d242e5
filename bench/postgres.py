"""Bar: append on PostgreSQL, 1 fact a commit, one writer and eight at once, against raw psycopg inserts of the same
bytes into the same table. The server writes through to the disk at every commit."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bench.append import Row
from bench.games import AT, FREEFORM, PACK, facts
from bench.measure import Result, at_least, interleaved, wall_seconds
from bench.plan import Plan
from domain.games.games import Games
from domain.kernel.play import Recorded
from domain.log.entry import Envelope, codec_of
from domain.log.gamelog import EMPTY, GameLog
from rules import SYSTEMS
from tests import postgres

COMMITS, STEPS = 400, 20  # a round; and how often the two sides take turns in it
WRITERS = 8
RAW = "INSERT INTO raw_events (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)"
SPAWN = multiprocessing.get_context("spawn")


def run(_: Path, plan: Plan) -> Iterator[Result]:
    programs = postgres.programs()
    if programs is None:
        print("no PostgreSQL here: its bars are left out", file=sys.stderr)
        return
    with postgres.server(programs, durable=True) as url:
        _tables(url)
        yield _one(url, plan)
        yield _crowd(url, plan)


def _tables(url: str) -> None:
    """The same table, indexes and defaults, made by hand."""
    import psycopg

    GameLog(url, SYSTEMS).close()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE raw_events (LIKE refight_events INCLUDING ALL)")


def _one(url: str, plan: Plan) -> Result:
    writer = Writer(url, "alone", plan.rounds * COMMITS)
    size = COMMITS // STEPS
    works = [lambda: writer.ours(size), lambda: writer.raw(size)]
    mine, yardstick = interleaved(works, plan.rounds, STEPS, wall_seconds)
    writer.close()
    return _result("append on PostgreSQL, 1 a commit", COMMITS, mine, yardstick, 0.8)


def _crowd(url: str, plan: Plan) -> Result:
    pipes = [_start(url, f"writer{number}", plan.rounds * COMMITS) for number in range(WRITERS)]
    works = [lambda: _all(pipes, "ours"), lambda: _all(pipes, "raw")]
    mine, yardstick = interleaved(works, plan.rounds, STEPS, wall_seconds)
    for pipe in pipes:
        pipe.send(None)
    return _result(f"the same, {WRITERS} writers at once", WRITERS * COMMITS, mine, yardstick, 0.6)


def _result(work: str, done: int, mine: float, yardstick: float, bar: float) -> Result:
    return at_least(work, done / mine, done / yardstick, "facts/s", bar, "raw psycopg inserts, same table and bytes")


def _start(url: str, name: str, commits: int) -> Connection:
    here, there = SPAWN.Pipe()
    SPAWN.Process(target=_serve, args=(there, url, name, commits), daemon=True).start()
    there.close()  # so that a writer that fails is heard of
    here.recv()  # ready
    return here


def _all(pipes: list[Connection], side: str) -> None:
    for pipe in pipes:
        pipe.send(side)
    for pipe in pipes:
        pipe.recv()


def _serve(pipe: Connection, url: str, name: str, commits: int) -> None:
    writer = Writer(url, name, commits)
    pipe.send("ready")
    while (side := pipe.recv()) is not None:
        work: Callable[[int], None] = getattr(writer, side)
        work(COMMITS // STEPS)
        pipe.send(None)
    writer.close()


class Writer:
    """A game through the log, and its twin through the driver alone."""

    def __init__(self, url: str, name: str, commits: int) -> None:
        import psycopg

        self.log = GameLog(url, SYSTEMS)
        self.line = Games(self.log).new(FREEFORM, "bench", name, PACK)
        self.head = self.log.head(self.line)
        items = [Recorded(fact) for fact in facts(commits)]
        self.items, self.rows = iter(items), iter(_prebuilt(self.line.own.stream, items))
        self.connection: Any = psycopg.connect(url, autocommit=True)

    def ours(self, commits: int) -> None:
        append, line, items = self.log.append, self.line, self.items
        for _ in range(commits):
            envelope = Envelope(self.head.order_no + 1, "blue", AT)
            self.head = append(line, self.head, envelope, [next(items)])

    def raw(self, commits: int) -> None:
        execute, rows = self.connection.execute, self.rows
        for _ in range(commits):
            execute(RAW, next(rows))

    def close(self) -> None:
        self.log.close()
        self.connection.close()


def _prebuilt(stream: str, items: list[Recorded]) -> list[Row]:
    """The very bytes ours would store, ready before the clock starts."""
    codec, head, built = codec_of(FREEFORM), EMPTY, list[Row]()
    for version, item in enumerate(items, 1):
        rows, head = codec.write("main", head, Envelope(head.order_no + 1, "blue", AT), [item])
        built += [(stream, version, topic, state) for topic, state in rows]
    return built
