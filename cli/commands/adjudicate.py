"""Settling a case: a position, orders and dice from a file, decided with citations and under every other reading."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import click

from cli.shell import params
from cli.shell.cases import INDENT, told_lines
from cli.shell.errors import ILLEGAL, UNPROVEN
from cli.shell.output import emit, progress, say_exactly
from cli.shell.packs import load_pack
from cli.shell.rules import book_of
from cli.shell.session import Session, command, find_system
from domain.cases.adjudication import Adjudication, adjudicate
from domain.cases.brief import Brief, begin_brief
from domain.cases.case import begin
from domain.cases.expectations import count, failures
from domain.cases.fields import kind_of
from domain.cases.position import TERMS
from domain.cases.shapes import places
from domain.cases.telling import CaseTold, tell_case
from domain.cases.writer import write_case
from domain.cases.written import Case, OrderRow, is_case, read_case, text_of
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.system import System
from domain.log.refs import Ref
from domain.words.phrases import phrase, some
from domain.words.tell import say_of
from rules import SYSTEMS

MAX_BYTES = 5_000_000
WIDTH = 120  # of a case file
WHAT = "give the FILE of a case, or SYSTEM and a POSITION, or --template SYSTEM, or --from REF"
OPTIONS = {"order": "texts", "by": "sides", "dice": "dice", "card": "cards", "scenario": "scenario",
           "reading": "readings", "unchecked": "unchecked"}  # fmt: skip


class Checked(NamedTuple):
    """A file held to what it expects."""

    file: str
    claims: int
    failures: list[str]


@command("adjudicate")
@click.argument("named", metavar="[FILE]... | SYSTEM POSITION", nargs=-1, type=click.Path(allow_dash=True))
@click.option("--order", "texts", multiple=True, metavar="ORDER", help="With a POSITION: an order; once for each.")
@click.option("--by", "sides", multiple=True, shell_complete=params.complete_side,
              help="The side giving the order; once for each, or once for all.")  # fmt: skip
@click.option("--dice", type=params.DICE, multiple=True,
              help="Dice rolled at the table: 4,5; once for each order, or for the last ones.")  # fmt: skip
@click.option("--card", "cards", multiple=True, help="A card drawn for the last order; once for each.")
@click.option("--scenario", default="", help="Where all that is not said comes from; else the first of the system.")
@click.option("--reading", "readings", multiple=True, metavar="D36=b", help="How to read a disputed rule.")
@click.option("--unchecked", is_flag=True, help="Decide a POSITION that no game leads to all the same.")
@click.option("--check", is_flag=True, help="Hold what the case expects against what comes; exit code 4 if it fails.")
@click.option("--template", metavar="SYSTEM", shell_complete=params.complete_system,
              help="Print a commented case of a system, to be written over.")  # fmt: skip
@click.option("--from", "ref", metavar="REF", type=params.REF,
              help="Print the position of a game before the order an entry belongs to, as a case.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="List also the readings that change only what is on the way.")
def adjudicate_case(
    session: Session, /, named: tuple[str, ...], check: bool, template: str | None, ref: Ref | None, every: bool,
    **typed: Any,
) -> None:  # fmt: skip
    """Decide the orders of a case on the dice that were rolled, with the rules for each step; then again under every
    reading of a disputed rule that changes the outcome. Exit code 3 if an order is illegal there.

    Without a file, SYSTEM and a POSITION in a few words: units by id, number or name, `at` a place, states by their
    word (on a table `at 12:7 facing 90`); between semicolons also `turn 4`, a phase, whose turn it is, or a line of a
    case file. All else is as the scenario has it, with all other units off the board; the phase is that of the first
    order, and an attack counts as declared where only one hex can be meant.

    Several files, or a folder with all the cases in it, are held to what they expect: each claim that fails with its
    file and row, and a count at the end.

    \b
        refight adjudicate --template freeform > case.toml
        refight adjudicate case.toml
        refight adjudicate case.toml --check
        refight adjudicate .
        refight adjudicate --from ridge:5
        refight adjudicate freeform "guard blue at hill" --order "MovePiece piece=guard to=mill" --by blue
    """
    if sum(map(bool, (named, template is not None, ref))) != 1:
        raise BadInput(WHAT)
    if template is not None:
        _print(session, {"system": template}, _template(template))
    elif ref is not None:
        session.line(ref)
        _print(session, {"ref": str(ref)}, write_case(session.games, ref, load_pack))
    elif named[0] in SYSTEMS and not Path(named[0]).exists():
        if check:
            raise BadInput("--check holds a file to what it expects; a POSITION claims nothing")
        found = begin_brief(_typed(named, **typed), SYSTEMS, load_pack)
        _show(session, {"system": named[0]}, found.case, [adjudicate(found)], every)
    elif any(typed.values()):
        given = next(option for option, name in OPTIONS.items() if typed[name])
        raise BadInput(f"--{given} goes with SYSTEM and POSITION; a file says it itself")
    elif len(named) > 1 or _is_folder(named[0]):
        _check_all(session, named)
    elif check:
        _check(session, named[0])
    else:
        case = read_case(_read(named[0]))
        _show(session, {"file": named[0]}, case, _decided(case), every)


def _typed(
    named: Sequence[str], *, texts: Sequence[str], sides: Sequence[str], dice: Sequence[tuple[int, ...]],
    cards: Sequence[str], scenario: str, readings: Sequence[str], unchecked: bool,
) -> Brief:  # fmt: skip
    """The i-th side with the i-th order; dice with the last orders."""
    if len(named) != 2:
        raise BadInput(f'the position stands in quotes: refight adjudicate {named[0]} "UNIT at PLACE; UNIT at PLACE"')
    if texts and len(sides) not in (1, len(texts)):
        raise BadInput("who gives the order? Give --by once, or once for each --order")
    if len(dice) > len(texts):
        raise BadInput("--dice stands more often than --order; all dice of an order stand in one: --dice 6,6,2")
    by = sides if len(sides) == len(texts) else list(sides) * len(texts)
    rolled = [(), *[()] * (len(texts) - len(dice) - 1), *dice][-len(texts) :] if texts else []
    rows = [OrderRow(by=side, order=text, dice=faces) for side, text, faces in zip(by, texts, rolled, strict=True)]
    if rows and cards:
        rows[-1] = OrderRow(by=by[-1], order=texts[-1], dice=rolled[-1], cards=tuple(cards))
    return Brief(named[0], named[1], rows, scenario, params.chosen_readings(readings), unchecked)


def _print(session: Session, value: dict[str, Any], text: str) -> None:
    if session.is_asked_by_a_program:
        emit(session, {**value, "case": text})
    else:
        say_exactly(text.rstrip("\n"))


def _template(key: str) -> str:
    found = files("rules").joinpath(find_system(key).key, "case.toml")
    if not found.is_file():
        raise NotFound(f"{key} comes with no example case; `--from REF` writes one from a game")
    return "\n".join([found.read_text("utf-8"), *_places(find_system(key))])


def _places(system: System[Any]) -> Iterator[str]:
    """All that a position may say, as a comment at the end."""
    yield "# Every part of a position, with what it takes; NAME stands for a key, such as the id of a unit."
    for place, taken in dict(places(kind_of(system.state))).items():
        if not place.startswith(tuple(f"core.{term}" for term in TERMS)):
            yield from textwrap.wrap(f"{place}: {taken}", WIDTH, initial_indent="#   ", subsequent_indent="#     ")
    yield ""


def _is_folder(name: str) -> bool:
    return name != "-" and Path(name).is_dir()


def _read(file: str) -> str:
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise BadInput(f"{file} is larger than {MAX_BYTES // 1_000_000} MB; no case is that long")
    return text_of(data, file)


def _decided(case: Case) -> list[Adjudication]:
    return list(map(adjudicate, begin(case, SYSTEMS, load_pack)))


# Held to what is expected


def _checked(file: str) -> Checked:
    rows = _decided(read_case(_read(file)))
    claims, failed = sum(map(count, rows)), [one for found in rows for one in failures(found)]
    if not claims and not failed:
        raise BadInput(f"{file} expects nothing; say it in [expect], or in [orders.expect] of an order")
    return Checked(file, claims, failed)


def _check(session: Session, file: str) -> None:
    checked = _checked(file)
    emit(session, _value(checked), *_verdict(checked))
    if checked.failures:
        click.get_current_context().exit(UNPROVEN)


def _value(checked: Checked) -> dict[str, Any]:
    return {**checked._asdict(), "holds": not checked.failures}


def _verdict(checked: Checked) -> Iterator[str]:
    if not checked.failures:
        yield phrase("{0}: {1}", checked.file, some(checked.claims, "claim holds", "claims hold"))
        return
    yield phrase("{0} does not hold:", checked.file)
    yield from (INDENT + line for line in checked.failures)


def _check_all(session: Session, named: Sequence[str]) -> None:
    """A file that cannot be decided fails with what is wrong with it; the others are held to theirs."""
    found, passed_over = _found(named)
    if not found:
        raise BadInput(f"there is no case in {', '.join(named)}")
    every = []
    with progress("adjudicate") as step:
        for done, file in enumerate(found, 1):
            every.append(_checked_or_told(file))
            if step:
                step(done, len(found))
    _tell_all(session, every, passed_over)


def _found(named: Sequence[str]) -> tuple[list[str], int]:
    """Every file as it is named, the cases of a folder, and how many of its TOML files are something else."""
    found: list[str] = []
    others = 0
    for name in named:
        inside = sorted(Path(name).rglob("*.toml")) if _is_folder(name) else []
        cases = [str(path) for path in inside if _is_case(str(path))]
        others += len(inside) - len(cases)
        found += cases if _is_folder(name) else [name]
    return list(dict.fromkeys(found)), others


def _is_case(file: str) -> bool:
    """One that cannot be read may be one: its fault is told."""
    try:
        return is_case(_read(file))
    except BadInput:
        return True


def _checked_or_told(file: str) -> Checked:
    try:
        return _checked(file)
    except (BadInput, NotFound) as error:
        return Checked(file, 0, [str(error).removeprefix(f"{file} ")])


def _tell_all(session: Session, every: Sequence[Checked], passed_over: int) -> None:
    failing = [checked for checked in every if checked.failures]
    claims = sum(checked.claims for checked in every)
    failed = sum(len(checked.failures) for checked in every)
    value = {"files": [_value(checked) for checked in every], "claims": claims, "failed": failed,
             "passed_over": passed_over, "holds": not failing}  # fmt: skip
    lines = [line for checked in failing for line in _verdict(checked)]
    said = phrase("{0}, {1}", some(len(every), "case", "cases"), some(claims, "claim", "claims"))
    verdict = phrase("{0}: {1} do not hold", said, len(failing)) if failing else phrase("{0}: all hold", said)
    other = [phrase("passed over: {0}", some(passed_over, "file that is no case", "files that are no cases"))]
    emit(session, value, *lines, verdict, *(other if passed_over else []))
    if failing:
        click.get_current_context().exit(UNPROVEN)


# Told


def _show(session: Session, value: dict[str, Any], case: Case, rows: Sequence[Adjudication], every: bool) -> None:
    told = [tell_case(found, book_of(found.begun.system.key)) for found in rows]
    say = say_of(rows[0].begun.system, rows[0].begun.names)
    each = [list(told_lines(one, say, every=every)) for one in told]
    values = [_fields(one) for one in told]
    between = [line for lines in each for line in ("", *lines)][1:]
    emit(session, {**value, **({"rows": values} if case.rows else values[0])}, *between)
    if any(found.refused for found in rows):
        click.get_current_context().exit(ILLEGAL)


def _fields(told: CaseTold) -> dict[str, Any]:
    return {name: getattr(told, name) for name in told.__struct_fields__}
