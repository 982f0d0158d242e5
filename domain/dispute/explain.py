"""Any entry in plain words: its order, each die, modifier and table cell, the rules, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain import facts as f
from domain.audit import groups
from domain.dispute.citations import Book, Part, parts_of, rules_of
from domain.dispute.inforce import (
    Decided,
    InForce,
    OptionInForce,
    ReadingInForce,
    at_the_start,
    by_ruling,
    of_order,
    of_rules,
)
from domain.entry import Entry
from domain.gamelog import Line
from domain.games import Games
from domain.names import called
from domain.refs import Ref
from domain.ruling import TableRead
from domain.words import count, is_aside, tell

WINDOW = 8  # entries to each side: most orders are shorter
ONE_SIDE = "whether another reading would change this is not told to one side: it might betray what is hidden"
ORIGINS: Mapping[f.Source, str] = {
    "fair": "fair, from a sealed seed",
    "entered": "at the table, and entered",
    "imported": "elsewhere, and imported from a file",
    "ruled": "not at all: laid down by a ruling",
}


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One entry and all that is to be said of it; of one that the viewer may not see, only that it is there."""

    entry: int
    by: str
    source: str
    to: tuple[str, ...] | None
    hidden: bool = False
    aside: bool = False  # it only keeps the machinery going
    kind: str = ""
    words: str = ""
    fact: Any = None
    origin: str = ""  # of dice and cards: where they come from
    parts: tuple[Part, ...] = ()
    tables: tuple[TableRead, ...] = ()
    rules: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    ref: str
    entry: int  # the one that was asked about; the first stands for the whole
    first: int
    last: int
    about: str  # what this is, in one sentence
    by: str
    at: int  # milliseconds since 1970, UTC
    turn: int
    phase: str
    facts: tuple[Told, ...]
    rules: dict[str, str]  # in our words; empty where the system has no words for one
    readings: tuple[ReadingInForce, ...] = ()
    options: tuple[OptionInForce, ...] = ()
    unknown: str = ""  # why it is not said which readings and options mattered

    @property
    def is_whole(self) -> bool:
        return self.entry == self.first

    @property
    def focus(self) -> Told:
        return self.facts[self.entry - self.first]


def explain(games: Games, ref: Ref, book: Book, viewer: str | None = None) -> Explanation:
    """The entry a ref names, or the last order of its line, as everyone or as one side may know it."""
    line = games.line(ref)
    entries = entries_of(games, line, ref.entry)
    first = entries[0]
    told = told_entries(games, line, entries, book, viewer)
    cites = dict.fromkeys(rule for one in told for rule in one.rules)
    state = games.state(line, first.number - 1)
    found = _in_force(Decided(games, line, entries, state), list(cites), viewer)
    number = first.number if ref.entry is None else ref.entry
    return Explanation(
        ref=str(Ref(line.game, line.name, number)), entry=number, first=first.number, last=entries[-1].number,
        about=_about(first, told[0].hidden), by=first.by, at=first.at, turn=state.core.turn, phase=state.core.phase,
        facts=told, rules={rule: book.get(rule, "") for rule in cites if rule not in line.system.readings},
        readings=found.readings, options=found.options, unknown=found.unknown,
    )  # fmt: skip


def told_entries(
    games: Games, line: Line, entries: Iterable[Entry], book: Book, viewer: str | None = None
) -> tuple[Told, ...]:
    """Each with its dice, modifiers, tables and rules, as far as the viewer may see it."""
    teller = _Teller(line, book, games.names(line), viewer)
    return tuple(teller.told(entry) for entry in entries)


def entries_of(games: Games, line: Line, number: int | None) -> list[Entry]:
    """The order, or whatever else, that an entry belongs to; without a number, the last order of the line."""
    at = head = games.entry_number(line, None)
    if number is not None:
        return _around(games, line, games.entry_number(line, number), head)
    while at > 0:
        found = _around(games, line, at, head)
        if isinstance(found[0].fact, f.OrderGiven):
            return found
        at = found[0].number - 1
    return _around(games, line, head, head)


def _around(games: Games, line: Line, number: int, head: int) -> list[Entry]:
    """Reads no more of a long log than it must: as far to both sides as the order goes on."""
    reach = WINDOW
    while True:
        low, high = max(0, number - reach), min(head, number + reach)
        found = next(g for g in groups(games.log.entries(line, low, high)) if g[-1].number >= number)
        is_whole_before = low == 0 or found[0].number > low + 1
        if is_whole_before and (high == head or found[-1].number < high):
            return found
        reach *= 4


