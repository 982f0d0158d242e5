"""Boards of the recorded refights, for tests that look at real positions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from domain.games.games import Games
from domain.kernel.board import Board
from domain.log.gamelog import GameLog
from projections.models.traces import Since, past
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, brought_in

HEXES, TABLE, PLACES = "gettysburg/first-of-july", "longstreet_lite/brawners-farm", "freeform/pegasus-bridge"
SECOND_TABLE, SECOND_HEXES = "longstreet_lite/railroad-cut-cs", "gettysburg/little-round-top-baltimore-pike"
EVERY = (HEXES, SECOND_HEXES, TABLE, SECOND_TABLE, PLACES)


class Recorded(dict[str, tuple[Games, str]]):
    """Recorded games, each brought in when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.logs = folder, list[GameLog]()

    def __missing__(self, name: str) -> tuple[Games, str]:
        log = GameLog(str(self.folder / f"{name.rpartition('/')[2]}.db"), SYSTEMS)
        self.logs.append(log)
        games = Games(log)
        line = brought_in(games, FIXTURES / f"{name}.transcript")
        self[name] = games, line.game
        return self[name]

    def head(self, name: str) -> int:
        games, game = self[name]
        return games.log.head(games.log.line(game, "main")).number

    def board(self, name: str, number: int, viewer: str | None = None, since: Since = 1) -> Board:
        """As `show` draws it, with what the last orders did."""
        games, game = self[name]
        line = games.log.line(game, "main")
        found = past(games, line, number, viewer, since)
        return msgspec.structs.replace(line.system.sight.board(found.state, viewer), traces=found.traces)


@contextmanager
def recorded_games(folder: Path) -> Iterator[Recorded]:
    found = Recorded(folder)
    try:
        yield found
    finally:
        for log in found.logs:
            log.close()
