"""The rest of a game decided again under another reading, on the dice that were rolled, and kept as a branch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from domain.games.audit import Progress
from domain.games.games import Games
from domain.games.groups import groups
from domain.games.lines import losses_in
from domain.games.seat import Seat
from domain.games.settings import makes_together
from domain.games.terms import spelt_readings
from domain.games.umpire import fitting_facts, ruled_facts
from domain.kernel.errors import BadInput, IllegalOrder, RefightError
from domain.kernel.facts import (
    CLERICAL,
    CardDrawn,
    DiceRolled,
    Fact,
    IrregularPlay,
    LineOpened,
    LossTaken,
    OrderGiven,
    RulingMade,
)
from domain.kernel.naming import UMPIRE, slug
from domain.kernel.play import Recorded, fold
from domain.log.entry import Entry, Envelope, Head
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.study.redecide import OtherDice, ReusedChance, broken_off
from domain.words.tell import tell


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One side's points or losses: in the game as it was at the same moment, on the branch, and in the game's end."""

    side: str
    then: str
    now: str
    end: str


class Halt(msgspec.Struct, frozen=True, kw_only=True):
    """The order that could not be given any more."""

    at: str  # where it stands in the game as it was
    order: str  # in words
    why: str
    rule: str = ""
    more: int = 0  # dice and cards it would need that nobody rolled


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How the rest of a game went under another reading."""

    ref: str  # the branch
    parent: str
    at: int  # the entry it leaves its parent after
    dispute: str
    played: str
    reading: str
    orders: int  # given again
    of: int  # orders there were to give
    changed: int  # that came out otherwise
    first: str  # the first of them
    unused: int  # dice and cards that nobody asked for any more
    for_else: int  # dice used for another purpose than they were rolled for
    halt: Halt | None  # None where all orders were given
    moment: str  # the same moment in the game as it was
    ended: str  # how the game ended on the branch, if it did
    ended_then: str  # and how it had ended
    points: tuple[Standing, ...]
    losses: tuple[Standing, ...]


class _Stop(Exception):
    """Why the telling goes no further."""

    def __init__(self, why: str, error: RefightError | None = None) -> None:
        super().__init__(why)
        self.rule = error.rule if isinstance(error, IllegalOrder) else ""
        self.more = error.more if isinstance(error, OtherDice) else 0


class _Retold:
    """A line told anew from an entry on; kept in memory until it is known how far it goes."""

    def __init__(self, games: Games, line: Line, before: int, chosen: Mapping[str, str]) -> None:
        self.line, self.system, self.chosen, self.now = line, line.system, chosen, games.log.now()
        self.story: list[tuple[Envelope, Sequence[Recorded]]] = []
        last = games.log.entry(line, before)
        opening = LineOpened(parent=line.name, at=before, luck="same", luck_until=0)
        state = fold(self.system, games.state(line, before), [opening])
        self.table = Seat(self.system, state, Head(before + 1, last.order_no, b""), self._keep)
        self.orders = self.changed = self.unused = self.for_else = 0
        self.first = 0

    def _keep(self, head: Head, envelope: Envelope, items: Sequence[Recorded]) -> Head:
        self.story.append((envelope, list(items)))
        return Head(head.number + len(items), envelope.order_no, b"")

    def group(self, entries: Sequence[Entry]) -> None:
        """Orders and what an umpire laid down are told again; notes, seeds and openings belong to the other line."""
        first = entries[0].fact
        if isinstance(first, OrderGiven):
            self.order(first, entries)
        elif isinstance(first, RulingMade):
            self.ruling(first, entries)
        elif isinstance(first, IrregularPlay):
            self.facts(entries, entries[1:])
        elif entries[0].source and not isinstance(first, CLERICAL):
            self.facts(entries, entries)

    def order(self, given: OrderGiven[Any], entries: Sequence[Entry]) -> None:
        if self.table.state.core.ended:
            raise _Stop("the game is over by then")
        chance = ReusedChance((entry.fact for entry in entries), source="entered")
        try:
            recorded = self.table.order(given.by, given.order, chance, self.now, entries[0].source)
        except RefightError as error:
            raise _Stop(_words(error), error) from None
        except Exception as error:
            cause = broken_off(error)
            raise _Stop(_words(cause), cause) from error
        self.orders += 1
        self.unused += chance.unused
        self.for_else += chance.for_else
        if [_plain(item.fact) for item in recorded] != [_plain(entry.fact) for entry in entries]:
            self.changed += 1
            self.first = self.first or entries[0].number

    def ruling(self, ruling: RulingMade, entries: Sequence[Entry]) -> None:
        """On other disputes as it was; one on this very dispute would undo what is to be found out."""
        left = {name: letter for name, letter in ruling.readings.items() if name not in self.chosen}
        ruling = msgspec.structs.replace(ruling, readings=left)
        if len(entries) > 1:
            try:
                ruled = ruled_facts(self.system, self.table.state, ruling, [entry.fact for entry in entries[1:]])
            except BadInput as error:
                raise _Stop(f"what was ruled there does not fit: {error}", error) from None
            self.table.set_straight(ruling.by, ruled, self.now)
        elif left:
            self.table.clerk(ruling.by, ruling, self.now)

    def facts(self, entries: Sequence[Entry], judged: Sequence[Entry]) -> None:
        """Brought in from elsewhere without an order: taken as they are, if they fit."""
        try:
            fitting_facts(self.system, self.table.state, [entry.fact for entry in judged])
        except BadInput as error:
            raise _Stop(f"what was brought in there does not fit: {error}", error) from None
        items = [Recorded(entry.fact, entry.to) for entry in entries]
        self.table.set_straight(entries[0].by, items, self.now, entries[0].source)

    def tell(self, entries: Sequence[Entry], progress: Progress | None) -> tuple[Halt | None, int]:
        """As far as it goes; and the last entry that could be told, in the old count."""
        reached = entries[0].number - 1
        for group in groups(entries):
            try:
                self.group(group)
            except _Stop as stop:
                at = str(Ref(self.line.game, self.line.name, group[0].number))
                order = tell(self.system, group[0].fact)
                return Halt(at=at, order=order, why=str(stop), rule=stop.rule, more=stop.more), reached
            reached = group[-1].number
            if progress:
                progress(reached, entries[-1].number)
        return None, reached


def to_the_end(
    games: Games, ref: Ref, dispute: str, choice: str, name: str = "", progress: Progress | None = None
) -> Course:
    """From before the order an entry belongs to, all orders as they were given; what comes of it is a branch."""
    line = games.line(ref)
    ((dispute, choice),) = spelt_readings(line.system, {dispute: choice}).items()
    before = games.before_order(line, ref.entry)
    retold = _Retold(games, line, before, {dispute: choice})
    reading = line.system.book.readings[dispute]
    played = retold.table.state.core.readings.get(dispute) or reading.default
    if played == choice:
        raise BadInput(f"{dispute} is read as {choice} there already; choose another reading")
    why = f"{dispute} read as {choice}, on the dice of {line.name}"
    ruling = RulingMade(by=UMPIRE, text=f"what if: {why}", rule=reading.rule, readings={dispute: choice})
    retold.table.clerk(UMPIRE, ruling, retold.now)
    entries = games.log.entries(line, before)
    halt, moment = retold.tell(entries, progress)
    name = name or free_name(games, line.game, f"{dispute}-{choice}")
    luck: Literal["same", "fresh"] = "fresh" if makes_together(line.started) else "same"  # the story has its dice
    branch = games.branch(Ref(line.game, line.name, before), name, luck=luck, why=why, story=retold.story)
    then, now, end = _Score(games, line, moment), _Score(games, branch), _Score(games, line)
    return Course(
        ref=str(Ref(line.game, name)), parent=line.name, at=before, dispute=dispute, played=played, reading=choice,
        orders=retold.orders, of=sum(isinstance(entry.fact, OrderGiven) for entry in entries),
        changed=retold.changed, first=str(Ref(line.game, line.name, retold.first)) if retold.first else "",
        unused=retold.unused, for_else=retold.for_else, halt=halt, moment=str(Ref(line.game, line.name, moment)),
        ended=now.ended, ended_then=end.ended,
        points=_standings(line.started.sides, then.points, now.points, end.points),
        losses=_standings(line.started.sides, then.losses, now.losses, end.losses),
    )  # fmt: skip


class _Score:
    """Points, losses and result of a line at an entry, or at its head."""

    def __init__(self, games: Games, line: Line, entry: int | None = None) -> None:
        position = games.position(Ref(line.game, line.name, entry))
        core = position.state.core
        self.points = {side: str(points) for side, points in core.points.items()}
        self.losses = losses_in(games.log.entries_of(line, (LossTaken,), 0, position.number))
        self.ended = tell(line.system, core.ended) if core.ended else ""


def _standings(sides: Sequence[str], *columns: Mapping[str, str]) -> tuple[Standing, ...]:
    rows = ([column.get(side, "none") for column in columns] for side in sides)
    return tuple(
        Standing(side=side, then=then, now=now, end=end) for side, (then, now, end) in zip(sides, rows, strict=True)
    )


def free_name(games: Games, game: str, wanted: str) -> str:
    """The name itself, or the first number after it that is free."""
    taken, plain = set(games.log.lines(game)), slug(wanted)
    return next(name for n in range(1, len(taken) + 2) if (name := plain if n == 1 else f"{plain}-{n}") not in taken)


def _plain(fact: Fact) -> Fact:
    """Without where its dice come from, which is all that telling them again changes."""
    if isinstance(fact, DiceRolled | CardDrawn):
        return msgspec.structs.replace(fact, source="entered", number=0)
    return fact


def _words(error: RefightError) -> str:
    return error.message if isinstance(error, IllegalOrder) else str(error)
