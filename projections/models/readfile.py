"""Opening a read database: ours is made anew when it is old or damaged, anybody else's is never touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from domain.kernel.errors import BadInput
from projections.models.schema import APPLICATION_ID

LOCK_SECONDS = 300  # a whole rebuild by someone else may have to be waited for
PAGE, CACHE_KIB = 16 * 1024, 4 * 1024  # large pages: rows are long, and there are many; few are looked at again
OUTSIDE = {  # not the file's fault, so that making it anew would not help
    sqlite3.SQLITE_BUSY: "is busy with another program's long write; try again",
    sqlite3.SQLITE_LOCKED: "is busy with another program's long write; try again",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full; make room and try again",
    sqlite3.SQLITE_READONLY: "cannot be written; give a place you may write to",
    sqlite3.SQLITE_PERM: "cannot be written; give a place you may write to",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; give a place you may write to",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
}


def connect(path: Path) -> sqlite3.Connection:
    """An empty file or a read database of ours; BadInput for anything else."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder; a read database is a file")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)  # it tells what sides hide from each other, as the log does
    connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, cached_statements=64)
    try:
        check_ours(connection, path)
        connection.execute(f"PRAGMA page_size={PAGE}")  # of a new file; an older one keeps its own
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        with suppress(sqlite3.OperationalError):  # someone else is at work in it; any mode is right, this one is quick
            connection.execute("PRAGMA journal_mode=WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Both are looked at at one moment: between two, somebody else may make it ours."""
    connection.execute("BEGIN")
    try:
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        (things,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    if mark != APPLICATION_ID and (mark or things):
        raise not_ours(path)


def not_ours(path: Path) -> BadInput:
    return BadInput(f"{path} is not a refight read database, so it is left alone; move it away or give another file")


def is_outside(error: sqlite3.Error) -> str | None:
    """What to say of an error that has its cause outside the file; None if the file itself is to blame."""
    return OUTSIDE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


def discard(path: Path) -> None:
    """Remove a damaged read database; its header must still show that it is ours."""
    with path.open("rb") as file:
        head = file.read(100)
    if not head.startswith(b"SQLite format 3\0") or int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise not_ours(path)
    for suffix in ("-wal", "-shm", "-journal", ""):  # a log left behind would be read into the new file
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction, with the write lock from its beginning: all of it is kept, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
