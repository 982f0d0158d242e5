"""The after-action report of a game, as Markdown or as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.commands.look import as_option, viewing
from cli.shell import params
from cli.shell.output import emit, say_exactly
from cli.shell.session import Session, command
from cli.shell.writing import write_file
from domain.games.players import seated
from domain.kernel.errors import BadInput
from domain.log.refs import Ref
from domain.words.phrases import phrase

if TYPE_CHECKING:
    from projections.report.document import Document


@command("report")
@params.ref_argument
@as_option
@click.option("--md", metavar="FILE", type=click.Path(path_type=Path), help="Write it as Markdown; else it is printed.")
@click.option("--html", metavar="FILE", type=click.Path(path_type=Path),
              help="Write it as one page with pictures, to read or print.")  # fmt: skip
@click.option("--luck", is_flag=True, help="Also how lucky each side was; of a long game that takes its time.")
@click.option("--players/--no-players", default=True, show_default=True, help="Name who played, where names are known.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def report(
    session: Session, ref: Ref, viewer: str | None, md: Path | None, html: Path | None, luck: bool, players: bool,
    force: bool,
) -> None:  # fmt: skip
    """Write an after-action report: forces, course by turn, losses, points, dice, rulings, and how to verify it all.

    Without --as it tells everything, hidden facts too.

    \b
        refight report ridge
        refight report ridge --as blue --md ridge.md --html ridge-report.html
    """
    _, viewer = viewing(session, ref, viewer)
    if md is not None and html is not None and md.absolute() == html.absolute():
        raise BadInput(f"--md and --html cannot both be {md}: name two files")
    found = _told(session, ref, viewer, luck=luck, players=players)
    written = _written(found, md, html, force=force)
    if written or session.is_asked_by_a_program:
        from projections.report.document import value_of

        value = {"ref": str(ref), "as": viewer, "files": written, "report": value_of(found)}
        lines = [phrase("{0} is told in {1}, {2} bytes", ref, each["file"], each["bytes"]) for each in written]
        emit(session, value, *lines)
        return
    from projections.report.markdown import markdown

    say_exactly(markdown(found).rstrip("\n"))


def _told(session: Session, ref: Ref, viewer: str | None, *, luck: bool, players: bool) -> Document:
    from cli.commands.page import judged
    from projections.report.report import report as made

    named = seated(session.games.log, ref.game, ref.line) if players else ()
    return made(session.games, ref, viewer, named, judged(session, ref, viewer) if luck else None)


def _written(found: Document, md: Path | None, html: Path | None, *, force: bool) -> list[dict[str, Any]]:
    from projections.report.html import html as as_page
    from projections.report.markdown import markdown

    files = [(file, write) for file, write in ((md, markdown), (html, as_page)) if file is not None]
    return [
        {"file": str(file), "bytes": write_file(file, [write(found).rstrip("\n")], force=force)}
        for file, write in files
    ]
