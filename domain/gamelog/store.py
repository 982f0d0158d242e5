"""Rows by stream and version: a fast path on SQLite where nothing is lost by it, else the library's own."""

from __future__ import annotations

import sqlite3
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from eventsourcing.persistence import EventStore, IntegrityError, PersistenceError

from domain.gamelog import sqlite
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
        extra = _protection(key, compress)
        self.seeds: SeedBox
        with self._plainly:
            if is_postgres(url):
                self.app, self.seeds = _open_postgres(url, extra), PostgresSeedBox(url)
            else:
                path = _checked_path(url)
                self.app = Refights({**sqlite.environment(path, durable), **extra})
                self.seeds = FileSeedBox(path, durable)
        assert self.app.snapshots is not None
        self.recorder: Any = self.app.recorder
        self._snapshots: EventStore[str] = self.app.snapshots
        mapper = self.app.mapper
        assert isinstance(mapper, RowMapper)
        self._mapper = mapper
        self._direct = isinstance(self.recorder, sqlite.EntryRecorder) and self._mapper.is_plain

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
                rows: Any = self.app.events.get(stream, gt=after if after >= 0 else None, lte=upto)
                yield ((row.state,) for row in rows)

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
            row: Any = next(iter(store.get(stream, lte=upto, desc=True, limit=1)), None)
            return None if row is None else (row.originator_version, row.state)

    def streams(self, prefix: str) -> list[str]:
        """Streams whose name begins so, oldest first."""
        with self._plainly:
            return self.recorder.streams(prefix)  # type: ignore[no-any-return]

    def since(self, mark: int, limit: int) -> list[Stored]:
        """What was written after `mark`, in the order of writing, at most `limit` rows."""
        with self._plainly:
            found = self.recorder.select_notifications(mark, limit, inclusive_of_start=False)
            return [
                Stored(n.id, str(n.originator_id), n.originator_version, n.topic, self._mapper.opened(n.state))
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


def _protection(key: str, compress: bool) -> dict[str, str]:
    extra = {"COMPRESSOR_TOPIC": "eventsourcing.compressor:ZlibCompressor"} if compress else {}
    if key:
        _check_key(key)
        # The library's default cipher needs another package and is some thirty times slower.
        extra |= {"CIPHER_TOPIC": "eventsourcing.cryptography:AESCipher", "CIPHER_KEY": key}
    return extra


def _check_key(key: str) -> None:
    if find_spec("cryptography") is None:
        raise BadInput("encryption needs one more package: install refight[encryption]")
    try:
        size = len(b64decode(key, validate=True))
    except ValueError:
        size = 0
    if size not in (16, 24, 32):
        raise BadInput("the key of an encrypted log is 16, 24 or 32 bytes written in base64")


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
    sqlite.check_ours(path)
    return path


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


_FULL = ("disk is full", "No space left", "File too large")
_BUSY = ("locked", "lock timeout")
_DAMAGED = ("malformed", "not a database", "corrupt", "Could not decode")
_CLOSED = ("readonly", "Permission denied", "unable to open", "Read-only", "Not a directory", "File exists")


def _sentence(url: str, said: str) -> str:
    where = "the PostgreSQL server" if is_postgres(url) else url
    said = " ".join(said.split())
    if any(word in said for word in _FULL):
        return f"the disk is full: nothing of this was stored in {where}. Make room and try again"
    if any(word in said for word in _BUSY):
        return f"{where} is busy with another program's long write; nothing was stored. Try again"
    if any(word in said for word in _DAMAGED):
        return f"{where} is damaged ({said}); restore a copy, or save what is left with sqlite3's .recover"
    if any(word in said for word in _CLOSED):
        return f"{where} cannot be opened for writing ({said})"
    return f"{where} does not answer: {said}"
