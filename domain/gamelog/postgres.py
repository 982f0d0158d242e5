"""PostgreSQL through the same library: its table lock kept, its tables created by one process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

CREATION_LOCK = 0x7EF1647  # any number, as long as every refight uses the same


def environment(url: str) -> dict[str, str]:
    parts = conninfo_to_dict(url)
    return {
        "PERSISTENCE_MODULE": "domain.gamelog.postgres:Factory",
        "POSTGRES_DBNAME": str(parts.get("dbname") or parts.get("user") or ""),
        "POSTGRES_HOST": str(parts.get("host") or "127.0.0.1"),
        "POSTGRES_PORT": str(parts.get("port") or "5432"),
        "POSTGRES_USER": str(parts.get("user") or ""),
        "POSTGRES_PASSWORD": str(parts.get("password") or "-"),  # the library insists on one
        # With its database functions the library leaves out the table lock, and whoever follows the log misses
        # entries for good.
        "POSTGRES_ENABLE_DB_FUNCTIONS": "n",
    }


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Several processes that create tables at once fail; the second waits here and finds them made."""
    with psycopg.connect(url, connect_timeout=10) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (CREATION_LOCK,))
        yield


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
