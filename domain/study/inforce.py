"""The readings and optional rules an order was decided under, and which of them mattered to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from domain.games.games import Games
from domain.kernel.copying import copier
from domain.kernel.facts import Chosen, GameStarted, OrderGiven, RulingMade
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.study.disputes import disputes
from domain.study.otherwise import Teller
from domain.study.redecide import Stuck, Watched, again
from domain.words.phrases import phrase

Since = Literal["default", "start", "ruling"]


class ReadingInForce(msgspec.Struct, frozen=True, kw_only=True):
    """One disputed rule, and how it was read."""

    dispute: str
    rule: str
    question: str
    choice: str
    words: str
    since: Since  # whether it is the usual reading, was chosen at the start, or ruled since
    cited: bool = False  # its rule is named by what happened
    others: tuple[str, ...] | None = None  # readings under which something else had happened; None: not looked into
    before: str = ""  # what a ruling put an end to


class OptionInForce(msgspec.Struct, frozen=True, kw_only=True):
    """One optional rule that was asked about, and whether it is played."""

    option: str
    words: str
    on: bool
    cited: bool = False
    matters: bool | None = None  # played the other way, something else had happened; None: not looked into


class InForce(NamedTuple):
    readings: tuple[ReadingInForce, ...] = ()
    options: tuple[OptionInForce, ...] = ()
    unknown: str = ""  # why nobody looked into what matters


class Decided(NamedTuple):
    """An order as it is recorded, and the position it was given in."""

    games: Games
    line: Line
    entries: Sequence[Entry]
    state: Any


def of_order(order: Decided, cites: Collection[str]) -> InForce:
    """Decides it again: under each other reading of what it asks for, and with each option played the other way."""
    report = disputes(order.games, Ref(order.line.game, order.line.name, order.entries[0].number))
    if report.unclear:
        return of_rules(
            order, cites, phrase("today's rules do not decide this order as recorded; `refight audit` says more")
        )
    found = []
    for one in report.disputes:
        others = {each.reading for each in one.otherwise}
        cited = one.dispute in cites or is_under(one.rule, cites)
        if others or cited:
            tried = tuple(choice for choice in one.choices if choice in others)
            found.append(_reading(order.line, order.state, one.dispute, cited=cited, others=tried))
    return InForce(tuple(found), tuple(_options(order, cites)))


def of_rules(order: Decided, cites: Collection[str], unknown: str) -> InForce:
    """Only what is plain from the rules that are named: nothing is decided, so nothing hidden can show through."""
    system, state = order.line.system, order.state
    readings = tuple(
        _reading(order.line, state, name, cited=True)
        for name, reading in system.book.readings.items()
        if name in cites or is_under(reading.rule, cites)
    )
    options = tuple(
        OptionInForce(option=name, words=words, on=name in state.core.options, cited=True)
        for name, words in system.book.option_texts.items()
        if _cited(words, cites)
    )
    return InForce(readings, options, unknown)


def at_the_start(line: Line, state: Any, started: GameStarted) -> InForce:
    """Everything that was chosen, and every reading that was not."""
    words = line.system.book.option_texts
    return InForce(
        tuple(_reading(line, state, name) for name in line.system.book.readings),
        tuple(OptionInForce(option=name, words=words.get(name, ""), on=True) for name in started.options),
    )


def by_ruling(line: Line, state: Any, ruling: RulingMade) -> InForce:
    """What it lays down, and what it puts an end to."""
    found = []
    for name, choice in ruling.readings.items():
        if name in line.system.book.readings:
            now = _reading(line, state, name, cited=True)
            words = line.system.book.readings[name].choices.get(choice, "")
            before = now.choice if now.choice != choice else ""
            found.append(msgspec.structs.replace(now, choice=choice, words=words, since="ruling", before=before))
    return InForce(tuple(found))


def _reading(
    line: Line, state: Any, name: str, *, cited: bool = False, others: tuple[str, ...] | None = None
) -> ReadingInForce:
    reading = line.system.book.readings[name]
    choice = state.core.readings.get(name) or reading.default
    at_start = line.started.readings.get(name) or reading.default
    since: Since = "ruling" if choice != at_start else "start" if choice != reading.default else "default"
    return ReadingInForce(
        dispute=name, rule=reading.rule, question=reading.question, choice=choice,
        words=reading.choices.get(choice, ""), since=since, cited=cited, others=others,
    )  # fmt: skip


def _options(order: Decided, cites: Collection[str]) -> Iterator[OptionInForce]:
    system, played = order.line.system, order.state.core.options
    spy = Watched(played)
    _under(order, spy)
    for name, words in system.book.option_texts.items():
        if name in spy.asked:
            yield OptionInForce(
                option=name, words=words, on=name in played, cited=_cited(words, cites),
                matters=_under(order, _flipped(system, played, name)),
            )  # fmt: skip


def _flipped(system: System[Any], options: Mapping[str, Chosen], name: str) -> dict[str, Chosen]:
    """Without it, or with it: set to the first of its values, if it has any."""
    without = {option: value for option, value in options.items() if option != name}
    values = system.book.options[name].values
    return without if name in options else dict(sorted({**options, name: values[0] if values else True}.items()))


def _under(order: Decided, options: dict[str, Chosen]) -> bool:
    """Whether these options give something else; a position that cannot be under them says nothing."""
    given = order.entries[0].fact
    assert isinstance(given, OrderGiven)
    state = copier(order.line.system)(order.state)
    state.core.options = options
    found = again(order.line.system, state, given, order.entries)
    return not isinstance(found.error, Stuck) and not Teller(order.games, order.line).is_same(found, order.entries)


def is_under(top: str, cites: Collection[str]) -> bool:
    """Whether one of these rules is this one or lies below it: 22.3 holds 22.3a and not 22.30, 16.0 is all of 16."""
    top = top.removesuffix(".0")
    rests = [cite.removeprefix(top) for cite in cites if top and cite.startswith(top)]
    return any(not rest or not (rest[0].isdigit() if top[-1].isdigit() else rest[0].isalpha()) for rest in rests)


def _cited(words: str, cites: Collection[str]) -> bool:
    """An optional rule is known by the citation its words open with."""
    return is_under(words.partition(" ")[0], cites)
