"""How lucky each side was, with how much of that is no more than chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from cli.shell import params
from cli.shell.errors import STOPPED
from cli.shell.output import Grid, emit, progress, say_exactly
from cli.shell.session import Session, command
from cli.shell.writing import write_file
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.odds.past import past
from domain.words.phrases import calling, phrase
from domain.words.tell import say_of
from projections.luck import text as luck_text
from projections.luck.luck import Luck, judge


@command("luck")
@params.ref_argument
@click.option("--svg", metavar="FILE", type=click.Path(allow_dash=True), help="Plot it over time; - prints the plot.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def luck(session: Session, ref: Ref, svg: str | None, force: bool) -> None:
    """How lucky each side's dice were, up to the head of a line or any entry: every outcome is set among all that its
    dice could have given in that position. `refight dice` asks another question: whether the dice look even.

    Ctrl-C ends it with the orders judged until then, and with exit code 130; a plot is drawn whole or not at all.

    \b
        refight luck ridge
        refight luck ridge --svg luck.svg
    """
    line = session.line(ref)
    with calling(say_of(line.system)):
        _judge(session, line, ref, svg, force=force)


def _judge(session: Session, line: Line, ref: Ref, svg: str | None, *, force: bool) -> None:
    with progress(phrase("luck of {0}", ref)) as step:
        found = judge(past(session.games, ref, step, may_stop=svg is None), str(ref))
    if svg is not None:
        _picture(session, found, svg, force=force)
        return
    shown: list[str | Grid] = list(luck_text.intro(found))
    for part in luck_text.parts(found):
        shown += ["", *([part.said] if part.said else []), Grid(part.columns, part.rows, line.started.sides)]
    emit(session, found, *shown, *([""] if shown else []), found.words)
    if found.stopped is not None:
        click.get_current_context().exit(STOPPED)


def _picture(session: Session, found: Luck, file: str, *, force: bool) -> None:
    """Into a file, whole or not at all; or printed."""
    from projections.charts.luck import draw

    value: dict[str, Any] = msgspec.to_builtins(found)
    svg = draw(found)
    if file != "-":
        size = write_file(Path(file), [svg], force=force)
        said = phrase("{0} is plotted in {1}, {2} bytes", found.ref, file, size)
        emit(session, {**value, "file": file, "bytes": size}, said, found.words)
    elif session.is_asked_by_a_program:
        emit(session, {**value, "file": None, "svg": svg})
    else:
        say_exactly(svg)
