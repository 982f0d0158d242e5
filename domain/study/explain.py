"""Any entry in plain words: its order, each die, modifier and table cell, the rules, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.games.games import Games
from domain.games.groups import entries_of
from domain.kernel import facts as f
from domain.kernel.reasons import TableRead
from domain.kernel.say import Say
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.study.citations import Book, Part, parts_of
from domain.study.inforce import (
    Decided,
    InForce,
    OptionInForce,
    ReadingInForce,
    at_the_start,
    by_ruling,
    of_order,
    of_rules,
)
from domain.words.looking import read
from domain.words.phrases import later, listed, phrase, some
from domain.words.tell import is_aside, say_of, tell

ONE_SIDE = later("whether another reading would change this is not told to one side: it might betray what is hidden")
ORIGINS: Mapping[f.Source, tuple[str, str]] = {  # of dice, and of a card
    "fair": (later("rolled fair, from a sealed seed"), later("drawn fair, from a sealed seed")),
    "entered": (later("rolled at the table, and entered"), later("drawn at the table, and entered")),
    "imported": (
        later("rolled elsewhere, and imported from a file"),
        later("drawn elsewhere, and imported from a file"),
    ),
    "ruled": (later("rolled not at all: laid down by a ruling"), later("drawn not at all: laid down by a ruling")),
}


class Explained(msgspec.Struct, frozen=True, kw_only=True):
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
    facts: tuple[Explained, ...]
    rules: dict[str, str]  # in our words; empty where the system has no words for one
    readings: tuple[ReadingInForce, ...] = ()
    options: tuple[OptionInForce, ...] = ()
    unknown: str = ""  # why it is not said which readings and options mattered

    @property
    def is_whole(self) -> bool:
        return self.entry == self.first

    @property
    def focus(self) -> Explained:
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
    about = _about(first, told[0].hidden, say_of(line.system))
    return Explanation(
        ref=str(Ref(line.game, line.name, number)), entry=number, first=first.number, last=entries[-1].number,
        about=about, by=first.by, at=first.at, turn=state.core.turn, phase=state.core.phase,
        facts=told, rules={rule: book.get(rule, "") for rule in cites if rule not in line.system.book.readings},
        readings=found.readings, options=found.options, unknown=found.unknown,
    )  # fmt: skip


def told_entries(
    games: Games, line: Line, entries: Iterable[Entry], book: Book, viewer: str | None = None
) -> tuple[Explained, ...]:
    """Each with its dice, modifiers, tables and rules, as far as the viewer may see it."""
    teller = _Teller(line, book, games.names(line), viewer)
    return tuple(teller.told(entry) for entry in entries)


def _in_force(order: Decided, cites: Sequence[str], viewer: str | None) -> InForce:
    match order.entries[0].fact:
        case f.GameStarted() as started:
            return at_the_start(order.line, order.state, started)
        case f.RulingMade() as ruling:
            return by_ruling(order.line, order.state, ruling)
        case f.OrderGiven() if viewer is None:
            return of_order(order, cites)
        case f.OrderGiven():
            return of_rules(order, cites, phrase(ONE_SIDE) if order.line.system.book.readings else "")
    return InForce()


class _Teller:
    """Looks at no more of an entry than the viewer may see."""

    def __init__(self, line: Line, book: Book, names: Mapping[str, str], viewer: str | None) -> None:
        self.system, self.book, self.names, self.viewer = line.system, book, names, viewer
        self.say = say_of(line.system, names)

    def told(self, entry: Entry) -> Explained:
        fact, system = entry.fact, self.system
        bare = Explained(entry=entry.number, by=entry.by, source=entry.source, to=entry.to)
        if self.viewer is not None and entry.to is not None and self.viewer not in entry.to:
            return msgspec.structs.replace(bare, hidden=True)
        tables = tuple(read(self.say, one) for one in system.book.tables(fact))
        cites = (*system.book.cites(fact, self.book), *(one.cite for one in tables))
        return msgspec.structs.replace(
            bare, aside=is_aside(system, fact), kind=f.tag(fact), words=tell(system, fact, self.names), fact=fact,
            origin=_origin(fact), parts=tuple(map(self._named, parts_of(fact))), tables=tables,
            rules=tuple(dict.fromkeys(cites)),
        )  # fmt: skip

    def _named(self, part: Part) -> Part:
        return msgspec.structs.replace(part, of=self.say.units(part.of.split(", ")))


def _origin(fact: f.Fact) -> str:
    """Where dice or a card come from."""
    if not isinstance(fact, f.DiceRolled | f.CardDrawn):
        return ""
    said = phrase(ORIGINS[fact.source][isinstance(fact, f.CardDrawn)])
    if fact.source != "fair":
        return said
    many = len(fact.faces) if isinstance(fact, f.DiceRolled) else 1
    if many == 1:
        return phrase("{0} (number {1})", said, fact.number)
    return phrase("{0} (numbers {1} to {2})", said, fact.number, fact.number + many - 1)


def _about(entry: Entry, hidden: bool, say: Say) -> str:
    """What an entry is, whoever knows what stands in it."""
    if hidden:
        return phrase("an order of {0}, of which not all is for these eyes", say.term(entry.by))
    said = _ABOUT.get(type(entry.fact))
    by = say.term(entry.by)
    found = said(entry.fact, say) if said else phrase("a fact that no order explains, signed by {0}", by)
    return found + (f" ({phrase(entry.source)})" if entry.source else "")


def _started(fact: f.GameStarted, say: Say) -> str:
    edition = f"{fact.system}, {fact.edition}" if fact.edition else fact.system
    sides = listed(map(say.term, fact.sides))
    said = phrase("the game begins: {0}, {1}, scenario {2} of {3}", fact.title, sides, fact.scenario, edition)
    return said + (phrase("; fair dice are bound to {0}…", fact.commitment[:16]) if fact.commitment else "")


def _line(fact: f.LineOpened, say: Say) -> str:
    opened = phrase(
        "a line is opened: it shares {0} up to entry {1} and goes on with {2}", fact.parent, fact.at, _luck(fact)
    )
    why = phrase(", because: {0}", fact.why) if fact.why else ""
    agreed = listed(map(say.term, fact.consent))
    return opened + why + (phrase("; {0} agreed to take back what followed there", agreed) if agreed else "")


def _luck(fact: f.LineOpened) -> str:
    if fact.luck == "same":
        return phrase("the dice its parent has rolled since, as far as they go")
    return phrase("dice of its own")


def _ruling(fact: f.RulingMade, say: Say) -> str:
    by = say.term(fact.by)
    if not fact.readings:
        return phrase("a ruling by {0}: no rule decided it; it changes no reading", by)
    changes = some(len(fact.readings), "reading", "readings")
    return phrase("a ruling by {0}: no rule decided it; it changes {1} from here on", by, changes)


def _note(fact: f.NoteAdded, say: Say) -> str:
    if not fact.about:
        return phrase("a note by {0}: it changes nothing in the game", say.term(fact.by))
    return phrase("a note by {0} on entry {1}: it changes nothing in the game", say.term(fact.by), fact.about)


def _irregular(fact: f.IrregularPlay, say: Say) -> str:
    return phrase(
        "irregular play of {0}: the rules do not allow it, and what came of it is taken as it was played",
        say.term(fact.by),
    )


def _seed(_fact: f.SeedRevealed, _say: Say) -> str:
    return phrase("the seed of the fair dice of this line: from here on anyone can check them (`refight verify`)")


def _promised(fact: f.SharesPromised, say: Say) -> str:
    return phrase("a promise of {0}: from here on its shares of the dice are its own", say.term(fact.by))


def _left(fact: f.LineClosed, say: Say) -> str:
    return phrase(
        "a line is closed by {0}: nobody plays on in it", " + ".join(map(say.term, fact.consent or (fact.by,)))
    )


def _waits(fact: f.OrderWaits[f.Order], say: Say) -> str:
    return phrase("an order of {0} that waits for the dice of {1}", say.term(fact.by), say.term(fact.waits_for))


def _order(fact: f.OrderGiven[f.Order], say: Say) -> str:
    return phrase("an order of {0}", say.term(fact.by))


_ABOUT: Mapping[type[f.Fact], Callable[[Any, Say], str]] = {
    f.GameStarted: _started,
    f.LineOpened: _line,
    f.RulingMade: _ruling,
    f.NoteAdded: _note,
    f.IrregularPlay: _irregular,
    f.SeedRevealed: _seed,
    f.SharesPromised: _promised,
    f.LineClosed: _left,
    f.OrderGiven: _order,
    f.OrderWaits: _waits,
}
