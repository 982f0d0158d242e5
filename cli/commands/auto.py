"""The automatic player: gives the orders of a side, or of all, until somebody else must decide."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from cli.commands.orders import warn_if_taken_back
from cli.shell import params
from cli.shell.automatic import player_of
from cli.shell.output import PATIENCE, REDRAW, counted, emit, say
from cli.shell.session import Session, command
from cli.shell.telling import told, values, worth_telling
from domain.games.ask import Ask
from domain.games.order import give
from domain.games.seat import check_turn
from domain.games.waiting import waiting
from domain.kernel.player import Choose, due
from domain.kernel.system import Player
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.tell import say_of


@command("auto")
@params.ref_argument
@click.option(
    "--side", "sides", multiple=True, shell_complete=params.complete_side,
    help="Play this side; once for each. Without it: the side that must act now.",
)  # fmt: skip
@click.option("--orders", "most", type=click.IntRange(min=1), metavar="N", help="Give this many orders at most.")
@click.option("--until", type=click.IntRange(min=1), metavar="TURN", help="Stop where this turn begins.")
@click.option(
    "--player", "manner", type=click.Choice(Player._fields), default="careful", show_default=True,
    help="How it plays: with care, or cheaply, which is many times as fast and takes the first thing that will do.",
)  # fmt: skip
@click.option("--quiet", is_flag=True, help="Say only what came of it, not every order.")
def auto(
    session: Session, ref: Ref, sides: tuple[str, ...], most: int | None, until: int | None, manner: str, quiet: bool
) -> None:
    """Let the program play: it gives orders until the other side must decide, or to the end if it plays every side.

    Each order is stored as it is given, with fair dice. What the side left to you may not see is not shown.

    \b
        refight auto ridge
        refight auto ridge --side blue --orders 10
        refight auto ridge --side blue --side red --player rollout --quiet
    """
    line = session.line(ref)
    for side in sides:
        session.side(line, side)
    player = player_of(line.system, manner)
    match = Match(session, session.games.live_line(ref), player, sides, most, until)
    check_turn(match.table.state, line.started.sides[0])
    match.play(quiet)
    _report(session, match, quiet)
    if match.given:
        warn_if_taken_back(session.games, line)


class Match:
    """One run of the automatic player at the head of a line."""

    def __init__(
        self, session: Session, line: Line, player: Choose, sides: Sequence[str], most: int | None, until: int | None
    ) -> None:
        self.session, self.games, self.line, self.player = session, session.games, line, player
        self.ref, self.table = Ref(line.game, line.name), self.games.table(line)
        self.start, self.given = self.table.head.number, 0
        self.most, self.until = most, until
        self.sides = tuple(dict.fromkeys(sides)) or self.due()[:1]

    @property
    def core(self) -> Any:
        return self.table.state.core

    @property
    def viewer(self) -> str | None:
        """With one side left to a person, only what that side may see is shown."""
        others = [side for side in self.line.started.sides if side not in self.sides]
        return others[0] if len(others) == 1 else None

    def due(self) -> tuple[str, ...]:
        """The sides that have something to decide now."""
        return tuple(side for side in self.line.started.sides if self.player(self.table.state, side) is not None)

    def play(self, quiet: bool) -> None:
        """Order after order through one table, each stored before the next is thought of."""
        fair = self.games.fair(self.line)
        shows = not (quiet or self.session.json)
        with _counter(shown=not shows) as tick:
            while self.given != self.most and not self._is_over():
                decided = due(self.player, self.table.state, self.sides)
                if decided is None:
                    break
                played = give(self.games, Ask(self.ref, *decided), fair, self.table)
                if played.head != self.table.head.number:  # shares were spent, or it waits for one
                    self.table = self.games.table(self.line)
                self.given += 1
                tick(self.given, self.core.turn)
                if shows:
                    self._tell(played.entries)

    def _is_over(self) -> bool:
        """Or it cannot go on: an order waits for somebody's dice or share."""
        return self.core.over or self.core.stands or self._is_reached()

    def _is_reached(self) -> bool:
        return self.until is not None and bool(self.core.turn >= self.until)

    def _tell(self, made: Sequence[Entry]) -> None:
        names = self.games.names(self.line)
        for entry in worth_telling(self.line.system, made):
            say(told(self.line.system, entry, self.viewer, self.line.started.sides, names))

    def outcome(self) -> str:
        """Why it stopped, for people."""
        ended = self.core.ended
        if ended:
            result = f"{ended.winner} has won" if ended.winner else "it is a draw"
            why = say_of(self.line.system).reason(ended.why)
            return f"the game is over: {result}" + (f" ({why})" if why else "")
        if self.core.stands and (found := waiting(self.games, self.line)):
            return f"an order of {found.by} waits for {found.waits_for}"
        due = " and ".join(self.due())
        return f"now it is for {due} to decide" if due else "nobody has anything to decide now"

    def why_nothing(self) -> str:
        if self._is_reached():
            return f"turn {self.until} has come: it is turn {self.core.turn} (turns are counted from the first day on)"
        return f"{' and '.join(self.sides) or 'no side'} has nothing to decide"

    def entries(self) -> list[dict[str, Any]]:
        made = self.games.log.entries(self.line, self.start, self.table.head.number)
        return list(values(self.line.system, made, self.viewer, self.games.names(self.line)))


def _report(session: Session, match: Match, quiet: bool) -> None:
    sides = " and ".join(match.sides)
    if match.given:
        said = f"{counted(match.given, 'order')} given for {sides}; {match.outcome()}"
    else:
        said = f"{match.why_nothing()}; {match.outcome()}"
    value = {
        "sides": match.sides,
        "orders": match.given,
        "entries": [] if quiet or not session.json else match.entries(),
        "due": () if match.core.ended else match.due(),
        "ended": match.core.ended,
    }
    emit(session, value, said)


@contextmanager
def _counter(shown: bool) -> Iterator[Callable[[int, int], None]]:
    """How far it is, on a terminal where nothing else is printed; how much is to come nobody knows."""
    if not (shown and sys.stderr.isatty()):
        yield lambda _given, _turn: None
        return
    next_at = time.monotonic() + PATIENCE

    def tick(given: int, turn: int) -> None:
        nonlocal next_at
        if time.monotonic() >= next_at:
            next_at = time.monotonic() + REDRAW
            click.echo(f"\rplaying: turn {turn}, {counted(given, 'order')} given", err=True, nl=False)

    try:
        yield tick
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)
