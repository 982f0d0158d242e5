"""Writes the log of the demo game anew from its transcript: `python -m tests.pegasus_log`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from domain.formats.jsonlines.jsonlines import export_game
from domain.formats.transcript.exchange import import_transcript
from domain.games.games import Games
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.replay_fixtures import FIXTURES, find_pack

DEMO = FIXTURES / "freeform" / "pegasus-bridge.transcript"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, GameLog(str(Path(folder) / "games.db"), SYSTEMS) as log:
        games = Games(log)
        import_transcript(games, DEMO.read_text("utf-8"), "game", find_pack)
        DEMO.with_suffix(".jsonl").write_text("".join(f"{line}\n" for line in export_game(games, "game")), "utf-8")


if __name__ == "__main__":
    main()
