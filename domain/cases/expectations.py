"""What a case claims, held against what came: the claims that fail, and what came instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import inspect as shape

from domain.cases.adjudication import Adjudication, CaseDecided, Reread, lost, scored
from domain.cases.fields import ABSENT, inside, kind_of, path_text, plain, read_path
from domain.cases.matching import covers, matches
from domain.cases.written import Expect, speaking_of
from domain.kernel.errors import BadInput
from domain.kernel.facts import Await, Fact, FrameOpened, OrderGiven
from domain.kernel.say import ENGLISH, speaking
from domain.kernel.system import System
from domain.words.orders import format_fact, format_fields, parse_some_fact, parse_some_question
from domain.words.scan import json_text
from domain.words.tell import tell


def failures(found: Adjudication) -> list[str]:
    """One sentence for each claim that does not hold; BadInput for one that speaks of what does not exist."""
    claims = _Claims(found)
    with speaking(ENGLISH):  # a file claims words, whatever language it is read in
        said = [failed for at in range(len(found.orders)) for failed in claims.of_order(at)]
        return said + list(claims.of_all())


def count(found: Adjudication) -> int:
    """How many claims a case makes."""
    every = [decided.given.row.expect for decided in found.orders] + [found.begun.row.expect]
    return sum(map(_claims, every))


def _claims(expect: Expect) -> int:
    lists = (expect.facts, expect.without, _texts(expect.asked), _texts(expect.not_asked), expect.words)
    more = (expect.losses, expect.points, expect.none, expect.gone)
    single = (expect.refused != "", expect.readings is not None)
    return sum(map(len, (*lists, *more))) + _leaves(expect.state) + sum(single)


def _texts(claimed: str | tuple[str, ...]) -> tuple[str, ...]:
    return (claimed,) if isinstance(claimed, str) else claimed


def _leaves(value: Any) -> int:
    return sum(map(_leaves, value.values())) if isinstance(value, dict) else 1


class _Claims:
    def __init__(self, found: Adjudication) -> None:
        self.found, self.begun, self.system = found, found.begun, found.begun.system

    def of_order(self, at: int) -> Iterator[str]:
        decided = self.found.orders[at]
        label, expect = decided.given.label, decided.given.row.expect
        yield from _refusal(self.system, decided, label, self.refused(at))
        reread = [one for one in self.found.reread if one.first + one.parts == at]
        yield from self.hold(label, expect, [decided], reread)

    def of_all(self) -> Iterator[str]:
        label = self.begun.row.name or "the case"
        yield from self.hold(label, self.begun.row.expect, self.found.orders, self.found.reread)

    def refused(self, at: int) -> str | bool:
        """What is claimed of an order; of a single one it may be said in [expect]."""
        of_order, of_all = self.found.orders[at].given.row.expect.refused, self.begun.row.expect.refused
        if of_all != "" and len(self.found.orders) > 1:
            raise BadInput("expect.refused: say it of an order, in [orders.expect]")
        return of_all if of_order == "" else of_order

    def hold(
        self, label: str, expect: Expect, orders: Sequence[CaseDecided], reread: Sequence[Reread]
    ) -> Iterator[str]:
        facts = [item.fact for decided in orders for item in decided.recorded]
        yield from self.facts(label, expect, facts)
        yield from self.questions(label, expect, orders, facts)
        yield from self.words(label, expect, orders, facts)
        for what, wanted, came in (("losses", expect.losses, lost(orders)), ("points", expect.points, scored(orders))):
            for side, number in wanted.items():
                if came.get(side, 0) != number:
                    yield f"{label}: {what} of {side} are {came.get(side, 0)}, not {number}"
        with speaking_of(f"{label}, expect"):
            yield from _state(self.system, label, expect, plain(orders[-1].state))
        if expect.readings is not None:
            yield from _readings(label, expect.readings, reread)

    def facts(self, label: str, expect: Expect, facts: Sequence[Fact]) -> Iterator[str]:
        left = list(facts)
        for text in expect.facts:
            kind, fields = self.parsed(label, text)
            at = next((at for at, fact in enumerate(left) if matches(fact, kind, fields)), None)
            if at is None:
                yield f"{label}: there is no {text}; {_instead(kind, facts)}"
            else:
                left = left[at + 1 :]
        for text in expect.without:
            kind, fields = self.parsed(label, text)
            yield from (f"{label}: there is {format_fact(fact)}" for fact in facts if matches(fact, kind, fields))

    def parsed(self, label: str, text: str) -> tuple[type[Fact], dict[str, Any]]:
        with speaking_of(f"{label}, expect.facts, {text!r}"):
            return parse_some_fact(self.system, text)

    def questions(
        self, label: str, expect: Expect, orders: Sequence[CaseDecided], facts: Sequence[Fact]
    ) -> Iterator[str]:
        """What is asked on the way, and what is open in the end."""
        opened = [fact.frame for fact in facts if isinstance(fact, FrameOpened)]
        put = [frame for frame in (*opened, *orders[-1].state.core.pending[-1:]) if isinstance(frame, Await)]
        for text in _texts(expect.asked):
            if not any(map(self.is_meant(label, "asked", text), put)):
                instead = " and ".join(dict.fromkeys(map(_question, put))) or "nothing"
                yield f"{label}: nobody is asked {text}; asked is {instead}"
        for text in _texts(expect.not_asked):
            found = next(filter(self.is_meant(label, "not_asked", text), put), None)
            if found is not None:
                yield f"{label}: {found.side} is asked {_question(found)}"

    def is_meant(self, label: str, key: str, text: str) -> Callable[[Await], bool]:
        """A question, with some of its fields; or any that is put to a side."""
        if text in self.begun.state.core.sides:
            return lambda frame: frame.side == text
        with speaking_of(f"{label}, expect.{key}, {text!r}"):
            kind, fields = parse_some_question(self.system, text)
        return lambda frame: matches(frame, kind, fields)

    def words(self, label: str, expect: Expect, orders: Sequence[CaseDecided], facts: Sequence[Fact]) -> Iterator[str]:
        told = [tell(self.system, fact, self.begun.names) for fact in facts if not isinstance(fact, OrderGiven)]
        told += [str(decided.refusal) for decided in orders if decided.refusal]
        for words in expect.words:
            if not any(words in line for line in told):
                yield f"{label}: nobody says {words!r}; it says: {'; '.join(told) or 'nothing'}"


def _question(frame: Await) -> str:
    return f"{type(frame).__name__} {format_fields(frame)}"


def _refusal(system: System[Any], decided: CaseDecided, label: str, claimed: str | bool) -> Iterator[str]:
    """An order that is refused without being expected to fails too."""
    if decided.refusal is None and claimed:
        facts = [item.fact for item in decided.recorded if not isinstance(item.fact, OrderGiven)]
        who = "nothing refuses it" if claimed is True else f"{claimed} does not refuse it"
        yield f"{label}: {who}; {'; '.join(tell(system, f) for f in facts[:3])}"
    elif decided.refusal and not covers(claimed, decided.refusal.rule):
        wanted = f", not by {claimed}" if claimed else ""
        yield f"{label}: it is refused{wanted}: {decided.refusal}"


def _instead(kind: type[Fact], facts: Sequence[Fact]) -> str:
    """The facts of that kind, or which kinds there were."""
    alike = [format_fact(fact) for fact in facts if isinstance(fact, kind)]
    return f"there is {' and '.join(alike)}" if alike else f"there are {', '.join(type(f).__name__ for f in facts)}"


def _state(system: System[Any], label: str, expect: Expect, tree: Any) -> Iterator[str]:
    kind = kind_of(system.state)
    yield from _differing(label, kind, expect.state, tree, ())
    for place in expect.none:
        came = _at(kind, tree, place)
        if came is not None:
            yield f"{label}: {place} is {_shown(came)}, not nothing"
    for place in expect.gone:
        came = _at(kind, tree, place)
        if came is not ABSENT:
            yield f"{label}: {place} is still there: {_shown(came)}"


def _differing(label: str, kind: shape.Type, wanted: Any, came: Any, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(wanted, dict) and isinstance(came, dict):
        for key, value in wanted.items():
            inner = inside(kind, key)
            if inner is None:
                raise BadInput(f"state.{path_text((*path, key))}: there is no such field")
            yield from _differing(label, inner, value, came.get(key, ABSENT), (*path, key))
    elif wanted != _as_read(came):
        yield f"{label}: {path_text(path)} is {_shown(came)}, not {_shown(wanted)}"


def _as_read(value: Any) -> Any:
    """As a file would give it: a fixed row of a position is a list there."""
    if isinstance(value, dict):
        return {key: _as_read(item) for key, item in value.items()}
    return [_as_read(item) for item in value] if isinstance(value, list | tuple) else value


def _at(kind: shape.Type, tree: Any, place: str) -> Any:
    inner: shape.Type | None = kind
    for key in read_path(place):
        inner = inside(inner, key) if inner else None
        if inner is None:
            raise BadInput(f"there is no {place} in the position")
        tree = tree.get(key, ABSENT) if isinstance(tree, dict) else ABSENT
    return tree


def _shown(value: Any) -> str:
    return "not there" if value is ABSENT else "nothing" if value is None else json_text(value)


def _readings(label: str, wanted: Sequence[str], reread: Sequence[Reread]) -> Iterator[str]:
    came = list(dict.fromkeys(f"{one.dispute} {one.choice}" for one in reread))
    if set(came) != set(wanted):
        yield f"{label}: the readings that change it are {', '.join(came) or 'none'}, not {', '.join(wanted) or 'none'}"
