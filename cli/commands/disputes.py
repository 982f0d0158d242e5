"""Disputed rules: where another reading would have changed something, and how the game goes on under it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

import click

from cli.shell import params
from cli.shell.output import Grid, counted, emit, progress, width
from cli.shell.session import Session, command
from domain.kernel.errors import BadInput
from domain.log.refs import Ref, parse_ref
from domain.study.course import Course, Standing, to_the_end
from domain.study.disputes import Dispute, DisputeReport
from domain.study.disputes import disputes as find_disputes
from domain.study.otherwise import Otherwise

SHOWN = 2  # places of each reading, over a whole game
INDENT = " " * 4
NOTHING = "no other reading would have changed anything"


@command("disputes")
@params.ref_argument
@click.option("--reading", "readings", multiple=True, metavar="D36=b", help="Only this other reading.")
@click.option("--all", "every", is_flag=True, help="List every place, not only the first of each reading.")
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
    shown = None if every or ref.entry is not None else SHOWN
    emit(session, report, *_told(line.system.key, report, chosen, shown))


def _found(session: Session, ref: Ref, chosen: Mapping[str, str]) -> DisputeReport:
    with progress(f"disputes of {ref}") as step:
        return find_disputes(session.games, ref, chosen=chosen, progress=step)


def _told(system: str, report: DisputeReport, chosen: Mapping[str, str], shown: int | None) -> Iterator[str]:
    if not report.known:
        yield f"{system} has no disputed rules"
        return
    yield from _of_chosen(report, chosen) if chosen else _of_all(report)
    for one in report.matter:
        yield from _dispute(one, shown)
    if report.idle and not chosen:
        yield ""
        yield from _wrapped("came up, but no other reading changes anything: ", ", ".join(report.idle))
    if report.unclear:
        yield ""
        yield from _wrapped("not decided as recorded (`refight audit` says more): ", ", ".join(report.unclear))


def _of_all(report: DisputeReport) -> Iterator[str]:
    asked = f"{len(report.disputes)} of {counted(report.known, 'disputed rule')} came up"
    matter = f"another reading of {len(report.matter)} would have changed something" if report.matter else NOTHING
    orders = f"{counted(report.orders, 'order')}, " if report.orders > 1 else ""
    yield f"{report.ref}: {orders}{asked}; {matter}"


def _of_chosen(report: DisputeReport, chosen: Mapping[str, str]) -> Iterator[str]:
    found = {one.dispute.casefold(): one for one in report.disputes}
    for dispute, choice in chosen.items():
        one = found.get(dispute.casefold())
        if one is None:
            yield f"{report.ref}: {dispute} did not come up, or was read as {choice} all along"
        else:
            came = f"{one.dispute} came up in {counted(one.orders, 'order')}"
            yield f"{report.ref}: {came}; read as {choice} it would have changed {len(one.otherwise) or 'nothing'}"


def _dispute(one: Dispute, shown: int | None) -> Iterator[str]:
    """The question, its answers, and where another would have mattered."""
    yield ""
    yield from _wrapped(f"{one.dispute}  ", f"{one.question} [{one.rule}]")
    for letter, text in one.choices.items():
        mark = " (as played)" if letter in one.played else ""
        yield from _wrapped(f"{INDENT}{letter}  ", f"{text}{mark}", INDENT * 2)
    for letter in one.choices:
        places = sorted((each for each in one.otherwise if each.reading == letter), key=lambda each: each.alike)
        listed = sorted(places[:shown], key=one.otherwise.index)
        for each in listed:
            yield from _place(each)
        if len(places) > len(listed):
            yield f"{INDENT}and {len(places) - len(listed)} more under {letter} (--all lists them)"


def _place(one: Otherwise) -> Iterator[str]:
    yield from _wrapped(INDENT, f"{one.ref}  {one.order}", INDENT * 2)
    yield from _wrapped(f"{INDENT * 2}as recorded: ", one.recorded, INDENT * 3)
    yield from _wrapped(f"{INDENT * 2}under {one.reading}: ", _instead(one), INDENT * 3)


def _instead(one: Otherwise) -> str:
    if one.kind == "refused":
        return f"refused [{one.rule}] {one.instead}"
    if one.kind == "facts" and one.rule:
        return f"{one.instead}; and then refused [{one.rule}]"
    if one.kind == "facts" and one.more:
        return f"{one.instead}; and then {counted(one.more, 'die', 'dice')} more than were rolled"
    return f"{one.instead} (the position after it is the same)" if one.alike else one.instead


def _wrapped(opening: str, text: str, hang: str = INDENT) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)


def _courses(session: Session, ref: Ref, chosen: Mapping[str, str], name: str) -> None:
    """One branch for each reading that was named, or that would change the order itself."""
    if ref.entry is None:
        raise BadInput(f"say from which entry on: {ref}:ENTRY; `refight disputes {ref}` names those where it matters")
    wanted = list(chosen.items())
    if not wanted:
        report = _found(session, ref, {})
        wanted = [(one.dispute, each.reading) for one in report.matter for each in one.otherwise]
    if name and len(wanted) != 1:
        raise BadInput(f"--name is for one branch, and there are {len(wanted)}; say --reading as well")
    courses = []
    for dispute, choice in wanted:
        with progress(f"{dispute} read as {choice}") as step:
            courses.append(to_the_end(session.games, ref, dispute, choice, name, step))
    parts = [part for course in courses for part in _course(course)]
    nothing = f"{ref}: {NOTHING}; choose one with --reading to see what it does later"
    emit(session, {"ref": str(ref), "courses": courses}, *(parts or [nothing]))


def _course(one: Course) -> Iterator[str | Grid]:
    old = Ref(parse_ref(one.ref).game, one.parent)
    yield f"{one.ref}: {one.dispute} read as {one.reading} from {one.parent}:{one.at} on; " + (
        f"{one.orders} of {counted(one.of, 'order')} given again on the recorded dice"
    )
    if one.first:
        yield f"  {counted(one.changed, 'order')} otherwise than recorded, the first at {one.first}"
    else:
        yield "  all of them came out as recorded" if one.orders else "  none of them could be given"
    if one.unused:
        yield f"  {counted(one.unused, 'recorded die', 'recorded dice')} no longer asked for"
    if one.for_else:
        yield f"  {counted(one.for_else, 'die', 'dice')} used for another purpose than recorded"
    if one.halt:
        rule = f"[{one.halt.rule}] " if one.halt.rule else ""
        yield f"  it stops at {one.halt.at}: {one.halt.order}"
        yield f"    {rule}{one.halt.why}"
    if one.ended:
        yield f"  {one.ended}"
    if one.ended_then and one.ended_then != one.ended:
        yield f"  as it was: {one.ended_then}"
    yield from _standing("points", one, str(old), one.points)
    yield from _standing("losses", one, str(old), one.losses)
    yield ""
    yield f"next: `refight diff {one.moment} {one.ref}`, `refight log {one.ref} --from {one.at + 1}`"


def _standing(what: str, one: Course, old: str, found: tuple[Standing, ...]) -> list[str | Grid]:
    """At the same moment, and in the end where that is another."""
    if one.halt is None:
        return ["", Grid((what, old, one.ref), [[row.side, row.then, row.now] for row in found])]
    columns = (what, one.moment, one.ref, f"{old} at its end")
    return ["", Grid(columns, [[row.side, row.then, row.now, row.end] for row in found])]
