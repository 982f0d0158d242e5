"""Looking: the log in words, the board, points, losses and dice at any entry."""

from __future__ import annotations

from pathlib import Path

import click

from cli.files.filelog import FileLog, Wanted, is_file, nor_a_file, open_file
from cli.shell import params
from cli.shell.boards import last_words, looked_at, picture, text_of
from cli.shell.drawing import check_drawn, emit_drawn, is_printed, png_options, put, said, svg_option
from cli.shell.output import Grid, emit, emit_lines, hint, titled
from cli.shell.session import Session, command
from cli.shell.telling import is_head, told, values, worth_telling
from cli.shell.writing import write_bytes
from domain.games.remarks import remarks_by_entry
from domain.games.sight import seen
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import DiceRolled
from domain.log.gamelog import Line
from domain.log.refs import Ref, parse_ref
from domain.words.phrases import calling, headings, phrase
from domain.words.tell import say_of
from projections.models import casualties, victory_points
from projections.models import dice as rolls
from projections.models.traces import since_of, turns_of

as_option = click.option(
    "--as", "viewer", metavar="SIDE", shell_complete=params.complete_side, help="As this side may see it."
)


def viewing(session: Session, ref: Ref, viewer: str | None) -> tuple[Line, str | None]:
    """The line, after checking that the ref and the viewer are there; and who looks: anyone sees all of a game that is
    over."""
    line = session.line(ref)
    if viewer is None:
        return line, None
    from domain.games.over import viewing_as

    return line, viewing_as(session.games, line.game, session.side(line, viewer))


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
        emit_lines(session, found.values(), found.lines())
        side = found.file.head.side
        eyes = phrase("as {0} may see it; ", side) if side else ""
        hint(session, eyes + phrase("`refight verify {0}` proves what stands here", what))
        return
    try:
        _log(session, parse_ref(what), wanted)
    except NotFound as error:
        raise nor_a_file(session, what, error) from None


def _log(session: Session, ref: Ref, wanted: Wanted) -> None:
    line, viewer = viewing(session, ref, wanted.viewer)
    system, sides = line.system, line.started.sides
    upto = ref if wanted.last is None else ref._replace(entry=min(wanted.last, ref.entry or wanted.last))
    entries = session.games.each_entry(upto, wanted.first - 1)
    if wanted.orders:
        entries = (entry for entry in entries if is_head(entry.fact))
    names = session.games.names(line)
    worth = entries if wanted.every or session.json else worth_telling(system, entries)
    remarks = {} if session.json else remarks_by_entry(session.games, line, wanted.first, ref.entry)
    shown = (told(system, entry, viewer, sides, names, remarks.get(entry.number, ())) for entry in worth)
    emit_lines(session, values(system, entries, viewer, names), shown)


@command("show")
@params.ref_argument
@as_option
@svg_option("Draw it as a picture")
@png_options
@click.option(
    "--last",
    metavar="N",
    default="1",
    help="Draw the last N orders, or all since a `phase` or `turn` began (the one before, if it has just begun); "
    "0: none.",
)
@click.option(
    "--near",
    "parts",
    metavar="WHAT",
    multiple=True,
    help="Of a map of hexes, draw only the part about a unit, a hex, or the last `order`.",
)
@click.option(
    "--caption",
    metavar="TEXT",
    is_flag=False,
    flag_value="",
    help="With --png, a still for sharing: near the last order, with these words beneath it; without TEXT, with what "
    "happened.",
)
@click.option("--zones", "units", metavar="UNIT", multiple=True, help="On a table, draw what this unit could fire at.")
def show(
    session: Session, ref: Ref, viewer: str | None, svg: str | None, force: bool, png: str | None, width: int | None,
    last: str, parts: tuple[str, ...], caption: str | None, units: tuple[str, ...],
) -> None:  # fmt: skip
    """Show the board at the head of a line, or at any entry, with what the last order did.

    \b
        refight show ridge:3 --as blue
        refight show ridge --svg ridge.svg
        refight show ridge --svg ridge.svg --last 3 --force
        refight show ridge:7 --png shot.png --caption "The horse breaks"
    """
    _, viewer = viewing(session, ref, viewer)
    if caption is not None:
        _still(session, ref, viewer, svg, png, width, caption, force=force)
        return
    since = since_of(last)
    check_drawn(svg, png, width)
    if svg is None and png is None:
        if parts:
            raise BadInput("--near is for pictures: add --svg FILE or --png FILE")
        seen = looked_at(session, ref, viewer, units, since)
        emit(session, seen.value, text_of(seen), *filter(None, [last_words(seen)]))
        return
    drawn = picture(session, ref, viewer, svg, units, force=force, since=since, png=png, width=width, parts=parts)
    if not is_printed(session, drawn):
        emit(session, drawn, *said(drawn["ref"], drawn))


