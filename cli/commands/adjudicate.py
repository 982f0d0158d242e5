"""Settling a case: a position, orders and dice from a file, decided with citations and under every other reading."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from cli.shell import params
from cli.shell.errors import ILLEGAL, UNPROVEN
from cli.shell.output import emit, say_exactly, width
from cli.shell.packs import load_pack
from cli.shell.rules import book_of
from cli.shell.session import Session, command, find_system
from cli.shell.telling import secret_mark
from domain.cases.adjudication import Adjudication, adjudicate
from domain.cases.case import begin, read_case, text_of
from domain.cases.expectations import count, failures
from domain.cases.telling import CaseStep, CaseTold, OrderTold, Other, tell_case
from domain.cases.writer import write_case
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.say import Say
from domain.log.refs import Ref
from domain.words.phrases import phrase, some
from domain.words.tell import say_of
from rules import SYSTEMS

MAX_BYTES = 5_000_000
INDENT = " " * 2
SAID = 6  # of what differs in the end


@command("adjudicate")
@click.argument("file", required=False, type=click.Path(allow_dash=True))
@click.option("--check", is_flag=True, help="Hold what the case expects against what comes; exit code 4 if it fails.")
@click.option("--template", metavar="SYSTEM", shell_complete=params.complete_system,
              help="Print a commented case of a system, to be written over.")  # fmt: skip
@click.option("--from", "ref", metavar="REF", type=params.REF,
              help="Print the position of a game before the order an entry belongs to, as a case.")  # fmt: skip
def adjudicate_case(session: Session, file: str | None, check: bool, template: str | None, ref: Ref | None) -> None:
    """Decide the orders of a case on the dice that were rolled, with the rules for each step; then again under every
    reading of a disputed rule that changes the outcome. Exit code 3 if an order is illegal there.

    \b
        refight adjudicate --template freeform > case.toml
        refight adjudicate case.toml
        refight adjudicate case.toml --check
        refight adjudicate --from ridge:5
    """
    if sum(given is not None for given in (file, template, ref)) != 1:
        raise BadInput("give the FILE of a case, or --template SYSTEM, or --from REF")
    if template is not None:
        _print(session, {"system": template}, _template(template))
    elif ref is not None:
        session.line(ref)
        _print(session, {"ref": str(ref)}, write_case(session.games, ref, load_pack))
    else:
        assert file is not None
        found = adjudicate(begin(read_case(_read(file)), SYSTEMS, load_pack))
        (_check if check else _show)(session, file, found)


def _print(session: Session, value: dict[str, Any], text: str) -> None:
    if session.json or session.collected is not None:
        emit(session, {**value, "case": text})
    else:
        say_exactly(text.rstrip("\n"))


def _template(key: str) -> str:
    found = files("rules").joinpath(find_system(key).key, "case.toml")
    if not found.is_file():
        raise NotFound(f"{key} comes with no example case; `--from REF` writes one from a game")
    return found.read_text("utf-8")


def _read(file: str) -> str:
    if file != "-" and Path(file).is_dir():
        raise BadInput(f"{file} is a folder; give a file")
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise BadInput(f"{file} is larger than {MAX_BYTES // 1_000_000} MB; no case is that long")
    return text_of(data, file)


def _check(session: Session, file: str, found: Adjudication) -> None:
    claims, failed = count(found), failures(found)
    if not claims and not failed:
        raise BadInput(f"{file} expects nothing; say it in [expect], or in [orders.expect] of an order")
    value = {"file": file, "claims": claims, "failures": failed, "holds": not failed}
    held = phrase("{0}: {1}", file, some(claims, "claim holds", "claims hold"))
    verdict = phrase("{0} does not hold:", file) if failed else held
    emit(session, value, verdict, *(INDENT + line for line in failed))
    if failed:
        click.get_current_context().exit(UNPROVEN)


def _show(session: Session, file: str, found: Adjudication) -> None:
    told = tell_case(found, book_of(found.begun.system.key))
    say = say_of(found.begun.system, found.begun.names)
    emit(session, {"file": file, **_fields(told)}, *_told(told, say))
    if found.refused:
        click.get_current_context().exit(ILLEGAL)


def _fields(told: CaseTold) -> dict[str, Any]:
    return {name: getattr(told, name) for name in told.__struct_fields__}


def _told(told: CaseTold, say: Say) -> Iterator[str]:
    yield from told.position[:1]
    about = " ".join(filter(None, (told.text, f"({told.source})" if told.source else "")))
    yield from _wrapped(INDENT, about, INDENT) if about else ()
    for line in told.position[1:]:
        yield from _wrapped(INDENT, line, INDENT * 2)
    for order in told.orders:
        yield ""
        yield from _order(order, say)
    if told.awaited and told.awaited not in [step.words for step in told.orders[-1].steps]:
        yield from _wrapped(INDENT, phrase("still {0}", told.awaited), INDENT * 2)
    yield ""
    yield from _others(told)


def _order(order: OrderTold, say: Say) -> Iterator[str]:
    dice = phrase("  (dice {0})", " ".join(map(str, order.dice))) if order.dice else ""
    cards = phrase("  (cards {0})", ", ".join(order.cards)) if order.cards else ""
    yield f"{order.by}> {order.order}{dice}{cards}"
    if order.refused:
        yield from _wrapped(INDENT, phrase("illegal: [{0}] {1}", order.refused, order.reason), INDENT * 2)
    for step in order.steps:
        if not step.aside:
            yield from _step(step, say)


def _step(step: CaseStep, say: Say) -> Iterator[str]:
    """The words, and after them the modifiers and rules they do not name themselves; then the table that was read."""
    modifiers = [(one, say.reason(one)) for one in step.modifiers]
    more = [f"{one.value:+} {why} ({one.cite})" for one, why in modifiers if why not in step.words]
    rules = [rule for rule in step.rules if rule not in step.words and not any(rule in line for line in more)]
    cited = f" [{', '.join(rules)}]" if rules else ""
    yield from _wrapped(INDENT, "; ".join([step.words, *more]) + cited + secret_mark(step.to), INDENT * 2)
    for read in step.tables:
        cell = phrase("{0}, row {1}, column {2}: {3}", read.table, read.row, read.column, read.cell)
        yield from _wrapped(INDENT * 2, cell, INDENT * 3)


def _others(told: CaseTold) -> Iterator[str]:
    if not told.asked:
        yield phrase("no disputed rule came up")
        return
    rules = some(len(told.asked), "disputed rule", "disputed rules")
    asked = phrase("{0} came up ({1})", rules, ", ".join(told.asked))
    if not told.other:
        yield from _wrapped("", phrase("{0}; no other reading changes anything", asked), "")
        return
    yield from _wrapped("", phrase("{0}; on the same dice it comes out otherwise under these readings:", asked), "")
    for dispute, group in groupby(told.other, key=lambda other: other.dispute):
        found = list(group)
        yield ""
        yield from _wrapped(f"{dispute}  ", f"{found[0].question} [{found[0].rule}]")
        yield from _wrapped(
            INDENT, phrase("{0}  {1} (as decided above)", found[0].played, found[0].played_meaning), INDENT * 3
        )
        for choice, same in groupby(found, key=lambda other: other.choice):
            each = list(same)
            yield from _wrapped(INDENT, f"{choice}  {each[0].meaning}", INDENT * 3)
            for other in each:
                yield from _other(other, len(told.orders) > 1)


def _other(other: Other, is_counted: bool) -> Iterator[str]:
    deep = INDENT * 3
    order = phrase("order {0}: ", other.order) if is_counted else ""
    yield from _wrapped(deep, f"{order}{other.would}", deep + INDENT)
    yield from _wrapped(deep, phrase("instead of: {0}", other.was), deep + INDENT)
    if other.later:
        yield from _wrapped(deep, phrase("then {0}", other.later), deep + INDENT)
    if other.unused:
        yield deep + phrase("{0} would not be asked for", some(other.unused, "die or card", "dice or cards"))
    for line in other.end[:SAID]:
        yield from _wrapped(deep, phrase("in the end: {0}", line), deep + INDENT)
    if other.same:
        yield deep + phrase("in the end nothing is otherwise")
    if len(other.end) > SAID:
        yield deep + phrase("and {0} more differences", len(other.end) - SAID)


def _wrapped(opening: str, text: str, hang: str = INDENT) -> list[str]:
    return textwrap.wrap(opening + text, width(), subsequent_indent=hang, break_on_hyphens=False)
