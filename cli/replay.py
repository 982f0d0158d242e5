"""Stepping through a game in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

import click

from cli import params
from cli.boards import board_parts
from cli.keys import single_keys
from cli.look import as_option, viewing
from cli.output import emit, say
from cli.session import Session, command
from cli.telling import told, values, worth_telling
from domain.audit import groups
from domain.entry import Entry
from domain.facts import OrderGiven
from domain.refs import Ref
from domain.ruling import BadInput

KEYS = "Enter next, b back, a number goes to that entry, q quit"
NEXT, BACK, QUIT = ("\r", "\n", "n", " ", "\x1b[C"), ("b", "\x1b[D"), ("q", "\x04")  # arrows do as well
ENTER, RUBOUT = ("\r", "\n"), ("\x7f", "\b")
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
        refight replay ridge --delay 0.5 --from 3
    """
    viewing(session, ref, viewer)
    if ref.entry is not None and first > ref.entry:
        raise BadInput(f"--from {first} lies after {ref}; there is nothing to replay")
    if first > 1:
        session.line(ref._replace(entry=first))
    steps = list(groups(session.games.entries(ref)))
    start = step_of(steps, first)
    if session.json:
        line = session.games.line(ref)
        names = session.games.names(line)
        emit(session, [values(line.system, step, viewer, names) for step in steps[start:]])
    elif delay is None and sys.stdin.isatty() and sys.stdout.isatty():
        _by_hand(session, ref, viewer, steps, start)
    else:
        _by_itself(session, ref, viewer, steps, start, delay or 0)


def step_of(steps: Steps, entry: int) -> int:
    """The step an entry belongs to."""
    return next((i for i, step in enumerate(steps) if step[-1].number >= entry), len(steps) - 1)


def _print(session: Session, ref: Ref, viewer: str | None, step: Sequence[Entry]) -> None:
    line = session.games.line(ref)
    names = session.games.names(line)
    for entry in worth_telling(line.system, step):
        say(told(line.system, entry, viewer, line.started.sides, names))


def _board(session: Session, ref: Ref, viewer: str | None, step: Sequence[Entry]) -> None:
    click.echo()
    say(board_parts(session, ref._replace(entry=step[-1].number), viewer)[1])


def _by_itself(session: Session, ref: Ref, viewer: str | None, steps: Steps, start: int, delay: float) -> None:
    for step in steps[start:]:
        _print(session, ref, viewer, step)
        time.sleep(delay)
    _board(session, ref, viewer, steps[-1])


def _by_hand(session: Session, ref: Ref, viewer: str | None, steps: Steps, start: int) -> None:
    at: int | None = start
    with single_keys() as keys:
        while at is not None:
            click.clear()
            _board(session, ref, viewer, steps[at])
            click.echo()
            _print(session, ref, viewer, steps[at])  # beneath: a long board would push it off the screen
            click.echo()
            at = _ask(keys, steps, at)
    click.echo()


def _ask(keys: Iterator[str], steps: Steps, at: int) -> int | None:
    """Where to go next; None to stop."""
    prompt = _prompt(steps, at)
    while True:
        click.echo(prompt, nl=False)
        key, number = _number(keys)
        if key in QUIT:
            return None
        if number:
            if 0 < int(number) <= steps[-1][-1].number:
                return step_of(steps, int(number))
        elif key in NEXT and at + 1 < len(steps):
            return at + 1
        elif key in BACK and at:
            return at - 1
        click.echo()
        say("" if number and key not in ENTER else _cannot(key, number, steps))


def _number(keys: Iterator[str]) -> tuple[str, str]:
    """A key, and the digits typed before it; the end of the input is as good as q."""
    digits = ""
    for key in keys:
        if key.isascii() and key.isdigit() and len(digits) < 18:
            digits += key
            click.echo(key, nl=False)
        elif key in RUBOUT and digits:
            digits = digits[:-1]
            click.echo("\b \b", nl=False)
        else:
            return key, digits
    return QUIT[0], ""


def _prompt(steps: Steps, at: int) -> str:
    orders = [isinstance(step[0].fact, OrderGiven) for step in steps]
    place = f"order {sum(orders[: at + 1])} of {sum(orders)}, entry {steps[at][-1].number} of {steps[-1][-1].number}"
    return f"[{place}] {KEYS} "


def _cannot(key: str, number: str, steps: Steps) -> str:
    if number:
        return f"there is no entry {number}; the last entry is {steps[-1][-1].number}"
    if key in NEXT:
        return "that was the last order; b goes back, q quits"
    return "this is the beginning; Enter goes on" if key in BACK else "that key does nothing here"
