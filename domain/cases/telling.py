"""A decided case in words: the position, each fact with its rules, and what other readings would have made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.cases.adjudication import Adjudication, CaseDecided, Reread, is_same_position, lost, scored
from domain.cases.scene import Scene, called, where
from domain.kernel.errors import IllegalOrder, RefightError
from domain.kernel.facts import DiceRolled, Fact, FrameOpened, Order, OrderGiven
from domain.kernel.play import Recorded
from domain.kernel.reasons import Modifier, TableRead
from domain.kernel.system import System
from domain.study.citations import Book, parts_of
from domain.study.otherwise import parting
from domain.study.redecide import OtherDice
from domain.words.looking import read, seen
from domain.words.orders import format_fact, format_fields, format_order
from domain.words.phrases import later, phrase
from domain.words.slots import slots_of
from domain.words.tell import is_aside, say_of, tell

FEW = 3  # facts that say what an order comes to


class CaseStep(msgspec.Struct, frozen=True, kw_only=True):
    """One fact in words, with the modifiers, the tables it was read from, and the rules it names."""

    words: str
    rules: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    tables: tuple[TableRead, ...]
    fact: Fact
    to: tuple[str, ...] | None  # the sides that may see it; None: everyone
    aside: bool  # it only keeps the machinery going


class OrderTold(msgspec.Struct, frozen=True, kw_only=True):
    by: str
    order: str
    dice: tuple[int, ...]
    cards: tuple[str, ...]
    before: tuple[CaseStep, ...]  # what followed of itself before it was given
    steps: tuple[CaseStep, ...]
    chosen: tuple[str, ...] = ()  # what the order left open, and was chosen for the player: field=value
    refused: str = ""  # the rule
    reason: str = ""


class Other(msgspec.Struct, frozen=True, kw_only=True):
    """One reading that changes the outcome."""

    dispute: str
    rule: str
    question: str
    choice: str
    meaning: str
    played: str  # the choice the case is decided under
    played_meaning: str
    order: int  # the first that comes out otherwise, counted from 1
    was: str  # the first fact that differs, as it was
    would: str  # and as it would be; or the refusal
    refused: str = ""  # the rule that would refuse the order
    needs: str = ""  # dice or cards nobody rolled, without which nobody knows how it ends
    more: int = 0  # how many of them
    later: str = ""  # what would stop it after that: the refusal of a later order, or its dice
    unused: int = 0  # dice and cards that would not be asked for
    end: tuple[str, ...] = ()  # what differs in the end
    same: bool = False  # nothing does


class CaseTold(msgspec.Struct, frozen=True, kw_only=True):
    system: str
    scenario: str
    title: str
    row: str  # its name; empty: the base of the case
    source: str
    text: str
    position: tuple[str, ...]
    orders: tuple[OrderTold, ...]
    awaited: str
    ended: str
    points: dict[str, int]
    losses: dict[str, int]
    asked: tuple[str, ...]
    other: tuple[Other, ...]


def tell_case(found: Adjudication, book: Book) -> CaseTold:
    begun, last = found.begun, found.orders[-1]
    teller = _Teller(begun.system, begun.names, book)
    return CaseTold(
        system=begun.system.key,
        scenario=begun.started.scenario,
        title=begun.started.title,
        row=begun.row.name,
        source=begun.row.source,
        text=begun.row.text,
        position=tuple(teller.position(found)),
        orders=tuple(teller.order(decided, state) for decided, state in zip(found.orders, _starts(found), strict=True)),
        awaited=teller.awaited(last.state),
        ended=teller.ended(last.state),
        points=scored(found.orders),
        losses=lost(found.orders),
        asked=tuple(found.asked),
        other=tuple(sorted(map(teller.other, found.reread), key=lambda other: other.same)),
    )


class _Teller:
    def __init__(self, system: System[Any], names: Mapping[str, str], book: Book) -> None:
        self.system, self.names, self.book = system, names, book
        self.say = say_of(system, names)

    def words(self, fact: Fact) -> str:
        return tell(self.system, fact, self.names)

    def position(self, found: Adjudication) -> Iterator[str]:
        yield from Scene(self.say, found).lines()
        waiting = self.awaited(found.begun.state)
        if waiting:
            yield waiting

    # The orders

    def awaited(self, state: Any) -> str:
        pending = state.core.pending
        return self.words(FrameOpened(frame=pending[-1])) if pending else ""

    def ended(self, state: Any) -> str:
        return self.words(state.core.ended) if state.core.ended else ""

    def order(self, decided: CaseDecided, before: Any) -> OrderTold:
        row, refusal = decided.given.row, decided.refusal
        facts = [item.fact for item in decided.recorded]
        given = next((at for at, fact in enumerate(facts) if isinstance(fact, OrderGiven)), len(facts))
        return OrderTold(
            by=row.by, order=format_order(decided.given.order), dice=row.dice, cards=row.cards,
            before=tuple(map(self.step, decided.recorded[:given])),
            steps=tuple(map(self.step, decided.recorded[given + 1 :])),
            chosen=tuple(_chosen(before, decided.given.order, facts[given + 1 :])),
            refused=refusal.rule if refusal else "", reason=refusal.message if refusal else "",
        )  # fmt: skip

    def step(self, item: Recorded) -> CaseStep:
        return CaseStep(
            words=self.words(item.fact), fact=item.fact, rules=self.system.book.cites(item.fact, self.book),
            modifiers=tuple(one for part in parts_of(item.fact) for one in part.modifiers),
            tables=tuple(read(self.say, one) for one in self.system.book.tables(item.fact)), to=item.to,
            aside=is_aside(self.system, item.fact),
        )  # fmt: skip

    # Under another reading

    def other(self, reread: Reread) -> Other:
        reading = self.system.book.readings[reread.dispute]
        was, would = reread.played[reread.parts], reread.orders[reread.parts]
        in_force = was.state.core.readings[reread.dispute]
        first, instead = self._parted(was, would)
        error, is_open, end = reread.orders[-1].error, reread.orders[-1].is_open, tuple(self._end(reread))
        return Other(
            dispute=reread.dispute, rule=reading.rule, question=reading.question, choice=reread.choice,
            meaning=reading.choices[reread.choice], played=in_force, played_meaning=reading.choices[in_force],
            order=reread.first + reread.parts + 1, was=first, would=instead,
            refused=would.refusal.rule if would.refusal and not was.refusal else "",
            needs=str(error) if is_open else "",
            more=error.more if isinstance(error, OtherDice) else 0,
            later=_later(reread, instead), unused=0 if is_open else reread.unused, end=end,
            same=not end and _is_ended(reread) and is_same_position(reread.orders[-1].state, reread.played[-1].state),
        )  # fmt: skip

    def _parted(self, was: CaseDecided, would: CaseDecided) -> tuple[str, str]:
        """The first fact that differs, in words; as it is written where the words are the same."""
        here, there = parting(self.system, was.recorded, would.recorded)
        ours, theirs = self._at(was, here), self._at(would, there)
        said = tuple(self._said(decided, item) for decided, item in ((was, ours), (would, theirs)))
        if said[0] == said[1] and ours and theirs:
            return format_fact(ours.fact), format_fact(theirs.fact)
        return said[0], said[1] + (self._comes_to(would) if theirs and isinstance(theirs.fact, OrderGiven) else "")

    def _comes_to(self, decided: CaseDecided) -> str:
        """The first facts that follow from an order, without the machinery and the bare dice."""
        skipped = (OrderGiven, DiceRolled, FrameOpened)
        facts = [item.fact for item in decided.recorded if not isinstance(item.fact, skipped)]
        told = [self.words(fact) for fact in facts if not is_aside(self.system, fact)]
        return phrase(": ") + f"{'; '.join(told[:FEW])}{'; …' if len(told) > FEW else ''}" if told else ""

    def _at(self, decided: CaseDecided, place: int) -> Recorded | None:
        return decided.recorded[place] if place < len(decided.recorded) else None

    def _said(self, decided: CaseDecided, item: Recorded | None) -> str:
        if item is not None:
            fact = item.fact
            return phrase("it is carried out") if isinstance(fact, OrderGiven) else self.words(fact)
        if isinstance(decided.error, IllegalOrder):
            return phrase("it is refused: {0}", decided.error)
        return _stopped(0, decided.error) if decided.error else phrase("nothing more")

    def _end(self, reread: Reread) -> Iterator[str]:
        """What differs when all is done; nothing where an order is refused or the dice are missing."""
        if not _is_ended(reread):
            return
        was, would = reread.played[-1].state, reread.orders[-1].state
        yield from self._moved(was, would)
        yield from _sums(later("points of {0}: {1}, not {2}"), scored(reread.played), scored(reread.orders))
        yield from _sums(later("losses of {0}: {1}, not {2}"), lost(reread.played), lost(reread.orders))
        for before, after in ((self.awaited(was), self.awaited(would)), (self.ended(was), self.ended(would))):
            if before != after:
                yield phrase("{0}; not: {1}", after or phrase("nothing is awaited"), before) if before else after

    def _moved(self, was: Any, would: Any) -> Iterator[str]:
        before, after = ({c.id: c for c in seen(self.system, state, None).counters} for state in (was, would))
        for id in dict.fromkeys([*before, *after]):
            places = [where(counters[id]) if id in counters else phrase("not there") for counters in (after, before)]
            if places[0] != places[1]:
                who = called(self.say, after.get(id) or before[id])
                yield phrase("{0}: {1}", who, phrase("{0}; not: {1}", places[0], places[1]))


def _starts(found: Adjudication) -> Iterator[Any]:
    """The position each order is given in."""
    state = found.begun.state
    for decided in found.orders:
        yield found.begun.start_of(decided.given) if decided.given.row.fresh else state
        state = decided.state


def _chosen(state: Any, order: Order, facts: Sequence[Fact]) -> Iterator[str]:
    """What a fact about its unit lays down that the order might have said, and that was otherwise before."""
    for name, slot in slots_of(type(order)).items():
        if getattr(order, slot.name) != slot.default:
            continue
        fact = next((fact for fact in facts if hasattr(fact, slot.name) and _is_about(fact, order)), None)
        if fact is not None and getattr(fact, slot.name) not in (slot.default, _held(state, order, slot.name)):
            yield format_fields(fact, skip=[other for other in fact.__struct_fields__ if other != name])


def _is_about(fact: Fact, order: Order) -> bool:
    return getattr(order, "unit", None) == getattr(fact, "unit", "")


def _held(state: Any, order: Order, field: str) -> Any:
    """What the unit of an order has there."""
    return getattr(getattr(state, "units", {}).get(getattr(order, "unit", "")), field, None)


def _is_ended(reread: Reread) -> bool:
    """All orders were carried out that were carried out before."""
    last, played = reread.orders[-1], reread.played[-1]
    return len(reread.orders) == len(reread.played) and (last.error is None or bool(last.refusal and played.refusal))


def _later(reread: Reread, told: str) -> str:
    """What stops it beyond the first difference, if that does not say so already."""
    at = len(reread.orders) - 1
    error = reread.orders[at].error
    if error is None or (reread.orders[at].refusal and reread.played[at].refusal):
        return ""
    said = _stopped(0 if at == reread.parts else reread.first + at + 1, error)
    return "" if said == told else said


def _stopped(order: int, error: RefightError) -> str:
    """That one, or one further on, by its number."""
    if isinstance(error, IllegalOrder):
        return phrase("order {0} is refused: {1}", order, error) if order else phrase("it is refused: {0}", error)
    if isinstance(error, OtherDice):
        return phrase("order {0} {1}", order, error) if order else phrase("it {0}", error)
    return str(error)


def _sums(what: str, was: Mapping[str, int], would: Mapping[str, int]) -> Iterator[str]:
    for side in dict.fromkeys([*was, *would]):
        if was.get(side, 0) != would.get(side, 0):
            yield phrase(what, side, would.get(side, 0), was.get(side, 0))
