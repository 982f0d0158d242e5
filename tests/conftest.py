"""What most tests need: a pack, and games on a real database file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.gamelog import GameLog
from domain.games import Games
from domain.packs import Pack
from rules import SYSTEMS

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def pack() -> Pack:
    """The open pack of freeform."""
    folder = ROOT / "rules" / "freeform" / "packs" / "open"
    return Pack(name="open", files={file.name: file.read_text() for file in sorted(folder.glob("*.toml"))})


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """An empty game log in a SQLite file."""
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        yield Games(log)
