"""PostgreSQL through the same library: its table lock kept, its tables created by one process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, LiteralString

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment, EnvType
from psycopg.rows import dict_row
from psycopg.sql import SQL, Composed, Identifier

from domain.gamelog.protection import FIRST_ID, FirstRow

CREATION_LOCK = 0x7EF1647  # any number, as long as every refight uses the same
LOCK_SECONDS = 15


def environment(url: str) -> dict[str, str]:
    return {
        "PERSISTENCE_MODULE": "domain.gamelog.postgres:Factory",
        "REFIGHT_URL": url,
        # The library insists on these; the address itself stands above, whole.
        **dict.fromkeys(("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), "-"),
        "POSTGRES_LOCK_TIMEOUT": str(LOCK_SECONDS),
        # With its database functions the library leaves out the table lock, and whoever follows the log misses
        # entries for good.
        "POSTGRES_ENABLE_DB_FUNCTIONS": "n",
    }


@contextmanager
def alone(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Several processes that create tables at once fail; the second waits here and finds them made."""
    with psycopg.connect(url, connect_timeout=10) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (CREATION_LOCK,))
        yield connection


class EntryRecorder(PostgresApplicationRecorder):
    may_write = True  # opening makes the tables, so whoever may not write has not come this far

    def first_rows(self, limit: int) -> list[FirstRow]:
        statement = self._on_table("SELECT originator_id, topic, state FROM {}.{} ORDER BY notification_id LIMIT %s")
        with self.datastore.transaction() as cursor:
            cursor.execute(statement, (limit,))
            return [FirstRow(str(r["originator_id"]), r["topic"], bytes(r["state"])) for r in cursor.fetchall()]

    def keep_first(self, row: StoredEvent) -> None:
        statement = self._on_table(
            "INSERT INTO {}.{} (notification_id, originator_id, originator_version, topic, state) "
            "VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
        )
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(statement, (FIRST_ID, row.originator_id, row.originator_version, row.topic, row.state))

    def streams(self, prefix: str) -> list[str]:
        statement = self._on_table(
            "SELECT originator_id FROM {}.{} WHERE originator_version=0 AND starts_with(originator_id, %s) "
            "AND notification_id>%s ORDER BY notification_id"
        )
        with self.datastore.transaction() as cursor:
            cursor.execute(statement, (prefix, FIRST_ID))
            return [str(row["originator_id"]) for row in cursor.fetchall()]

    def change_mark(self) -> int:
        return self.max_notification_id() or 0

    def _on_table(self, statement: LiteralString) -> Composed:
        return SQL(statement).format(Identifier(self.datastore.schema), Identifier(self.events_table_name))


class SnapshotRecorder(PostgresAggregateRecorder):
    def clear(self) -> None:
        table = Identifier(self.datastore.schema), Identifier(self.events_table_name)
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(SQL("DELETE FROM {}.{}").format(*table))


class Factory(PostgresFactory):
    aggregate_recorder_class = SnapshotRecorder
    application_recorder_class = EntryRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        # The library knows five parts of an address; sockets, certificates and password files need all of it.
        self.datastore.pool.conninfo = self.env.get("REFIGHT_URL") or ""
        self.datastore.pool.kwargs = {"row_factory": dict_row}

    def application_recorder(self) -> EntryRecorder:
        recorder = super().application_recorder()
        assert isinstance(recorder, EntryRecorder)
        if self.env_create_table():
            table = Identifier(recorder.events_table_name)
            with self.datastore.transaction(commit=True) as cursor:
                cursor.execute(
                    SQL("CREATE INDEX IF NOT EXISTS {} ON {}.{} (originator_id) WHERE originator_version=0").format(
                        Identifier(recorder.events_table_name + "_first"), Identifier(self.datastore.schema), table
                    )
                )
        return recorder
