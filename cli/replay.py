"""Stepping through a game in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import click

from cli import params
from cli.look import as_option, board_parts, viewing
from cli.output import emit, say
from cli.session import Session, command
from cli.telling import told, values
from domain.audit import groups
from domain.entry import Entry
from domain.refs import Ref

KEYS = "Enter next, b back, a number goes to that entry, q quits"
Steps = Sequence[Sequence[Entry]]


@command("replay")
@params.ref_argument
@as_option
@click.option("--delay", type=click.FloatRange(min=0, max=3600), metavar="S", help="Go on by itself every S seconds.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="Begin at this entry.")
def replay(session: Session, ref: Ref, viewer: str | None, delay: float | None, first: int) -> None:
    """Step through a game, order by order. In a pipe all steps are printed.

    \b
        refight replay ridge
        refight replay ridge --delay 1 --from 30
    """
    viewing(session, ref, viewer)
    if first > 1:
        session.line(ref._replace(entry=first))
    steps = list(groups(session.games.entries(ref)))
    start = step_of(steps, first)
    if session.json:
        system = session.games.line(ref).system
        emit(session, [values(system, step, viewer) for step in steps[start:]])
    elif delay is None and sys.stdin.isatty() and sys.stdout.isatty():
        _by_hand(session, ref, viewer, steps, start)
    else:
        _by_itself(session, ref, viewer, steps, start, delay or 0)


def step_of(steps: Steps, entry: int) -> int:
    """The step an entry belongs to."""
    return next((i for i, step in enumerate(steps) if step[-1].number >= entry), len(steps) - 1)


def _print(session: Session, ref: Ref, viewer: str | None, step: Sequence[Entry]) -> None:
    system = session.games.line(ref).system
    for entry in step:
        say(told(system, entry, viewer))


def _board(session: Session, ref: Ref, viewer: str | None, step: Sequence[Entry]) -> None:
    say("\n" + board_parts(session, ref._replace(entry=step[-1].number), viewer)[1])


def _by_itself(session: Session, ref: Ref, viewer: str | None, steps: Steps, start: int, delay: float) -> None:
    for step in steps[start:]:
        _print(session, ref, viewer, step)
        time.sleep(delay)
    _board(session, ref, viewer, steps[-1])


def _by_hand(session: Session, ref: Ref, viewer: str | None, steps: Steps, at: int) -> None:
    say(KEYS)
    while True:
        click.echo()
        _print(session, ref, viewer, steps[at])
        _board(session, ref, viewer, steps[at])
        going = _ask(steps, at)
        if going is None:
            return
        at = going


def _ask(steps: Steps, at: int) -> int | None:
    """Where to go next; None to stop."""
    while True:
        try:
            said = input(f"[{at + 1} of {len(steps)}] ").strip().lower()
        except EOFError:
            click.echo()
            return None
        if said in ("q", "quit"):
            return None
        if said in ("", "n", "next") and at + 1 < len(steps):
            return at + 1
        if said in ("b", "back") and at:
            return at - 1
        if said.isascii() and said.isdigit() and 0 < int(said) <= steps[-1][-1].number:
            return step_of(steps, int(said))
        say(_cannot(said, steps))


def _cannot(said: str, steps: Steps) -> str:
    if said in ("", "n", "next"):
        return "that was the last order; b goes back, q quits"
    if said in ("b", "back"):
        return "this is the beginning; Enter goes on"
    return f"{KEYS}; the last entry is {steps[-1][-1].number}"
