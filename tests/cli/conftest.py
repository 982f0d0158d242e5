"""Commands run in this process, and in one of their own, on a database in a temporary folder."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import cli

ROOT = Path(__file__).parent.parent.parent
Run = Callable[..., Result]


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game log every command of a test uses; the user's own is out of reach."""
    path = tmp_path / "games.db"
    monkeypatch.setenv("REFIGHT_DB", str(path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("REFIGHT_KEY", raising=False)
    monkeypatch.delenv("REFIGHT_LANG", raising=False)
    return path


@pytest.fixture
def run(db: Path) -> Run:
    """A command in this process; its exit code is part of what is claimed."""

    def invoke(*args: str, code: int = 0, input: str | bytes | None = None) -> Result:
        aside = copy_context()  # a language that is spoken there is not spoken here
        result = aside.run(CliRunner().invoke, cli, args, input=input, prog_name="refight")
        assert result.exit_code == code, f"{args}: {result.exit_code}\n{result.output}"
        return result

    return invoke


@pytest.fixture
def value(run: Run) -> Callable[..., Any]:
    """What a command prints with --json."""
    return lambda *args, code=0: json.loads(run(*args, "--json", code=code).stdout)


@pytest.fixture
def ridge(run: Run) -> str:
    """A short freeform game of blue against red: seven orders, two rolls, a hidden piece, points and losses."""
    run("new", "freeform", "--scenario", "blank", "--name", "ridge")
    for by, text, *dice in (
        ("blue", "AddPiece piece=guard side=blue at=hill strength=4"),
        ("red", "AddPiece piece=spy side=red at=wood hidden=yes"),
        ("red", "AddPiece piece=horse side=red at=road strength=3"),
        ("blue", "RollDice why=volley dice=2", "4,5"),
        ("red", "TakeLoss piece=horse amount=2 men=100 cause=volley"),
        ("blue", 'ScorePoints side=blue points=3 why="the hill"'),
        ("red", "RollDice why=rally"),
    ):
        run("order", "ridge", text, "--by", by, *(["--dice", *dice] if dice else []))
    return "ridge"


def refight(*args: str, db: Path, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """The program as it is installed, in a process of its own."""
    env = {**os.environ, "REFIGHT_DB": str(db), **kwargs.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-c", "from cli.main import main; main()", *args],
        env=env, cwd=ROOT, capture_output=True, text=True, timeout=60, **kwargs,
    )  # fmt: skip


def change(db: Path, stream: str, old: bytes, new: bytes) -> None:
    """Rewrites what is stored, behind the program's back."""
    with sqlite3.connect(db) as connection:
        (table,) = connection.execute(
            "SELECT name FROM sqlite_master WHERE sql LIKE '%notification_id%' AND type='table'"
        ).fetchone()
        found = connection.execute(f"SELECT notification_id, state FROM {table} WHERE originator_id=?", (stream,))
        touched = [(state.replace(old, new), id) for id, state in found.fetchall() if old in state]
        assert len(touched) == 1
        connection.executemany(f"UPDATE {table} SET state=? WHERE notification_id=?", touched)
