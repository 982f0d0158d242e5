"""The rules of a system in plain words: by id, by chapter, by word, and the disputes that touch them."""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Any, NamedTuple

import click
import msgspec

from cli import params
from cli.errors import nearest
from cli.output import emit, width
from cli.session import Session, command, find_system
from domain.kernel import Reading, System
from domain.ruling import BadInput, NotFound
from domain.textscan import known

INDENT = " " * 4


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule, or the title of those under it; its readings are the disputes about it."""

    id: str
    title: str = ""
    text: str = ""
    table: str = ""
    readings: tuple[str, ...] = ()
    module: str = ""


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    source: str
    rules: tuple[Rule, ...]

    def under(self, id: str) -> list[Rule]:
        """A rule and all below it, in order: 11.6 holds 11.6a, and 16.0 is the whole of 16."""
        wanted = _key(id.removesuffix(".0"))
        return [rule for rule in self.rules if _key(rule.id) == wanted or _is_below(_key(rule.id), wanted)]

    def above(self, id: str) -> list[Rule]:
        return [rule for rule in self.rules if _is_below(_key(id), _key(rule.id))]

    def chapters(self) -> list[Rule]:
        return [rule for rule in self.rules if not self.above(rule.id)]

    def about(self, dispute: str) -> list[Rule]:
        return [rule for rule in self.rules if dispute in rule.readings]

    def with_words(self, text: str, among: Iterable[Rule]) -> list[Rule]:
        words = text.casefold().split()
        return [rule for rule in among if all(word in _searched(rule) for word in words)]


class Disputes(NamedTuple):
    """What a system leaves to choose and what it has settled, as far as some rules are concerned."""

    readings: Mapping[str, Reading]
    settled: Mapping[str, str]
    options: Mapping[str, str]


def read_rulebook(key: str) -> Rulebook | None:
    """The rules a system comes with; None if it has none in words."""
    found = files("rules").joinpath(key, "rulebook.toml")
    if not found.is_file():
        return None
    return msgspec.convert(tomllib.loads(found.read_text("utf-8")), Rulebook)


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
        _show_found(session, rules, search, book.with_words(search, _named(book, rules, id) if id else book.rules))
    elif id is None:
        chapters = book.chapters()
        lines = [rules.title, *_wrapped("from: ", book.source), "", *_aligned((one.id, one.title) for one in chapters)]
        emit(session, [_value(one) for one in chapters], *lines, "", f"`refight rule {system} ID` reads one of them")
    elif dispute := known(id, (*rules.readings, *rules.settled)):
        _show_dispute(session, rules, book, dispute)
    else:
        _show_rules(session, rules, book, id)


def _named(book: Rulebook, rules: System[Any], id: str) -> list[Rule]:
    found = book.under(id)
    if not found:
        beside = [each.id for each in _neighbours(book, id)]
        hint = nearest(id, beside or [*(each.id for each in book.rules), *rules.readings, *rules.settled])
        hint = hint or f"; `refight rule {rules.key}` lists the chapters"
        raise NotFound(f"{rules.key} has no rule {id!r}{hint}")
    return found


def spelt_rule(rules: System[Any], id: str) -> str:
    """A rule's id as its book spells it; as it was typed where the system has no book."""
    book = read_rulebook(rules.key)
    found = _named(book, rules, id) if book else []
    return next((one.id for one in found if _key(one.id) == _key(id)), id)


def _neighbours(book: Rulebook, id: str) -> list[Rule]:
    """The rules of the smallest section such an id would stand in."""
    ends = [end for end in range(len(id) - 1, 0, -1) if not id[end - 1 : end + 1].isdigit()]
    return next((found for end in ends if (found := book.under(id[:end].rstrip(".(")))), [])


def _show_found(session: Session, rules: System[Any], search: str, found: Sequence[Rule]) -> None:
    if not search.split():
        raise BadInput("there is no word to search for; write --search TEXT")
    empty = f"no rule of {rules.key} speaks of {search!r}"
    lines = [line for one in found for line in _told(one)]
    emit(session, [_value(one) for one in found], *(lines or [empty]))


