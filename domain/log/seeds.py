"""Where the seeds of running games lie: beside the log, never in it, so that a log can be handed to anyone."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from domain.kernel.chance import commitment
from domain.log.sqlite import LOCK_SECONDS, write_ahead

if TYPE_CHECKING:  # its driver is an extra
    from domain.log.postgres.connections import Datastore


class SeedBox(Protocol):
    """Seeds by game, line and commitment: a start that failed leaves a seed nobody asks for, and harms none."""

    def put(self, game: str, line: str, seed: str) -> None: ...

    def get(self, game: str, line: str, promised: str) -> str | None: ...

    def close(self) -> None: ...


class FileSeedBox:
    """A small SQLite file next to the game log, readable by its owner only."""

    def __init__(self, log: Path, durable: bool) -> None:
        self.path = log.with_name(log.name + ".seeds")
        self.synchronous = "FULL" if durable else "NORMAL"
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.touch(mode=0o600)
            self._connection = sqlite3.connect(
                self.path, timeout=LOCK_SECONDS, check_same_thread=False, isolation_level=None
            )
            write_ahead(self._connection)
            self._connection.execute(f"PRAGMA synchronous={self.synchronous}")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS seeds "
                "(game TEXT, line TEXT, commitment TEXT, seed TEXT NOT NULL, PRIMARY KEY (game, line, commitment))"
            )
        return self._connection

    def put(self, game: str, line: str, seed: str) -> None:
        with self._lock:
            self._open().execute(
                "INSERT OR IGNORE INTO seeds VALUES (?, ?, ?, ?)", (game, line, commitment(seed), seed)
            )

    def get(self, game: str, line: str, promised: str) -> str | None:
        if not self.path.exists():
            return None
        with self._lock:
            row = (
                self._open()
                .execute("SELECT seed FROM seeds WHERE game=? AND line=? AND commitment=?", (game, line, promised))
                .fetchone()
            )
        return row[0] if row else None

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


class PostgresSeedBox:
    """A schema of its own: a club can let readers see the log and not the seeds."""

    def __init__(self, datastore: Datastore) -> None:
        self.datastore = datastore

    def put(self, game: str, line: str, seed: str) -> None:
        from psycopg.errors import InvalidSchemaName, UndefinedTable

        try:
            self._put(game, line, seed)
        except (UndefinedTable, InvalidSchemaName):
            self._make()
            self._put(game, line, seed)

    def _put(self, game: str, line: str, seed: str) -> None:
        insert = b"INSERT INTO refight_secret.seeds VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
        self.datastore.run(insert, (game, line, commitment(seed), seed))

    def _make(self) -> None:
        from domain.log.postgres.tables import alone

        with alone(self.datastore) as connection:
            connection.execute("CREATE SCHEMA IF NOT EXISTS refight_secret")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS refight_secret.seeds (game text, line text, commitment text, "
                "seed text NOT NULL, PRIMARY KEY (game, line, commitment))"
            )

    def get(self, game: str, line: str, promised: str) -> str | None:
        from psycopg.errors import InvalidSchemaName, UndefinedTable

        select = b"SELECT seed FROM refight_secret.seeds WHERE game=%s AND line=%s AND commitment=%s"
        try:
            found = self.datastore.run(select, (game, line, promised))
        except (UndefinedTable, InvalidSchemaName):
            return None
        return str(found[0][0]) if found else None

    def close(self) -> None:
        """Its connections are the log's, and are closed with it."""
