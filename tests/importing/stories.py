"""Stories made by hand: what an importer would say of a file."""

from __future__ import annotations

import tempfile
from typing import Any

from domain.formats.importing.recorder import Imported
from domain.games.games import Games
from domain.kernel import happenings as h
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS

NOW = 1_700_000_000_000
FOLDER = tempfile.TemporaryDirectory()  # gone with the process


def story(*steps: h.Happening | tuple[h.Happening, ...], **more: Any) -> h.Story:
    """One step for each happening, or for each tuple of them; the first is the start."""
    told = [step if isinstance(step, tuple) else (step,) for step in steps]
    rows = tuple(h.Stride(place=f"step {number}", happenings=step) for number, step in enumerate(told))
    return h.Story(title="An evening", origin="VASSAL log", steps=rows, **{"sides": ("red", "blue"), **more})


def stored(read: Imported) -> Games:
    """A log with nothing in it but this game."""
    folder = tempfile.mkdtemp(dir=FOLDER.name)
    games = Games(GameLog(f"{folder}/games.db", SYSTEMS))
    games.log.restore("game", read.pack, read.rows)
    return games


def facts(read: Imported, *kinds: type[Any]) -> list[Any]:
    games = stored(read)
    return [fact for fact in games.log.facts(games.line(Ref("game"))) if not kinds or isinstance(fact, kinds)]
