"""Another record of the same game, brought into ours."""

from __future__ import annotations

import click
import msgspec

from cli.files.filelog import open_file
from cli.shell import params
from cli.shell.output import counted, emit
from cli.shell.session import Session, command
from domain.formats.jsonlines.merge import Merged, merge_game
from domain.log.refs import Ref


@command("merge")
@click.argument("game", type=params.GAME)
@click.argument("file", type=click.Path(allow_dash=True))
def merge(session: Session, game: Ref, file: str) -> None:
    """Bring in what another record of the same game has and ours has not: a file as `refight export` writes it.

    Lines we do not have are added, lines that go on further are continued. A line that parted from ours comes in as a
    line of its own under a free name; its fair dice count as imported there, for a fair die is bound to its line. All
    of it comes in or nothing; nothing is doubled, and nothing of ours is changed. A file that was made for one side
    (`export --side`) is refused.

    \b
        refight merge ridge ridge.jsonl
    """
    session.line(game)
    found = merge_game(session.games, game.game, open_file(file, "`refight import` brings it in as a game of its own"))
    value = {"ref": game.game, "file": file, "changed": found.is_new, **msgspec.structs.asdict(found)}
    emit(session, value, *_told(game.game, file, found))


def _told(game: str, file: str, found: Merged) -> list[str]:
    if not found.is_new:
        return [f"{game} holds all of {file} already: nothing was changed"]
    told = [f"{game}@{one.line} is new: {counted(one.entries, 'entry', 'entries')}" for one in found.added]
    told += [f"{game}@{one.line} goes on: entries {one.first} to {one.last}" for one in found.continued]
    told += [
        f"entry {one.entry} of {one.line} is another one in the file: from there on it is {game}@{one.as_line}"
        for one in found.parted
    ]
    if found.unproved:
        told.append(
            f"{counted(found.unproved, 'fair die or card', 'fair dice and cards')} of it count as imported here"
        )
    return [*told, f"next: `refight tree {game}`, `refight verify {game}`, `refight audit {game}`"]