def _show_rules(session: Session, rules: System[Any], book: Rulebook, id: str) -> None:
    found = _named(book, rules, id)
    touching = disputes_of(rules, book, found)
    value = {"system": rules.key, "source": book.source, "rules": [_value(one) for one in found], **_values(touching)}
    emit(session, value, *(line for one in found for line in _told(one)), *_told_disputes(rules.key, touching))


def _show_dispute(session: Session, rules: System[Any], book: Rulebook, dispute: str) -> None:
    found = book.about(dispute)
    reading = rules.readings.get(dispute)
    of_it = Disputes({dispute: reading} if reading else {}, _only(rules.settled, [dispute]), {})
    value = {"system": rules.key, "source": book.source, "rules": [_value(one) for one in found], **_values(of_it)}
    lines = [line for one in found for line in _told(one)]
    emit(session, value, *_told_disputes(rules.key, of_it)[1:], *(["", "about these rules:"] if lines else []), *lines)


def disputes_of(rules: System[Any], book: Rulebook, found: Sequence[Rule]) -> Disputes:
    """All that touches these rules; an optional rule is known by the citation its words open with."""
    among = [*book.above(found[0].id), *found]
    named = {dispute for each in among for dispute in each.readings}
    named |= {name for name, reading in rules.readings.items() if any(reading.rule == each.id for each in among)}
    cited = {name: book.under(text.split()[0]) for name, text in rules.optional_rules.items() if text.split()}
    optional = [name for name, each in cited.items() if any(one in found for one in each)]
    return Disputes(_only(rules.readings, named), _only(rules.settled, named), _only(rules.optional_rules, optional))


def _only(of: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    wanted = set(names)
    return {name: what for name, what in of.items() if name in wanted}


def _key(id: str) -> str:
    """8.6(2) may be typed 8.6.2, which a shell takes as it is; capitals do not matter."""
    return re.sub(r"\((\w+)\)", r".\1", id).lower()


def _is_below(id: str, top: str) -> bool:
    """8.1 holds 8.1a and not 8.12; FF.def holds FF.def.1 and not FF.defmod, for a word is not cut."""
    rest = id.removeprefix(top)
    if not top or rest in ("", id):
        return False
    return not (rest[0].isdigit() if top[-1].isdigit() else rest[0].isalpha() and top[-2:].isalpha())


def _searched(rule: Rule) -> str:
    return f"{rule.id} {rule.title} {rule.text} {rule.table}".casefold()


def _value(rule: Rule) -> dict[str, Any]:
    return {name: what for name, what in msgspec.to_builtins(rule).items() if what or name in ("id", "title", "text")}


def _values(found: Disputes) -> dict[str, Any]:
    return {
        "readings": {name: reading._asdict() for name, reading in found.readings.items()},
        "settled": found.settled,
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
        lines += ["", f"`refight new {key} … --reading {name}={other}` chooses a reading"]
    for name, text in found.settled.items():
        lines += ["", *_wrapped(f"{name}  settled: ", text)]
    for name, text in found.options.items():
        lines += ["", *_wrapped(f"`refight new {key} … --option {name}`: ", text)]
    return lines


def _told_reading(name: str, reading: Reading) -> Iterator[str]:
    yield ""
    yield from _wrapped(f"{name}  ", f"{reading.question} [{reading.rule}]")
    for letter, text in reading.choices.items():
        mark = " (default)" if letter == reading.default else ""
        yield from _wrapped(f"{INDENT}{letter}  ", f"{text}{mark}", INDENT * 2)


def _aligned(rows: Iterable[tuple[str, str]]) -> list[str]:
    found = list(rows)
    across = max((len(left) for left, _ in found), default=0)
    return [f"{left.ljust(across)}  {right}".rstrip() for left, right in found]
