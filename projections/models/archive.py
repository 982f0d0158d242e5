"""The list of games where there are many: out of the read database, and out of the log what that cannot tell."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.kernel.errors import BadInput
from domain.kernel.facts import Side
from domain.log.gamelog import GameLog
from domain.log.refs import MAIN
from projections.models.catch_up import Progress, catch_up
from projections.models.games_list import GameRow, game_or_mark
from projections.models.model import LARGEST
from projections.models.readfile import connect

FEW = 50  # games: the log itself tells them as quickly, and needs no file beside it
# Left out, to be told by the log: games with damage, games somebody is just taking in, and times no calendar has.
TOLD = """
    SELECT game, title, system, scenario, sides, whole.lines, whole.entries, started, whole.last_entry, main.turn,
        main.phase, main.winner, main.points, pack, CASE WHEN main.winner = '' THEN main.active ELSE '' END
    FROM games JOIN (
        SELECT game, count(*) AS lines, sum(entries - base) AS entries, max(last_entry) AS last_entry
        FROM lines GROUP BY game HAVING max(damaged) = 0 AND min(shown = entries) AND min(last_entry) > ''
    ) AS whole USING (game) JOIN lines AS main USING (game)
    WHERE main.line = ? AND main.parent IS NULL"""
_sides = msgspec.json.Decoder(tuple[Side, ...]).decode
_points = msgspec.json.Decoder(dict[Side, int]).decode


def list_games(games: Games, path: Path | None, progress: Progress | None = None) -> list[GameRow]:
    """Every game as its main line stands, with the points that all may see; `path` is where the read database lies.

    An encrypted log gets none behind its owner's back: nothing in it would be encrypted.
    """
    names = games.log.games()
    is_plain = len(names) > FEW and not games.log.store.is_encrypted
    told = _told(games.log, path, progress) if path is not None and is_plain else {}
    return [told.get(name) or game_or_mark(games, name, SPECTATOR) for name in names]


def _told(log: GameLog, path: Path, progress: Progress | None) -> dict[str, GameRow]:
    """All that the read database can tell; nothing where it cannot be written."""
    try:
        catch_up(log, path, progress=progress)
        with closing(connect(path)) as connection:
            labels: dict[str, str] = {}  # thousands of games share a few packs
            return {row.game: row._replace(pack=_label(log, row.pack, labels)) for row in _rows(connection)}
    except (BadInput, sqlite3.Error):
        return {}


def _label(log: GameLog, digest: str, known: dict[str, str]) -> str:
    if digest not in known:
        known[digest] = log.pack(digest).label
    return known[digest]


def _rows(connection: sqlite3.Connection) -> Iterator[GameRow]:
    for row in connection.execute(TOLD, (MAIN,)):
        found = GameRow(*row)
        points = _points(str(found.points))
        if max(map(abs, (found.turn, *points.values()))) < LARGEST:  # larger ones are cut there
            yield found._replace(sides=_sides(row[4]), points=points)
