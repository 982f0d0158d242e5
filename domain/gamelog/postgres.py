"""PostgreSQL through the same library: its table lock kept, its tables created by one process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment, EnvType
from psycopg.rows import dict_row
from psycopg.sql import SQL, Identifier

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
    def streams(self, prefix: str) -> list[str]:
        statement = SQL(
            "SELECT originator_id FROM {}.{} WHERE originator_version=0 AND starts_with(originator_id, %s) "
            "ORDER BY notification_id"
        ).format(Identifier(self.datastore.schema), Identifier(self.events_table_name))
        with self.datastore.transaction() as cursor:
            cursor.execute(statement, (prefix,))
            return [str(row["originator_id"]) for row in cursor.fetchall()]

    def change_mark(self) -> int:
        return self.max_notification_id() or 0


class Factory(PostgresFactory):
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
