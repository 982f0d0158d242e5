"""The game log: what is written to it, on top of how it is read. Only this package knows the eventsourcing library."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.errors import BadInput, LogConflict, RefightError
from domain.kernel.facts import GameStarted, LineOpened, OrderGiven
from domain.kernel.naming import check_name
from domain.kernel.packs import Pack, pack_bytes
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.log import chain, snapshots
from domain.log.entry import Entry, Envelope, Head, codec_of, read_head
from domain.log.lineage import Line, Span
from domain.log.reading import PACK, READ, Records
from domain.log.refs import MAIN
from domain.log.store import SnapshotSet

EMPTY = Head(0, 0, chain.GENESIS)
Story = Sequence[tuple[Envelope, Sequence[Recorded]]]  # what happened, order by order


class GameLog(Records):
    """Append-only games."""

    @staticmethod
    def now() -> int:
        return time.time_ns() // 1_000_000

    # Writing

    def start(self, game: str, started: GameStarted, pack: Pack, seed: str | None, by: str, at: int) -> Line:
        """A new game; its pack is stored once, its seed apart."""
        check_name("game", game)
        self.keep_pack(pack)
        if seed is not None:
            self.store.put_seed(game, MAIN, seed)
        rows, _ = _write(None, MAIN, EMPTY, Envelope(0, by, at), [Recorded(started)])
        self._create(f"{game}@{MAIN}", rows, f"a game named {game}")
        return self.line(game)

    def open_line(
        self, parent: Line, name: str, opened: LineOpened, seed: str | None, by: str, at: int, story: Story = ()
    ) -> Line:
        """A branch costs one entry; its chain goes on from the parent's. A story is stored with it, or neither is."""
        check_name("line", name)
        if seed is not None:
            self.store.put_seed(parent.game, name, seed)
        (before,) = self.each_sealed(parent, opened.at - 1, opened.at)
        head = Head(opened.at, before.order_no, before.hash)
        rows, head = _write(None, name, head, Envelope(before.order_no, by, at), [Recorded(opened)])
        for envelope, items in story:
            more, head = _write(parent.system, name, head, envelope, items)
            rows += more
        self._create(f"{parent.game}@{name}", rows, f"a line named {name} in {parent.game}")
        return self.line(parent.game, name)

    def _create(self, stream: str, rows: Sequence[tuple[str, bytes]], what: str) -> None:
        try:
            self.store.put([(stream, version, *row) for version, row in enumerate(rows)])
        except LogConflict:
            raise LogConflict(f"there is {what} already; choose another name") from None

    def append(self, line: Line, head: Head, envelope: Envelope, items: Sequence[Recorded]) -> Head:
        """All facts in one transaction, after exactly the head that was seen; else LogConflict."""
        return self._append(line, head, envelope, items)[1]

    def added(self, line: Line, head: Head, envelope: Envelope, items: Sequence[Recorded]) -> tuple[Head, list[Entry]]:
        """The same, for whoever wants the entries as a reader would find them."""
        rows, new = self._append(line, head, envelope, items)
        read = codec_of(line.system).entry
        return new, [read(line.name, number, row) for number, (_, row) in enumerate(rows, head.number + 1)]

    def _append(
        self, line: Line, head: Head, envelope: Envelope, items: Sequence[Recorded]
    ) -> tuple[list[tuple[str, bytes]], Head]:
        rows, new = _write(line.system, line.name, head, envelope, items)
        own = line.spans[-1]
        stream, base = own.stream, head.number - own.base
        self.store.put([(stream, version, *row) for version, row in enumerate(rows, base)])
        return rows, new

    def restore(
        self,
        game: str,
        pack: Pack,
        lines: Mapping[str, Sequence[tuple[str, bytes]]],
        seeds: Mapping[str, str] | None = None,
        mark: tuple[str, bytes] | None = None,
    ) -> None:
        """A whole game from elsewhere, each line's (topic, stored bytes) as written there: all of it or nothing.

        `mark` is the game's own id, and where the file ended that it was read from.
        """
        check_name("game", game)
        self.keep_pack(pack)
        for line, seed in (seeds or {}).items():
            self.store.put_seed(game, line, seed)
        rows = [
            (f"{game}@{check_name('line', name)}", version, *row)
            for name, stored in lines.items()
            for version, row in enumerate(stored)
        ]
        if mark is not None:
            rows.append(_marked(mark[0], rows[-1][-1], mark[1]))
        try:
            self.store.put(rows)
        except LogConflict:
            raise LogConflict(f"there is a game named {game} already; choose another with --name") from None

    def extend(self, line: Line, head: Head, rows: Sequence[tuple[str, bytes]], mark: bytes) -> None:
        """Entries that a further file adds after exactly the head that was seen, and where it ended: all or nothing."""
        own = line.spans[-1]
        stored = [(own.stream, version, *row) for version, row in enumerate(rows, head.number - own.base)]
        self.store.put([*stored, _marked(line.started.game, rows[-1][1], mark)])

    def add(self, game: str, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        """Entries from another record of a game (line, version, topic, stored bytes): all of them or none."""
        stored = [(f"{game}@{check_name('line', name)}", version, topic, state) for name, version, topic, state in rows]
        try:
            self.store.put(stored)
        except LogConflict:
            raise LogConflict(f"somebody else has just written to {game}; merge again") from None

    def keep_pack(self, pack: Pack) -> None:
        try:
            self.store.put([(PACK + pack.hash, 0, "kernel/PackKept", pack_bytes(pack))])
        except LogConflict:  # it is there already
            self.pack(pack.hash)

    def keep_snapshot(self, line: Line, number: int, state: Any) -> int:
        return snapshots.keep(self.store, line, number, state)

    def snapshot(self, line: Line, upto: int | None) -> tuple[int, Any] | None:
        return snapshots.newest(self.store, line, upto)

    def drop_snapshots(self) -> None:
        self.store.drop_snapshots()

    def keep_audited(self, line: Line, held: bytes) -> None:
        snapshots.keep_audited(self.store, line, held)

    def audited(self, line: Line) -> bytes | None:
        """What the last audit of a line by these very rules left."""
        return snapshots.audited(self.store, line)

    def leftovers(self) -> list[SnapshotSet]:
        """Sets of snapshots that nobody asks for any more: of other rules, or of lines that are not there."""
        return [each for each in self.store.snapshot_sets() if not self._is_in_use(each.name)]

    def _is_in_use(self, kept: str) -> bool:
        game, _, rest = kept.partition("@")
        try:
            return snapshots.is_in_use(self.line(game, snapshots.line_in(rest)), kept)
        except RefightError:
            return False


def _write(
    system: System[Any] | None, line: str, head: Head, envelope: Envelope, items: Sequence[Recorded]
) -> tuple[list[tuple[str, bytes]], Head]:
    """What cannot be written down is refused before anything is stored, and so is an order that could not be read
    again: orders come from outside, and what is in a log stays there."""
    codec = codec_of(system)
    try:
        rows, new = codec.write(line, head, envelope, items)
        if type(items[0].fact) is OrderGiven:
            codec.facts([(rows[0][1],)])
        return rows, new
    except msgspec.ValidationError as error:
        raise BadInput(f"this cannot be stored: {str(error).replace('$[0]', 'the fact')}") from None
    except OverflowError:
        raise BadInput("a number in this order is too great to be stored; numbers have at most 19 digits") from None
    except UnicodeEncodeError as error:
        raise BadInput(f"a text in this order is not Unicode ({error.reason}); type it again") from None


def _marked(game: str, last: bytes, mark: bytes) -> tuple[str, int, str, bytes]:
    """Under the hash of the entry it belongs to: without that entry nobody finds it."""
    return f"{READ}{game}:{read_head(0, last).hash.hex()}", 0, "kernel/FileRead", mark


__all__ = ["EMPTY", "GameLog", "Line", "Span", "Story"]
