"""A game log as it is read: games, lines, entries, the packs and seeds beside them, and what is written meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import chain as one_after_another
from typing import Any, Self, TypeVar

import msgspec

from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import Fact, GameStarted, LineOpened
from domain.kernel.packs import Pack, read_pack_bytes
from domain.kernel.system import System
from domain.log.entry import OLD_FORMAT, Entry, Head, Sealed, codec_of, is_old, read_head, read_sealed
from domain.log.lineage import Line, branch_of, first_line
from domain.log.refs import MAIN
from domain.log.sqlite import ROWS_A_PIECE
from domain.log.store import Store, Stored

PACK, READ = "pack:", "read:"  # streams that are no lines
_BAD_PACK = "the pack of this game is damaged; `refight verify` says more"
NO_GAME = "there is no game {0}; `refight games` lists those there are"
FIRST_STEP_BACK = 16
LINES_KEPT, SEEDS_KEPT, PACKS_KEPT = 4096, 1024, 8
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, TypeError)  # TypeError: the column holds no bytes at all
K = TypeVar("K")
V = TypeVar("V")


class Records:
    """Systems are handed in: this package knows none of them."""

    def __init__(self, url: str, systems: Mapping[str, System[Any]], **protection: Any) -> None:
        self.store = Store(url, **protection)
        self.systems = systems
        self._lines: dict[str, Line] = {}
        self._packs: dict[str, Pack] = {}
        self._seeds: dict[tuple[str, str, str], str] = {}

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Games and lines

    def games(self) -> list[str]:
        main = f"@{MAIN}"
        return [stream.removesuffix(main) for stream in self.store.streams("") if stream.endswith(main)]

    def has_game(self, game: str) -> bool:
        return self.store.last(f"{game}@{MAIN}") is not None

    def lines(self, game: str) -> list[str]:
        """Names of a game's lines, oldest first."""
        found = [stream.split("@", 1)[1] for stream in self.store.streams(f"{game}@")]
        if not found:
            raise NotFound(NO_GAME.format(repr(game)))
        return found

    def line(self, game: str, name: str = MAIN) -> Line:
        """Read once: where a line's entries lie never changes."""
        if len(self._lines) > LINES_KEPT:
            self._lines = {}  # another thread goes on with the old one
        lines, wanted, branches = self._lines, name, list[tuple[str, LineOpened]]()
        while f"{game}@{wanted}" not in lines:
            first = self._first_fact(game, wanted)
            if isinstance(first, GameStarted):
                lines[f"{game}@{wanted}"] = first_line(game, wanted, self.system(first.system), first)
                break
            branches.append((wanted, first))
            wanted = first.parent
            if any(wanted == seen for seen, _ in branches):
                raise BadInput(f"the line {wanted} of {game} branches off itself; `refight verify {game}` says more")
        for branch, opened in reversed(branches):
            parent = lines[f"{game}@{opened.parent}"]
            lines[f"{game}@{branch}"] = branch_of(parent, branch, opened)
        return lines[f"{game}@{name}"]

    def _first_fact(self, game: str, name: str) -> GameStarted | LineOpened:
        first = self.store.states(f"{game}@{name}", upto=0)
        if not first:
            raise NotFound(f"{game} has no line {name!r}; it has {', '.join(self.lines(game))}")
        check_format(game, first[0])
        (fact,) = _read(f"{game}@{name}", codec_of(None).facts, [first])
        if not isinstance(fact, GameStarted | LineOpened):
            raise BadInput(f"the line {name} does not begin as a line must; `refight verify {game}` says more")
        return fact

    def system(self, key: str) -> System[Any]:
        if key not in self.systems:
            raise NotFound(f"there is no system {key!r} here; there are {', '.join(self.systems)}")
        return self.systems[key]

    # Reading

    def head(self, line: Line) -> Head:
        found = self.store.last(line.own.stream)
        assert found is not None, "a line that was read has a first entry"
        head: Head = _read(line.own.stream, read_head, line.own.base + 1 + found[0], found[1])
        return head

    def news(self, line: Line, known: Head) -> tuple[Head, list[Fact]] | None:
        """The head now, and the facts since one that was seen, in a single question; None if that is not there so.

        The entry that was seen is read again with those after it: by its hash it is known to be the same.
        """
        pieces = self.store.pieces(line.own.stream, self.version(line, known) - 1)
        return self.read_news(line, known, [row for piece in pieces for row in piece])

    def version(self, line: Line, head: Head) -> int:
        """Where the last entry of a line lies in its stream."""
        return head.number - line.own.base - 1

    def read_news(
        self, line: Line, known: Head, rows: Sequence[tuple[bytes]]
    ) -> tuple[Head, list[Fact]] | None:  # fmt: skip
        """The same of rows that were asked for with something else."""
        stream = line.own.stream
        if not rows or _read(stream, read_head, known.number, rows[0][0]) != known:
            return None
        head: Head = _read(stream, read_head, known.number + len(rows) - 1, rows[-1][0])
        return head, _read(stream, codec_of(line.system).facts, rows[1:])

    def facts(self, line: Line, after: int = 0, upto: int | None = None) -> list[Fact]:
        return list(self.each_fact(line, after, upto))

    def each_fact(self, line: Line, after: int = 0, upto: int | None = None) -> Iterator[Fact]:
        """Facts as they are read, for those who need each only once."""
        return one_after_another.from_iterable(self._fact_pieces(line, after, upto))

    def _fact_pieces(self, line: Line, after: int, upto: int | None) -> Iterator[list[Fact]]:
        codec, count = codec_of(line.system), 0
        for span, low, high in line.within(after, upto):
            for rows in self.store.pieces(span.stream, low, high):
                found = _read(span.stream, codec.facts, rows)
                count += len(found)
                yield found
        _check_count(line, after, upto, count)

    def check_whole(self, line: Line, after: int, upto: int) -> None:
        """BadInput if an entry is missing; quicker than reading them."""
        spans = line.within(after, upto)
        _check_count(line, after, upto, sum(self.store.count(span.stream, low, high) for span, low, high in spans))

    def entries(self, line: Line, after: int = 0, upto: int | None = None) -> list[Entry]:
        return list(self.each_entry(line, after, upto))

    def each_entry(self, line: Line, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """Entries as they are read, for those who need each only once: a long line never lies in memory whole."""
        return self._each(codec_of(line.system).entry, line, after, upto)

    def each_sealed(self, line: Line, after: int = 0, upto: int | None = None) -> Iterator[Sealed]:
        return self._each(read_sealed, line, after, upto)

    def _each(self, read: Callable[..., Any], line: Line, after: int, upto: int | None) -> Iterator[Any]:
        for span, low, high in line.within(after, upto):
            number, name, stream = span.base + 2 + low, span.line, span.stream
            for rows in self.store.pieces(stream, low, high):
                try:
                    found = [read(name, at, row) for at, (row,) in enumerate(rows, number)]
                except UNREADABLE as error:
                    raise _unreadable(stream, error) from error
                number += len(found)
                yield from found

    def entries_of(
        self, line: Line, kinds: Sequence[type[Fact]], after: int = 0, upto: int | None = None
    ) -> Iterator[Entry]:
        """Only the entries that hold facts of these kinds: the others are passed over unread."""
        codec = codec_of(line.system)
        topics = [codec.topics[kind] for kind in kinds]
        for span, low, high in line.within(after, upto):
            for version, row in self.store.filed_under(topics, span.stream, low, high):
                yield _read(span.stream, codec.entry, span.line, span.base + 1 + version, row)

    def backwards(self, line: Line, upto: int) -> Iterator[Entry]:
        """From an entry back to the first, for those who seldom go far."""
        size = FIRST_STEP_BACK
        while upto > 0:
            after = max(0, upto - size)
            yield from reversed(self.entries(line, after, upto))
            upto, size = after, min(4 * size, ROWS_A_PIECE)

    def entry(self, line: Line, number: int) -> Entry:
        (found,) = self.each_entry(line, number - 1, number)
        return found

    # Beside the entries

    def seed(self, line: Line, wanted: str) -> str | None:
        """The seed of the fair dice of a line of this game, if it lies here; a copy under another name has none."""
        of = self.line(line.game, wanted)
        key = line.game, wanted, (of.opened or of.started).commitment
        found = self._seeds.get(key) or self.store.seed(*key)
        return found if found is None else _noted(self._seeds, key, found, SEEDS_KEPT)

    def pack(self, digest: str) -> Pack:
        """The pack of that hash, and no other: what lies there is checked, once."""
        return self._packs.get(digest) or _noted(self._packs, digest, self._checked_pack(digest), PACKS_KEPT)

    def _checked_pack(self, digest: str) -> Pack:
        found = self.store.states(PACK + digest)
        if not found:
            raise NotFound(f"the pack {digest[:12]} of this game is not in the log")
        try:
            pack = read_pack_bytes(found[0])
        except UNREADABLE as error:
            raise BadInput(_BAD_PACK) from error
        if pack.hash != digest:
            raise BadInput(_BAD_PACK)
        return pack

    def marks(self, line: Line) -> set[bytes]:
        """The hashes of entries of this game that a file ended with."""
        prefix = f"{READ}{line.started.game}:"
        return {bytes.fromhex(stream.removeprefix(prefix)) for stream in self.store.streams(prefix)}

    def mark(self, line: Line, entry: bytes) -> bytes:
        (found,) = self.store.states(f"{READ}{line.started.game}:{entry.hex()}")
        return found

    # Following

    def since(self, mark: int, limit: int = 1000) -> list[Stored]:
        """The notification log: what follows on the row with the id `mark`; 0 is before all."""
        return self.store.since(mark, limit)

    def follow(self, mark: int, keep_on: Callable[[], bool], poll: float = 0.05) -> Iterator[Stored]:
        """Live: yields what is written, by whatever process, until `keep_on` says no.

        On a server whoever has written says so; at a file, which says nothing, one looks every `poll` seconds.
        """
        seen = None
        with closing(self.store.waiter(poll)) as waiter:
            while keep_on():
                change = self.store.change_mark()
                found = self.since(mark) if change != seen else []
                for row in found:
                    mark = row.id
                    yield row
                if found:
                    waiter.found()
                else:
                    seen = change
                    waiter.wait(keep_on)


def _noted(kept: dict[K, V], key: K, value: V, most: int) -> V:
    """What never changes once it is written, with room for the next."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = value
    return value


def check_format(game: str, row: bytes) -> None:
    """A log from before the first version is no log to this program."""
    with suppress(*UNREADABLE, ValueError):
        data = msgspec.msgpack.decode(read_sealed(MAIN, 1, row).body or b"")
        if isinstance(data, dict) and is_old(data):
            raise BadInput(f"{game} {OLD_FORMAT}")


def _check_count(line: Line, after: int, upto: int | None, found: int) -> None:
    if upto is not None and found != max(upto - after, 0):
        raise BadInput(f"entries of {line.own.stream} are missing; `refight verify {line.game}` says which")


def _read(stream: str, function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except UNREADABLE as error:
        raise _unreadable(stream, error) from error


def _unreadable(stream: str, error: Exception) -> BadInput:
    """Stored bytes that do not decode are damage, or come from a newer version; say so, and where."""
    game = stream.partition("@")[0]
    return BadInput(f"{stream} holds an entry this version cannot read ({error}); `refight verify {game}` says more")
