"""Which disputed rules a game came upon, and where another reading would have changed what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.games.audit import Progress
from domain.games.games import Games
from domain.games.groups import groups
from domain.games.terms import spelt_readings
from domain.kernel.chapter import Reading
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, RefightError
from domain.kernel.facts import GameStarted, OrderGiven
from domain.kernel.play import fold
from domain.kernel.system import Setup
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.study.otherwise import Otherwise, Teller
from domain.study.redecide import Watched, again
from domain.words.tell import tell


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A disputed rule the game came upon."""

    dispute: str
    rule: str
    question: str
    choices: dict[str, str]
    played: tuple[str, ...]  # the readings it was played under, in turn
    orders: int  # how many orders asked for it
    otherwise: tuple[Otherwise, ...]

    @property
    def seen(self) -> tuple[Otherwise, ...]:
        """The places where another reading changes what a player counts."""
        return tuple(each for each in self.otherwise if not each.unseen)


class DisputeReport(msgspec.Struct, frozen=True, kw_only=True):
    ref: str
    orders: int
    known: int  # disputed rules the system has
    disputes: tuple[Dispute, ...]  # those that were asked for, in the order of the book
    unclear: tuple[str, ...]  # orders that the rules do not decide as recorded: `audit` says more

    @property
    def matter(self) -> tuple[Dispute, ...]:
        """Those of which another reading would have changed board, points, losses or result."""
        return tuple(one for one in self.disputes if one.seen)

    @property
    def idle(self) -> tuple[str, ...]:
        return tuple(one.dispute for one in self.disputes if not one.otherwise)

    @property
    def unseen(self) -> int:
        """Places where another reading changes a fact, and nothing that a player counts."""
        return sum(each.unseen for one in self.disputes for each in one.otherwise)


