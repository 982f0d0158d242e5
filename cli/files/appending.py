"""Further logs joined to a game that was imported before."""

from __future__ import annotations

from cli.files.foreign import ANY_GAME, Foreign
from domain.formats.importing.marks import mark_of
from domain.formats.importing.recorder import Imported
from domain.formats.importing.retelling import Ending
from domain.games.games import Games
from domain.kernel.errors import BadInput, LogConflict
from domain.log.gamelog import Line
from domain.log.refs import Ref


def ending_of(games: Games, ref: Ref) -> Ending:
    """Where a game stands that logs may be joined to; refused if they may not."""
    line = games.live_line(ref)
    if line.system.key != ANY_GAME:
        raise BadInput(
            f"{ref.game} is played under the rules of {line.system.title}; a further log is joined only to a game "
            "without rules. Import all of its logs together, with their mapping"
        )
    return Ending(line, games.log.pack(line.started.pack), games.table(line), mark_of(games.log, line))


def append(games: Games, foreign: Foreign, ending: Ending, dry_run: bool) -> Imported:
    """All that is new in the files, or nothing; a log that is told already adds nothing."""
    read = foreign.join(ending)
    rows = read.rows[ending.line.name]
    if rows and not dry_run:
        _store(games, ending.line, ending, read)
    return read


def _store(games: Games, line: Line, ending: Ending, read: Imported) -> None:
    try:
        games.log.extend(line, ending.table.head, read.rows[line.name], read.mark)
    except LogConflict:
        raise LogConflict(
            f"somebody else has just written to {line.game}; nothing was added. Look, and append again"
        ) from None
