"""Looking: the log in words, the board, points, losses and dice at any entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli import params
from cli.colour import named
from cli.filelog import FileLog, Wanted, is_file, nor_a_file, open_file
from cli.output import Grid, counted, emit, emit_lines, hint, say_exactly, titled, width
from cli.session import Session, command
from cli.telling import is_head, told, values, worth_telling
from cli.writing import write_file
from domain.board import Board
from domain.core import Core
from domain.facts import DiceRolled
from domain.gamelog import Line
from domain.kernel import System
from domain.names import called
from domain.refs import Ref, parse_ref
from domain.ruling import BadInput, NotFound
from domain.words import count
from projections import casualties, victory_points
from projections import dice as rolls
from projections.board import with_zones
from projections.board_text import draw
from projections.sight import seen

as_option = click.option(
    "--as", "viewer", metavar="SIDE", shell_complete=params.complete_side, help="As this side may see it."
)


def viewing(session: Session, ref: Ref, viewer: str | None) -> Line:
    """The line, after checking that the ref and the viewer are there."""
    line = session.line(ref)
    if viewer is not None:
        session.side(line, viewer)
    return line


@command("log")
@click.argument("what", metavar="REF|FILE", type=params.REF_OR_FILE)
@as_option
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="From this entry on.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="N", help="Up to this entry.")
@click.option("--orders", is_flag=True, help="Only the orders, and what the umpire and the clerk wrote.")
@click.option("--all", "every", is_flag=True, help="Also entries that only keep the machinery going.")
def log(
    session: Session, what: str, viewer: str | None, first: int, last: int | None, orders: bool, every: bool
) -> None:
    """Read the entries in plain words; secret ones are marked, or hidden with --as. Reads an exported file as well.

    \b
        refight log ridge --from 2 --to 5
        refight log ridge --as blue
        refight log for-blue.jsonl
    """
    if last is not None and last < first:
        raise BadInput(f"--from {first} lies after --to {last}; there is nothing between them")
    wanted = Wanted(viewer, first, last, orders, every)
    if is_file(session, what):
        found = FileLog(open_file(what, "it can be read as it is, and `refight import` brings it in"), wanted)
        emit_lines(session, found.values, found.lines())
        side = found.file.head.side
        hint(session, f"{f'as {side} may see it; ' if side else ''}`refight verify {what}` proves what stands here")
        return
    try:
        _log(session, parse_ref(what), wanted)
    except NotFound as error:
        raise nor_a_file(session, what, error) from None


def _log(session: Session, ref: Ref, wanted: Wanted) -> None:
    line = viewing(session, ref, wanted.viewer)
    system, sides, viewer = line.system, line.started.sides, wanted.viewer
    upto = ref if wanted.last is None else ref._replace(entry=min(wanted.last, ref.entry or wanted.last))
    entries = session.games.entries(upto, wanted.first - 1)
    if wanted.orders:
        entries = [entry for entry in entries if is_head(entry.fact)]
    names = session.games.names(line)
    shown = (
        told(system, entry, viewer, sides, names)
        for entry in (entries if wanted.every else worth_telling(system, entries))
    )
    emit_lines(session, lambda: values(system, entries, viewer, names), shown)


@command("show")
@params.ref_argument
@as_option
@click.option("--svg", metavar="FILE", type=click.Path(allow_dash=True), help="Draw it as a picture; - prints it.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--zones", "units", metavar="UNIT", multiple=True, help="Draw what this unit could fire at.")
def show(session: Session, ref: Ref, viewer: str | None, svg: str | None, force: bool, units: tuple[str, ...]) -> None:
    """Show the board at the head of a line, or at any entry.

    \b
        refight show ridge:3 --as blue
        refight show ridge --svg ridge.svg
    """
    viewing(session, ref, viewer)
    if svg is not None:
        drawn = picture(session, ref, viewer, svg, units, force=force)
        if not is_printed(session, drawn):
            emit(session, drawn, f"{drawn['ref']} is drawn in {svg}, {drawn.get('bytes')} bytes")
        return
    value, text = board_parts(session, ref, viewer, units)
    emit(session, value, text)


def board_parts(
    session: Session, ref: Ref, viewer: str | None = None, units: tuple[str, ...] = ()
) -> tuple[dict[str, Any], str]:
    """The board as data and as text, with where in the game it is."""
    value, board, where = _board(session, ref, viewer, units)
    return value, named(f"{where}\n{draw(board, width())}", _owners(board), board.sides)


def _board(session: Session, ref: Ref, viewer: str | None, units: tuple[str, ...]) -> tuple[dict[str, Any], Board, str]:
    position = session.games.position(ref)
    system = position.line.system
    board = with_zones(system.board(position.state, viewer), system, position.state, units)
    core, place = position.state.core, str(ref._replace(entry=position.number))
    value = {"ref": place, "turn": core.turn, "phase": core.phase, "active": core.active, "board": board}
    return value, board, f"{place}, {_when(core)}"


def picture(
    session: Session, ref: Ref, viewer: str | None, file: str, units: tuple[str, ...] = (), *, force: bool
) -> dict[str, Any]:
    """Into a file, whole or not at all; for - as text. The board as data, and where the picture is."""
    from projections.board_svg import draw_svg

    value, board, where = _board(session, ref, viewer, units)
    svg = draw_svg(board, f"{where}, as {viewer} may see it" if viewer else where).rstrip("\n")
    if file == "-":
        return {**value, "file": None, "svg": svg}
    return {**value, "file": file, "bytes": write_file(Path(file), [svg], force=force)}


def is_printed(session: Session, drawn: dict[str, Any]) -> bool:
    """Whether the picture itself is what was asked for; then it is printed, as `export` does it."""
    if drawn["file"] is not None or session.json or session.collected is not None:
        return False
    say_exactly(drawn["svg"])
    return True


def _owners(board: Board) -> dict[str, str]:
    """Sides and pieces by name; a name that two sides use, or a place, belongs to nobody."""
    found: dict[str, set[str]] = {}
    for counter in board.counters:
        found.setdefault(counter.name, set()).add(counter.side)
    places = {spot.name for spot in board.spots} | {counter.at for counter in board.counters}
    pieces = {name: sides.pop() for name, sides in found.items() if len(sides) == 1 and name and name not in places}
    return {**pieces, **{side: side for side in board.sides}}


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
    """Show the victory points at the head of a line, or at any entry, what they were given for, and how it stands.

    \b
        refight score ridge:3
    """
    line = viewing(session, ref, viewer)
    sides = line.started.sides
    found = victory_points.score(session.games, ref, viewer)
    stands = _stands(line.system, session.games.position(ref).state)
    value = {"totals": found.totals, "rows": [row._asdict() for row in found.rows]}
    value |= {"standing": stands} if stands else {}
    each = [[row.entry, row.side, row.points, row.total, row.why, row.rule] for row in found.rows]
    emit(
        session,
        value,
        Grid(("side", "points"), list(found.totals.items()), sides),
        *titled(("entry", "side", "points", "total", "for", "rule"), each, sides),
        *([f"\n{stands}"] if stands else []),
    )


def _stands(system: System[Any], state: Any) -> str:
    """How it ended, or how it stands by the scenario's own conditions where the system knows."""
    ended = state.core.ended
    if ended:
        return f"{ended.winner} has won: {ended.why}" if ended.winner else f"a draw: {ended.why}"
    return system.standing(state) if system.standing else ""


