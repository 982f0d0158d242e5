"""Exactly once, even if the machine is switched off again and again."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domain.games import Games
from projections.catch_up import catch_up

ROOT = Path(__file__).parent.parent.parent
CHILD = """
import sys
from pathlib import Path
from domain.gamelog import GameLog
from projections.catch_up import catch_up
from rules import SYSTEMS
import sqlite_utils, domain.words
log = GameLog(sys.argv[1], SYSTEMS)
print("at work", flush=True)
catch_up(log, Path(sys.argv[2]), batch=7)
"""


def test_a_catch_up_killed_at_random_moments_loses_and_doubles_nothing(
    games: Games,
    long_game: Callable[[Games, str, int], None],
    tmp_path: Path,
    contents: Callable[[Path], dict[str, list[tuple[Any, ...]]]],
) -> None:
    long_game(games, "one", 2500)
    long_game(games, "two", 1500)
    path, fresh = tmp_path / "games.read.db", tmp_path / "fresh.read.db"
    chance, kills = random.Random(7), 0
    while True:
        run = [sys.executable, "-c", CHILD, str(tmp_path / "games.db"), str(path)]
        with subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "at work\n"
            time.sleep(chance.uniform(0.001, 0.06))
            child.kill()
            code = child.wait()
        if code == 0:
            break
        assert code == -signal.SIGKILL
        kills += 1
    assert kills >= 3
    catch_up(games.log, path)
    catch_up(games.log, fresh)
    assert contents(path) == contents(fresh)
