"""Rows by stream and version, on either engine; as they are, or packed by the library where they are protected."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, NamedTuple

from eventsourcing.persistence import EventStore, IntegrityError, PersistenceError

from domain.kernel.errors import BadInput, LogConflict
from domain.log import place, protection, sqlite
from domain.log.apart import Apart, FileApart, PlayerName, PostgresApart, Rows, TokenKept
from domain.log.application import Refights, RowMapper, StoredRow


class Stored(NamedTuple):
    """One row of the notification log: all streams in the order they were written."""

    id: int
    stream: str
    version: int
    topic: str
    state: bytes


Kept = tuple[int, str, bytes | None]  # a row of a stream: version, topic, bytes; None: they cannot be opened


class SnapshotSet(NamedTuple):
    """Snapshots of one stream that were made by the same rules."""

    name: str
    snapshots: int
    bytes: int


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


class Store:
    """Knows streams and bytes, not games."""

    def __init__(self, url: str, *, durable: bool = False, key: str = "", compress: bool = False) -> None:
        self.url, self._plainly = url, speaking_plainly(url)
        self.tidied: set[str] = set()  # snapshot sets beside which no older one lies any more
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
        self.apart: Apart
        if is_postgres(self.url):
            self.app, self.apart = _open_postgres(self.url, extra)
        else:
            path = _checked_path(self.url)
            self.app = Refights({**sqlite.environment(path, durable), **extra})
            self.apart = FileApart(path, durable)
        assert self.app.snapshots is not None
        self.recorder: Any = self.app.recorder
        self._snapshots: EventStore[str] = self.app.snapshots
        mapper = self.app.mapper
        assert isinstance(mapper, RowMapper)
        self._mapper = mapper
        self._is_plain = self._mapper.is_plain

    @property
    def is_encrypted(self) -> bool:
        return self._mapper.cipher is not None

    def close(self) -> None:
        for recorder in (self.recorder, self._snapshots.recorder):
            if isinstance(recorder, sqlite.Direct):
                recorder.close_connections()
        self.apart.close()
        self.app.close()

    def put(self, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        """All rows or none. A version already taken is a LogConflict."""
        self._put(self.app.events, rows)

    def put_snapshot(self, stream: str, version: int, state: bytes) -> None:
        with suppress(LogConflict):  # somebody took the same snapshot; it is the same
            self._put(self._snapshots, [(stream, version, "snapshot", state)])

    def replace_snapshot(self, stream: str, state: bytes) -> None:
        """The only one of its stream, whatever was there."""
        with self._plainly:
            stored = self._mapper.to_stored_event(StoredRow(stream, 0, "snapshot", state))
            self._snapshots.recorder.replace(stored)  # type: ignore[attr-defined]

    def snapshot_sets(self, prefix: str = "") -> list[SnapshotSet]:
        """Those whose name begins so."""
        with self._plainly:
            return [SnapshotSet(*row) for row in self._snapshots.recorder.sets(prefix)]  # type: ignore[attr-defined]

    def drop_sets(self, names: Iterable[str]) -> None:
        with self._plainly:
            self._snapshots.recorder.drop(list(names))  # type: ignore[attr-defined]

    def drop_snapshots(self) -> None:
        """They are only a cache: the next reader makes them anew."""
        with self._plainly:
            self._snapshots.recorder.clear()  # type: ignore[attr-defined]

    def give_back(self) -> int:
        """Bytes of the file that nothing lies in any more, handed back to the disk; a server sees to it by itself."""
        if is_postgres(self.url):
            return 0
        with self._plainly:
            return self.recorder.vacuum()  # type: ignore[no-any-return]

    def _put(self, store: EventStore[str], rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        try:  # not `with`: entering and leaving would be felt in every append
            if self._is_plain:
                store.recorder.insert_rows(rows)  # type: ignore[attr-defined]
            else:
                store.put([StoredRow(*row) for row in rows])
        except Exception as error:
            tell_plainly(self.url, error)
            raise

    def pieces(self, stream: str, after: int = -1, upto: int | None = None) -> Iterator[Sequence[tuple[bytes]]]:
        """Stored bytes of versions after < v <= upto, a piece at a time: a long line never lies in memory whole."""
        with self._plainly:
            for piece in self.recorder.pieces(stream, after, upto):  # no bytes: whoever reads them sees damage
                yield piece if self._is_plain else [(self._opened(state) or b"",) for (state,) in piece]

    def states(self, stream: str, after: int = -1, upto: int | None = None) -> list[bytes]:
        with self._plainly:
            return [state for piece in self.pieces(stream, after, upto) for (state,) in piece]

    def count(self, stream: str, after: int, upto: int | None) -> int:
        with self._plainly:
            return self.recorder.count(stream, after, upto)  # type: ignore[no-any-return]

    def filed_under(
        self, topics: Sequence[str], stream: str, after: int = -1, upto: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """Version and bytes of those rows that are filed under one of these topics."""
        with self._plainly:
            for piece in self.recorder.filed_under(topics, stream, after, upto):
                for version, state in piece:
                    yield version, state if self._is_plain else self._opened(state) or b""

    def kept_pieces(self, stream: str, after: int = -1, upto: int | None = None) -> Iterator[Sequence[Kept]]:
        """For whoever checks a stream: what cannot be opened comes without its bytes."""
        with self._plainly:
            for piece in self.recorder.kept(stream, after, upto):
                yield piece if self._is_plain else [(row[0], row[1], self._opened(row[2])) for row in piece]

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
            found: tuple[int, bytes] | None = store.recorder.last(stream, upto)  # type: ignore[attr-defined]
            return found if found is None or self._is_plain else (found[0], self._opened(found[1]) or b"")

    def streams(self, prefix: str) -> list[str]:
        """Streams whose name begins so, oldest first."""
        with self._plainly:
            return self.recorder.streams(prefix)  # type: ignore[no-any-return]

    def since(self, mark: int, limit: int) -> list[Stored]:
        """What follows on the row with the id `mark` in the order of the log, at most `limit` rows. Each row comes
        after those it follows on; ids ascend within a stream, and on PostgreSQL not always beyond it."""
        with self._plainly:
            found = list(map(Stored._make, self.recorder.since(mark, limit)))
        if self._is_plain:
            return found
        return [row._replace(state=self._opened(row.state) or b"") for row in found]

    def latest(self) -> int:
        """The id of the last row that `since` gives."""
        with self._plainly:
            return self.recorder.latest()  # type: ignore[no-any-return]

    def digest(self, mark: int) -> str:
        """How the row at a mark and its place are known again; nothing if there is no such row."""
        with self._plainly:
            row = self.recorder.at(mark)
            return "" if row is None else hashlib.sha256(repr(row).encode()).hexdigest()

    def written(self) -> object:
        """Another value for everyone after any write, also while `since` waits for an older one."""
        with self._plainly:
            return self.recorder.written()

    def change_mark(self) -> object:
        """Changes when anyone has written; cheap to ask."""
        with self._plainly:
            return self.recorder.change_mark()

    def waiter(self, poll: float) -> Any:
        """For whoever waits until somebody writes; a server tells him, at a file he looks every `poll` seconds."""
        return self.recorder.waiter(poll)

    def write_apart(self, statement: str, *values: str | int) -> None:
        """`{}` stands before the name of each table."""
        with self._plainly:
            self.apart.write(statement.replace("{}", self.apart.schema), *values)

    def read_apart(self, statement: str, *values: str | int) -> Rows:
        with self._plainly:
            return self.apart.read(statement.replace("{}", self.apart.schema), *values)

    def put_seed(self, game: str, line: str, seed: str) -> None:
        with self._plainly:
            self.apart.put_seed(game, line, seed)

    def seed(self, game: str, line: str, promised: str) -> str | None:
        """The seed whose commitment was promised in the log."""
        with self._plainly:
            return self.apart.seed(game, line, promised)

    def put_share(self, promise: str, place: int, value: str) -> None:
        with self._plainly:
            self.apart.put_share(promise, place, value)

    def share(self, promise: str) -> tuple[int, str]:
        with self._plainly:
            return self.apart.share(promise)

    def put_player(self, game: str, digest: str, player: PlayerName) -> None:
        with self._plainly:
            self.apart.put_player(game, digest, player)

    def players(self, game: str) -> dict[str, PlayerName]:
        """Who plays, as far as the names lie here, by the digests in the log."""
        with self._plainly:
            return self.apart.players(game)

    def games_with_players(self) -> list[str]:
        with self._plainly:
            return self.apart.games_with_players()

    def forget_player(self, game: str, digest: str) -> None:
        with self._plainly:
            self.apart.forget_player(game, digest)

    def put_token(self, game: str, token: TokenKept) -> None:
        with self._plainly:
            self.apart.put_token(game, token)

    def tokens(self, game: str) -> list[TokenKept]:
        with self._plainly:
            return self.apart.tokens(game)

    def token(self, digest: str) -> tuple[str, str] | None:
        with self._plainly:
            return self.apart.token(digest)

    def token_and_rows(
        self, digest: str, stream: str, after: int
    ) -> tuple[tuple[str, str] | None, list[bytes] | None]:  # fmt: skip
        """Whose token this is, and what a stream has after a version; the second only where one question asks both."""
        if self._is_plain and is_postgres(self.url):
            with self._plainly:
                found = self.recorder.with_token(stream, after, digest)
            if found is not None:
                return found[1], found[0]
        return self.token(digest), None

    def drop_tokens(self, tokens: Iterable[TokenKept]) -> None:
        with self._plainly:
            for token in tokens:
                self.apart.drop_token(token.digest)

    @contextmanager
    def beside(self) -> Iterator[Apart]:
        """Keys, signatures and whose promises are whose, which lie beside the log."""
        with self._plainly:
            yield self.apart


def _open_postgres(url: str, extra: dict[str, str]) -> tuple[Refights, Apart]:
    try:
        from domain.log.postgres import factory as postgres
    except ImportError:
        raise BadInput("PostgreSQL needs one more package: install refight[postgres]") from None
    app = Refights({**postgres.environment(url), **extra})
    assert isinstance(app.factory, postgres.Factory)
    return app, PostgresApart(app.factory.datastore)


def _checked_path(url: str) -> str:
    if ":memory:" in url or "mode=memory" in url:
        raise BadInput("a game log needs a file: a log in memory would be lost with the process")
    if "://" in url:
        raise BadInput(f"{url.split('://')[0]}:// is no kind of log; give a file, or postgresql://USER@HOST/DATABASE")
    if place.is_folder(url):
        raise BadInput(f"{url} is a folder; a game log is a file, for example {url.rstrip('/')}/games.db")
    _check_ours(url)
    place.make(url)
    return url


def _check_ours(path: str) -> None:
    """Refuse to make tables in a file that is not a game log."""
    if not place.is_there(path) or place.size(path) == 0:
        return
    if not place.begins_with(path, b"SQLite format 3\0"):
        raise BadInput(f"{path} is not a refight database; give another file with --db")
    # SQLite is asked, not the file's header: while someone plays, the newest header lies in the write-ahead file.
    with closing(sqlite3.connect(place.address(path), uri=True, timeout=sqlite.LOCK_SECONDS)) as connection:
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
    if "cannot contain NUL" in str(error):  # PostgreSQL is well, and what was sent is not
        raise BadInput("a text with the character NUL cannot be kept; leave it out") from None
    is_storage = isinstance(error, PersistenceError | sqlite3.Error | OSError)
    if is_storage or type(error).__module__.split(".")[0] in ("psycopg", "psycopg_pool"):
        raise BadInput(_sentence(url, str(error))) from error


_NO_ROOM = 64 * 1024  # bytes: SQLite cannot even make the files it works with
_FULL = ("disk is full", "No space left", "File too large")
_BUSY = ("locked", "lock timeout")
_DAMAGED = ("malformed", "not a database", "corrupt", "Could not decode")
_CLOSED = (
    "readonly",
    "Permission denied",
    "permission denied",
    "unable to open",
    "Read-only",
    "Not a directory",
    "File exists",
)


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
    import shutil

    try:
        return not is_postgres(url) and shutil.disk_usage(place.folder_of(url)).free < _NO_ROOM
    except OSError:
        return False
