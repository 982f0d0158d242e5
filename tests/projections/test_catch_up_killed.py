"""Exactly once, even if the process is killed again and again."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from domain.games.games import Games
from projections.models.catch_up import catch_up

ROOT = Path(__file__).parent.parent.parent
CHILD = """
import sys
from pathlib import Path
from domain.log.gamelog import GameLog
from projections.models.catch_up import catch_up
from rules import SYSTEMS
import sqlite_utils, domain.words.tell
log = GameLog(sys.argv[1], SYSTEMS)
print("at work", flush=True)
catch_up(log, Path(sys.argv[2]), batch=7)
"""


def how_far(path: Path) -> int:
    """The mark; and what was killed must have left exactly the entries up to it, in every table."""
    with closing(sqlite3.connect(path)) as file:
        if not file.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return 0
        mark, last = file.execute("SELECT mark, (SELECT max(id) FROM timeline) FROM tracking").fetchone()
        thrown, counted = file.execute(
            "SELECT (SELECT total(dice) FROM dice), (SELECT total(times) FROM dice_faces)"
        ).fetchone()
    assert (last or 0, thrown) == (mark, counted)
    return int(mark)


def test_a_catch_up_killed_at_random_moments_loses_and_doubles_nothing(
    games: Games,
    long_game: Callable[[Games, str, int], None],
    tmp_path: Path,
    contents: Callable[[Path], dict[str, list[tuple[Any, ...]]]],
) -> None:
    long_game(games, "one", 2500)
    long_game(games, "two", 1500)
    path, fresh = tmp_path / "games.read.db", tmp_path / "fresh.read.db"
    chance, kills, mark = random.Random(7), 0, 0
    while True:
        run = [sys.executable, "-c", CHILD, str(tmp_path / "games.db"), str(path)]
        with subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "at work\n"
            time.sleep(chance.uniform(0, 0.02) * (1 + kills / 2))  # ever later, so that slow machines get there too
            child.kill()
            code = child.wait()
        if code == 0:
            break
        assert code == -signal.SIGKILL
        kills, before, mark = kills + 1, mark, how_far(path)
        assert mark >= before  # taken up where it was left, not begun anew
    assert kills >= 3
    catch_up(games.log, path)
    catch_up(games.log, fresh)
    assert contents(path) == contents(fresh)
