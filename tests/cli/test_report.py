"""The report on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run

Value = Callable[..., Any]


def test_a_report_is_printed_as_markdown(ridge: str, run: Run) -> None:
    shown = run("report", "ridge").stdout
    assert shown.startswith("# An empty table\n")
    assert "This is the umpire's copy" in shown
    assert "spy" not in run("report", "ridge", "--as", "blue").stdout


def test_it_is_written_as_both_and_never_over_another(ridge: str, run: Run, value: Value, tmp_path: Path) -> None:
    md, html = str(tmp_path / "r.md"), str(tmp_path / "r.html")
    assert f"ridge is told in {md}" in run("report", "ridge", "--md", md, "--html", html).stdout
    assert "is there already" in run("report", "ridge", "--md", md, code=2).output
    found = value("report", "ridge", "--md", md, "--force")
    assert found["files"][0]["file"] == md
    assert [section["key"] for section in found["report"]["sections"]][:2] == ["forces", "course"]
    assert Path(html).read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "name two files" in run("report", "ridge", "--md", md, "--html", md, code=2).output


def test_whoever_is_nobody_has_no_report(ridge: str, run: Run) -> None:
    assert "green" in run("report", "ridge", "--as", "green", code=2).output
    assert "luck is reckoned from all" in run("report", "ridge", "--as", "blue", "--luck", code=2).output


def test_players_are_named_unless_they_are_not_to_be(run: Run) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "club", "--player", "blue=Anna")
    named, unnamed = (run("report", "club", *more).stdout for more in ([], ["--no-players"]))
    assert ("Anna" in named, "Anna" in unnamed) == (True, False)


def test_it_is_told_in_french(ridge: str, run: Run) -> None:
    assert "## Survivants" in run("--lang", "fr", "report", "ridge").stdout
