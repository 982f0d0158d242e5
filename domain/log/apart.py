"""What lies beside the log, never in it: seeds of running games, and who plays. So a log can be handed to anyone."""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel.chance import commitment
from domain.log.sqlite import LOCK_SECONDS, write_ahead

if TYPE_CHECKING:  # its driver is an extra
    from domain.log.postgres.connections import Datastore

Rows = Sequence[Sequence[Any]]


class PlayerName(NamedTuple):
    """The log holds the digest of both."""

    salt: str  # hexadecimal
    name: str


class Apart(ABC):
    """Seeds by game, line and commitment: a start that failed leaves a seed nobody asks for, and harms none.

    Names by game and digest, so that one can be erased and the chain holds all the same.
    """

    schema = ""
    tables = (
        "seeds (game text, line text, commitment text, seed text NOT NULL, PRIMARY KEY (game, line, commitment))",
        "players (game text, digest text, salt text NOT NULL, name text NOT NULL, PRIMARY KEY (game, digest))",
    )

    @abstractmethod
    def write(self, statement: str, *values: str) -> None: ...

    @abstractmethod
    def read(self, statement: str, *values: str) -> Rows: ...

    @abstractmethod
    def close(self) -> None: ...

    def put_seed(self, game: str, line: str, seed: str) -> None:
        into = f"INSERT INTO {self.schema}seeds VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self.write(into, game, line, commitment(seed), seed)

    def seed(self, game: str, line: str, promised: str) -> str | None:
        select = f"SELECT seed FROM {self.schema}seeds WHERE game=? AND line=? AND commitment=?"
        found = self.read(select, game, line, promised)
        return str(found[0][0]) if found else None

    def put_player(self, game: str, digest: str, player: PlayerName) -> None:
        into = f"INSERT INTO {self.schema}players VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self.write(into, game, digest, *player)

    def players(self, game: str) -> dict[str, PlayerName]:
        """By digest."""
        found = self.read(f"SELECT digest, salt, name FROM {self.schema}players WHERE game=?", game)
        return {str(digest): PlayerName(str(salt), str(name)) for digest, salt, name in found}

    def games_with_players(self) -> list[str]:
        """Those that any name is kept for: few look up the others' names in vain."""
        return [str(game) for (game,) in self.read(f"SELECT DISTINCT game FROM {self.schema}players")]

    def forget_player(self, game: str, digest: str) -> None:
        self.write(f"DELETE FROM {self.schema}players WHERE game=? AND digest=?", game, digest)


class FileApart(Apart):
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
            self._connection.execute("PRAGMA secure_delete=ON")  # an erased name leaves the disk too
            for table in self.tables:
                self._connection.execute(f"CREATE TABLE IF NOT EXISTS {self.schema}{table}")
        return self._connection

    def write(self, statement: str, *values: str) -> None:
        with self._lock:
            self._open().execute(statement, values)

    def read(self, statement: str, *values: str) -> Rows:
        if not self.path.exists():
            return ()
        with self._lock:
            return self._open().execute(statement, values).fetchall()

    def forget_player(self, game: str, digest: str) -> None:
        super().forget_player(game, digest)
        with self._lock:
            self._open().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


class PostgresApart(Apart):
    """A schema of its own: a club can let readers see the log and not what lies apart."""

    schema = "refight_secret."

    def __init__(self, datastore: Datastore) -> None:
        self.datastore = datastore

    def write(self, statement: str, *values: str) -> None:
        from psycopg.errors import InvalidSchemaName, UndefinedTable

        try:
            self._run(statement, values)
        except (UndefinedTable, InvalidSchemaName):
            self._make()
            self._run(statement, values)

    def read(self, statement: str, *values: str) -> Rows:
        from psycopg.errors import InvalidSchemaName, UndefinedTable

        try:
            return self._run(statement, values)
        except (UndefinedTable, InvalidSchemaName):
            return ()

    def _run(self, statement: str, values: tuple[str, ...]) -> Rows:
        return self.datastore.run(statement.replace("?", "%s").encode(), values)

    def _make(self) -> None:
        from domain.log.postgres.tables import alone

        with alone(self.datastore) as connection:
            connection.execute("CREATE SCHEMA IF NOT EXISTS refight_secret")
            for table in self.tables:
                connection.execute(f"CREATE TABLE IF NOT EXISTS {self.schema}{table}".encode())

    def close(self) -> None:
        """Its connections are the log's, and are closed with it."""
