"""Bar: append, 1 and 10 facts a commit, against raw inserts of the same bytes into the same table."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from bench.games import AT, FREEFORM, facts, new_line, open_games
from bench.measure import Result, at_least, interleaved
from bench.plan import Plan
from domain.games.games import Games
from domain.kernel.play import Recorded
from domain.log.entry import Codec, Envelope, codec_of

COMMITS = {1: 4000, 10: 1000}  # facts a commit, and so many commits a round
STEPS = 40
Row = tuple[str, int, str, bytes]


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    for size, commits in COMMITS.items():
        yield _compare(folder / f"append{size}", size, commits, plan.rounds)


def _compare(folder: Path, size: int, commits: int, rounds: int) -> Result:
    """Each round is a new game on both sides; they take turns after every fortieth of it."""
    folder.mkdir()
    games = open_games(folder / "ours.db")
    raw = _raw_table(folder / "raw.db", games.log.store.recorder.connection)
    items = [Recorded(fact) for fact in facts(size * commits)]
    batches = [items[start : start + size] for start in range(0, len(items), size)]
    built = _prebuilt(codec_of(FREEFORM), batches)
    ours, theirs = _our_steps(games, batches, rounds), _raw_steps(raw, built, rounds)
    next(ours), next(theirs)
    gc.collect()
    gc.freeze()  # the bytes built beforehand are the bench's, not the log's: no collection is to walk through them
    mine, yardstick = interleaved([ours.__next__, theirs.__next__], rounds, STEPS)
    gc.unfreeze()
    games.log.close()
    raw.close()
    done = size * commits
    work, note = f"append, {size} a commit", "raw inserts, same table and bytes"
    return at_least(work, done / mine, done / yardstick, "facts/s", 0.8, note)


def _our_steps(games: Games, batches: list[list[Recorded]], rounds: int) -> Iterator[None]:
    step, append = len(batches) // STEPS, games.log.append
    lines = [new_line(games, f"game{turn}") for turn in range(rounds)]
    yield  # ready
    for line in lines:
        head = games.log.head(line)
        for start in range(0, len(batches), step):
            for batch in batches[start : start + step]:
                head = append(line, head, Envelope(head.order_no + 1, "blue", AT), batch)
            yield


def _raw_steps(raw: sqlite3.Connection, built: list[list[Row]], rounds: int) -> Iterator[None]:
    step = len(built) // STEPS
    ready = [[[(f"game{turn}@main", *row[1:]) for row in rows] for rows in built] for turn in range(rounds)]
    yield  # ready
    for batches in ready:
        for start in range(0, len(batches), step):
            _insert(raw, batches[start : start + step])
            yield


def _raw_table(path: Path, like: sqlite3.Connection) -> sqlite3.Connection:
    """The same table, indexes and settings, made by hand."""
    raw = sqlite3.connect(path, isolation_level=None, cached_statements=128)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=NORMAL")
    for (statement,) in like.execute("SELECT sql FROM sqlite_master WHERE tbl_name='stored_events' AND sql NOT NULL"):
        raw.execute(statement)
    return raw


def _prebuilt(codec: Codec, batches: list[list[Recorded]]) -> list[list[Row]]:
    """The very bytes ours would store, ready before the clock starts."""
    from domain.log.gamelog import EMPTY

    head, built, version = EMPTY, [], 1
    for batch in batches:
        rows, head = codec.write("main", head, Envelope(head.order_no + 1, "blue", AT), batch)
        built.append([("", version + i, topic, state) for i, (topic, state) in enumerate(rows)])
        version += len(rows)
    return built


def _insert(raw: sqlite3.Connection, batches: list[list[Row]]) -> None:
    execute = raw.execute
    statement = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
    for rows in batches:
        if len(rows) == 1:
            execute(statement, rows[0])
            continue
        execute("BEGIN IMMEDIATE")
        for row in rows:
            execute(statement, row)
        execute("COMMIT")
