"""The rules of a system in plain words: by id, by chapter, by word, and the disputes that touch them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import click

from cli.shell import colour, params
from cli.shell.errors import clean
from cli.shell.output import emit, width
from cli.shell.rules import (
    ReadingTold,
    Reference,
    found_by_word,
    is_dispute,
    is_id,
    look_up,
    read_rulebook,
    the_rulebook,
    unknown_words,
)
from cli.shell.session import Session, command, find_system
from domain.kernel.errors import NotFound
from domain.kernel.system import System
from domain.words.phrases import later, phrase
from rules.search import Found, marked
from rules.texts import Rule

INDENT = " " * 4
BEST = 10
KINDS = {
    "rule": "", "dispute": later("dispute: "), "settled": later("settled: "), "option": later("option: "),
    "term": later("in French: "),
}  # fmt: skip
STARS = re.compile(r"\*(\w+)\*")


def _complete_id(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    with suppress(Exception):
        book = read_rulebook(ctx.params["system"])
        return [rule.id for rule in book.rules if rule.id.startswith(incomplete)] if book else []
    return []


@command("rule")
@click.argument("system", shell_complete=params.complete_system)
@click.argument("words", nargs=-1, metavar="[ID | WORD …]", shell_complete=_complete_id)
@click.option("--in", "within", metavar="ID", default="", help="Find words only in the rules under this one.")
@click.option("--limit", type=click.IntRange(min=1), default=BEST, show_default=True, help="How many found to show.")
def rule(session: Session, system: str, words: tuple[str, ...], within: str, limit: int) -> None:
    """Read a rule in plain words, with the ways it can be read; without an id, list the chapters.

    Words find the rules, disputes and options that speak of them, best first: with all of the words, or else with any.
    Endings and accents do not matter, and terms of a French edition find what they mean.

    \b
        refight rule freeform
        refight rule freeform FF.1.4
        refight rule freeform hidden pieces
    """
    rules = find_system(system)
    book, asked = the_rulebook(rules), " ".join(words)
    if within or len(words) > 1 or (words and not is_id(rules, book, asked)):
        _show_found(session, rules, asked, within, limit)
    elif words:
        _show_rules(session, rules, look_up(rules, book, asked), is_dispute(rules, asked))
    else:
        chapters = book.chapters()
        source = _wrapped(phrase("from: "), book.source)
        more = phrase("`refight rule {0} ID` reads one of them, `… WORD` finds a word", system)
        emit(session, chapters, rules.title, *source, "", *_aligned((one.id, one.title) for one in chapters), "", more)


def _show_found(session: Session, rules: System[Any], words: str, within: str, limit: int) -> None:
    found, unknown = found_by_word(rules, words, within), unknown_words(rules, words)
    if not found:
        none = phrase("no rule of {0} speaks of {1}", rules.key, repr(words))
        raise NotFound(unknown or none + (phrase(" under {0}", within) if within else ""))
    lines = [_painted(line) for one in found[:limit] for line in _told(_marked(one))]
    rest = phrase("{0} more speak of it; `--limit {1}` shows all", len(found) - limit, len(found))
    left = rest if len(found) > limit else ""
    emit(session, found[:limit], *lines, *(["", *filter(None, (left, unknown))] if left or unknown else []))


def _marked(one: Found) -> Rule:
    """A passage as a rule is told, with the words found between stars."""
    title, text, table = (marked(part, one.words) for part in (one.title, one.text, one.table))
    kind = phrase(KINDS[one.kind]) if KINDS[one.kind] else ""
    if title:
        return Rule(id=one.id, title=kind + title, text=text, table=table)
    return Rule(id=one.id, text=kind + text, table=table)


def _painted(line: str) -> str:
    """On a terminal bold stands for the stars."""
    if not colour.is_on():
        return line
    return colour.Painted(STARS.sub(lambda word: click.style(word[1], bold=True), clean(line)))


def _show_rules(session: Session, rules: System[Any], found: Reference, disputed: bool) -> None:
    """A dispute before the rules it is about; rules before the disputes that touch them."""
    lines = [line for one in found.rules for line in _told(one)]
    disputes = _told_disputes(rules.key, found)
    if disputed:
        emit(session, found, *disputes[1:], *(["", phrase("about these rules:")] if lines else []), *lines)
    else:
        emit(session, found, *lines, *disputes)


def _told(rule: Rule) -> Iterator[str]:
    """The id and what it says: a title on the line of the id, the words below it."""
    if rule.title:
        yield from _wrapped(f"{rule.id}  ", rule.title)
    if rule.text:
        opening = INDENT if rule.title else f"{rule.id}  "
        yield from _wrapped(opening, rule.text)
    yield from (f"{INDENT}{line}".rstrip() for line in rule.table.splitlines())


def _wrapped(opening: str, text: str, hang: str = INDENT) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)


def _told_disputes(key: str, found: Reference) -> list[str]:
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


def _told_reading(name: str, reading: ReadingTold) -> Iterator[str]:
    yield ""
    yield from _wrapped(f"{name}  ", f"{reading.question} [{reading.rule}]")
    for letter, text in reading.choices.items():
        mark = phrase(" (default)") if letter == reading.default else ""
        yield from _wrapped(f"{INDENT}{letter}  ", f"{text}{mark}", INDENT * 2)


def _aligned(rows: Iterable[tuple[str, str]]) -> list[str]:
    found = list(rows)
    across = max((len(left) for left, _ in found), default=0)
    return [f"{left.ljust(across)}  {right}".rstrip() for left, right in found]
