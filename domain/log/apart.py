"""What lies beside the log, never in it: seeds of running games, who plays, who may. So anyone may have a log."""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel.chance import commitment
from domain.log import pending, place
from domain.log.sqlite import LOCK_SECONDS, write_ahead

if TYPE_CHECKING:  # its driver is an extra
    from domain.log.postgres.connections import Datastore

Rows = Sequence[Sequence[Any]]


class PlayerName(NamedTuple):
    """The log holds the digest of both."""

    salt: str  # hexadecimal
    name: str


class TokenKept(NamedTuple):
    """Only its hash is known here."""

    side: str
    digest: str
    made: int  # milliseconds since 1970, UTC


class KeyKept(NamedTuple):
    """A player's key; the secret half only of one's own."""

    key: str
    name: str
    secret: str
    made: int


class Signed(NamedTuple):
    """That a side vouches for an entry and for all before it, by the key of its player; of a game by its id."""

    line: str
    entry: int
    by: str
    hash: str
    key: str
    signature: str


class Apart(ABC):
    """Seeds by game, line and commitment: a start that failed leaves a seed nobody asks for, and harms none.

    Names by game and digest, so that one can be erased and the chain holds all the same. Tokens by game: every process
    that opens the log knows the same ones.
    """

    schema = ""
    tables: tuple[str, ...] = (
        "seeds (game text, line text, commitment text, seed text NOT NULL, PRIMARY KEY (game, line, commitment))",
        "players (game text, digest text, salt text NOT NULL, name text NOT NULL, PRIMARY KEY (game, digest))",
        "tokens (game text NOT NULL, side text NOT NULL, digest text PRIMARY KEY, made bigint NOT NULL)",
        "shares (promise text PRIMARY KEY, place bigint NOT NULL, value text NOT NULL)",
        "claims (promise text PRIMARY KEY, owner text NOT NULL)",
        "keys (key text PRIMARY KEY, name text NOT NULL, secret text NOT NULL, made bigint NOT NULL)",
        "seats (game text, side text, key text NOT NULL, PRIMARY KEY (game, side))",
        "signatures (game text, line text, entry bigint, side text, hash text NOT NULL, key text, "
        "signature text NOT NULL, PRIMARY KEY (game, line, entry, side, key))",
        *pending.TABLES,
    )

    @abstractmethod
    def write(self, statement: str, *values: str | int) -> None: ...

    @abstractmethod
    def read(self, statement: str, *values: str | int) -> Rows: ...

    @abstractmethod
    def close(self) -> None: ...

    def all_rows(self) -> dict[str, Rows]:
        """Of each table, for a copy of the whole."""
        names = (table.partition(" ")[0] for table in self.tables)
        return {name: self.read(f"SELECT * FROM {self.schema}{name}") for name in names}

    def take(self, tables: Mapping[str, Rows]) -> None:
        for name, rows in tables.items():
            for row in rows:
                marks = ", ".join("?" * len(row))
                self.write(f"INSERT INTO {self.schema}{name} VALUES ({marks}) ON CONFLICT DO NOTHING", *row)

    def put_seed(self, game: str, line: str, seed: str) -> None:
        into = f"INSERT INTO {self.schema}seeds VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self.write(into, game, line, commitment(seed), seed)

    def seed(self, game: str, line: str, promised: str) -> str | None:
        select = f"SELECT seed FROM {self.schema}seeds WHERE game=? AND line=? AND commitment=?"
        found = self.read(select, game, line, promised)
        return str(found[0][0]) if found else None

    def claim_share(self, promise: str, owner: str) -> bool:
        """Whether the shares that lead to a promise are this owner's; who is first has them for good."""
        known = self.share_owner(promise)
        if not known:
            self.write(f"INSERT INTO {self.schema}claims VALUES (?, ?) ON CONFLICT DO NOTHING", promise, owner)
        return (known or self.share_owner(promise)) == owner

    def share_owner(self, promise: str) -> str:
        """Whose promise it is; empty while it is nobody's."""
        found = self.read(f"SELECT owner FROM {self.schema}claims WHERE promise=?", promise)
        return str(found[0][0]) if found else ""

    def put_share(self, promise: str, place: int, value: str) -> None:
        """The link of a chain of shares that is farthest from its promise: those before it are hashed out of it."""
        into = f"INSERT INTO {self.schema}shares VALUES (?, ?, ?) ON CONFLICT (promise) DO UPDATE SET place=?, value=?"
        self.write(into, promise, place, value, place, value)

    def share(self, promise: str) -> tuple[int, str]:
        """Its place and itself; 0 and nothing if none lies here."""
        found = self.read(f"SELECT place, value FROM {self.schema}shares WHERE promise=?", promise)
        return (int(found[0][0]), str(found[0][1])) if found else (0, "")

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

    def put_token(self, game: str, token: TokenKept) -> None:
        self.write(f"INSERT INTO {self.schema}tokens VALUES (?, ?, ?, ?)", game, *token)

    def tokens(self, game: str) -> list[TokenKept]:
        select = f"SELECT side, digest, made FROM {self.schema}tokens WHERE game=? ORDER BY made"
        return [TokenKept(str(side), str(digest), int(made)) for side, digest, made in self.read(select, game)]

    def token(self, digest: str) -> tuple[str, str] | None:
        """The game and the side whose token has this hash."""
        found = self.read(f"SELECT game, side FROM {self.schema}tokens WHERE digest=?", digest)
        return (str(found[0][0]), str(found[0][1])) if found else None

    def drop_token(self, digest: str) -> None:
        self.write(f"DELETE FROM {self.schema}tokens WHERE digest=?", digest)

    # Keys, whose each is, and what was signed

    def put_key(self, kept: KeyKept) -> None:
        self.write(f"INSERT INTO {self.schema}keys VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", *kept)

    def keys(self) -> list[KeyKept]:
        found = self.read(f"SELECT key, name, secret, made FROM {self.schema}keys ORDER BY made, key")
        return [KeyKept(str(key), str(name), str(secret), int(made)) for key, name, secret, made in found]

    def drop_key(self, key: str) -> None:
        self.write(f"DELETE FROM {self.schema}keys WHERE key=?", key)

    def put_seat(self, game: str, side: str, key: str) -> None:
        into = f"INSERT INTO {self.schema}seats VALUES (?, ?, ?) ON CONFLICT (game, side) DO UPDATE SET key=?"
        self.write(into, game, side, key, key)

    def seats(self, game: str) -> dict[str, str]:
        """By side, the key of whoever speaks for it."""
        found = self.read(f"SELECT side, key FROM {self.schema}seats WHERE game=?", game)
        return {str(side): str(key) for side, key in found}

    def put_signature(self, game: str, signed: Signed) -> None:
        into = f"INSERT INTO {self.schema}signatures VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self.write(into, game, *signed)

    def signatures(self, game: str) -> list[Signed]:
        select = f"SELECT line, entry, side, hash, key, signature FROM {self.schema}signatures WHERE game=?"
        found = self.read(f"{select} ORDER BY line, entry, side", game)
        return [Signed(str(row[0]), int(row[1]), *map(str, row[2:])) for row in found]


