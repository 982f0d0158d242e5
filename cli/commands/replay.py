"""Stepping through a game in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

import click

from cli.commands.look import as_option, viewing
from cli.prompt.keys import single_keys
from cli.shell import params
from cli.shell.boards import board_parts
from cli.shell.output import emit_lines, say
from cli.shell.session import Session, command
from cli.shell.telling import told, values, worth_telling
from domain.games.games import Games
from domain.games.groups import group_at, groups
from domain.kernel.errors import BadInput
from domain.kernel.facts import OrderGiven
from domain.log.entry import Entry
from domain.log.refs import Ref
from domain.words.phrases import later, phrase

KEYS = later("Enter next, b back, a number goes to that entry, q quit")
NEXT, BACK, QUIT = ("\r", "\n", "n", " ", "\x1b[C"), ("b", "\x1b[D"), ("q", "\x04")  # arrows do as well
ENTER, RUBOUT = ("\r", "\n"), ("\x7f", "\b")


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
    _, viewer = viewing(session, ref, viewer)
    if ref.entry is not None and first > ref.entry:
        raise BadInput(f"--from {first} lies after {ref}; there is nothing to replay")
    if first > 1:
        session.line(ref._replace(entry=first))
    steps = Steps(session.games, ref)
    if session.json:
        system, names = steps.line.system, steps.names
        emit_lines(session, (list(values(system, step, viewer, names)) for step in steps.since(first)), ())
    elif delay is None and sys.stdin.isatty() and sys.stdout.isatty():
        _by_hand(session, ref, viewer, steps, first)
    else:
        _by_itself(session, ref, viewer, steps, first, delay or 0)


class Steps:
    """The orders of a line, each read when one comes to it."""

    def __init__(self, games: Games, ref: Ref) -> None:
        self.log, self.line = games.log, games.line(ref)
        self.names = games.names(self.line)
        self.last = games.entry_number(self.line, ref.entry)
        self.counted = (0, 0)  # an entry, and the orders up to it
        self.orders = self.orders_upto(self.last)

    def at(self, entry: int) -> list[Entry]:
        """The step an entry belongs to."""
        return group_at(self.log, self.line, entry, self.last)

    def since(self, entry: int) -> Iterator[list[Entry]]:
        """From the step an entry belongs to, to the end."""
        return groups(self.log.each_entry(self.line, self.at(entry)[0].number - 1, self.last))

    def orders_upto(self, entry: int) -> int:
        number, orders = self.counted if self.counted[0] <= entry else (0, 0)
        orders += sum(1 for _ in self.log.entries_of(self.line, (OrderGiven,), number, entry))
        self.counted = (entry, orders)
        return orders


def _print(steps: Steps, viewer: str | None, step: Sequence[Entry]) -> None:
    line = steps.line
    for entry in worth_telling(line.system, step):
        say(told(line.system, entry, viewer, line.started.sides, steps.names))


def _board(session: Session, ref: Ref, viewer: str | None, step: Sequence[Entry]) -> None:
    click.echo()
    say(board_parts(session, ref._replace(entry=step[-1].number), viewer)[1])


def _by_itself(session: Session, ref: Ref, viewer: str | None, steps: Steps, first: int, delay: float) -> None:
    for step in steps.since(first):
        _print(steps, viewer, step)
        time.sleep(delay)
    _board(session, ref, viewer, step)


def _by_hand(session: Session, ref: Ref, viewer: str | None, steps: Steps, first: int) -> None:
    at: int | None = first
    with single_keys() as keys:
        while at is not None:
            step = steps.at(at)
            click.clear()
            _board(session, ref, viewer, step)
            click.echo()
            _print(steps, viewer, step)  # beneath: a long board would push it off the screen
            click.echo()
            at = _ask(keys, steps, step)
    click.echo()


def _ask(keys: Iterator[str], steps: Steps, step: Sequence[Entry]) -> int | None:
    """The entry to go to next; None to stop."""
    before, last = step[0].number - 1, step[-1].number
    place = steps.orders_upto(last), steps.orders, last, steps.last
    prompt = phrase("[order {0} of {1}, entry {2} of {3}]", *place) + f" {phrase(KEYS)} "
    while True:
        click.echo(prompt, nl=False)
        key, number = _number(keys)
        if key in QUIT:
            return None
        if number:
            if 0 < int(number) <= steps.last:
                return int(number)
        elif key in NEXT and last < steps.last:
            return last + 1
        elif key in BACK and before:
            return before
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


def _cannot(key: str, number: str, steps: Steps) -> str:
    if number:
        return phrase("there is no entry {0}; the last entry is {1}", number, steps.last)
    if key in NEXT:
        return phrase("that was the last order; b goes back, q quits")
    if key in BACK:
        return phrase("this is the beginning; Enter goes on")
    return phrase("that key does nothing here")