class _Scan:
    """Goes through orders with the state before each. An order is carried out once to see what it asks for."""

    def __init__(self, games: Games, line: Line, chosen: Mapping[str, str]) -> None:
        self.games, self.line, self.system = games, line, line.system
        self.chosen = spelt_readings(line.system, chosen)
        self.teller = Teller(games, line)
        self.copied = copier(line.system)
        self.asked: dict[str, int] = {}
        self.played: dict[str, list[str]] = {}
        self.otherwise: dict[str, list[Otherwise]] = {}
        self.unclear: list[str] = []
        self.orders = 0

    def set_up(self, first: Entry) -> None:
        """Under each other reading in turn: a set-up asks before there is a state to watch."""
        started, pack = self.line.started, self.games.log.pack(self.line.started.pack)
        before = self.system.initial(Setup(started, pack))
        for dispute in self.system.book.readings:
            played = self.in_force(started.readings, dispute)
            for choice in self.others(dispute, played):
                readings = {**started.readings, dispute: choice}
                try:
                    after = self.system.initial(Setup(msgspec.structs.replace(started, readings=readings), pack))
                except RefightError:
                    continue
                after.core.readings = before.core.readings
                if after != before:
                    self.note(dispute, played, 0)
                    self.otherwise[dispute].append(self.teller.set_up(first, before, after, played, choice))

    def order(self, state: Any, entries: Sequence[Entry]) -> Any:
        """The state after the order, as it is recorded."""
        given = entries[0].fact
        assert isinstance(given, OrderGiven)
        self.orders += 1
        before, readings = self.copied(state), state.core.readings
        asked = state.core.readings = Watched(readings)
        found = again(self.system, state, given, entries)
        state.core.readings = readings
        if not self.teller.is_same(found, entries):
            self.unclear.append(self.teller.ref(entries[0]))
            return fold(self.system, before, [entry.fact for entry in entries])
        for dispute in [name for name in self.system.book.readings if name in asked.asked]:
            self.under_others(dispute, before, state, entries)
        if self.teller.is_cut(entries):
            return fold(self.system, before, [entry.fact for entry in entries])
        return state

    def under_others(self, dispute: str, before: Any, after: Any, entries: Sequence[Entry]) -> None:
        given = entries[0].fact
        assert isinstance(given, OrderGiven)
        played = self.in_force(before.core.readings, dispute)
        others = self.others(dispute, played)
        if others:
            self.note(dispute, played, 1)
        for choice in others:
            state = self.copied(before)
            state.core.readings[dispute] = choice
            found = again(self.system, state, given, entries)
            if not self.teller.is_same(found, entries):
                state.core.readings[dispute] = played
                alike = found.error is None and state == after
                unseen = alike or (found.error is None and self.teller.shows_same(after, state))
                otherwise = self.teller.order(found, entries, played, choice, alike=alike, unseen=unseen)
                self.otherwise[dispute].append(otherwise)

    def in_force(self, readings: Mapping[str, str], dispute: str) -> str:
        return readings.get(dispute) or self.system.book.readings[dispute].default

    def others(self, dispute: str, played: str) -> list[str]:
        """The readings to try: all but the one played, or the one that is wanted."""
        wanted = [self.chosen[dispute]] if dispute in self.chosen else []
        choices = wanted if self.chosen else self.system.book.readings[dispute].letters
        return [choice for choice in choices if choice != played]

    def note(self, dispute: str, played: str, orders: int) -> None:
        self.asked[dispute] = self.asked.get(dispute, 0) + orders
        self.otherwise.setdefault(dispute, [])
        under = self.played.setdefault(dispute, [])
        if under[-1:] != [played]:
            under.append(played)

    def report(self, ref: Ref) -> DisputeReport:
        readings = self.system.book.readings
        return DisputeReport(
            ref=str(ref), orders=self.orders, known=len(readings), unclear=tuple(self.unclear),
            disputes=tuple(self.about(name, reading) for name, reading in readings.items() if name in self.asked),
        )  # fmt: skip

    def about(self, name: str, reading: Reading) -> Dispute:
        return Dispute(
            dispute=name, rule=reading.rule, question=reading.question, choices=dict(reading.choices),
            played=tuple(self.played[name]), orders=self.asked[name], otherwise=tuple(self.otherwise[name]),
        )  # fmt: skip


def disputes(
    games: Games, ref: Ref, *, chosen: Mapping[str, str] | None = None, progress: Progress | None = None
) -> DisputeReport:
    """At the order an entry belongs to, or over the whole line; of some readings, or of all. Nothing is stored."""
    line = games.line(ref)
    scan = _Scan(games, line, chosen or {})
    if ref.entry is None and not line.system.book.readings:
        scan.orders = sum(1 for _ in games.log.entries_of(line, (OrderGiven,)))
    elif ref.entry is None:
        _whole(games, line, scan, progress)
    else:
        entries = order_of(games, line, ref.entry)
        if isinstance(entries[0].fact, GameStarted):
            scan.set_up(entries[0])
        else:
            scan.order(games.state(line, entries[0].number - 1), entries)
    return scan.report(ref)


def _whole(games: Games, line: Line, scan: _Scan, progress: Progress | None) -> None:
    entries, state = games.log.entries(line), games.initial(line)
    scan.set_up(entries[0])
    for group in groups(entries):
        if isinstance(group[0].fact, OrderGiven):
            state = scan.order(state, group)
        else:
            fold(line.system, state, [entry.fact for entry in group])
        if progress:
            progress(group[-1].number, len(entries))


def order_of(games: Games, line: Line, number: int) -> list[Entry]:
    """All entries of the order, or of the set-up, that an entry belongs to."""
    games.entry_number(line, number)
    entries = games.log.entries(line)
    group = next(group for group in groups(entries) if group[-1].number >= number)
    if not isinstance(group[0].fact, OrderGiven | GameStarted):
        raise BadInput(f"entry {number} belongs to no order; it reads: {tell(line.system, entries[number - 1].fact)}")
    return group