@command("losses")
@params.ref_argument
@as_option
def losses(session: Session, ref: Ref, viewer: str | None) -> None:
    """Show the losses of each side and unit at the head of a line, or at any entry.

    \b
        refight losses ridge
    """
    line = viewing(session, ref, viewer)
    sides, names = line.started.sides, session.games.names(line)
    found = casualties.losses(session.games, ref, viewer)
    value = {
        "by_side": found.by_side,
        "men": found.men,
        "by_unit": [row._asdict() for row in found.by_unit],
        "rows": [row._asdict() for row in found.rows],
    }
    each = [[side, _kinds(kinds, found.men[side])] for side, kinds in found.by_side.items()]
    units = [[row.side, called(row.unit, names), _kinds({row.kind: row.amount}, row.men)] for row in found.by_unit]
    emit(session, value, Grid(("side", "losses"), each, sides), *titled(("side", "unit", "lost"), units, sides))


def _kinds(kinds: dict[str, int], men: int | None) -> str:
    """`3 steps, about 150 men`."""
    lost = [count(amount, kind) for kind, amount in kinds.items()] + ([f"about {men} men"] if men else [])
    return ", ".join(lost) or "none"


@command("dice")
@params.ref_argument
@as_option
def dice(session: Session, ref: Ref, viewer: str | None) -> None:
    """Show every roll up to the head of a line or any entry, and whether the dice look even.

    \b
        refight dice ridge
    """
    sides = viewing(session, ref, viewer).started.sides
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
    by_side = [_luck(test) for test in tests if test.side and test.why is None]
    emit(session, value, Grid(columns, shown, sides), "", *by_side)


def _luck(test: rolls.DiceTest) -> str:
    """How a side's dice fell; of a few dice, no more than can be said of a few."""
    needed = rolls.enough(test.die)
    if test.dice >= needed:
        return f"{test.side}: {test.words}"
    thrown = counted(test.dice, "die", "dice")
    return (
        f"{test.side} (d{test.die}, {test.source}): {thrown}: too few to judge ({needed} are needed); "
        f"mean {test.mean:.2f}, fair dice mostly {test.low:.2f} to {test.high:.2f}"
    )
