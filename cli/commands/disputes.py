"""Disputed rules: where another reading would have changed something, and how the game goes on under it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from cli.shell import params
from cli.shell.output import Grid, emit, progress, width
from cli.shell.session import Session, command
from domain.kernel.errors import BadInput
from domain.log.refs import Ref, parse_ref
from domain.study.course import Course, Standing, to_the_end
from domain.study.disputes import Dispute, DisputeReport
from domain.study.disputes import disputes as find_disputes
from domain.study.otherwise import Otherwise
from domain.words.phrases import later, phrase, some

SHOWN = 2  # places of each reading, over a whole game
INDENT = " " * 4
NOTHING = later("no other reading would have changed anything")


class View(NamedTuple):
    """How much is listed."""

    every: bool  # also places where nothing changes that a player counts
    shown: int | None  # places of each reading; None: all


@command("disputes")
@params.ref_argument
@click.option("--reading", "readings", multiple=True, metavar="D36=b", help="Only this other reading.")
@click.option("--all", "every", is_flag=True, help="List every place, also where nothing on the board changes.")
@click.option("--to-the-end", "onwards", is_flag=True, help="Decide the rest of the game again under it, as a branch.")
@click.option("--name", default="", help="The name of that branch; d36-b and the like if not given.")
def disputes(session: Session, ref: Ref, readings: tuple[str, ...], every: bool, onwards: bool, name: str) -> None:
    """Which readings of disputed rules were in play, and where another one would have changed a fact: at the order an
    entry belongs to, or over a whole line. Each order is decided again on its recorded dice; nothing is stored.

    With --to-the-end, from an entry: the orders that follow are given again under the other reading, on the recorded
    dice, as far as they stay legal; that is kept as a branch, and set beside the game as it was.

    \b
        refight disputes july
        refight disputes july:417 --to-the-end --reading D22=b
    """
    line = session.line(ref)
    chosen = params.chosen_readings(readings)
    if onwards:
        _courses(session, ref, chosen, name)
        return
    if name:
        raise BadInput("--name names the branch of --to-the-end; say both or neither")
    report = _found(session, ref, chosen)
    view = View(every, None if every or ref.entry is not None else SHOWN)
    emit(session, report, *_told(line.system.key, report, chosen, view))


def _found(session: Session, ref: Ref, chosen: Mapping[str, str]) -> DisputeReport:
    with progress(phrase("disputes of {0}", ref)) as step:
        return find_disputes(session.games, ref, chosen=chosen, progress=step)


def _told(system: str, report: DisputeReport, chosen: Mapping[str, str], view: View) -> Iterator[str]:
    if not report.known:
        yield phrase("{0} has no disputed rules", system)
        return
    yield from _of_chosen(report, chosen, view) if chosen else _of_all(report)
    for one in report.disputes:
        yield from _dispute(one, view) if _places(one, view) else ()
    if report.idle and not chosen:
        yield ""
        yield from _wrapped(phrase("came up, but no other reading changes anything: "), ", ".join(report.idle))
    if report.unseen and not view.every:
        yield ""
        yield from _wrapped("", _left_out(report))
    if report.unclear:
        yield ""
        yield from _wrapped(phrase("not decided as recorded (`refight audit` says more): "), ", ".join(report.unclear))


def _left_out(report: DisputeReport) -> str:
    each = ((one.dispute, len(one.otherwise) - len(one.seen)) for one in report.disputes)
    places = ", ".join(f"{name} ({count})" for name, count in each if count)
    return phrase("changes facts, but neither board, points nor losses (--all lists them): {0}", places)


def _of_all(report: DisputeReport) -> Iterator[str]:
    known = some(report.known, "disputed rule", "disputed rules")
    asked = phrase("{0} of {1} came up", len(report.disputes), known)
    found = phrase("another reading of {0} would have changed something", len(report.matter))
    orders = f"{some(report.orders, 'order', 'orders')}, " if report.orders > 1 else ""
    yield phrase("{0}: {1}; {2}", report.ref, orders + asked, found if report.matter else phrase(NOTHING))


def _of_chosen(report: DisputeReport, chosen: Mapping[str, str], view: View) -> Iterator[str]:
    found = {one.dispute.casefold(): one for one in report.disputes}
    for dispute, choice in chosen.items():
        one = found.get(dispute.casefold())
        if one is None:
            yield phrase("{0}: {1} did not come up, or was read as {2} all along", report.ref, dispute, choice)
        else:
            came = phrase("{0} came up in {1}", one.dispute, some(one.orders, "order", "orders"))
            changes = len(_places(one, view)) or phrase("nothing on the board" if one.otherwise else "nothing")
            yield phrase("{0}: {1}; read as {2} it would have changed {3}", report.ref, came, choice, changes)


def _places(one: Dispute, view: View) -> tuple[Otherwise, ...]:
    return one.otherwise if view.every else one.seen


def _dispute(one: Dispute, view: View) -> Iterator[str]:
    """The question, its answers, and where another would have mattered."""
    yield ""
    yield from _wrapped(f"{one.dispute}  ", f"{one.question} [{one.rule}]")
    for letter, text in one.choices.items():
        mark = phrase(" (as played)") if letter in one.played else ""
        yield from _wrapped(f"{INDENT}{letter}  ", f"{text}{mark}", INDENT * 2)
    for letter in one.choices:
        places = [each for each in _places(one, view) if each.reading == letter]
        listed = places[: view.shown]
        for each in listed:
            yield from _place(each)
        if len(places) > len(listed):
            yield INDENT + phrase("and {0} more under {1} (--all lists them)", len(places) - len(listed), letter)


def _place(one: Otherwise) -> Iterator[str]:
    yield from _wrapped(INDENT, f"{one.ref}  {one.order}", INDENT * 2)
    yield from _wrapped(INDENT * 2 + phrase("as recorded: "), one.recorded, INDENT * 3)
    yield from _wrapped(INDENT * 2 + phrase("under {0}: ", one.reading), _instead(one), INDENT * 3)


def _instead(one: Otherwise) -> str:
    if one.kind == "refused":
        return phrase("refused [{0}] {1}", one.rule, one.instead)
    if one.kind == "facts" and one.rule:
        return phrase("{0}; and then refused [{1}]", one.instead, one.rule)
    if one.kind == "facts" and one.more:
        return phrase("{0}; and then {1} more than were rolled", one.instead, some(one.more, "die", "dice"))
    return phrase("{0} (the position after it is the same)", one.instead) if one.alike else one.instead


def _wrapped(opening: str, text: str, hang: str = INDENT) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)


def _courses(session: Session, ref: Ref, chosen: Mapping[str, str], name: str) -> None:
    """One branch for each reading that was named, or that would change the order itself."""
    if ref.entry is None:
        raise BadInput(f"say from which entry on: {ref}:ENTRY; `refight disputes {ref}` names those where it matters")
    wanted = list(chosen.items())
    if not wanted:
        report = _found(session, ref, {})
        wanted = [(one.dispute, each.reading) for one in report.disputes for each in one.otherwise]
    if name and len(wanted) != 1:
        raise BadInput(f"--name is for one branch, and there are {len(wanted)}; say --reading as well")
    courses = []
    for dispute, choice in wanted:
        with progress(phrase("{0} read as {1}", dispute, choice)) as step:
            courses.append(to_the_end(session.games, ref, dispute, choice, name, step))
    parts = [part for course in courses for part in _course(course)]
    nothing = phrase("{0}: {1}; choose one with --reading to see what it does later", ref, phrase(NOTHING))
    emit(session, {"ref": str(ref), "courses": courses}, *(parts or [nothing]))


def _course(one: Course) -> Iterator[str | Grid]:
    old = Ref(parse_ref(one.ref).game, one.parent)
    yield phrase(
        "{0}: {1} read as {2} from {3} on; {4} of {5} given again on the recorded dice",
        one.ref, one.dispute, one.reading, f"{one.parent}:{one.at}", one.orders, some(one.of, "order", "orders"),
    )  # fmt: skip
    if one.first:
        changed = some(one.changed, "order", "orders")
        yield phrase("  {0} otherwise than recorded, the first at {1}", changed, one.first)
    else:
        yield phrase("  all of them came out as recorded" if one.orders else "  none of them could be given")
    if one.unused:
        yield phrase("  {0} no longer asked for", some(one.unused, "recorded die", "recorded dice"))
    if one.for_else:
        yield phrase("  {0} used for another purpose than recorded", some(one.for_else, "die", "dice"))
    if one.halt:
        rule = f"[{one.halt.rule}] " if one.halt.rule else ""
        yield phrase("  it stops at {0}: {1}", one.halt.at, one.halt.order)
        yield f"    {rule}{one.halt.why}"
    if one.ended:
        yield f"  {one.ended}"
    if one.ended_then and one.ended_then != one.ended:
        yield phrase("  as it was: {0}", one.ended_then)
    yield from _standing(later("points"), one, str(old), one.points)
    yield from _standing(later("losses"), one, str(old), one.losses)
    yield ""
    yield phrase("next: `refight diff {0} {1}`, `refight log {1} --from {2}`", one.moment, one.ref, one.at + 1)


def _standing(what: str, one: Course, old: str, found: tuple[Standing, ...]) -> list[str | Grid]:
    """At the same moment, and in the end where that is another."""
    if one.halt is None:
        return ["", Grid((what, old, one.ref), [[row.side, row.then, row.now] for row in found])]
    columns = (what, one.moment, one.ref, phrase("{0} at its end", old))
    return ["", Grid(columns, [[row.side, row.then, row.now, row.end] for row in found])]
