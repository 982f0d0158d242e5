"""Looking: the log in words, the board, points, losses and dice at any entry."""

from __future__ import annotations

from typing import Any

import click

from cli import params
from cli.output import Grid, emit, emit_lines, titled, width
from cli.session import Session, command
from cli.telling import told, values
from domain.core import Core
from domain.entry import Entry
from domain.facts import CLERICAL, DiceRolled, OrderGiven
from domain.refs import Ref
from domain.ruling import BadInput
from projections import casualties, victory_points
from projections import dice as rolls
from projections.board_text import draw
from projections.sight import seen

as_option = click.option(
    "--as", "viewer", metavar="SIDE", shell_complete=params.complete_side, help="As this side may see it."
)


def viewing(session: Session, ref: Ref, viewer: str | None) -> None:
    """Checks that the ref and the viewer are there."""
    line = session.line(ref)
    if viewer is not None:
        session.side(line, viewer)


@command("log")
@params.ref_argument
@as_option
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="From this entry on.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="N", help="Up to this entry.")
@click.option("--orders", is_flag=True, help="Only the orders, and what the umpire and the clerk wrote.")
def log(session: Session, ref: Ref, viewer: str | None, first: int, last: int | None, orders: bool) -> None:
    """Read the entries in plain words; secret ones are marked, or hidden with --as.

    \b
        refight log ridge --from 10 --to 20
        refight log ridge --as blue
    """
    viewing(session, ref, viewer)
    if last is not None and last < first:
        raise BadInput(f"--from {first} lies after --to {last}; there is nothing between them")
    system = session.games.line(ref).system
    upto = ref if last is None else ref._replace(entry=min(last, ref.entry or last))
    entries = [entry for entry in session.games.entries(upto, first - 1) if not orders or _is_order(entry)]
    emit_lines(session, lambda: values(system, entries, viewer), (told(system, entry, viewer) for entry in entries))


def _is_order(entry: Entry) -> bool:
    return isinstance(entry.fact, (OrderGiven, *CLERICAL))


@command("show")
@params.ref_argument
@as_option
def show(session: Session, ref: Ref, viewer: str | None) -> None:
    """Show the board at the head of a line, or at any entry.

    \b
        refight show ridge:30 --as blue
    """
    viewing(session, ref, viewer)
    value, text = board_parts(session, ref, viewer)
    emit(session, value, text)


def board_parts(session: Session, ref: Ref, viewer: str | None = None) -> tuple[dict[str, Any], str]:
    """The board as data and as text, with where in the game it is."""
    position = session.games.position(ref)
    board = position.line.system.board(position.state, viewer)
    core, place = position.state.core, str(ref._replace(entry=position.number))
    value = {"ref": place, "turn": core.turn, "phase": core.phase, "active": core.active, "board": board}
    return value, f"{place}, {_when(core)}\n{draw(board, width())}"


def _when(core: Core[Any]) -> str:
    """How far the game has come."""
    side = f" ({core.active})" if core.active else ""
    when = f"turn {core.turn}, {core.phase}{side}" if core.turn else "before turn 1"
    if core.ended:
        when += f", won by {core.ended.winner}" if core.ended.winner else ", a draw"
    return when


@command("score")
@params.ref_argument
@as_option
def score(session: Session, ref: Ref, viewer: str | None) -> None:
    """Show the victory points at the head of a line, or at any entry, and what they were given for.

    \b
        refight score ridge:30
    """
    viewing(session, ref, viewer)
    found = victory_points.score(session.games, ref, viewer)
    value = {"totals": found.totals, "rows": [row._asdict() for row in found.rows]}
    each = [[row.entry, row.side, row.points, row.total, row.why, row.rule] for row in found.rows]
    emit(
        session,
        value,
        Grid(("side", "points"), list(found.totals.items())),
        *titled(("entry", "side", "points", "total", "for", "rule"), each),
    )


@command("losses")
@params.ref_argument
@as_option
def losses(session: Session, ref: Ref, viewer: str | None) -> None:
    """Show the losses of each side and unit at the head of a line, or at any entry.

    \b
        refight losses ridge
    """
    viewing(session, ref, viewer)
    found = casualties.losses(session.games, ref, viewer)
    value = {
        "by_side": found.by_side,
        "men": found.men,
        "by_unit": [row._asdict() for row in found.by_unit],
        "rows": [row._asdict() for row in found.rows],
    }
    sides = [[side, _kinds(kinds, found.men[side])] for side, kinds in found.by_side.items()]
    units = [[row.side, row.unit, _kinds({row.kind: row.amount}, row.men)] for row in found.by_unit]
    emit(session, value, Grid(("side", "losses"), sides), *titled(("side", "unit", "lost"), units))


def _kinds(kinds: dict[str, int], men: int | None) -> str:
    """`3 steps, about 150 men`."""
    lost = [f"{amount} {kind}" for kind, amount in kinds.items()] + ([f"about {men} men"] if men else [])
    return ", ".join(lost) or "none"


@command("dice")
@params.ref_argument
@as_option
def dice(session: Session, ref: Ref, viewer: str | None) -> None:
    """Show every roll up to the head of a line or any entry, and whether the dice look even.

    \b
        refight dice ridge
    """
    viewing(session, ref, viewer)
    thrown = [
        (entry.number, fact.by, fact.why, f"{len(fact.faces)}d{fact.sides}", fact.faces, fact.source)
        for entry in seen(session.games.entries(ref), viewer)
        if isinstance(fact := entry.fact, DiceRolled)
    ]
    columns = ("entry", "by", "for", "dice", "faces", "source")
    tests = rolls.luck(session.games, ref, viewer)
    value = {
        "rolls": [dict(zip(columns, row, strict=True)) for row in thrown],
        "tests": [{**test._asdict(), "faces": {str(k): n for k, n in test.faces.items()}} for test in tests],
    }
    if not thrown:
        emit(session, value, "no dice have been rolled")
        return
    shown = [[*row[:4], " ".join(map(str, row[4])), row[5]] for row in thrown]
    by_side = [f"{test.side}: {test.words}" for test in tests if test.side and test.why is None]
    emit(session, value, Grid(columns, shown), "", *by_side)
