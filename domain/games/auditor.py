"""Deciding orders again: what the rules make of a group of entries, and where the log says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from domain.games.games import Games
from domain.games.groups import RULED
from domain.games.seat import check_turn
from domain.games.umpire import can_be_ruled
from domain.kernel.chance import TapeChance
from domain.kernel.citing import named_in
from domain.kernel.copying import copier
from domain.kernel.core import check_known, unknown_in
from domain.kernel.errors import IllegalOrder, RefightError, TapeMismatch
from domain.kernel.facts import (
    CLERICAL,
    IMPORTED,
    DiceRolled,
    Fact,
    IrregularPlay,
    OrderGiven,
    OrderWaits,
    RulingMade,
    Side,
)
from domain.kernel.play import Play, Recorded, fold, run
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.words.tell import tell


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Where the log and the rules part: what stands there, what the rules give, and under which rule."""

    line: str
    entry: int
    order_no: int
    rule: str
    expected: str
    recorded: str
    message: str


class Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that a ruling set straight: no rule gave it, and its reason stands with it."""

    line: str
    entry: int
    by: str
    fact: str  # in words
    text: str
    rule: str


@dataclass
class AuditState:
    """How an audit stands after a group of entries; a branch goes on from a copy of it."""

    state: Any
    number: int = 0  # the last entry that was looked at
    hash: bytes = b""  # its own
    shadow: Any = None  # the log's own state, once rules and log have parted
    orders: int = 0
    facts: int = 0
    clerical: int = 0
    differences: list[Difference] = field(default_factory=list)
    irregular: list[Difference] = field(default_factory=list)
    rulings: list[Ruled] = field(default_factory=list)
    stopped: bool = False  # at a difference, and nothing after it was decided
    since: int = 0  # entries up to this one were audited before, and are not decided again
    waits: OrderWaits[Any] | None = None  # the order that stands, and nothing else may be given

    def copy(self, system: System[Any]) -> AuditState:
        again = copier(system)
        return replace(
            self, state=again(self.state), shadow=None if self.shadow is None else again(self.shadow),
            differences=list(self.differences), irregular=list(self.irregular), rulings=list(self.rulings),
        )  # fmt: skip


class Auditor:
    """Takes a line group by group; what it finds is kept in `sofar`."""

    def __init__(self, games: Games, line: Line, sofar: AuditState, cut: int | None = None) -> None:
        self.games, self.line, self.system, self.sofar = games, line, line.system, sofar
        # A branch may leave its parent, and an audit up to an entry may end, in the middle of an order.
        self.cuts = {cut, *(span.last for span in line.spans)} - {None}

    def group(self, entries: Sequence[Entry]) -> None:
        first = entries[0]
        self.known(entries)
        self.sofar.number, self.sofar.hash = entries[-1].number, entries[-1].hash
        if isinstance(first.fact, CLERICAL) and first.source != IMPORTED:  # a file may tell of who is no side
            self.signed("says", entries)
        if isinstance(first.fact, RulingMade):
            self.ruled(first.fact, entries)
        elif isinstance(first.fact, IrregularPlay):
            self.irregular_play(first.fact, entries)
        elif isinstance(first.fact, CLERICAL):
            self.sofar.clerical += 1
            if isinstance(first.fact, OrderWaits):
                self.waited(first)
                self.sofar.waits = first.fact
            self.take(entries)
        elif isinstance(first.fact, OrderGiven):
            self.order(first.fact, entries)
        else:
            self.unordered(entries)

    def known(self, entries: Sequence[Entry]) -> None:
        """What a newer program wrote, or began under other terms, is not for this one to judge."""
        check_known(unknown_in(entry.fact for entry in entries) or self.sofar.state.core.unread, "audited")

    def order(self, given: OrderGiven[Any], entries: Sequence[Entry]) -> None:
        """The recorded facts must be what the rules give, or, where a branch cut an order short, begin so."""
        self.sofar.orders += 1
        self.sofar.facts += len(entries)
        self.waited(entries[0], entries)
        self.sofar.waits = None
        before = copier(self.system)(self.sofar.state) if entries[-1].number in self.cuts else None
        expected, error = self.decide(given, entries)
        recorded = [(entry.fact, entry.to) for entry in entries]
        self.signed("ordered", entries)
        if expected == recorded and error is None:
            self.follow(entries)
            return
        shorter = min(len(expected), len(recorded))
        at = next((i for i, (x, y) in enumerate(zip(expected, recorded, strict=False)) if x != y), shorter)
        if before is not None and at == len(recorded):  # the rest of this order belongs to the parent line
            self.sofar.state = before
            self.take(entries)
            return
        if error is not None and at == shorter:
            self.differ(entries[0], error, entries)
        else:
            self.part(expected, entries, at)
        self.go_on_after(entries)

    def waited(self, first: Entry, entries: Sequence[Entry] = ()) -> None:
        """An order that stood is given as it stood, with the dice that were typed for it."""
        stood, now = self.sofar.waits, first.fact
        if stood is None or not isinstance(now, OrderWaits | OrderGiven):
            return
        rolled = now.dice if isinstance(now, OrderWaits) else rolled_by_side(entry.fact for entry in entries)
        kept = all(tuple(rolled.get(side, ()))[: len(faces)] == faces for side, faces in stood.dice.items())
        if (stood.by, stood.order) != (now.by, now.order) or not kept:
            said = f"another order or other dice than those that stood: {tell(self.system, stood)}"
            self.note(self.sofar.differences, first, "", tell(self.system, stood), tell(self.system, now), said)

    def decide(self, given: OrderGiven[Any], entries: Sequence[Entry]) -> tuple[list[Recorded], RefightError | None]:
        """What the rules make of the order on the recorded dice, as far as they come."""
        play = Play(self.system, self.sofar.state, given.by, given.order, TapeChance(entry.fact for entry in entries))
        try:
            check_turn(self.sofar.state, given.by)
            run(play)
        except RefightError as error:
            return play.recorded, error
        return play.recorded, None

    def signed(self, what: str, entries: Sequence[Entry]) -> None:
        """Every entry of an order bears the name of the side that gave it; a note, that of whoever speaks in it."""
        by = getattr(entries[0].fact, "by", entries[0].by)
        other = next((entry for entry in entries if entry.by != by), None)
        if other is not None:
            said = f"{by} {what} it, but it is signed {other.by}"
            self.note(self.sofar.differences, other, "", by, other.by, said)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Once rules and log have parted, the log's own state is kept beside the rules'."""
        if self.sofar.shadow is not None:
            fold(self.system, self.sofar.shadow, [entry.fact for entry in entries])

    def go_on_after(self, entries: Sequence[Entry]) -> None:
        """Take the log's word and go on from there."""
        if self.sofar.shadow is None:
            self.sofar.shadow = self.games.replayed(self.line, entries[-1].number)
        else:
            self.follow(entries)
        self.sofar.state = msgspec.msgpack.decode(msgspec.msgpack.encode(self.sofar.shadow), type=self.system.state)

    def part(self, expected: Sequence[Recorded], entries: Sequence[Entry], at: int) -> None:
        """Rules and log agree up to `at` and part there."""
        rules_say = tell(self.system, expected[at].fact) if at < len(expected) else "nothing more"
        log_says = tell(self.system, entries[at].fact) if at < len(entries) else "nothing more"
        entry = entries[min(at, len(entries) - 1)]
        cites = [self.cite(item.fact) for item in expected[: at + 1]]
        rule = next((cite for cite in reversed(cites) if cite), "")
        if at < min(len(expected), len(entries)) and expected[at].fact == entries[at].fact:
            rules_say, log_says = f"seen by {_seen(expected[at].to)}", f"seen by {_seen(entries[at].to)}"
        message = f"the rules give: {rules_say}; the log has: {log_says}"
        self.note(self.sofar.differences, entry, rule, rules_say, log_says, message)

    def cite(self, fact: Fact) -> str:
        """What its fields name, its last modifier, or the rules its kind is told under."""
        modifiers = [one.cite for one in getattr(fact, "modifiers", ())]
        return ", ".join(named_in(fact) or modifiers[-1:] or self.system.book.cited.get(type(fact), ()))

    def differ(self, entry: Entry, error: RefightError, entries: Sequence[Entry]) -> None:
        rule = error.rule if isinstance(error, IllegalOrder) else ""
        recorded = "; ".join(tell(self.system, e.fact) for e in entries[1:3]) or "nothing"
        expected = "other dice" if isinstance(error, TapeMismatch) else "a refusal"
        self.note(self.sofar.differences, entry, rule, expected, recorded, str(error))

    def unordered(self, entries: Sequence[Entry]) -> None:
        """Facts no order explains: as imported or ruled they are listed, otherwise they are a fault."""
        for entry in entries:
            told = tell(self.system, entry.fact)
            listed = self.sofar.irregular if entry.source in (IMPORTED, RULED) else self.sofar.differences
            self.note(listed, entry, "", "an order", told, f"{entry.source or 'recorded'} without an order: {told}")
        self.take(entries)

    def irregular_play(self, play: IrregularPlay, entries: Sequence[Entry]) -> None:
        """What the rules would not allow is listed under the rule it breaks; what came of it is taken as it stands."""
        self.sofar.clerical += 1
        told = tell(self.system, play)
        if entries[0].source != IMPORTED:
            self.note(
                self.sofar.differences,
                entries[0],
                play.why.cite,
                "an order",
                told,
                f"recorded without an import: {told}",
            )
        else:
            self.note(self.sofar.irregular, entries[0], play.why.cite, "a refusal", play.what, told)
        for entry in entries[1:]:
            if not can_be_ruled(entry.fact):
                said = tell(self.system, entry.fact)
                self.note(
                    self.sofar.differences, entry, "", "a fact of the game", said, f"no play can make this: {said}"
                )
        self.take(entries)

    def ruled(self, ruling: RulingMade, entries: Sequence[Entry]) -> None:
        """Readings change from here on; facts set straight are taken from the ruling, as long as one may make them."""
        self.sofar.clerical += 1
        for entry in entries[1:]:
            told = tell(self.system, entry.fact)
            if not can_be_ruled(entry.fact):
                self.note(
                    self.sofar.differences, entry, "", "a fact of the game", told, f"no ruling can make this: {told}"
                )
                continue
            self.sofar.rulings.append(
                Ruled(
                    line=entry.line, entry=entry.number, by=ruling.by, fact=told, text=ruling.text, rule=ruling.rule,
                )
            )  # fmt: skip
        self.take(entries)

    def take(self, entries: Sequence[Entry]) -> None:
        """Facts that no rule decides."""
        fold(self.system, self.sofar.state, [entry.fact for entry in entries])
        self.follow(entries)

    def note(
        self, among: list[Difference], entry: Entry, rule: str, expected: str, recorded: str, message: str
    ) -> None:
        among.append(
            Difference(
                line=entry.line, entry=entry.number, order_no=entry.order_no, rule=rule,
                expected=expected, recorded=recorded, message=message,
            )
        )  # fmt: skip


def _seen(to: tuple[str, ...] | None) -> str:
    return "everyone" if to is None else ", ".join(to) or "nobody"


def rolled_by_side(facts: Iterable[Fact]) -> dict[Side, tuple[int, ...]]:
    rolled: dict[Side, tuple[int, ...]] = {}
    for fact in facts:
        if isinstance(fact, DiceRolled):
            rolled[fact.by] = (*rolled.get(fact.by, ()), *fact.faces)
    return rolled
