"""Audit: decide every order again on the recorded dice, and compare with what the log says happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from domain.chance import TapeChance
from domain.dispute.umpire import can_be_ruled
from domain.entry import Entry
from domain.facts import CLERICAL, IrregularPlay, OrderGiven, RulingMade, tag
from domain.games import Games
from domain.kernel import Play, Recorded, fold, run
from domain.refs import Ref
from domain.ruling import IllegalOrder, RefightError, TapeMismatch
from domain.table import check_turn
from domain.words import tell

Progress = Callable[[int, int], None]
RULED, IMPORTED = "ruled", "imported"


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


class AuditReport(msgspec.Struct, frozen=True, kw_only=True):
    """How far the audit came and what it found; entries the rules did not make are counted apart."""

    ref: str
    orders: int
    facts: int
    clerical: int
    irregular: tuple[Difference, ...]  # imported, or ruled without a reason: recorded as it was, not by these rules
    differences: tuple[Difference, ...]
    complete: bool
    ruled: tuple[Ruled, ...] = ()

    @property
    def is_clean(self) -> bool:
        return not self.differences


class _Auditor:
    def __init__(self, games: Games, ref: Ref) -> None:
        self.games, self.line = games, games.line(ref)
        self.system = self.line.system
        self.upto = games.entry_number(self.line, ref.entry)
        self.cut = ref.entry  # an audit up to an entry may end inside an order
        self.state = games.initial(self.line)
        self.shadow: Any = None
        self.orders = self.facts = self.clerical = 0
        self.differences: list[Difference] = []
        self.irregular: list[Difference] = []
        self.rulings: list[Ruled] = []

    def group(self, entries: Sequence[Entry]) -> None:
        first = entries[0]
        if isinstance(first.fact, RulingMade):
            self.ruled(first.fact, entries)
        elif isinstance(first.fact, IrregularPlay):
            self.irregular_play(first.fact, entries)
        elif isinstance(first.fact, CLERICAL):
            self.clerical += 1
            self.take(entries)
        elif isinstance(first.fact, OrderGiven):
            self.order(first.fact, entries)
        else:
            self.unordered(entries)

    def order(self, given: OrderGiven[Any], entries: Sequence[Entry]) -> None:
        """The recorded facts must be what the rules give, or, where a branch cut an order short, begin so."""
        self.orders += 1
        self.facts += len(entries)
        expected, error = self.decide(given, entries)
        recorded = [Recorded(entry.fact, entry.to) for entry in entries]
        self.signed(given, entries)
        if expected == recorded and error is None:
            self.follow(entries)
            return
        at = next((i for i, (x, y) in enumerate(zip(expected, recorded, strict=False)) if x != y), len(expected))
        if at < len(recorded) and at < len(expected):
            self.part(expected, entries, at)
        elif self.is_cut(entries) and len(expected) >= len(recorded):
            pass  # the rest of this order belongs to the parent line
        elif error is not None:
            self.differ(entries[0], error, entries)
        else:
            self.part(expected, entries, min(len(expected), len(recorded)))
        self.go_on_after(entries)

    def decide(self, given: OrderGiven[Any], entries: Sequence[Entry]) -> tuple[list[Recorded], RefightError | None]:
        """What the rules make of the order on the recorded dice, as far as they come."""
        play = Play(self.system, self.state, given.by, given.order, TapeChance(entry.fact for entry in entries))
        try:
            check_turn(self.state, given.by)
            run(play)
        except RefightError as error:
            return play.recorded, error
        return play.recorded, None

    def signed(self, given: OrderGiven[Any], entries: Sequence[Entry]) -> None:
        """Every entry of an order bears the name of the side that gave it."""
        other = next((entry for entry in entries if entry.by != given.by), None)
        if other is not None:
            said = f"{given.by} ordered it, but it is signed {other.by}"
            self.note(self.differences, other, "", given.by, other.by, said)

    def is_cut(self, entries: Sequence[Entry]) -> bool:
        """True when a branch leaves its parent, or the audit ends, in the middle of this order."""
        last = entries[-1].number
        return last == self.cut or any(span.last == last for span in self.line.spans)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Once rules and log have parted, the log's own state is kept beside the rules'."""
        if self.shadow is not None:
            fold(self.system, self.shadow, [entry.fact for entry in entries])

    def go_on_after(self, entries: Sequence[Entry]) -> None:
        """Take the log's word and go on from there."""
        if self.shadow is None:
            self.shadow = self.games.replayed(self.line, entries[-1].number)
        else:
            self.follow(entries)
        self.state = msgspec.msgpack.decode(msgspec.msgpack.encode(self.shadow), type=self.system.state)

    def part(self, expected: Sequence[Recorded], entries: Sequence[Entry], at: int) -> None:
        """Rules and log agree up to `at` and part there."""
        rules_say = tell(self.system, expected[at].fact) if at < len(expected) else "nothing more"
        log_says = tell(self.system, entries[at].fact) if at < len(entries) else "nothing more"
        entry = entries[min(at, len(entries) - 1)]
        cites = [_cite(item.fact) for item in expected[: at + 1]]
        rule = next((cite for cite in reversed(cites) if cite), "")
        if at < min(len(expected), len(entries)) and expected[at].fact == entries[at].fact:
            rules_say, log_says = f"seen by {_seen(expected[at].to)}", f"seen by {_seen(entries[at].to)}"
        message = f"the rules give: {rules_say}; the log has: {log_says}"
        self.note(self.differences, entry, rule, rules_say, log_says, message)

    def differ(self, entry: Entry, error: RefightError, entries: Sequence[Entry]) -> None:
        rule = error.rule if isinstance(error, IllegalOrder) else ""
        recorded = "; ".join(tell(self.system, e.fact) for e in entries[1:3]) or "nothing"
        expected = "other dice" if isinstance(error, TapeMismatch) else "a refusal"
        self.note(self.differences, entry, rule, expected, recorded, str(error))

    def unordered(self, entries: Sequence[Entry]) -> None:
        """Facts no order explains: as imported or ruled they are listed, otherwise they are a fault."""
        for entry in entries:
            told = tell(self.system, entry.fact)
            listed = self.irregular if entry.source in (IMPORTED, RULED) else self.differences
            self.note(listed, entry, "", "an order", told, f"{entry.source or 'recorded'} without an order: {told}")
        self.take(entries)

    def irregular_play(self, play: IrregularPlay, entries: Sequence[Entry]) -> None:
        """What the rules would not allow is listed under the rule it breaks; what came of it is taken as it stands."""
        self.clerical += 1
        told = tell(self.system, play)
        if entries[0].source != IMPORTED:
            self.note(self.differences, entries[0], play.rule, "an order", told, f"recorded without an import: {told}")
        else:
            self.note(self.irregular, entries[0], play.rule, "a refusal", play.what, told)
        for entry in entries[1:]:
            if not can_be_ruled(entry.fact):
                said = tell(self.system, entry.fact)
                self.note(self.differences, entry, "", "a fact of the game", said, f"no play can make this: {said}")
        self.take(entries)

    def ruled(self, ruling: RulingMade, entries: Sequence[Entry]) -> None:
        """Readings change from here on; facts set straight are taken from the ruling, as long as one may make them."""
        self.clerical += 1
        for entry in entries[1:]:
            told = tell(self.system, entry.fact)
            if not can_be_ruled(entry.fact):
                self.note(self.differences, entry, "", "a fact of the game", told, f"no ruling can make this: {told}")
                continue
            self.rulings.append(
                Ruled(
                    line=entry.line, entry=entry.number, by=ruling.by, fact=told, text=ruling.text, rule=ruling.rule,
                )
            )  # fmt: skip
        self.take(entries)

    def take(self, entries: Sequence[Entry]) -> None:
        """Facts that no rule decides."""
        fold(self.system, self.state, [entry.fact for entry in entries])
        self.follow(entries)

    def check_snapshots(self) -> None:
        """Snapshots are not under the chain: what they give must be what the entries give."""
        if self.games.state(self.line, self.upto) != self.state:
            entry = self.games.log.entries(self.line, self.upto - 1, self.upto)[0]
            said = "a snapshot of this line is wrong; `refight project --rebuild` makes them anew"
            self.note(self.differences, entry, "", "the state the entries give", "another state", said)

    def note(
        self, among: list[Difference], entry: Entry, rule: str, expected: str, recorded: str, message: str
    ) -> None:
        among.append(
            Difference(
                line=entry.line, entry=entry.number, order_no=entry.order_no, rule=rule,
                expected=expected, recorded=recorded, message=message,
            )
        )  # fmt: skip


