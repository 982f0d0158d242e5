"""The board at any entry; and, in the read database, the public board at the head of each line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.kernel.board import Board, Counter, Tally
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import Side
from domain.kernel.system import System
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.looking import seen
from projections.models.model import ReadFile, fit

if TYPE_CHECKING:
    from sqlite_utils import Database


def rows(board: Board) -> list[tuple[Any, ...]]:
    """One row a counter: unit, name, side, place, kind, strength, state."""
    return [
        (c.id, c.name, c.side, c.at, c.kind, None if c.strength is None else fit(c.strength), c.state)
        for c in board.counters
    ]


def first_board(games: Games, ref: Ref, viewer: Side | None) -> Board:
    """As the game began."""
    found = games.position(ref._replace(entry=1))
    return found.line.system.sight.board(found.state, viewer)


def with_zones(board: Board, system: System[Any], state: Any, units: Iterable[str]) -> Board:
    """The same with what these units, named or by id, could fire at."""
    asked = list(units)
    if asked and system.sight.zones is None:
        raise BadInput(f"{system.title} has no zones to draw: show the board without --zones")
    found = [
        zone for unit in asked if system.sight.zones for zone in system.sight.zones(state, unit_of(board, unit).id)
    ]
    return msgspec.structs.replace(board, zones=(*board.zones, *found)) if found else board


def with_tallies(board: Board, games: Games, ref: Ref, viewer: Side | None) -> Board:
    """The same with how each side stands; no points where none are ever scored."""
    from projections.models.casualties import losses, said
    from projections.models.victory_points import score

    scored, lost = score(games, ref, viewer), losses(games, ref, viewer)
    tallies = tuple(
        Tally(
            side=side,
            points=scored.totals.get(side, 0) if scored.rows else None,
            losses=said(lost.by_side[side], lost.men.get(side)) if lost.by_side.get(side) else "",
        )
        for side in board.sides
    )
    return msgspec.structs.replace(board, tallies=tallies)


def unit_of(board: Board, wanted: str) -> Counter:
    """Whichever the viewer sees of that id, or alone of that name."""
    seen = [counter for counter in board.counters if not counter.hidden]
    same = [counter for counter in seen if counter.id.casefold() == wanted.casefold()]
    found = same or [counter for counter in seen if counter.name.casefold() == wanted.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"{len(found)} units are called {wanted}; name one by its id: {', '.join(c.id for c in found)}")
    raise NotFound(f"there is no unit {wanted!r} on the board")


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
    shown = seen(line.system, state, SPECTATOR)
    file.insert("board", [(line.game, line.name, *row) for row in rows(shown)])
