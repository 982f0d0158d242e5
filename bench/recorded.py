"""The recorded games of `fixtures/`, brought into a log."""

from __future__ import annotations

from pathlib import Path

from domain.games.games import Games
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS


def into(db: Path, game: str) -> Path:
    """The log, with the recorded game in it under the name `game`, and its snapshots."""
    from tests.replay_fixtures import FIXTURES, imported

    if not db.exists():
        with GameLog(str(db), SYSTEMS) as log:
            imported(Games(log), FIXTURES / game)
            Games(log).position(Ref("game"))
    return db
