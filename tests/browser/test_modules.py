"""Modules of the page that need no browser, run by node; where there is none, these tests are skipped."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from domain.games.games import Games
from domain.kernel.packs import Pack
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.page.played import page_data, recorded, small_game

TESTS = Path(__file__).parent / "modules"
MODULES = Path(__file__).parent.parent.parent / "projections" / "page" / "browser"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node here to run the modules")


@pytest.fixture(params=["small", "gettysburg/mcphersons-ridge-confederate", "longstreet_lite/brawners-farm"])
def data(request: pytest.FixtureRequest, tmp_path: Path, pack: Pack) -> Path:
    """With branches and a hidden piece; with more frames than lie between two kept boards; with hands of cards."""
    with GameLog(str(tmp_path / "games.db"), SYSTEMS) as log:
        games = Games(log)
        if request.param == "small":
            small_game(games, pack)
        else:
            recorded(games, f"{request.param}.transcript")
        path = tmp_path / "data.json"
        path.write_bytes(msgspec.json.encode(page_data(games)))
    return path


def test_the_store_gives_the_same_boards_whichever_way_they_are_reached(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "modules"
    shutil.copytree(TESTS, folder)
    shutil.copy(MODULES / "store.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    done = subprocess.run(
        ["node", "--test", "store.test.js"], cwd=folder, env={**os.environ, "REFIGHT_PAGE_DATA": str(data)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\bpass [1-9]", done.stdout), "node has found the tests"
