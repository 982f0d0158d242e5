"""Eight writers, killed again and again, and those who follow the log meanwhile: all comes to them, once, in order.

It fails if `since` reads by the numbers of the rows alone, or goes further than the oldest transaction under way.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path

from domain.games.games import Games
from domain.kernel.errors import LogConflict
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog, Line
from projections.models.catch_up import catch_up
from rules import SYSTEMS
from tests.domain.storage import append, check_chain, new_game, notes

WRITERS, APPENDS, KILLS = 8, 10_000, 12
EACH = APPENDS // WRITERS
LARGE = 60  # facts that go into the table another way than a few do
FORK = multiprocessing.get_context("forkserver")  # a new process at once: it has read all modules beforehand
Seen = list[tuple[int, str, int]]


def write(url: str, number: int) -> None:
    """Goes on where the one before was killed, until its game has its orders; now and then in a game that all share."""
    with GameLog(url, SYSTEMS) as log:
        own, shared = log.line(f"game{number}"), log.line("shared")
        head = log.head(own)
        while head.order_no < EACH:
            size = LARGE if head.order_no % 100 == 50 else 1
            head = log.append(own, head, Envelope(head.order_no + 1, "blue", 1), notes(size))
            if head.order_no % 5 == 0:
                _try(log, shared)


def _try(log: GameLog, line: Line) -> None:
    try:
        append(log, line, notes(2))
    except LogConflict:
        return


def follow(url: str, over: Event, pipe: Connection) -> None:
    seen: Seen = []
    with GameLog(url, SYSTEMS) as log:
        for row in log.follow(0, lambda: not over.is_set(), poll=0.001):
            seen.append(row[:3])
        pipe.send(seen + _rest(log, seen[-1][0] if seen else 0, 1000))


def page_through(url: str, over: Event, pipe: Connection) -> None:
    """Small pages, asked for without a pause."""
    seen: Seen = []
    with GameLog(url, SYSTEMS) as log:
        while not over.is_set():
            seen += [row[:3] for row in log.since(seen[-1][0] if seen else 0, 20)]
        pipe.send(seen + _rest(log, seen[-1][0] if seen else 0, 20))


def _rest(log: GameLog, mark: int, limit: int) -> Seen:
    seen: Seen = []
    while page := log.since(mark, limit):
        seen += [row[:3] for row in page]
        mark = page[-1].id
    return seen


def take_in(url: str, over: Event, pipe: Connection, path: Path) -> None:
    """A read database that is brought up to date as often as it goes."""
    with GameLog(url, SYSTEMS) as log:
        while not over.is_set():
            catch_up(log, path)
        catch_up(log, path)
    with closing(sqlite3.connect(path)) as file:
        pipe.send(file.execute("SELECT id, game || '@' || line, entry - 1 FROM timeline ORDER BY rowid").fetchall())


def start(work: Callable[..., None], *args: object) -> BaseProcess:
    process = FORK.Process(target=work, args=args, daemon=True)
    process.start()
    return process


def start_reader(work: Callable[..., None], url: str, over: Event, *args: object) -> Connection:
    here, there = FORK.Pipe()
    start(work, url, over, there, *args)
    there.close()  # so that a reader that fails is heard of
    return here


def let_them_write(url: str) -> int:
    """Until every game is whole; gives how many were killed on the way."""
    chance, killed = random.Random(7), 0
    writers = [start(write, url, number) for number in range(WRITERS)]
    while any(writer.is_alive() for writer in writers):
        time.sleep(chance.uniform(0.05, 0.2))
        number = chance.randrange(WRITERS)
        if killed < KILLS and writers[number].is_alive():
            writers[number].kill()
            writers[number].join()
            killed += writers[number].exitcode == -signal.SIGKILL
            writers[number] = start(write, url, number)
    assert [writer.exitcode for writer in writers] == [0] * WRITERS
    return killed


def in_stream_order(seen: Seen) -> bool:
    heads: dict[str, int] = {}
    for _, stream, version in seen:
        if version != heads.get(stream, -1) + 1:
            return False
        heads[stream] = version
    return True


def test_readers_get_every_entry_once_and_in_order_while_writers_race_and_die(
    postgres_url: str, tmp_path: Path
) -> None:
    import psycopg

    FORK.set_forkserver_preload([__name__])
    with GameLog(postgres_url, SYSTEMS) as log:
        for name in ("shared", *(f"game{number}" for number in range(WRITERS))):
            new_game(Games(log), name)
        over = FORK.Event()
        readers = [start_reader(work, postgres_url, over) for work in (follow, follow, page_through)]
        read_db = start_reader(take_in, postgres_url, over, tmp_path / "games.read.db")
        assert let_them_write(postgres_url) >= 3  # the quicker they are done, the fewer
        over.set()
        with psycopg.connect(postgres_url) as server:
            rows = "SELECT notification_id, originator_id, originator_version FROM refight_events"
            stored = set(server.execute(f"{rows} WHERE notification_id>0").fetchall())
        for pipe in readers:
            seen = pipe.recv()
            assert len(seen) == len(set(seen))
            assert set(seen) == stored
            assert in_stream_order(seen)
        taken = read_db.recv()
        assert len(taken) == len(set(taken))
        assert set(taken) == {row for row in stored if "@" in row[1]}
        for number in range(WRITERS):
            line = log.line(f"game{number}")
            assert log.head(line).order_no == EACH
            assert check_chain(log, line) == log.head(line).number
        check_chain(log, log.line("shared"))
