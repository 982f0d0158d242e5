"""The demo: the whole job, leaving nothing behind unless told to."""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.files.recorded import BATTLES
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


@pytest.mark.parametrize(("battle", "lines", "differs"), [
    ("gettysburg", ["main", "iron-brigade-fails"], "Meredith (Iron)"),
    ("brawners-farm", ["main", "georgia-breaks-through"], "7th Wisconsin"),
    ("wallaces_war", ["main", "stewart-lives"], "John Stewart"),
    ("musket_and_pike", ["main", "fielding-stands"], "Richard Fielding"),
    ("black_powder", ["main", "guns-lost"], "Jones's battery"),
])  # fmt: skip
def test_other_battles_are_shown_alike(value: Value, battle: str, lines: list[str], differs: str) -> None:
    by_name = {step["command"].split()[1]: step["output"] for step in value("demo", battle)}
    assert {"show", "log", "score", "losses", "dice", "verify"} <= set(by_name)
    assert (by_name["audit"][0]["is_clean"], [branch["name"] for branch in by_name["tree"]]) == (True, lines)
    assert differs in str(by_name["diff"]["board"])


def test_the_battles_there_are_can_be_listed(run: Run, value: Value, db: Path) -> None:
    systems = ["freeform", "gettysburg", "longstreet_lite", "wallaces_war", "musket_and_pike", "black_powder"]
    assert [one["system"] for one in value("demo", "--list")] == systems
    assert "did you mean gettysburg?" in run("demo", "getysburg", code=2).output
    assert not db.exists()


def test_every_battle_that_is_shipped_is_in_the_wheel_and_the_readme_asks_for_no_other() -> None:
    root = Path(__file__).parents[2]
    packed = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    wheel = packed["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    places = {f"fixtures/{one.system}/{one.file}": f"cli/recorded/{one.system}/{one.file}" for one in BATTLES}
    assert wheel == places
    asked = re.findall(r"^\$ refight import (\S+)", (root / "README.md").read_text("utf-8"), re.M)
    assert len(asked) == 3
    assert all(path in places for path in asked)


def test_a_battle_is_imported_by_its_name_from_anywhere(
    run: Run, value: Value, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert value("import", "fixtures/longstreet_lite/brawners-farm.transcript", "--name", "farm")["entries"] == 1249
    assert value("import", "brawners-farm")["ref"] == "brawners-farm"
    assert "cannot be read" in run("import", "fixtures/freeform/nothing.transcript", code=2).output
    Path("mill-raid").write_text("system: freeform\nscenario: blank\n\nblue> RollDice why=x\n  dice 3\n")
    assert value("import", "mill-raid")["entries"] == 3  # a file that is there comes first


def test_a_named_database_keeps_the_demo(run: Run, value: Value, tmp_path: Path) -> None:
    run("demo", "--db", str(tmp_path / "here.db"))
    assert [game["game"] for game in value("games", "--db", str(tmp_path / "here.db"))] == ["pegasus-bridge"]
