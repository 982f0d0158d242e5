"""SQLite the way a game log needs it: write-ahead log, immediate transactions, ids that are never used twice."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)
from eventsourcing.utils import Environment, EnvType, get_topic

from domain.log import place
from domain.log.protection import FIRST_ID, FirstRow

LOCK_SECONDS = 15
APPLICATION_ID = 0x52464754  # «RFGT» in the file header: how we know a database of ours
FORMAT = 1
ROWS_A_PIECE = 1000
LAST = 2**62  # no line gets so long
ROWS_AT_ONCE = 50  # most orders; well under the number of values a statement may have


def environment(path: str, durable: bool) -> dict[str, str]:
    return {
        "PERSISTENCE_MODULE": get_topic(Factory),
        "SQLITE_DBNAME": path,
        "DURABLE": "y" if durable else "n",
    }


def write_ahead(connection: sqlite3.Connection) -> None:
    """SQLite waits for no lock when it changes this mode, so two who open a new file at once must."""
    patience = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > patience:
                raise
            time.sleep(0.01)


class ImmediateTransaction(SQLiteTransaction):
    """Takes the write lock at once: a read followed by a write never fails half-way with «locked»."""

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE" if self.commit else "BEGIN")
        return cursor


class ImmediateConnection(SQLiteConnection):
    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with ImmediateTransaction(self, commit=commit) as cursor, cursor:
            yield cursor


class Pool(SQLiteConnectionPool):
    synchronous = "NORMAL"

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            place.address(self.db_name),
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            cached_statements=128,  # the library passes True, which means 1
            timeout=LOCK_SECONDS,
        )
        write_ahead(connection)
        connection.execute(f"PRAGMA synchronous={self.synchronous}")
        return connection

    def _create_connection(self) -> SQLiteConnection:
        connection = self.connect()
        connection.row_factory = sqlite3.Row
        return ImmediateConnection(sqlite_conn=connection, max_age=self.max_age)


class Direct:
    """One plain connection a thread: append and read without the pool's wrappers."""

    datastore: SQLiteDatastore
    events_table_name: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._here = threading.local()
        self._all: list[sqlite3.Connection] = []
        table = self.events_table_name
        insert = f"INSERT INTO {table} (originator_id, originator_version, topic, state) VALUES "
        self._inserts = [insert + ",".join(["(?,?,?,?)"] * size) for size in range(ROWS_AT_ONCE + 1)]

    @property
    def connection(self) -> sqlite3.Connection:
        try:
            return self._here.connection  # type: ignore[no-any-return]
        except AttributeError:
            pool = self.datastore.pool
            assert isinstance(pool, Pool)
            self._here.connection = pool.connect()
            self._all.append(self._here.connection)
            return self._here.connection  # type: ignore[no-any-return]

    def insert_rows(self, rows: Sequence[tuple[str, int, str, bytes]]) -> int:
        """All rows or none; the id of the last. One statement is a transaction by itself, and cheaper than several."""
        size = len(rows)
        try:
            if size > ROWS_AT_ONCE:
                return self._insert_in_pieces(rows)
            values = rows[0] if size == 1 else [value for row in rows for value in row]
            return self.connection.execute(self._inserts[size], values).lastrowid or 0
        except sqlite3.IntegrityError as error:
            raise IntegrityError(error) from error
        except sqlite3.OperationalError as error:
            raise OperationalError(error) from error

    def _insert_in_pieces(self, rows: Sequence[tuple[str, int, str, bytes]]) -> int:
        connection, last = self.connection, 0
        try:
            connection.execute("BEGIN IMMEDIATE")  # within: an interrupt right after it must not leave the lock taken
            for start in range(0, len(rows), ROWS_AT_ONCE):
                last = self.insert_rows(rows[start : start + ROWS_AT_ONCE])
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.rollback()
            raise
        return last

    def pieces(self, stream: str, after: int, upto: int | None) -> Iterator[list[tuple[bytes]]]:
        """The stored bytes of versions after < v <= upto, in order, some rows at a time."""
        return self._pieces("state", stream, after, upto)

    def kept(self, stream: str, after: int, upto: int | None) -> Iterator[list[tuple[int, str, bytes]]]:
        """Version, topic and bytes of the same rows, as they lie there."""
        return self._pieces("originator_version, topic, state", stream, after, upto)

    def filed_under(
        self, topics: Sequence[str], stream: str, after: int, upto: int | None
    ) -> Iterator[list[tuple[int, bytes]]]:
        """Version and bytes of those that have one of these topics."""
        return self._pieces("originator_version, state", stream, after, upto, topics)

    def _pieces(
        self, columns: str, stream: str, after: int, upto: int | None, topics: Sequence[str] = ()
    ) -> Iterator[list[Any]]:
        which = f"AND topic IN ({','.join('?' * len(topics))}) " if topics else ""
        cursor = self.connection.execute(
            f"SELECT {columns} FROM {self.events_table_name} WHERE originator_id=? AND originator_version>? "
            f"AND originator_version<=? {which}ORDER BY originator_version",
            (stream, after, LAST if upto is None else upto, *topics),
        )
        while piece := cursor.fetchmany(ROWS_A_PIECE):
            yield piece
            if len(piece) < ROWS_A_PIECE:
                return

    def count(self, stream: str, after: int, upto: int | None) -> int:
        (found,) = self.connection.execute(
            f"SELECT count(*) FROM {self.events_table_name} "
            "WHERE originator_id=? AND originator_version>? AND originator_version<=?",
            (stream, after, LAST if upto is None else upto),
        ).fetchone()
        return int(found)

    def last(self, stream: str, upto: int | None = None) -> tuple[int, bytes] | None:
        """The newest version (not after `upto`) and its bytes."""
        row: tuple[int, bytes] | None = self.connection.execute(
            f"SELECT originator_version, state FROM {self.events_table_name} "
            "WHERE originator_id=? AND originator_version<=? ORDER BY originator_version DESC LIMIT 1",
            (stream, LAST if upto is None else upto),
        ).fetchone()
        return row

    @property
    def is_made(self) -> bool:
        """Whether the table is there: opening a log must not write to it."""
        found = self.connection.execute("SELECT 1 FROM sqlite_master WHERE name=?", (self.events_table_name,))
        return found.fetchone() is not None

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        rows = [(str(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events]
        last = self.insert_rows(rows) if rows else 0
        return range(last - len(rows) + 1, last + 1)  # one transaction holds the write lock, so they have no gaps

    def close_connections(self) -> None:
        for connection in self._all:
            connection.close()
        self._all.clear()


class Waiter:
    """A file tells nobody that it was written to: it is looked at again after a moment, which costs microseconds."""

    def __init__(self, poll: float) -> None:
        self.poll = poll

    def wait(self, _keep_on: Callable[[], bool]) -> None:
        time.sleep(self.poll)

    def found(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""


class EntryRecorder(Direct, SQLiteApplicationRecorder):
    """AUTOINCREMENT: the library's bare rowid would be given out again after a delete."""

    def create_table(self) -> None:
        if not self.is_made:
            super().create_table()

    def construct_create_table_statements(self) -> list[str]:
        table = self.events_table_name
        return [
            f"CREATE TABLE IF NOT EXISTS {table} (notification_id INTEGER PRIMARY KEY AUTOINCREMENT, "
            "originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, "
            "state BLOB NOT NULL, UNIQUE (originator_id, originator_version))",
            # Lists games and lines without reading the log; costs nothing from the second entry of a line on.
            f"CREATE INDEX IF NOT EXISTS {table}_first ON {table} (originator_id) WHERE originator_version=0",
            f"PRAGMA application_id={APPLICATION_ID}",
            f"PRAGMA user_version={FORMAT}",
        ]

    @property
    def may_write(self) -> bool:
        return "?" not in place.address(self.datastore.pool.db_name)

    def first_rows(self, limit: int) -> list[FirstRow]:
        found = f"SELECT originator_id, topic, state FROM {self.events_table_name} ORDER BY notification_id LIMIT ?"
        return [FirstRow(*row) for row in self.connection.execute(found, (limit,))]

    def keep_first(self, row: StoredEvent) -> None:
        self.connection.execute(
            f"INSERT OR IGNORE INTO {self.events_table_name} VALUES (?, ?, ?, ?, ?)",
            (FIRST_ID, row.originator_id, row.originator_version, row.topic, row.state),
        )

    def streams(self, prefix: str) -> list[str]:
        """The signs before `notification_id` keep the planner from going through the whole log in its order."""
        rows = self.connection.execute(
            f"SELECT originator_id FROM {self.events_table_name} WHERE originator_version=0 "
            "AND originator_id>=? AND originator_id<? AND +notification_id>? ORDER BY +notification_id",
            (prefix, prefix + "\U0010ffff", FIRST_ID),
        )
        return [stream for (stream,) in rows]

    def since(self, mark: int, limit: int) -> list[tuple[Any, ...]]:
        return self.connection.execute(
            "SELECT notification_id, originator_id, originator_version, topic, state "
            f"FROM {self.events_table_name} WHERE notification_id>? ORDER BY notification_id LIMIT ?",
            (max(mark, FIRST_ID), limit),
        ).fetchall()

    def at(self, mark: int) -> tuple[Any, ...] | None:
        """The row at a mark; its number is its place in the order."""
        found = self.since(mark - 1, 1)
        return found[0] if found and found[0][0] == mark else None

    def latest(self) -> int:
        (found,) = self.connection.execute(f"SELECT MAX(notification_id) FROM {self.events_table_name}").fetchone()
        return found or FIRST_ID

    written = latest  # asked for by any thread, so it must not hang on the connection

    def vacuum(self) -> int:
        """How many bytes smaller the file is then."""
        sizes = []
        for statement in ("SELECT 1", "VACUUM"):
            self.connection.execute(statement)
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            sizes.append(place.size(self.datastore.pool.db_name))
        return max(0, sizes[0] - sizes[1])

    def change_mark(self) -> object:
        """Changes when another connection has committed, or this one has written: a poll of microseconds."""
        connection = self.connection
        return connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes

    def waiter(self, poll: float) -> Waiter:
        return Waiter(poll)


class SnapshotRecorder(Direct, SQLiteAggregateRecorder):
    def create_table(self) -> None:
        if not self.is_made:
            super().create_table()

    def replace(self, row: StoredEvent) -> None:
        self.connection.execute(
            f"INSERT OR REPLACE INTO {self.events_table_name} (originator_id, originator_version, topic, state) "
            "VALUES (?, ?, ?, ?)",
            (row.originator_id, row.originator_version, row.topic, row.state),
        )

    def sets(self, prefix: str) -> list[tuple[str, int, int]]:
        """Name, number of snapshots and bytes of each set whose name begins so."""
        return self.connection.execute(
            f"SELECT originator_id, count(*), sum(length(state)) FROM {self.events_table_name} "
            "WHERE originator_id>=? AND originator_id<? GROUP BY originator_id",
            (prefix, prefix + "\U0010ffff"),
        ).fetchall()

    def drop(self, names: Sequence[str]) -> None:
        for name in names:
            self.connection.execute(f"DELETE FROM {self.events_table_name} WHERE originator_id=?", (name,))

    def clear(self) -> None:
        self.connection.execute(f"DELETE FROM {self.events_table_name}")


class Factory(SQLiteFactory):
    aggregate_recorder_class = SnapshotRecorder
    application_recorder_class = EntryRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        stock = self.datastore.pool
        pool = Pool(db_name=stock.db_name)
        pool.synchronous = "FULL" if self.env.get("DURABLE") == "y" else "NORMAL"
        self.datastore.pool = pool
        stock.close()
