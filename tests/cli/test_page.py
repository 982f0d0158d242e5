"""`export --html`: one page, for everyone or for one side."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_page_is_written_and_how_to_open_it_is_said(run: Run, ridge: str, tmp_path: Path) -> None:
    file = tmp_path / "ridge.html"
    said = run("export", ridge, "--html", str(file)).stdout
    assert f"ridge is in {file}, {file.stat().st_size} bytes, with the views of the umpire and of each side" in said
    assert f"open it in any browser: {file.as_uri()}" in said
    assert "this is the umpire's copy, with all secrets; --side SIDE makes one for a player" in said
    assert file.read_text("utf-8").startswith("<!doctype html>")
    assert "spy" in file.read_text("utf-8")


def test_a_page_for_a_side_holds_what_it_may_see(run: Run, ridge: str, tmp_path: Path) -> None:
    file = tmp_path / "for-blue.html"
    said = run("export", ridge, "--side", "blue", "--html", str(file)).stdout
    assert "as blue may see it and no more" in said
    assert "umpire" not in said
    assert "spy" not in file.read_text("utf-8")


def test_a_program_is_told_where_the_page_is(value: Run, ridge: str, tmp_path: Path) -> None:
    file = tmp_path / "ridge.html"
    told = value("export", ridge, "--html", str(file))
    assert told == {"ref": "ridge", "format": "html", "side": None, "file": str(file), "bytes": file.stat().st_size}


@pytest.mark.parametrize("more", [("--format", "jsonl"), ("--output", "ridge.jsonl"), ("--line", "main")])
def test_a_page_goes_with_no_other_file(run: Run, ridge: str, tmp_path: Path, more: tuple[str, str]) -> None:
    file = tmp_path / "ridge.html"
    said = run("export", ridge, "--html", str(file), *more, code=2).stderr
    assert f"leave out {more[0]}" in said
    assert not file.exists()


def test_no_file_is_written_over_without_being_told_to(run: Run, ridge: str, tmp_path: Path) -> None:
    file = tmp_path / "ridge.html"
    file.write_text("mine")
    assert "--force" in run("export", ridge, "--html", str(file), code=2).stderr
    assert file.read_text() == "mine"
    run("export", ridge, "--html", str(file), "--force")
    assert file.read_text("utf-8") != "mine"


def test_a_side_that_does_not_play_is_refused(run: Run, ridge: str, tmp_path: Path) -> None:
    file = tmp_path / "ridge.html"
    assert "green" in run("export", ridge, "--side", "green", "--html", str(file), code=2).stderr
    assert not file.exists()


def test_a_page_is_not_printed(run: Run, ridge: str) -> None:
    assert "name a file in place of -" in run("export", ridge, "--html", "-", code=2).stderr


def test_luck_is_in_the_page_where_it_is_asked_for(run: Run, ridge: str, tmp_path: Path) -> None:
    plain, lucky = tmp_path / "plain.html", tmp_path / "lucky.html"
    run("export", ridge, "--html", str(plain))
    run("export", ridge, "--html", str(lucky), "--luck")
    words = run("luck", ridge).stdout.splitlines()[-1]
    assert words in lucky.read_text("utf-8")
    assert words not in plain.read_text("utf-8")


def test_luck_is_refused_to_a_side_from_which_something_is_hidden(run: Run, ridge: str, tmp_path: Path) -> None:
    file = tmp_path / "ridge.html"
    said = run("export", ridge, "--side", "blue", "--html", str(file), "--luck", code=2).stderr
    assert "part of ridge is hidden from blue: leave out --luck" in said
    assert not file.exists()
    run("export", ridge, "--side", "red", "--html", str(file), "--luck")
    assert file.exists()


def test_luck_goes_with_a_page(run: Run, ridge: str) -> None:
    assert "--html" in run("export", ridge, "--luck", code=2).stderr