def _still(
    session: Session, ref: Ref, viewer: str | None, svg: str | None, png: str | None, width: int | None, words: str, *,
    force: bool,
) -> None:  # fmt: skip
    """A PNG for sharing."""
    from cli.commands.film import captioned

    if png is None or svg is not None:
        raise BadInput("--caption is of a PNG: name it with --png FILE, and leave out --svg")
    check_drawn(svg, png, width)
    parts = (captioned(session, ref, viewer, words, width) for _ in range(1))  # only once the file may be written
    drawn = {"png": png, "png_bytes": write_bytes(Path(png), parts, force=force)}
    emit(session, {"ref": str(ref), "side": viewer, **drawn}, *said(str(ref), drawn))


@command("score")
@params.ref_argument
@as_option
@svg_option("Plot the points over time")
def score(session: Session, ref: Ref, viewer: str | None, svg: str | None, force: bool) -> None:
    """Show the victory points at the head of a line, or at any entry, what they were given for, and how it stands.

    \b
        refight score ridge:3
        refight score ridge --svg points.svg
    """
    line, viewer = viewing(session, ref, viewer)
    sides = line.started.sides
    found = victory_points.score(session.games, ref, viewer)
    stands = victory_points.stands(line.system, session.games.position(ref).state, viewer)
    value = {"totals": found.totals, "rows": [row._asdict() for row in found.rows]}
    value |= {"standing": stands} if stands else {}
    if svg is not None:
        from projections.charts.score import points_svg

        with calling(say_of(line.system)):
            chart = points_svg(str(ref), sides, found, turns_of(session.games, ref), stands)
        emit_drawn(session, value, str(ref), put(chart, svg, force=force))
        return
    each = [[row.entry, row.side, row.points, row.total, row.why, row.rule] for row in found.rows]
    emit(
        session,
        value,
        Grid(headings("side", "points"), list(found.totals.items()), sides),
        *titled(headings("entry", "side", "points", "total", "for", "rule"), each, sides),
        *([f"\n{stands}"] if stands else []),
    )


@command("losses")
@params.ref_argument
@as_option
@svg_option("Plot the losses over time")
def losses(session: Session, ref: Ref, viewer: str | None, svg: str | None, force: bool) -> None:
    """Show the losses of each side and unit at the head of a line, or at any entry.

    \b
        refight losses ridge
        refight losses ridge --svg losses.svg
    """
    line, viewer = viewing(session, ref, viewer)
    sides, say = line.started.sides, say_of(line.system, session.games.names(line))
    found = casualties.losses(session.games, ref, viewer)
    value = {
        "by_side": found.by_side,
        "men": found.men,
        "by_unit": [row._asdict() for row in found.by_unit],
        "rows": [row._asdict() for row in found.rows],
    }
    if svg is not None:
        from projections.charts.score import losses_svg

        with calling(say_of(line.system)):
            chart = losses_svg(str(ref), sides, found, turns_of(session.games, ref))
        emit_drawn(session, value, str(ref), put(chart, svg, force=force))
        return
    each = [[side, casualties.said(kinds, found.men[side])] for side, kinds in found.by_side.items()]
    units = [[row.side, say.unit(row.unit), casualties.said({row.kind: row.amount}, row.men)] for row in found.by_unit]
    emit(
        session,
        value,
        Grid(headings("side", "losses"), each, sides),
        *titled(headings("side", "unit", "lost"), units, sides),
    )


@command("dice")
@params.ref_argument
@as_option
@svg_option("Draw how often each face fell")
def dice(session: Session, ref: Ref, viewer: str | None, svg: str | None, force: bool) -> None:
    """Show every roll up to the head of a line or any entry, and whether the dice look even.

    \b
        refight dice ridge
        refight dice ridge --svg dice.svg
    """
    line, viewer = viewing(session, ref, viewer)
    sides, say = line.started.sides, say_of(line.system)
    thrown = [
        (entry.number, fact.by, say.purpose(fact.why), f"{len(fact.faces)}d{fact.sides}", fact.faces, fact.source)
        for entry in seen(session.games.entries_of(ref, DiceRolled), viewer)
        if isinstance(fact := entry.fact, DiceRolled)
    ]
    columns = headings("entry", "by", "for", "dice", "faces", "source")
    tests = rolls.luck(session.games, ref, viewer)
    value = {
        "rolls": [dict(zip(columns, row, strict=True)) for row in thrown],
        "tests": [{**test._asdict(), "faces": {str(k): n for k, n in test.faces.items()}} for test in tests],
    }
    if svg is not None:
        from projections.charts.dice import dice_svg

        with calling(say_of(line.system)):
            chart = dice_svg(str(ref), sides, [test for test in tests if test.why is None])
        emit_drawn(session, value, str(ref), put(chart, svg, force=force))
        return
    if not thrown:
        emit(session, value, phrase("no dice have been rolled"))
        return
    shown = [[*row[:4], " ".join(map(str, row[4])), phrase(row[5])] for row in thrown]
    by_side = [rolls.in_short(test) for test in tests if test.side and test.why is None]
    emit(session, value, Grid(columns, shown, sides), "", *by_side)
