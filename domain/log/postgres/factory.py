"""PostgreSQL through the same library: writers of two games do not wait for each other, readers miss nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.postgres import (
    PostgresAggregateRecorder,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from eventsourcing.utils import Environment, EnvType, get_topic

from domain.log.postgres import tables
from domain.log.postgres.connections import ConnectionLost, Datastore
from domain.log.postgres.listening import Awaiting
from domain.log.postgres.tables import EVENTS
from domain.log.protection import FIRST_ID, FirstRow

ROWS_A_PIECE = 1000
ROWS_AT_ONCE = 50  # in one statement of values; more go as a copy, which is one statement too
LAST = 2**63 - 1
TOKEN = -1  # stands where the version of an entry would
TAKEN = (psycopg.IntegrityError, psycopg.errors.DeadlockDetected)  # two who write the same rows in another order


def environment(url: str) -> dict[str, str]:
    return {
        "PERSISTENCE_MODULE": get_topic(Factory),
        "REFIGHT_URL": url,
        # The library insists on these; the address itself stands above, whole.
        **dict.fromkeys(("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), "-"),
    }


class Direct(PostgresAggregateRecorder):
    """Append and read in one statement each, without the library's types, locks and notices."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        assert isinstance(datastore, Datastore)
        self.server = datastore
        table = f"public.{events_table_name}"
        into = f"{table} (originator_id, originator_version, topic, state)"
        within = f"FROM {table} WHERE originator_id=%s AND originator_version>%s AND originator_version<=%s"
        values = [",".join(["(%s,%s,%s,%s)"] * size) for size in range(ROWS_AT_ONCE + 1)]
        self._inserts = [f"INSERT INTO {into} VALUES {rows}".encode() for rows in values]
        self._copy = f"COPY {into} FROM STDIN (FORMAT BINARY)".encode()
        self._select = f"SELECT originator_version, topic, state {within} ORDER BY originator_version LIMIT %s".encode()
        self._chosen = (
            f"SELECT originator_version, state {within} AND topic = ANY(%s) ORDER BY originator_version LIMIT %s"
        ).encode()
        # What was kept under a hash besides, in the same question: each of them costs as much as what it brings.
        self._with_token = (
            f"(SELECT originator_version, topic, state {within} ORDER BY originator_version LIMIT {ROWS_A_PIECE}) "
            f"UNION ALL SELECT {TOKEN}, game, convert_to(side, 'UTF8') FROM refight_secret.tokens WHERE digest=%s"
        ).encode()
        self._count = f"SELECT count(*) {within}".encode()
        self._last = f"SELECT originator_version, state {within} ORDER BY originator_version DESC LIMIT 1".encode()
        self._replace = (
            f"INSERT INTO {into} VALUES (%s,%s,%s,%s) ON CONFLICT (originator_id, originator_version) "
            "DO UPDATE SET topic=excluded.topic, state=excluded.state"
        ).encode()
        self._sets = (
            f"SELECT originator_id, count(*), sum(length(state))::int8 FROM {table} "
            'WHERE originator_id COLLATE "C" >= %s AND originator_id COLLATE "C" < %s GROUP BY originator_id '
            'ORDER BY originator_id COLLATE "C"'
        ).encode()
        self._drop = f"DELETE FROM {table} WHERE originator_id = ANY(%s)".encode()
        self._clear = f"DELETE FROM {table}".encode()

    def create_table(self) -> None:
        """Made beforehand, all of them at once."""

    def insert_rows(self, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        """All rows or none, in a transaction that begins with them and ends with them.

        The order of the log rests on this: whoever follows on a row has read it before his own transaction got its
        number, so his is the higher one, and no entry comes before its predecessor. A transaction that wrote, then
        read, and then wrote what follows on it would break this.
        """
        try:
            self._insert(rows)
        except TAKEN as error:
            raise IntegrityError(error) from error
        except ConnectionLost:
            self._insert_again(rows)

    def _insert_again(self, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        """Nobody heard whether the rows were stored: if now they are in the way, it may be that they are these."""
        try:
            self._insert(rows)
        except TAKEN as error:
            stream, version, topic, state = rows[-1]
            if self.server.run(self._select, (stream, version - 1, version, 1)) != [(version, topic, state)]:
                raise IntegrityError(error) from error

    def _insert(self, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        size = len(rows)
        with self.server.get_connection() as connection:
            if size > ROWS_AT_ONCE:
                with connection.cursor().copy(self._copy) as copy:
                    copy.set_types(("text", "int8", "text", "bytea"))
                    for row in rows:
                        copy.write_row(row)
            else:
                values = rows[0] if size == 1 else [value for row in rows for value in row]
                connection.execute(self._inserts[size], values)

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        self.insert_rows([(str(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events])

    def kept(self, stream: str, after: int, upto: int | None) -> Iterator[list[tuple[Any, ...]]]:
        """Version, topic and bytes of versions after < v <= upto, some rows at a time: each piece is asked for by
        itself, so that no transaction stays open while a reader thinks."""
        while piece := self.server.run(self._select, (stream, after, LAST if upto is None else upto, ROWS_A_PIECE)):
            yield piece
            if len(piece) < ROWS_A_PIECE:
                return
            after = piece[-1][0]

    def pieces(self, stream: str, after: int, upto: int | None) -> Iterator[list[tuple[bytes]]]:
        for piece in self.kept(stream, after, upto):
            yield [(state,) for _, _, state in piece]

    def with_token(self, stream: str, after: int, digest: str) -> tuple[list[bytes], tuple[str, str] | None] | None:
        """The rows after a version, and whose token this is; None if there are too many, or no token was ever made."""
        try:
            found = self.server.run(self._with_token, (stream, after, LAST, digest))
        except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
            return None
        token = next(((game, bytes(side).decode()) for version, game, side in found if version == TOKEN), None)
        rows = [(version, state) for version, _, state in found if version != TOKEN]
        return ([state for _, state in sorted(rows)], token) if len(rows) < ROWS_A_PIECE else None

    def filed_under(
        self, topics: Sequence[str], stream: str, after: int, upto: int | None
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Version and bytes of those that have one of these topics."""
        end, wanted = LAST if upto is None else upto, list(topics)
        while piece := self.server.run(self._chosen, (stream, after, end, wanted, ROWS_A_PIECE)):
            yield piece
            if len(piece) < ROWS_A_PIECE:
                return
            after = piece[-1][0]

    def count(self, stream: str, after: int, upto: int | None) -> int:
        return int(self.server.run(self._count, (stream, after, LAST if upto is None else upto))[0][0])

    def last(self, stream: str, upto: int | None = None) -> tuple[int, bytes] | None:
        """The newest version (not after `upto`) and its bytes."""
        found = self.server.run(self._last, (stream, -1, LAST if upto is None else upto))
        return (found[0][0], found[0][1]) if found else None

    # Of snapshots alone

    def replace(self, row: StoredEvent) -> None:
        self.server.run(self._replace, (row.originator_id, row.originator_version, row.topic, row.state))

    def sets(self, prefix: str) -> list[tuple[Any, ...]]:
        """Name, number of snapshots and bytes of each set whose name begins so."""
        return self.server.run(self._sets, (prefix, prefix + "\U0010ffff"))

    def drop(self, names: Sequence[str]) -> None:
        if names:
            self.server.run(self._drop, (list(names),))

    def clear(self) -> None:
        self.server.run(self._clear)


_FINISHED = "transaction_id < pg_snapshot_xmin(pg_current_snapshot())"  # of this and all older ones nothing is to come
_FIRST = f"SELECT originator_id, topic, state FROM {EVENTS} ORDER BY notification_id LIMIT %s".encode()
_KEEP_FIRST = (
    f"INSERT INTO {EVENTS} (notification_id, originator_id, originator_version, topic, state) "
    "VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
).encode()
_STREAMS = f"SELECT originator_id FROM {EVENTS} WHERE originator_version=0 AND notification_id>{FIRST_ID} "
_ALL_STREAMS = f"{_STREAMS} ORDER BY notification_id".encode()
_SOME_STREAMS = (
    f'{_STREAMS} AND originator_id COLLATE "C" >= %s AND originator_id COLLATE "C" < %s ORDER BY notification_id'
).encode()
_AT = (
    "SELECT notification_id, originator_id, originator_version, topic, state, transaction_id::text "
    f"FROM {EVENTS} WHERE notification_id=%s"
).encode()
# A mark is the number of the row last read; where that row stands in the order is for the log to say.
_SINCE = (
    f"SELECT notification_id, originator_id, originator_version, topic, state FROM {EVENTS} "
    f"WHERE (transaction_id, notification_id) > (coalesce((SELECT transaction_id FROM {EVENTS} "
    f"WHERE notification_id=%s), '0'), %s) AND {_FINISHED} AND notification_id>{FIRST_ID} "
    "ORDER BY transaction_id, notification_id LIMIT %s"
).encode()
_LATEST = (
    f"SELECT notification_id FROM {EVENTS} WHERE {_FINISHED} AND notification_id>{FIRST_ID} "
    "ORDER BY transaction_id DESC, notification_id DESC LIMIT 1"
).encode()


class EntryRecorder(Direct, PostgresApplicationRecorder):
    may_write = True  # a log without any row is one that was just made here

    def insert_rows(self, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        super().insert_rows(rows)
        self.server.crier.tell()

    def waiter(self, _poll: float) -> Awaiting:
        return Awaiting(self.server)

    def first_rows(self, limit: int) -> list[FirstRow]:
        return [FirstRow(*row) for row in self.server.run(_FIRST, (limit,))]

    def keep_first(self, row: StoredEvent) -> None:
        values = (FIRST_ID, row.originator_id, row.originator_version, row.topic, row.state)
        self.server.run(_KEEP_FIRST, values)

    def streams(self, prefix: str) -> list[str]:
        if not prefix:
            return [stream for (stream,) in self.server.run(_ALL_STREAMS)]
        beyond = prefix[:-1] + chr(ord(prefix[-1]) + 1)  # the first name after all that begin so
        return [stream for (stream,) in self.server.run(_SOME_STREAMS, (prefix, beyond))]

    def since(self, mark: int, limit: int) -> list[tuple[Any, ...]]:
        return self.server.run(_SINCE, (mark, mark, limit))

    def at(self, mark: int) -> tuple[Any, ...] | None:
        """The row at a mark, and its place in the order."""
        return next(iter(self.server.run(_AT, (mark,))), None)

    def latest(self) -> int:
        return next((number for (number,) in self.server.run(_LATEST)), FIRST_ID)

    def change_mark(self) -> object:
        """Which transactions are over and which under way: nothing is added to the log without a change in it."""
        return self.server.run(b"SELECT pg_current_snapshot()::text")

    written = change_mark


class Factory(PostgresFactory):
    aggregate_recorder_class = Direct
    application_recorder_class = EntryRecorder
    datastore: Datastore

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        stock = self.datastore
        self.datastore = Datastore(self.env.get("REFIGHT_URL") or "")
        stock.close()
        try:
            tables.prepare(self.datastore)
        except BaseException:
            self.datastore.close()
            raise
