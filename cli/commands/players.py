"""Who plays a game: names that lie beside the log, to be shown, proved or erased."""

from __future__ import annotations

import click

from cli.shell import params
from cli.shell.output import Grid, emit
from cli.shell.session import Session, command
from domain.games.players import forget, seated
from domain.log.refs import Ref

WITHHELD = "(not known here)"


@command("players")
@params.ref_argument
@click.option("--forget", "erased", multiple=True, metavar="SIDE", help="Erase the names of all who play this side.")
def players(session: Session, ref: Ref, erased: tuple[str, ...]) -> None:
    """Say who plays, one after the other, or erase names; the log holds only salted digests and verifies without them.

    With --json each name comes with its salt, so that whoever has the log can check it.

    \b
        refight new freeform --scenario blank --name club --player blue=Anna
        refight ruling club --player blue=Ben
        refight players club
        refight players club --forget blue
    """
    log = session.games.log
    for side in erased:
        forget(log, ref.game, side)
    found = seated(log, ref.game, ref.line)
    rows = [[one.side, one.name or WITHHELD, one.since, one.digest[:16]] for one in found]
    nobody = f"nobody is named in {ref.game}; `refight new` and `refight ruling` take --player SIDE=NAME"
    columns = ("side", "player", "from entry", "digest")
    emit(session, [one._asdict() for one in found], Grid(columns, rows) if rows else nobody)
