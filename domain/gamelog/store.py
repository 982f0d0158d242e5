"""Rows by stream and version: a fast path on SQLite where nothing is lost by it, else the library's own."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from eventsourcing.persistence import EventStore, IntegrityError, PersistenceError

from domain.gamelog import protection, sqlite
from domain.gamelog.application import Refights, Row, RowMapper
from domain.gamelog.seeds import FileSeedBox, PostgresSeedBox, SeedBox
from domain.ruling import BadInput, LogConflict


class Stored(NamedTuple):
    """One row of the notification log: all streams in the order they were written."""

    id: int
    stream: str
    version: int
    topic: str
    state: bytes


class Kept(NamedTuple):
    """One row of a stream as it is kept."""

    version: int
    topic: str
    state: bytes | None  # None: it cannot be opened


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


class Store:
    """Knows streams and bytes, not games."""

    def __init__(self, url: str, *, durable: bool = False, key: str = "", compress: bool = False) -> None:
        self.url, self._plainly = url, speaking_plainly(url)
        with self._plainly:
            self._open(durable, key, compress)
            try:
                compressed = protection.is_compressed(self.recorder, self._mapper)
            except BaseException:
                self.close()
                raise
            if compressed != compress:  # the log knows better
                self.close()
                self._open(durable, key, compressed)

    def _open(self, durable: bool, key: str, compress: bool) -> None:
        extra = protection.settings(key, compress)
        self.seeds: SeedBox
        if is_postgres(self.url):
            self.app, self.seeds = _open_postgres(self.url, extra), PostgresSeedBox(self.url)
        else:
            path = _checked_path(self.url)
            self.app = Refights({**sqlite.environment(path, durable), **extra})
            self.seeds = FileSeedBox(path, durable)
        assert self.app.snapshots is not None
        self.recorder: Any = self.app.recorder
        self._snapshots: EventStore[str] = self.app.snapshots
        mapper = self.app.mapper
        assert isinstance(mapper, RowMapper)
        self._mapper = mapper
        self._direct = isinstance(self.recorder, sqlite.EntryRecorder) and self._mapper.is_plain

    @property
    def is_encrypted(self) -> bool:
        return self._mapper.cipher is not None

    def close(self) -> None:
        for recorder in (self.recorder, self._snapshots.recorder):
            if isinstance(recorder, sqlite.Direct):
                recorder.close_connections()
        self.seeds.close()
        self.app.close()

    def put(self, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        """All rows or none. A version already taken is a LogConflict."""
        self._put(self.app.events, rows)

    def put_snapshot(self, stream: str, version: int, state: bytes) -> None:
        with suppress(LogConflict):  # somebody took the same snapshot; it is the same
            self._put(self._snapshots, [(stream, version, "snapshot", state)])

    def drop_snapshots(self) -> None:
        """They are only a cache: the next reader makes them anew."""
        with self._plainly:
            self._snapshots.recorder.clear()  # type: ignore[attr-defined]

    def _put(self, store: EventStore[str], rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        try:  # not `with`: entering and leaving would be felt in every append
            if self._direct:
                store.recorder.insert_rows(rows)  # type: ignore[attr-defined]
            else:
                store.put([Row(*row) for row in rows])
        except Exception as error:
            tell_plainly(self.url, error)
            raise

    def pieces(self, stream: str, after: int = -1, upto: int | None = None) -> Iterator[Iterable[tuple[bytes]]]:
        """Stored bytes of versions after < v <= upto, a piece at a time: a long line never lies in memory whole."""
        with self._plainly:
            if self._direct:
                yield from self.recorder.pieces(stream, after, upto)
            else:
                rows = self.recorder.select_events(stream, gt=after if after >= 0 else None, lte=upto)
                yield ((self._opened(row.state) or b"",) for row in rows)  # no bytes: whoever reads them sees damage

    def states(self, stream: str, after: int = -1, upto: int | None = None) -> list[bytes]:
        with self._plainly:
            return [state for piece in self.pieces(stream, after, upto) for (state,) in piece]

    def kept(self, stream: str) -> list[Kept]:
        """A whole stream for whoever checks it: what a cipher or compressor cannot open comes without its bytes."""
        with self._plainly:
            if self._direct:
                return [Kept(*row) for row in self.recorder.kept(stream)]
            return [
                Kept(stored.originator_version, stored.topic, self._opened(stored.state))
                for stored in self.recorder.select_events(stream)
            ]

    def _opened(self, state: bytes) -> bytes | None:
        try:
            return self._mapper.opened(state)
        except Exception:  # each cipher and compressor says in its own way that bytes are damaged
            return None

    def last(self, stream: str) -> tuple[int, bytes] | None:
        return self._last(self.app.events, stream, None)

    def last_snapshot(self, stream: str, upto: int | None) -> tuple[int, bytes] | None:
        return self._last(self._snapshots, stream, upto)

    def _last(self, store: EventStore[str], stream: str, upto: int | None) -> tuple[int, bytes] | None:
        with self._plainly:
            if self._direct:
                return store.recorder.last(stream, upto)  # type: ignore[attr-defined, no-any-return]
            row = next(iter(store.recorder.select_events(stream, lte=upto, desc=True, limit=1)), None)
            return None if row is None else (row.originator_version, self._opened(row.state) or b"")

    def streams(self, prefix: str) -> list[str]:
        """Streams whose name begins so, oldest first."""
        with self._plainly:
            return self.recorder.streams(prefix)  # type: ignore[no-any-return]

    def since(self, mark: int, limit: int) -> list[Stored]:
        """What was written after `mark`, in the order of writing, at most `limit` rows."""
        with self._plainly:
            found = self.recorder.select_notifications(mark, limit, inclusive_of_start=False)
            return [
                Stored(n.id, str(n.originator_id), n.originator_version, n.topic, self._opened(n.state) or b"")
                for n in found
            ]

    def latest(self) -> int:
        with self._plainly:
            return self.recorder.max_notification_id() or 0

    def change_mark(self) -> object:
        """Changes when anyone has written; cheap to ask."""
        with self._plainly:
            return self.recorder.change_mark()

    def put_seed(self, game: str, line: str, seed: str) -> None:
        with self._plainly:
            self.seeds.put(game, line, seed)

    def seed(self, game: str, line: str, promised: str) -> str | None:
        """The seed whose commitment was promised in the log."""
        with self._plainly:
            return self.seeds.get(game, line, promised)


def _open_postgres(url: str, extra: dict[str, str]) -> Refights:
    try:
        from domain.gamelog import postgres
    except ImportError:
        raise BadInput("PostgreSQL needs one more package: install refight[postgres]") from None
    with postgres.alone(url):
        return Refights({**postgres.environment(url), **extra})


def _checked_path(url: str) -> Path:
    if ":memory:" in url or "mode=memory" in url:
        raise BadInput("a game log needs a file: a log in memory would be lost with the process")
    if "://" in url:
        raise BadInput(f"{url.split('://')[0]}:// is no kind of log; give a file, or postgresql://USER@HOST/DATABASE")
    path = Path(url)
    if path.is_dir():
        raise BadInput(f"{path} is a folder; a game log is a file, for example {path / 'games.db'}")
    path.parent.mkdir(parents=True, exist_ok=True)
    _check_ours(path)
    return path


def _check_ours(path: Path) -> None:
    """Refuse to make tables in a file that is not a game log."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        if file.read(16) != b"SQLite format 3\0":
            raise BadInput(f"{path} is not a refight database; give another file with --db")
    # SQLite is asked, not the file's header: while someone plays, the newest header lies in the write-ahead file.
    with closing(sqlite3.connect(sqlite.address(path), uri=True, timeout=sqlite.LOCK_SECONDS)) as connection:
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        is_empty = connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    if owner != sqlite.APPLICATION_ID and not (owner == 0 and is_empty):
        raise BadInput(f"{path} is a database of another program; give another file with --db")
    if version > sqlite.FORMAT:
        raise BadInput(f"{path} was written by a newer refight; upgrade to open it")


