"""The rules of a system in plain words: by id, by chapter, by word, and the disputes that touch them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import click
import msgspec

from cli.shell import params
from cli.shell.output import emit, width
from cli.shell.rules import Disputes, Rulebook, _only, disputes_of, read_rulebook, rules_named
from cli.shell.session import Session, command, find_system
from domain.kernel.chapter import Reading
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.system import System
from domain.words.phrases import phrase
from domain.words.scan import known
from rules.texts import Rule

INDENT = " " * 4


def _complete_id(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    with suppress(Exception):
        book = read_rulebook(ctx.params["system"])
        return [rule.id for rule in book.rules if rule.id.startswith(incomplete)] if book else []
    return []


@command("rule")
@click.argument("system", shell_complete=params.complete_system)
@click.argument("id", required=False, shell_complete=_complete_id)
@click.option("--search", metavar="TEXT", help="Rules in which all these words stand.")
def rule(session: Session, system: str, id: str | None, search: str | None) -> None:
    """Read a rule in plain words, with the ways it can be read; without an id, list the chapters.

    \b
        refight rule freeform
        refight rule freeform FF.1.4
        refight rule freeform --search hidden
    """
    rules = find_system(system)
    book = read_rulebook(system)
    if book is None:
        raise NotFound(f"{system} comes with no rules in words; `refight orders {system}` lists its orders")
    if search is not None:
        _show_found(session, rules, search, book.with_words(search, rules_named(book, rules, id) if id else book.rules))
    elif id is None:
        chapters = book.chapters()
        lines = [
            rules.title,
            *_wrapped(phrase("from: "), book.source),
            "",
            *_aligned((one.id, one.title) for one in chapters),
        ]
        emit(
            session,
            [_value(one) for one in chapters],
            *lines,
            "",
            phrase("`refight rule {0} ID` reads one of them", system),
        )
    elif dispute := known(id, (*rules.book.readings, *rules.book.settled)):
        _show_dispute(session, rules, book, dispute)
    else:
        _show_rules(session, rules, book, id)


def _show_found(session: Session, rules: System[Any], search: str, found: Sequence[Rule]) -> None:
    if not search.split():
        raise BadInput("there is no word to search for; write --search TEXT")
    empty = phrase("no rule of {0} speaks of {1}", rules.key, repr(search))
    lines = [line for one in found for line in _told(one)]
    emit(session, [_value(one) for one in found], *(lines or [empty]))


def _show_rules(session: Session, rules: System[Any], book: Rulebook, id: str) -> None:
    found = rules_named(book, rules, id)
    touching = disputes_of(rules, book, found)
    value = {"system": rules.key, "source": book.source, "rules": [_value(one) for one in found], **_values(touching)}
    emit(session, value, *(line for one in found for line in _told(one)), *_told_disputes(rules.key, touching))


def _show_dispute(session: Session, rules: System[Any], book: Rulebook, dispute: str) -> None:
    found = book.about(dispute)
    reading = rules.book.readings.get(dispute)
    of_it = Disputes({dispute: reading} if reading else {}, _only(rules.book.settled, [dispute]), {})
    value = {"system": rules.key, "source": book.source, "rules": [_value(one) for one in found], **_values(of_it)}
    lines = [line for one in found for line in _told(one)]
    emit(
        session,
        value,
        *_told_disputes(rules.key, of_it)[1:],
        *(["", phrase("about these rules:")] if lines else []),
        *lines,
    )


def _value(rule: Rule) -> dict[str, Any]:
    return {name: what for name, what in msgspec.to_builtins(rule).items() if what or name in ("id", "title", "text")}


def _reading_value(reading: Reading) -> dict[str, Any]:
    return {
        "rule": reading.rule, "question": reading.question, "choices": reading.choices, "default": reading.default,
    }  # fmt: skip


def _values(found: Disputes) -> dict[str, Any]:
    return {
        "readings": {name: _reading_value(reading) for name, reading in found.readings.items()},
        "settled": dict(found.settled),
        "options": found.options,
    }


def _told(rule: Rule) -> Iterator[str]:
    """The id and what it says: a title on the line of the id, the words below it."""
    if rule.title:
        yield f"{rule.id}  {rule.title}"
    if rule.text:
        opening = INDENT if rule.title else f"{rule.id}  "
        yield from _wrapped(opening, rule.text)
    yield from (f"{INDENT}{line}".rstrip() for line in rule.table.splitlines())


def _wrapped(opening: str, text: str, hang: str = INDENT) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)


def _told_disputes(key: str, found: Disputes) -> list[str]:
    """Readings with the default marked, then what is settled, then the optional rules."""
    lines = [line for name, reading in found.readings.items() for line in _told_reading(name, reading)]
    for name, reading in list(found.readings.items())[:1]:
        other = next(letter for letter in reading.choices if letter != reading.default)
        lines += ["", phrase("`refight new {0} … --reading {1}` chooses a reading", key, f"{name}={other}")]
    for name, text in found.settled.items():
        lines += ["", *_wrapped(phrase("{0}  settled: ", name), text)]
    for name, text in found.options.items():
        lines += ["", *_wrapped(phrase("`refight new {0} … --option {1}`: ", key, name), text)]
    return lines


def _told_reading(name: str, reading: Reading) -> Iterator[str]:
    yield ""
    yield from _wrapped(f"{name}  ", f"{reading.question} [{reading.rule}]")
    for letter, text in reading.choices.items():
        mark = phrase(" (default)") if letter == reading.default else ""
        yield from _wrapped(f"{INDENT}{letter}  ", f"{text}{mark}", INDENT * 2)


def _aligned(rows: Iterable[tuple[str, str]]) -> list[str]:
    found = list(rows)
    across = max((len(left) for left, _ in found), default=0)
    return [f"{left.ljust(across)}  {right}".rstrip() for left, right in found]
