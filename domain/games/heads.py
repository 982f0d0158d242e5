"""Positions at the heads of lines, kept in memory: an order folds only what is new since the last one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain.kernel.play import Recorded
from domain.log.entry import Entry, Envelope, Head
from domain.log.gamelog import GameLog, Line


class AtHead(NamedTuple):
    """The position after an entry, and the entry whose snapshot lies in the log."""

    head: Head
    state: Any
    saved: int


class Heads:
    """Whoever takes one is the only one to have it, and gives it back unless he broke it.

    What is not here is read from the log: forgetting costs time and nothing else. The line asked for longest ago makes
    room. Each step is a single one of the interpreter's, so that threads need no lock.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self._kept: OrderedDict[str, AtHead] = OrderedDict()
        self._contested: set[str] = set()
        self._renewed: set[str] = set()  # of those, such as the log was asked for just now

    def contest(self, stream: str) -> None:
        """Others write here too: from now on the log is asked first who was there."""
        if len(self._contested) > self.most:
            self._contested.clear()
        self._contested.add(stream)

    def contested(self, stream: str) -> Head | None:
        """What is known of a line that others write to as well."""
        kept = self._kept.get(stream) if stream in self._contested else None
        return kept.head if kept is not None else None

    def renewed(self, stream: str) -> None:
        """The log was asked: the next one need not ask again."""
        if len(self._renewed) > self.most:
            self._renewed.clear()
        self._renewed.add(stream)

    def take_unasked(self, stream: str) -> AtHead | None:
        if stream not in self._contested:
            return self.take(stream)
        if stream not in self._renewed:
            return None
        self._renewed.discard(stream)
        return self.take(stream)

    def take(self, stream: str) -> AtHead | None:
        return self._kept.pop(stream, None)

    def put(self, stream: str, kept: AtHead) -> None:
        """A slow reader does not put an older position over a newer one."""
        other = self._kept.pop(stream, None)
        if other is not None and other.head.number > kept.head.number:
            kept = other
        self._kept[stream] = kept
        with suppress(KeyError):  # somebody else has made room
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)

    def __len__(self) -> int:
        return len(self._kept)


class Keeper:
    """Writes to a line, and has the entries that came of it at hand: nobody reads back what he has just written."""

    def __init__(self, log: GameLog, line: Line) -> None:
        self.log, self.line = log, line
        self.entries: list[Entry] = []

    def __call__(self, head: Head, envelope: Envelope, items: Sequence[Recorded]) -> Head:
        new, self.entries = self.log.added(self.line, head, envelope, items)
        return new
