"""One entry in plain words: the order, each die, each modifier, the table, the rules, and how they are read."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import click
import msgspec

from cli import params
from cli.boards import picture
from cli.drawing import is_printed
from cli.look import as_option, viewing
from cli.output import counted, emit, width
from cli.rulebook import read_rulebook
from cli.session import Session, command
from cli.telling import HIDDEN, secret_mark
from domain.dispute.citations import Part
from domain.dispute.explain import Explanation, Told
from domain.dispute.explain import explain as explain_entry
from domain.dispute.inforce import OptionInForce, ReadingInForce
from domain.facts import CLERICAL, OrderGiven
from domain.refs import Ref
from domain.ruling import Modifier, TableRead
from projections.timeline import moment

INDENT, BENEATH = " " * 4, " " * 10
SINCE = {"default": "", "start": ", as chosen at the start", "ruling": ", as ruled"}


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
    line = viewing(session, ref, viewer)
    found = explain_entry(session.games, ref, book_of(line.system.key), viewer)
    value: dict[str, Any] = {**msgspec.structs.asdict(found), "at": moment(found.at)}
    drawn: dict[str, Any] = {}
    if svg is not None:
        drawn = picture(session, ref._replace(entry=found.last), viewer, svg, force=force)
        if is_printed(session, drawn):
            return
        value["picture"] = {key: drawn[key] for key in ("ref", "file", "bytes", "svg") if key in drawn}
    emit(session, value, *_told(found, _disputes(line.game, line.name, found)), *_drawn(drawn))


def book_of(system: str) -> dict[str, str]:
    """The rules of a system by id; none where it comes with no rules in words."""
    found = read_rulebook(system)
    return {rule.id: ": ".join(filter(None, (rule.title, rule.text))) for rule in found.rules} if found else {}


def _disputes(game: str, line: str, found: Explanation) -> str:
    return f"`refight disputes {Ref(game, line, found.first)}`"


def _drawn(drawn: dict[str, Any]) -> list[str]:
    return ["", f"{drawn['ref']} is drawn in {drawn['file']}, {drawn['bytes']} bytes"] if drawn.get("file") else []


def _told(found: Explanation, see: str) -> Iterator[str]:
    yield from _wrapped("", _heading(found), INDENT)
    yield ""
    shown = [one for one in found.facts if not one.aside]
    if found.is_whole:
        cited = [rule for one in shown for rule in one.rules]
        for one in shown:
            yield from _fact(one)
    else:
        cited = [*found.focus.rules] or [rule for one in shown[:1] for rule in one.rules]
        yield from _fact(found.focus)
        yield from ("", "the order it belongs to")
        for one in shown:
            yield from _brief(one) if one is not found.focus else [f"{one.entry:>4}    …"]
    yield from _rules(found, list(dict.fromkeys(cited)))
    yield from _readings(found, see)
    yield from _options(found.options)


def _heading(found: Explanation) -> str:
    among = f"entries {found.first} to {found.last}" if found.last > found.first else ""
    when = f"turn {found.turn}, {found.phase}" if found.turn else ""
    where = ", ".join(filter(None, (among, when)))
    return f"{found.ref}: {'' if found.is_whole else 'part of '}{found.about}" + (f" ({where})" if where else "")


def _fact(one: Told) -> Iterator[str]:
    """The entry as the log tells it, and beneath it how it came about."""
    yield from _brief(one, [rule for rule in one.rules if not _is_said(rule, one.words)])
    if one.origin:
        yield from _wrapped(BENEATH, one.origin, BENEATH)
    for part in one.parts:
        yield from _part(part)
    for read in one.tables:
        yield from _wrapped(BENEATH, _table(read), BENEATH)


def _is_said(rule: str, words: str) -> bool:
    """The words of a fact may name its rule themselves: 12.4 does not stand in 12.4a, nor in 112.4."""
    return bool(re.search(rf"(?<![\w.]){re.escape(rule)}(?![\w(]|\.\w)", words))


def _brief(one: Told, rules: Collection[str] = ()) -> list[str]:
    head = isinstance(one.fact, (OrderGiven, *CLERICAL))
    opening = f"{one.entry:>4}  {'' if head else '  '}"
    if one.hidden:
        return [f"{opening}{HIDDEN}"]
    marks = secret_mark(one.to) + (f" ({one.source})" if one.source else "")
    cited = f" [{', '.join(rules)}]" if rules else ""
    return _wrapped(opening, f"{one.words}{cited}{marks}", " " * len(opening))


def _part(part: Part) -> Iterator[str]:
    needs = f"needs {part.needs}" if part.needs else ""
    times = f" ({part.times} times)" if part.times > 1 else ""
    title = ": ".join(filter(None, (part.of, needs))) + times
    if title:
        yield from _wrapped(BENEATH, title, BENEATH)
    for modifier in part.modifiers:
        yield from _wrapped(BENEATH + ("  " if title else ""), _modifier(modifier), BENEATH + INDENT)


def _modifier(modifier: Modifier) -> str:
    value = f"{modifier.value:+} " if modifier.value else ""
    return f"{value}{modifier.why} [{modifier.cite}]"


def _table(read: TableRead) -> str:
    return f"{read.table}: row {read.row}, column {read.column}: {read.cell} [{read.cite}]"


def _rules(found: Explanation, cited: Iterable[str]) -> Iterator[str]:
    said = [(rule, found.rules[rule]) for rule in cited if rule in found.rules]
    if said:
        yield from ("", "rules")
    for rule, text in said:
        yield from _wrapped(f"  {rule}  ", text or "(not in the rules in words)", INDENT)


def _readings(found: Explanation, see: str) -> Iterator[str]:
    matter = [one for one in found.readings if one.others]
    idle = [one for one in found.readings if not one.others and (one.cited or one.since != "default")]
    if matter:
        yield from ("", f"readings that mattered: another would change this, see {see}")
    for one in matter:
        yield from _reading(one)
    if idle:
        came_up = all(one.others is not None for one in idle)
        yield from ("", "readings that came up: no other would change this" if came_up else "readings in force")
    for one in idle:
        yield from _reading(one)
    left = len(found.readings) - len(matter) - len(idle)
    if left:
        yield from ("", f"{counted(left, 'disputed rule')} read as usual")
    if found.unknown:
        yield from ("", *_wrapped("", found.unknown, INDENT))


def _reading(one: ReadingInForce) -> Iterator[str]:
    yield from _wrapped(f"  {one.dispute}  ", f"{one.question} [{one.rule}]", INDENT)
    before = f", until then as {one.before}" if one.before else ""
    yield from _wrapped(f"{INDENT}read as {one.choice}{SINCE[one.since]}{before}: ", one.words, INDENT * 2)
    if one.others:
        yield f"{INDENT}otherwise under {' and '.join(one.others)}"


def _options(options: Collection[OptionInForce]) -> Iterator[str]:
    played = [one for one in options if one.on and (one.cited or one.matters is not False)]
    if played:
        yield from ("", "optional rules in force")
    for one in played:
        yield from _wrapped(f"  {one.option}  ", one.words, INDENT)
        if one.matters:
            yield f"{INDENT}without it this would come out otherwise"
    missed = [one.option for one in options if one.matters and not one.on]
    if missed:
        yield from ("", *_wrapped("optional rules not played that would change this: ", ", ".join(missed), INDENT))


def _wrapped(opening: str, text: str, hang: str) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)
