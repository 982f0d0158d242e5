"""The demo: the whole job, leaving nothing behind unless told to."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Value = Callable[..., Any]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go, so that what is left can be seen."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_the_demo_does_the_whole_job_and_leaves_nothing(run: Run, db: Path, temporary: Path) -> None:
    shown = run("demo").stdout
    steps = [line.split()[2] for line in shown.splitlines() if line.startswith("$ refight ")]
    assert steps == [
        "import", "show", "replay", "score", "losses", "dice", "audit", "verify", "branch", "order", "order", "tree",
        "diff",
    ]  # fmt: skip
    assert "is clean" in shown
    assert "holds:\n" in shown
    assert "`refight demo --keep`" in shown
    assert not db.exists()
    assert list(temporary.iterdir()) == []


def test_the_demo_as_json_is_one_array_of_steps(value: Value) -> None:
    steps = value("demo")
    by_name = {step["command"].split()[1]: step["output"] for step in steps}
    assert by_name["audit"][0]["is_clean"] is True
    assert by_name["score"]["totals"] == {"british": 11, "german": 2}
    assert by_name["diff"]["is_same"] is False


def test_kept_the_demo_is_a_game_like_any_other(run: Run, value: Value, db: Path) -> None:
    assert "It is kept" in run("demo", "--keep").stdout
    assert [branch["name"] for branch in value("tree", "pegasus-bridge")] == ["main", "piat-misses"]
    run("demo", "--keep")
    assert [game["game"] for game in value("games")] == ["pegasus-bridge", "pegasus-bridge-2"]


def test_a_named_database_keeps_the_demo(run: Run, value: Value, tmp_path: Path) -> None:
    run("demo", "--db", str(tmp_path / "here.db"))
    assert [game["game"] for game in value("games", "--db", str(tmp_path / "here.db"))] == ["pegasus-bridge"]