def _in_force(order: Decided, cites: Sequence[str], viewer: str | None) -> InForce:
    match order.entries[0].fact:
        case f.GameStarted() as started:
            return at_the_start(order.line, order.state, started)
        case f.RulingMade() as ruling:
            return by_ruling(order.line, order.state, ruling)
        case f.OrderGiven() if viewer is None:
            return of_order(order, cites)
        case f.OrderGiven():
            return of_rules(order, cites, ONE_SIDE if order.line.system.readings else "")
    return InForce()


class _Teller:
    """Looks at no more of an entry than the viewer may see."""

    def __init__(self, line: Line, book: Book, names: Mapping[str, str], viewer: str | None) -> None:
        self.system, self.book, self.names, self.viewer = line.system, book, names, viewer

    def told(self, entry: Entry) -> Told:
        fact, system = entry.fact, self.system
        bare = Told(entry=entry.number, by=entry.by, source=entry.source, to=entry.to)
        if self.viewer is not None and entry.to is not None and self.viewer not in entry.to:
            return msgspec.structs.replace(bare, hidden=True)
        tables = system.tables(fact)
        cites = (*rules_of(fact, self.book, system.readings), *(read.cite for read in tables))
        return msgspec.structs.replace(
            bare, aside=is_aside(system, fact), kind=f.tag(fact), words=tell(system, fact, self.names), fact=fact,
            origin=_origin(fact), parts=tuple(map(self._named, parts_of(fact))), tables=tables,
            rules=tuple(dict.fromkeys(cites)),
        )  # fmt: skip

    def _named(self, part: Part) -> Part:
        return msgspec.structs.replace(part, of=called(part.of, self.names))


def _origin(fact: f.Fact) -> str:
    """Where dice or a card come from."""
    if not isinstance(fact, f.DiceRolled | f.CardDrawn):
        return ""
    does = "rolled" if isinstance(fact, f.DiceRolled) else "drawn"
    said = f"{does} {ORIGINS[fact.source]}"
    if fact.source != "fair":
        return said
    many = len(fact.faces) if isinstance(fact, f.DiceRolled) else 1
    numbers = f"number {fact.number}" if many == 1 else f"numbers {fact.number} to {fact.number + many - 1}"
    return f"{said} ({numbers})"


def _about(entry: Entry, hidden: bool) -> str:
    """What an entry is, whoever knows what stands in it."""
    if hidden:
        return f"an order of {entry.by}, of which not all is for these eyes"
    said = _ABOUT.get(type(entry.fact))
    found = said(entry.fact) if said else f"a fact that no order explains, signed by {entry.by}"
    return found + (f" ({entry.source})" if entry.source else "")


def _started(fact: f.GameStarted) -> str:
    edition = f"{fact.system}, {fact.edition}" if fact.edition else fact.system
    bound = f"; fair dice are bound to {fact.commitment[:16]}…" if fact.commitment else ""
    return f"the game begins: {fact.title}, {_listed(fact.sides)}, scenario {fact.scenario} of {edition}{bound}"


def _line(fact: f.LineOpened) -> str:
    why = f", because: {fact.why}" if fact.why else ""
    luck = "the dice its parent has rolled since, as far as they go" if fact.luck == "same" else "dice of its own"
    consent = f"; {_listed(fact.consent)} agreed to take back what followed there" if fact.consent else ""
    return f"a line is opened: it shares {fact.parent} up to entry {fact.at} and goes on with {luck}{why}{consent}"


def _ruling(fact: f.RulingMade) -> str:
    changes = f"{count(len(fact.readings), 'readings')} from here on" if fact.readings else "no reading"
    return f"a ruling by {fact.by}: no rule decided it; it changes {changes}"


def _note(fact: f.NoteAdded) -> str:
    about = f" on entry {fact.about}" if fact.about else ""
    return f"a note by {fact.by}{about}: it changes nothing in the game"


def _irregular(fact: f.IrregularPlay) -> str:
    return f"irregular play of {fact.by}: the rules do not allow it, and what came of it is taken as it was played"


def _seed(_fact: f.SeedRevealed) -> str:
    return "the seed of the fair dice of this line: from here on anyone can check them (`refight verify`)"


def _order(fact: f.OrderGiven[f.Order]) -> str:
    return f"an order of {fact.by}"


def _listed(names: Iterable[str]) -> str:
    return " and ".join(names)


_ABOUT: Mapping[type[f.Fact], Callable[[Any], str]] = {
    f.GameStarted: _started,
    f.LineOpened: _line,
    f.RulingMade: _ruling,
    f.NoteAdded: _note,
    f.IrregularPlay: _irregular,
    f.SeedRevealed: _seed,
    f.OrderGiven: _order,
}
