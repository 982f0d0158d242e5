"""Where the entries of a line lie: a branch shares its ancestors' streams and adds one of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.kernel.chance import Luck, main_luck
from domain.kernel.facts import GameStarted, LineOpened
from domain.kernel.system import System


class Span(NamedTuple):
    """A stretch of entries that lies in one stream: entry n is version n - base - 1."""

    stream: str
    line: str
    base: int
    last: int | None  # None: up to the head

    def upto(self, number: int | None) -> int | None:
        """Its last entry, if entries after `number` do not count."""
        if number is None or self.last is None:
            return self.last if number is None else number
        return min(number, self.last)


@dataclass(frozen=True)
class Line:
    """A line and where its entries lie, oldest first. Never changes once opened."""

    game: str
    name: str
    system: System[Any]
    started: GameStarted
    spans: tuple[Span, ...]
    luck: Luck
    opened: LineOpened | None = None

    @property
    def own(self) -> Span:
        return self.spans[-1]

    @property
    def commitments(self) -> Mapping[str, str]:
        """What was promised for the dice of this line."""
        return (self.opened or self.started).commitments

    def within(self, after: int, upto: int | None) -> Iterator[tuple[Span, int, int | None]]:
        """Each span with the versions (after, upto] of it that are wanted."""
        for span in self.spans:
            last = span.upto(upto)
            if last is None or last > max(after, span.base):
                yield span, max(after - span.base - 1, -1), None if last is None else last - span.base - 1


def first_line(game: str, name: str, system: System[Any], started: GameStarted) -> Line:
    return Line(game, name, system, started, (Span(f"{game}@{name}", name, 0, None),), main_luck(name))


def branch_of(parent: Line, name: str, opened: LineOpened) -> Line:
    """The line that leaves `parent` after entry `opened.at`."""
    kept = tuple(span._replace(last=span.upto(opened.at)) for span in parent.spans if span.base < opened.at)
    own = Span(f"{parent.game}@{name}", name, opened.at, None)
    luck = parent.luck.branch(name, opened.luck_until)
    return Line(parent.game, name, parent.system, parent.started, (*kept, own), luck, opened)