class FileApart(Apart):
    """A small SQLite file next to the game log, readable by its owner only."""

    suffix = ".seeds"

    def __init__(self, log: str, durable: bool) -> None:
        self.path = log + self.suffix
        self.synchronous = "FULL" if durable else "NORMAL"
        self._here = threading.local()  # a connection a thread: nobody who asks waits for another who does
        self._all: list[sqlite3.Connection] = []

    def _open(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._here, "connection", None)
        if found is None:
            place.make(self.path)
            found = sqlite3.connect(self.path, timeout=LOCK_SECONDS, check_same_thread=False, isolation_level=None)
            try:
                self._prepare(found)
            except BaseException:
                found.close()
                raise
            self._here.connection = found
            self._all.append(found)
        return found

    def _prepare(self, connection: sqlite3.Connection) -> None:
        write_ahead(connection)
        connection.execute(f"PRAGMA synchronous={self.synchronous}")
        connection.execute("PRAGMA secure_delete=ON")  # an erased name leaves the disk too
        for table in self.tables:
            connection.execute(f"CREATE TABLE IF NOT EXISTS {self.schema}{table}")

    def write(self, statement: str, *values: str | int) -> None:
        self._open().execute(statement, values)

    def read(self, statement: str, *values: str | int) -> Rows:
        if statement.startswith("SELECT") and not hasattr(self._here, "connection") and not place.is_there(self.path):
            return ()
        return self._open().execute(statement, values).fetchall()

    def forget_player(self, game: str, digest: str) -> None:
        super().forget_player(game, digest)
        self._open().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """For good, or until somebody asks again."""
        for connection in self._all:
            connection.close()
        self._all, self._here = [], threading.local()


class PostgresApart(Apart):
    """A schema of its own: a club can let readers see the log and not what lies apart."""

    schema = "refight_secret."

    def __init__(self, datastore: Datastore) -> None:
        self.datastore = datastore

    def write(self, statement: str, *values: str | int) -> None:
        from psycopg.errors import InvalidSchemaName, UndefinedTable

        try:
            self._run(statement, values)
        except (UndefinedTable, InvalidSchemaName):
            self._make()
            self._run(statement, values)

    def read(self, statement: str, *values: str | int) -> Rows:
        """A reader makes nothing: it may be one who may not. Only what changes something is tried again."""
        from psycopg.errors import InvalidSchemaName, UndefinedTable

        try:
            return self._run(statement, values)
        except (UndefinedTable, InvalidSchemaName):
            if statement.startswith("SELECT"):
                return ()
        self._make()
        return self._run(statement, values)

    def _run(self, statement: str, values: tuple[str | int, ...]) -> Rows:
        return self.datastore.run(statement.replace("?", "%s").encode(), values)

    def _make(self) -> None:
        from domain.log.postgres.tables import alone

        with alone(self.datastore) as connection:
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {self.schema.rstrip('.')}".encode())
            for table in self.tables:
                connection.execute(f"CREATE TABLE IF NOT EXISTS {self.schema}{table}".encode())

    def close(self) -> None:
        """Its connections are the log's, and are closed with it."""