def audit(games: Games, ref: Ref, *, every: bool = False, progress: Progress | None = None) -> AuditReport:
    """Stops at the first difference unless `every`; then goes on from what the log says."""
    auditor = _Auditor(games, ref)
    entries = games.log.entries(auditor.line, 0, auditor.upto)
    complete = True
    for group in groups(entries):
        auditor.group(group)
        if progress:
            progress(group[-1].number, len(entries))
        if auditor.differences and not every:
            complete = group[-1].number == len(entries)
            break
    if complete:
        auditor.check_snapshots()
    return AuditReport(
        ref=str(ref), orders=auditor.orders, facts=auditor.facts, clerical=auditor.clerical,
        irregular=tuple(auditor.irregular), differences=tuple(auditor.differences), complete=complete,
        ruled=tuple(auditor.rulings),
    )  # fmt: skip


def groups(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Entries by order; clerical ones, which stand alone, one by one; a ruling with the facts it sets straight."""
    for _, found in groupby(entries, key=lambda entry: (entry.order_no, entry.line, _alone(entry))):
        yield list(found)


def _alone(entry: Entry) -> int:
    if isinstance(entry.fact, IrregularPlay) or (isinstance(entry.fact, RulingMade) and entry.source == RULED):
        return 0
    return entry.number if isinstance(entry.fact, CLERICAL) else 0


def _cite(fact: Any) -> str:
    """The rule a fact names, however it names it: directly, in its modifiers, or at the head of a roll's purpose."""
    if getattr(fact, "rule", ""):
        return str(fact.rule)
    modifiers = getattr(fact, "modifiers", ())
    if modifiers:
        return str(modifiers[-1].cite)
    return tag(fact) if not getattr(fact, "why", "") else str(fact.why).split(" ", 1)[0]


def _seen(to: tuple[str, ...] | None) -> str:
    return "everyone" if to is None else ", ".join(to) or "nobody"
