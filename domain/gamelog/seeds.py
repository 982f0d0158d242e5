"""Where the seeds of running games lie: beside the log, never in it, so that a log can be handed to anyone."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Protocol

from domain.chance import commitment
from domain.gamelog.sqlite import LOCK_SECONDS, write_ahead


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

    def __init__(self, url: str) -> None:
        self.url = url

    def put(self, game: str, line: str, seed: str) -> None:
        from domain.gamelog import postgres

        with postgres.alone(self.url) as connection:
            connection.execute("CREATE SCHEMA IF NOT EXISTS refight_secret")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS refight_secret.seeds (game text, line text, commitment text, "
                "seed text NOT NULL, PRIMARY KEY (game, line, commitment))"
            )
            connection.execute(
                "INSERT INTO refight_secret.seeds VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
                (game, line, commitment(seed), seed),
            )

    def get(self, game: str, line: str, promised: str) -> str | None:
        import psycopg

        with psycopg.connect(self.url, connect_timeout=10) as connection:
            found = connection.execute("SELECT to_regclass('refight_secret.seeds')").fetchone()
            if not found or found[0] is None:
                return None
            row = connection.execute(
                "SELECT seed FROM refight_secret.seeds WHERE game=%s AND line=%s AND commitment=%s",
                (game, line, promised),
            ).fetchone()
        return str(row[0]) if row else None

    def close(self) -> None:
        """Each question has a connection of its own."""
