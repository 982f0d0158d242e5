"""Looking at games: the state of a line after any of its entries, read from the nearest place where it is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from domain.games.heads import AtHead, Heads
from domain.games.terms import unknown_terms
from domain.kernel.copying import copier
from domain.kernel.errors import NotFound, RefightError
from domain.kernel.facts import Fact, Side
from domain.kernel.play import fold
from domain.kernel.system import Setup
from domain.log.entry import Entry
from domain.log.gamelog import GameLog, Line
from domain.log.refs import Ref

if TYPE_CHECKING:
    from domain.kernel.colours import Colour

SNAPSHOT_EVERY = 200  # a snapshot costs about as much as folding thirty entries
SNAPSHOT_PER_ENTRY = 256  # bytes: of tens of thousands of pieces snapshots are kept less often


@dataclass(frozen=True)
class Position:
    """The state of a line after one of its entries."""

    line: Line
    number: int
    state: Any


class Positions:
    """The games of a log, for those who only look."""

    def __init__(self, log: GameLog, heads: int = 0) -> None:
        self.log, self.heads = log, Heads(heads)  # of so many lines the position is kept at hand
        self._names: dict[tuple[str, str], Mapping[str, str]] = {}

    def line(self, ref: Ref) -> Line:
        return self.log.line(ref.game, ref.line)

    def initial(self, line: Line) -> Any:
        state = line.system.initial(Setup(line.started, self.log.pack(line.started.pack)))
        state.core.unread = unknown_terms(line.system, line.started)
        return state

    def names(self, line: Line) -> Mapping[str, str]:
        """What the units of a game are called."""
        key = line.system.key, line.started.pack
        found = self._names.get(key)
        if found is None:
            found = self._names[key] = line.system.sheets.names(self.log.pack(line.started.pack))
        return found

    def colours(self, line: Line) -> Mapping[Side, Colour]:
        """What its sides wear, as far as pack or system say so."""
        from domain.kernel.colours import colours_of

        return colours_of(line.system, self.log.pack(line.started.pack))

    def position(self, ref: Ref) -> Position:
        """The state at an entry, or at the head."""
        line = self.line(ref)
        number = self.entry_number(line, ref.entry)
        return Position(line, number, self.state(line, number))

    def entry_number(self, line: Line, entry: int | None) -> int:
        head = self.log.head(line).number
        if entry is not None and entry > head:
            raise NotFound(f"{line.game}@{line.name} has {head} entries; there is no entry {entry}")
        return head if entry is None else entry

    def state(self, line: Line, upto: int) -> Any:
        """From the position kept at hand, if it is not a later one; else from the nearest snapshot on."""
        stream = line.own.stream
        kept = self.heads.take(stream)
        if kept is None or kept.head.number > upto:
            if kept is not None:
                self.heads.put(stream, kept)
            return self._read_state(line, upto)
        if kept.head.number < upto:
            return fold(line.system, kept.state, self.log.each_fact(line, kept.head.number, upto))
        state = copier(line.system)(kept.state)
        self.heads.put(stream, kept)
        return state

    def _read_state(self, line: Line, upto: int) -> Any:
        """A long way leaves snapshots behind for the next reader."""
        kept = self.log.snapshot(line, upto) if upto >= SNAPSHOT_EVERY else None  # none is kept of a shorter way
        number, state = kept or (0, self.initial(line))
        facts = self.log.each_fact(line, number, upto)
        if upto - number < 2 * SNAPSHOT_EVERY:
            return fold(line.system, state, facts)
        self.log.check_whole(line, number, upto)  # before anything is kept that would rest on a gap
        due = number
        while number < upto:
            fold(line.system, state, islice(facts, SNAPSHOT_EVERY))
            number = min(number + SNAPSHOT_EVERY, upto)
            if number >= due or number == upto:
                with suppress(RefightError):  # a log on a read-only disk can still be looked at
                    due = number + self.log.keep_snapshot(line, number, state) // SNAPSHOT_PER_ENTRY
        return state

    def replayed(self, line: Line, upto: int) -> Any:
        """The state from the first entry on, trusting no snapshot."""
        return fold(line.system, self.initial(line), self.log.each_fact(line, 0, upto))

    def entries(self, ref: Ref, after: int = 0) -> list[Entry]:
        return list(self.each_entry(ref, after))

    def each_entry(self, ref: Ref, after: int = 0) -> Iterator[Entry]:
        line = self.line(ref)
        return self.log.each_entry(line, after, self.entry_number(line, ref.entry))

    def entries_of(self, ref: Ref, *kinds: type[Fact]) -> Iterator[Entry]:
        """Only those that hold facts of these kinds, up to the entry a ref names."""
        line = self.line(ref)
        return self.log.entries_of(line, kinds, 0, self.entry_number(line, ref.entry))

    def _saved(self, line: Line, kept: AtHead) -> AtHead:
        """A snapshot every now and then: a process that begins anew has not far to go."""
        if kept.head.number - kept.saved < 2 * SNAPSHOT_EVERY:
            return kept
        with suppress(RefightError):  # it is only a cache
            size = self.log.keep_snapshot(line, kept.head.number, kept.state)
            return kept._replace(saved=kept.head.number + max(0, size // SNAPSHOT_PER_ENTRY - 2 * SNAPSHOT_EVERY))
        return kept._replace(saved=kept.head.number)
