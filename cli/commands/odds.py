"""What an order may lead to: every outcome with its chance, before the dice are thrown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from cli.commands.orders import joined, pointing
from cli.shell import params
from cli.shell.errors import STOPPED
from cli.shell.output import can_print, emit, hint, progress, say_exactly, width
from cli.shell.session import Session, command
from cli.shell.writing import write_file
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.odds.explore import Plan
from domain.odds.moment import Moment, moment, recorded
from domain.odds.reckon import Odds, apart, to_try
from domain.odds.reckon import odds as odds_of
from domain.odds.sample import SAMPLES
from domain.odds.tree import PATIENT, ToTry
from domain.words.phrases import calling, phrase
from domain.words.tell import say_of
from projections.charts import odds_text


@command("odds")
@params.ref_argument
@click.argument("words", nargs=-1, metavar="[ORDER]", shell_complete=params.complete_order)
@click.option("--by", default="", shell_complete=params.complete_side, help="The side giving the order.")
@click.option("--then", "later", metavar="ORDER", multiple=True, help="Go on with this order wherever it is allowed.")
@click.option("--all", "every", is_flag=True, help="Tell apart what is told in the same words; list every outcome.")
@click.option("--samples", type=click.IntRange(1, 1_000_000), metavar="N", help="Try N ways at random; count none.")
@click.option("--exact", is_flag=True, help="Count every way, even if it takes minutes.")
@click.option("--svg", metavar="FILE", type=click.Path(allow_dash=True), help="Draw the bars; - prints them.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def odds(
    session: Session, ref: Ref, words: tuple[str, ...], by: str, later: tuple[str, ...], every: bool,
    samples: int | None, exact: bool, svg: str | None, force: bool,
) -> None:  # fmt: skip
    """How likely each outcome of an order is, up to where someone must decide. Nothing is stored, and the dice of the
    game are not looked at. Without an ORDER: of the order that the entry belongs to, with what happened marked.

    The true position counts, with what is hidden in it: while a game with secrets is on, the odds may give them away.

    Ctrl-C ends it with the ways counted or tried until then, and with exit code 130; --svg draws all or nothing.

    \b
        refight odds ridge 'RollDice why=volley dice=2' --by red
        refight odds ridge:7
    """
    line = session.line(ref)
    if by:
        session.side(line, by)
    if words:
        at = moment(session.games, ref)
        first = _given(line, at, joined(words), by)
    else:
        at, first = recorded(session.games, ref)
    given = [first, *(_given(line, at, text) for text in later)]
    with calling(say_of(line.system)), progress(phrase("odds at {0}", at.ref)) as step:
        plan = Plan(PATIENT if exact else None, samples or SAMPLES, bool(samples) and not exact)
        plan = plan._replace(may_stop=svg is None, progress=step)
        found = odds_of(at, given, every=every, plan=plan)
    if svg is not None:
        _picture(session, found, svg, every=every, force=force)
        return
    with calling(say_of(line.system)):
        shown = [*odds_text.head(found, every=every), *_table(found, every=every), *odds_text.tail(found)]
    emit(session, found, *shown)
    if found.apart == "nothing" and not later:
        hint(session, phrase("if the dice come with the answer, --then 'SIDE> ORDER' goes on with it"))
    if found.stopped:
        click.get_current_context().exit(STOPPED)


def _table(found: Odds, *, every: bool) -> list[str]:
    if found.apart == "nothing":
        return [f"  {said}" for said in found.outcomes[0].words] or [f"  {phrase('nothing changes')}"]
    return ["", *odds_text.rows(found, width(), fine=can_print(odds_text.BARS), every=every), ""]


def _given(line: Line, at: Moment, text: str, by: str = "") -> ToTry:
    """An order as it was typed, `blue> ORDER` or without its side."""
    with pointing(line, apart(text, by)[1]):
        return to_try(line, at, text, by)


def _picture(session: Session, found: Odds, file: str, *, every: bool, force: bool) -> None:
    """Into a file, whole or not at all; or printed."""
    from projections.charts.odds import draw

    svg, value = draw(found, every=every), _fields(found)
    if file != "-":
        size = write_file(Path(file), [svg], force=force)
        emit(
            session,
            {**value, "file": file, "bytes": size},
            phrase("{0} is drawn in {1}, {2} bytes", found.ref, file, size),
        )
    elif session.is_asked_by_a_program:
        emit(session, {**value, "file": None, "svg": svg})
    else:
        say_exactly(svg)


def _fields(found: Odds) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.to_builtins(found)
    return value
