"""What happened beside what would have happened under another reading, told in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from domain.games.games import Games
from domain.games.lines import board_changes
from domain.games.positions import Position
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Recorded
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.study.redecide import Again, OtherDice
from domain.words.orders import format_fact
from domain.words.phrases import phrase
from domain.words.tell import is_aside, tell

Kind = Literal["facts", "refused", "dice", "stuck", "start"]


class Otherwise(msgspec.Struct, frozen=True, kw_only=True):
    """One order, or the set-up, that comes out otherwise under one other reading."""

    ref: str  # the order as every command names it
    order: str  # in words
    played: str  # the reading it was played under
    reading: str  # the other one
    kind: Kind
    at: str  # the first entry that would be another
    recorded: str  # what stands there, in words
    instead: str  # what would stand there, or what stands in the way
    rule: str = ""
    more: int = 0  # dice and cards it would need that nobody rolled
    alike: bool = False  # the position after the order is the same all the same
    unseen: bool = False  # board, points, losses and result after it are the same, though something else may not be


class Teller:
    """Compares what is recorded on a line with what would be."""

    def __init__(self, games: Games, line: Line) -> None:
        self.line, self.system, self.names = line, line.system, games.names(line)

    def ref(self, entry: Entry) -> str:
        return str(Ref(self.line.game, self.line.name, entry.number))

    def is_cut(self, entries: Sequence[Entry]) -> bool:
        """True where a branch leaves its parent in the middle of this order: the rest of it is not here."""
        return any(span.last == entries[-1].number for span in self.line.spans)

    def is_same(self, found: Again, entries: Sequence[Entry]) -> bool:
        """As far as is recorded."""
        recorded = [Recorded(entry.fact, entry.to) for entry in entries]
        if self.is_cut(entries):
            return found.recorded[: len(recorded)] == recorded
        return found == Again(recorded)

    def shows_same(self, one: Any, other: Any) -> bool:
        """Whether two positions agree in all that a player counts: board, points, losses and result."""
        first, second = (Position(self.line, 0, state) for state in (one, other))
        losses, core, against = self.system.book.losses, one.core, other.core
        counted = (core.points, losses(one), core.ended) == (against.points, losses(other), against.ended)
        return counted and not board_changes(first, second)

    def order(
        self, found: Again, entries: Sequence[Entry], played: str, reading: str, *, alike: bool, unseen: bool = False
    ) -> Otherwise:
        """An order that did not come out the same."""
        recorded, would = [Recorded(entry.fact, entry.to) for entry in entries], found.recorded
        here, there = parting(self.system, recorded, would)
        kind, instead = _stopped(found, there)
        error = found.error
        return Otherwise(
            ref=self.ref(entries[0]), order=tell(self.system, entries[0].fact), played=played, reading=reading,
            kind=kind, at=self.ref(entries[min(here, len(entries) - 1)]),
            recorded=self._words(recorded, here, would, there) if would else self._followed(entries),
            instead=instead or self._words(would, there, recorded, here),
            rule=error.rule if isinstance(error, IllegalOrder) else "",
            more=error.more if isinstance(error, OtherDice) else 0, alike=alike, unseen=unseen,
        )  # fmt: skip

    def _followed(self, entries: Sequence[Entry]) -> str:
        """What a whole order led to, in short."""
        told = [tell(self.system, e.fact, self.names) for e in entries[1:] if not is_aside(self.system, e.fact)]
        return phrase("; ").join(told[:2]) + ("; …" if len(told) > 2 else "") if told else "it was carried out"

    def _words(self, ours: Sequence[Recorded], at: int, theirs: Sequence[Recorded], there: int) -> str:
        """A fact in words; as it is written where the words do not tell the two apart."""
        if at >= len(ours):
            return "nothing more"
        fact, other = ours[at].fact, theirs[there].fact if there < len(theirs) else None
        said = tell(self.system, fact, self.names)
        if other is None or said != tell(self.system, other, self.names):
            return said
        return format_fact(fact) if fact != other else phrase("{0}, seen by {1}", said, _seen(ours[at].to))

    def set_up(self, first: Entry, before: Any, after: Any, played: str, reading: str) -> Otherwise:
        changes = board_changes(Position(self.line, 0, before), Position(self.line, 0, after))
        more = phrase("; and {0} more", len(changes) - 1) if len(changes) > 1 else ""
        here, there = "the set-up as it was", "another set-up, though the board looks the same"
        if changes:
            here, there = (
                phrase("{0}: {1}", changes[0].what, f"{where}{more}") for where in (changes[0].first, changes[0].second)
            )
        return Otherwise(
            ref=self.ref(first), order="the set-up", played=played, reading=reading, kind="start", at=self.ref(first),
            recorded=here, instead=there,
        )  # fmt: skip


def _stopped(found: Again, at: int) -> tuple[Kind, str]:
    """What stands in the way, where the telling breaks off; nothing, where another fact follows."""
    if at < len(found.recorded) or found.error is None:
        return "facts", ""
    if isinstance(found.error, IllegalOrder):
        return "refused", found.error.message
    return "dice" if isinstance(found.error, OtherDice) else "stuck", str(found.error)


def parting(system: System[Any], ours: Sequence[Recorded], theirs: Sequence[Recorded]) -> tuple[int, int]:
    """Where two tellings part, in each: the first fact worth telling that differs, else the first of any kind."""

    def worth(items: Sequence[Recorded]) -> list[int]:
        return [place for place, item in enumerate(items) if not is_aside(system, item.fact)]

    first, second = worth(ours), worth(theirs)
    pairs = zip(first, second, strict=False)
    at = next((n for n, (i, j) in enumerate(pairs) if ours[i] != theirs[j]), min(len(first), len(second)))
    if at < max(len(first), len(second)):
        return (first[at] if at < len(first) else len(ours), second[at] if at < len(second) else len(theirs))
    both = zip(ours, theirs, strict=False)
    at = next((n for n, (x, y) in enumerate(both) if x != y), min(len(ours), len(theirs)))
    return at, at


def _seen(to: tuple[str, ...] | None) -> str:
    return "everyone" if to is None else ", ".join(to) or "nobody"
