"""Two records of a game on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]


@pytest.fixture
def theirs(ridge: str, run: Run, tmp_path: Path) -> str:
    """The ridge as another player went on with it."""
    file, other = tmp_path / "theirs.jsonl", str(tmp_path / "other.db")
    run("export", ridge, "--output", str(file))
    run("import", str(file), "--name", "ridge", "--db", other)
    run("order", "ridge", "RollDice why=charge", "--by", "red", "--dice", "2", "--db", other)
    run("branch", "ridge:9", "--name", "left-hook", "--db", other)
    run("export", "ridge", "--output", str(file), "--force", "--db", other)
    return str(file)


def test_what_they_have_more_comes_in_once(theirs: str, run: Run, value: Value) -> None:
    shown = run("merge", "ridge", theirs).stdout
    assert "ridge@left-hook is new: 1 entry\n" in shown
    assert "ridge@main goes on: entries 16 to 17\n" in shown
    assert f"ridge holds all of {theirs} already: nothing was changed" in run("merge", "ridge", theirs).stdout
    assert value("merge", "ridge", theirs)["changed"] is False
    run("verify", "ridge")
    run("audit", "ridge")


def test_where_they_part_the_entry_is_named(theirs: str, run: Run, value: Value) -> None:
    run("note", "ridge", "tea at four")
    found = value("merge", "ridge", theirs)
    assert found["parted"] == [{"line": "main", "entry": 16, "as_line": "main-2"}]
    assert "what if" not in run("tree", "ridge").stdout
    run("verify", "ridge")
    run("audit", "ridge")


def test_what_is_no_other_record_of_the_game_is_refused(theirs: str, run: Run, tmp_path: Path) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "other")
    assert "this is another game" in run("merge", "other", theirs, code=2).output
    for_blue, text = str(tmp_path / "blue.jsonl"), str(tmp_path / "ridge.txt")
    run("export", "ridge", "--side", "blue", "--output", for_blue)
    assert "made for blue" in run("merge", "ridge", for_blue, code=2).output
    run("export", "ridge", "--format", "transcript", "--output", text)
    assert "is a transcript" in run("merge", "ridge", text, code=2).output
    raid = str(ROOT / "fixtures" / "freeform" / "mill-raid.vlog")
    assert "mill-raid.vlog is a VASSAL log" in run("merge", "ridge", raid, code=2).output
    forged = Path(theirs).read_text("utf-8").replace('"faces":[2]', '"faces":[6]')
    Path(theirs).write_text(forged, "utf-8")
    run("merge", "ridge", theirs, code=4)
    assert "nowhere" in run("merge", "ridge", "nowhere.jsonl", code=2).output
