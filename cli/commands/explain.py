"""One entry in plain words: the order, each die, each modifier, the table, the rules, and how they are read."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import click
import msgspec

from cli.commands.look import as_option, viewing
from cli.shell import params
from cli.shell.boards import picture
from cli.shell.drawing import is_printed
from cli.shell.output import emit, width
from cli.shell.rules import book_of
from cli.shell.session import Session, command
from cli.shell.telling import HIDDEN, secret_mark
from domain.kernel.facts import CLERICAL, OrderGiven
from domain.kernel.reasons import Modifier, TableRead
from domain.kernel.say import Say
from domain.log.refs import Ref
from domain.study.citations import Part
from domain.study.explain import Explained, Explanation
from domain.study.explain import explain as explain_entry
from domain.study.inforce import OptionInForce, ReadingInForce
from domain.words.phrases import later, listed, phrase, some
from domain.words.tell import say_of
from projections.models.timeline import moment

INDENT, BENEATH = " " * 4, " " * 10
SINCE = {"default": "", "start": later(", as chosen at the start"), "ruling": later(", as ruled")}


@command("explain")
@params.ref_argument
@as_option
@click.option("--svg", metavar="FILE", type=click.Path(allow_dash=True), help="Draw the board after it; - prints it.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def explain(session: Session, ref: Ref, viewer: str | None, svg: str | None, force: bool) -> None:
    """Explain any entry, or without one the last order: who ordered what, each die and where it came from, each
    modifier with its rule, the table cell that was read, what followed, the rules in plain words, and the readings and
    optional rules that mattered. Nothing is stored.

    \b
        refight explain ridge:3
        refight explain ridge --as blue --svg moment.svg
    """
    line, viewer = viewing(session, ref, viewer)
    found = explain_entry(session.games, ref, book_of(line.system.key), viewer)
    value: dict[str, Any] = {**msgspec.structs.asdict(found), "at": moment(found.at)}
    drawn: dict[str, Any] = {}
    if svg is not None:
        drawn = picture(session, ref._replace(entry=found.last), viewer, svg, force=force)
        if is_printed(session, drawn):
            return
        value["picture"] = {key: drawn[key] for key in ("ref", "file", "bytes", "svg") if key in drawn}
    say = say_of(line.system, session.games.names(line))
    emit(session, value, *_told(found, say, _disputes(line.game, line.name, found)), *_drawn(drawn))


def _disputes(game: str, line: str, found: Explanation) -> str:
    return f"`refight disputes {Ref(game, line, found.first)}`"


def _drawn(drawn: dict[str, Any]) -> list[str]:
    if not drawn.get("file"):
        return []
    return ["", phrase("{0} is drawn in {1}, {2} bytes", drawn["ref"], drawn["file"], drawn["bytes"])]


def _told(found: Explanation, say: Say, see: str) -> Iterator[str]:
    yield from _wrapped("", _heading(found, say), INDENT)
    yield ""
    shown = [one for one in found.facts if not one.aside]
    if found.is_whole:
        cited = [rule for one in shown for rule in one.rules]
        for one in shown:
            yield from _fact(one, say)
    else:
        cited = [*found.focus.rules] or [rule for one in shown[:1] for rule in one.rules]
        yield from _fact(found.focus, say)
        yield from ("", phrase("the order it belongs to"))
        for one in shown:
            yield from _brief(one) if one is not found.focus else [f"{one.entry:>4}    …"]
    yield from _rules(found, list(dict.fromkeys(cited)))
    yield from _readings(found, say, see)
    yield from _options(found.options, say)


def _heading(found: Explanation, say: Say) -> str:
    among = phrase("entries {0} to {1}", found.first, found.last) if found.last > found.first else ""
    when = phrase("turn {0}, {1}", found.turn, say.term(found.phase)) if found.turn else ""
    where = ", ".join(filter(None, (among, when)))
    said = phrase("{0}: {1}" if found.is_whole else "{0}: part of {1}", found.ref, found.about)
    return said + (f" ({where})" if where else "")


def _fact(one: Explained, say: Say) -> Iterator[str]:
    """The entry as the log tells it, and beneath it how it came about."""
    yield from _brief(one, [rule for rule in one.rules if not _is_said(rule, one.words)])
    if one.origin:
        yield from _wrapped(BENEATH, one.origin, BENEATH)
    for part in one.parts:
        yield from _part(part, say)
    for read in one.tables:
        yield from _wrapped(BENEATH, _table(read), BENEATH)


def _is_said(rule: str, words: str) -> bool:
    """The words of a fact may name its rule themselves: 12.4 does not stand in 12.4a, 12.4/S1, nor in 112.4."""
    return bool(re.search(rf"(?<![\w.]){re.escape(rule)}(?![\w(]|\.\w|/S\d)", words))


def _brief(one: Explained, rules: Collection[str] = ()) -> list[str]:
    head = isinstance(one.fact, (OrderGiven, *CLERICAL))
    opening = f"{one.entry:>4}  {'' if head else '  '}"
    if one.hidden:
        return [f"{opening}{phrase(HIDDEN)}"]
    marks = secret_mark(one.to) + (f" ({phrase(one.source)})" if one.source else "")
    cited = f" [{', '.join(rules)}]" if rules else ""
    return _wrapped(opening, f"{one.words}{cited}{marks}", " " * len(opening))


def _part(part: Part, say: Say) -> Iterator[str]:
    needs = phrase("needs {0}", part.needs) if part.needs else ""
    times = phrase(" ({0} times)", part.times) if part.times > 1 else ""
    title = phrase(": ").join(filter(None, (say.term(part.of), needs))) + times
    if title:
        yield from _wrapped(BENEATH, title, BENEATH)
    for modifier in part.modifiers:
        yield from _wrapped(BENEATH + ("  " if title else ""), _modifier(modifier, say), BENEATH + INDENT)


def _modifier(modifier: Modifier, say: Say) -> str:
    value = f"{modifier.value:+} " if modifier.value else ""
    return f"{value}{say.reason(modifier)} [{modifier.cite}]"


def _table(read: TableRead) -> str:
    return phrase("{0}: row {1}, column {2}: {3} [{4}]", read.table, read.row, read.column, read.cell, read.cite)


def _rules(found: Explanation, cited: Iterable[str]) -> Iterator[str]:
    said = [(rule, found.rules[rule]) for rule in cited if rule in found.rules]
    if said:
        yield from ("", phrase("rules"))
    for rule, text in said:
        yield from _wrapped(f"  {rule}  ", text or phrase("(not in the rules in words)"), INDENT)


def _readings(found: Explanation, say: Say, see: str) -> Iterator[str]:
    matter = [one for one in found.readings if one.others]
    idle = [one for one in found.readings if not one.others and (one.cited or one.since != "default")]
    if matter:
        yield from ("", phrase("readings that mattered: another would change this, see {0}", see))
    for one in matter:
        yield from _reading(one, say)
    if idle:
        came_up = all(one.others is not None for one in idle)
        yield ""
        yield phrase("readings that came up: no other would change this") if came_up else phrase("readings in force")
    for one in idle:
        yield from _reading(one, say)
    left = len(found.readings) - len(matter) - len(idle)
    if left:
        yield from ("", phrase("{0} read as usual", some(left, "disputed rule", "disputed rules")))
    if found.unknown:
        yield from ("", *_wrapped("", found.unknown, INDENT))


def _reading(one: ReadingInForce, say: Say) -> Iterator[str]:
    yield from _wrapped(f"  {one.dispute}  ", f"{say.term(one.question)} [{one.rule}]", INDENT)
    before = phrase(", until then as {0}", one.before) if one.before else ""
    read = phrase("read as {0}{1}{2}: ", one.choice, phrase(SINCE[one.since]), before)
    yield from _wrapped(f"{INDENT}{read}", say.term(one.words), INDENT * 2)
    if one.others:
        yield INDENT + phrase("otherwise under {0}", listed(one.others))


def _options(options: Collection[OptionInForce], say: Say) -> Iterator[str]:
    played = [one for one in options if one.on and (one.cited or one.matters is not False)]
    if played:
        yield from ("", phrase("optional rules in force"))
    for one in played:
        yield from _wrapped(f"  {one.option}  ", say.term(one.words), INDENT)
        if one.matters:
            yield INDENT + phrase("without it this would come out otherwise")
    missed = [one.option for one in options if one.matters and not one.on]
    if missed:
        yield from (
            "",
            *_wrapped(phrase("optional rules not played that would change this: "), ", ".join(missed), INDENT),
        )


def _wrapped(opening: str, text: str, hang: str) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)
