"""Where the seeds of running games lie: beside the log, never in it, so that a log can be handed to anyone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Protocol


class SeedBox(Protocol):
    """Seeds by game and line."""

    def put(self, game: str, line: str, seed: str) -> None: ...

    def get(self, game: str, line: str) -> str | None: ...


class FileSeedBox:
    """A small SQLite file next to the game log, readable by its owner only."""

    def __init__(self, log: Path) -> None:
        self.path = log.with_name(log.name + ".seeds")

    def _open(self) -> sqlite3.Connection:
        if not self.path.exists():
            self.path.touch(mode=0o600)
        connection = sqlite3.connect(self.path, timeout=15)
        connection.execute(
            "CREATE TABLE IF NOT EXISTS seeds (game TEXT, line TEXT, seed TEXT NOT NULL, PRIMARY KEY (game, line))"
        )
        return connection

    def put(self, game: str, line: str, seed: str) -> None:
        with closing(self._open()) as connection, connection:
            connection.execute("INSERT OR IGNORE INTO seeds VALUES (?, ?, ?)", (game, line, seed))

    def get(self, game: str, line: str) -> str | None:
        if not self.path.exists():
            return None
        with closing(self._open()) as connection:
            row = connection.execute("SELECT seed FROM seeds WHERE game=? AND line=?", (game, line)).fetchone()
        return row[0] if row else None


class PostgresSeedBox:
    """A schema of its own: a club can let readers see the log and not the seeds."""

    def __init__(self, url: str) -> None:
        self.url = url

    def put(self, game: str, line: str, seed: str) -> None:
        import psycopg

        with psycopg.connect(self.url) as connection:
            connection.execute("CREATE SCHEMA IF NOT EXISTS refight_secret")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS refight_secret.seeds "
                "(game text, line text, seed text NOT NULL, PRIMARY KEY (game, line))"
            )
            connection.execute(
                "INSERT INTO refight_secret.seeds VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", (game, line, seed)
            )

    def get(self, game: str, line: str) -> str | None:
        import psycopg

        with psycopg.connect(self.url) as connection:
            found = connection.execute("SELECT to_regclass('refight_secret.seeds')").fetchone()
            if not found or found[0] is None:
                return None
            row = connection.execute(
                "SELECT seed FROM refight_secret.seeds WHERE game=%s AND line=%s", (game, line)
            ).fetchone()
        return str(row[0]) if row else None