class speaking_plainly:
    """Storage errors as one sentence that says what to do."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, Exception):
            tell_plainly(self.url, error)


def tell_plainly(url: str, error: Exception) -> None:
    """Raises the plain error instead; does nothing for one that is not of the storage."""
    if isinstance(error, IntegrityError):
        raise LogConflict("someone else wrote here first; nothing of yours was stored. Look, and try again") from error
    is_storage = isinstance(error, PersistenceError | sqlite3.Error | OSError)
    if is_storage or type(error).__module__.split(".")[0] in ("psycopg", "psycopg_pool"):
        raise BadInput(_sentence(url, str(error))) from error


_NO_ROOM = 64 * 1024  # bytes: SQLite cannot even make the files it works with
_FULL = ("disk is full", "No space left", "File too large")
_BUSY = ("locked", "lock timeout")
_DAMAGED = ("malformed", "not a database", "corrupt", "Could not decode")
_CLOSED = ("readonly", "Permission denied", "unable to open", "Read-only", "Not a directory", "File exists")


def _sentence(url: str, said: str) -> str:
    where = "the PostgreSQL server" if is_postgres(url) else url
    said = " ".join(said.split())
    if any(word in said for word in _FULL) or ("disk I/O error" in said and _is_full(url)):
        return f"the disk is full: nothing of this was stored in {where}. Make room and try again"
    if any(word in said for word in _BUSY):
        return f"{where} is busy with another program's long write; nothing was stored. Try again"
    if any(word in said for word in _DAMAGED):
        return f"{where} is damaged ({said}); restore a copy, or save what is left with sqlite3's .recover"
    if any(word in said for word in _CLOSED):
        return f"{where} cannot be opened for writing ({said})"
    return f"{where} does not answer: {said}"


def _is_full(url: str) -> bool:
    try:
        return not is_postgres(url) and shutil.disk_usage(Path(url).absolute().parent).free < _NO_ROOM
    except OSError:
        return False
