"""The board at any entry; and, in the read database, the public board at the head of each line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.board import Board
from domain.facts import Side
from domain.gamelog import Line
from domain.games import Games
from domain.refs import Ref
from projections.model import ReadFile, fit
from projections.sight import SPECTATOR

if TYPE_CHECKING:
    from sqlite_utils import Database


def board_at(games: Games, ref: Ref, viewer: Side | None = None) -> Board:
    """What the viewer sees on the board after that entry, straight from the log."""
    position = games.position(ref)
    return position.line.system.board(position.state, viewer)


def rows(board: Board) -> list[tuple[Any, ...]]:
    """One row a counter: unit, name, side, place, kind, strength, state."""
    return [
        (c.id, c.name, c.side, c.at, c.kind, None if c.strength is None else fit(c.strength), c.state)
        for c in board.counters
    ]


def create(db: Database) -> None:
    db.table("board").create(
        {
            "game": str, "line": str, "unit": str, "name": str, "side": str, "place": str, "kind": str,
            "strength": int, "state": str,
        },
        foreign_keys=[("game", "games", "game")],
    )  # fmt: skip
    db.table("board").create_index(["game", "line", "unit"])


def write_board(file: ReadFile, line: Line, state: Any) -> None:
    """The counters of a line, anew."""
    file.connection.execute("DELETE FROM board WHERE game=? AND line=?", (line.game, line.name))
    shown = line.system.board(state, SPECTATOR)
    file.insert("board", [(line.game, line.name, *row) for row in rows(shown)])
