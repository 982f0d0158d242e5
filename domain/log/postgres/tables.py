"""The tables on PostgreSQL: one question at every opening; made by one process at a time, all of them or none.

`transaction_id` and `notification_id` give the order of the log. A row's number alone would not do: writers do not wait
for each other, so a row may be committed after a reader has seen one with a higher number. Transactions are numbered
too, and the server knows the oldest that is still under way: what is older is whole, and a reader goes no further.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
from psycopg.rows import DictRow

from domain.log.postgres.connections import Datastore

EVENTS, SNAPSHOTS = "public.refight_events", "public.refight_snapshots"
CREATION_LOCK = 0x7EF1647  # any number, as long as every refight uses the same
_ROW = "originator_id text NOT NULL, originator_version bigint NOT NULL, topic text NOT NULL, state bytea NOT NULL"
_KEY = "PRIMARY KEY (originator_id, originator_version)"
MAKE = f"""
CREATE TABLE IF NOT EXISTS {EVENTS} ({_ROW}, notification_id bigserial, {_KEY});
CREATE UNIQUE INDEX IF NOT EXISTS refight_events_notification_id_idx ON {EVENTS} (notification_id);
-- The rows of a log that was made before there was such a column come before all others.
ALTER TABLE {EVENTS} ADD COLUMN IF NOT EXISTS transaction_id xid8 NOT NULL DEFAULT '0';
ALTER TABLE {EVENTS} ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
CREATE INDEX IF NOT EXISTS refight_events_order ON {EVENTS} (transaction_id, notification_id);
-- Lists games and lines without reading the log. Byte by byte, since only so does a beginning make a range.
CREATE INDEX IF NOT EXISTS refight_events_names ON {EVENTS} (originator_id COLLATE "C") WHERE originator_version=0;
DROP INDEX IF EXISTS public.refight_events_first;
CREATE TABLE IF NOT EXISTS {SNAPSHOTS} ({_ROW}, {_KEY});
CREATE INDEX IF NOT EXISTS refight_snapshots_names ON {SNAPSHOTS} (originator_id COLLATE "C");
"""
IS_MOVED = (
    f"SELECT EXISTS (SELECT FROM {EVENTS} WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))".encode()
)
SETTLE = f"UPDATE {EVENTS} SET transaction_id='0'".encode()


@contextmanager
def alone(datastore: Datastore) -> Iterator[psycopg.Connection[DictRow]]:
    """Several processes that create tables at once fail; the second waits here and finds them made.

    On a new connection: one that has been told that a thing is missing may believe it still when the lock is free.
    """
    with closing(datastore.connect()) as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (CREATION_LOCK,))
        yield connection


def prepare(datastore: Datastore) -> None:
    try:
        is_moved = datastore.run(IS_MOVED)[0][0]
    except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
        with alone(datastore) as connection:
            connection.execute(MAKE.encode())
        return
    if is_moved:
        _settle(datastore)


def _settle(datastore: Datastore) -> None:
    """Rows with numbers of transactions that are yet to come were counted by another server, from which the log was
    copied. All lie here whole, so from now on they come before all others, in the order of their own numbers."""
    with alone(datastore) as connection:
        if connection.execute(IS_MOVED).fetchone() == {"exists": True}:  # else somebody was quicker
            connection.execute(SETTLE)
