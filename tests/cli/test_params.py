"""What the shell can complete."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cli.main import cli
from tests.cli.conftest import Run


def completed(*words: str) -> list[str]:
    """What is offered for the last word."""
    shell = ShellComplete(cli, {}, "refight", "_REFIGHT_COMPLETE")
    return [item.value for item in shell.get_completions(list(words[:-1]), words[-1])]


def test_commands_are_completed() -> None:
    assert completed("re") == ["receive", "replay", "result", "reveal", "report", "restore"]


def test_games_and_the_lines_of_the_only_one_are_completed(ridge: str, run: Run) -> None:
    run("branch", "ridge", "--name", "alt")
    assert completed("log", "ri") == ["ridge", "ridge@alt"]
    assert completed("log", "ridge@") == ["ridge@alt"]
    run("new", "freeform", "--scenario", "blank", "--name", "river")
    assert completed("log", "ri") == ["ridge", "river"]


@pytest.mark.parametrize(
    "words", [("order", "ridge", "x", "--by", "b"), ("log", "ridge", "--as", "b"), ("options", "ridge", "--side", "b")]
)
def test_sides_are_completed(ridge: str, words: tuple[str, ...]) -> None:
    assert completed(*words) == ["blue"]


def test_orders_are_completed_by_what_can_be_given(ridge: str) -> None:
    assert completed("order", "ridge", "Mov") == ["MovePiece"]
    assert completed("order", "ridge", "--by", "blue", "move", "pi") == ["piece="]
    assert completed("order", "ridge", "--by", "blue", "MovePiece", "piece=g") == ["piece=guard"]
    assert completed("order", "ridge", "--by", "blue", "move", "g") == ["guard"]
    assert completed("order", "ridge", "--by", "blue", "MovePiece", "piece=s") == []
    assert completed("order", "ridge", "--by", "red", "MovePiece", "piece=s") == ["piece=spy"]


def test_after_path_stands_every_hex_that_can_be_entered_next(run: Run) -> None:
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "july")
    run("auto", "july", "--side", "confederate", "--side", "union", "--orders", "2")
    first = completed("order", "july", "--by", "confederate", "move", "pettigrew", "path=")
    assert {"path=1927", "path=2028"} <= set(first)
    onward = completed("order", "july", "--by", "confederate", "MoveUnit", "unit=C-44", "path=1927,1926,")
    assert {"path=1927,1926,1927", "path=1927,1926,2026"} <= set(onward)  # back again is no cheapest way to anywhere
    assert "path=1927,1926,1925" not in onward  # held by the enemy
    assert completed("order", "july", "--by", "union", "MoveUnit", "unit=C-44", "path=") == []


def test_systems_and_scenarios_are_completed() -> None:
    assert completed("new", "fr") == ["freeform"]
    assert completed("new", "freeform", "--scenario", "bl") == ["blank"]


def test_where_no_game_begins_so_the_shell_completes_files(ridge: str) -> None:
    assert completed("log", "ri") == ["ridge"]
    shell = ShellComplete(cli, {}, "refight", "_REFIGHT_COMPLETE")
    for command in ("log", "verify"):
        assert [item.type for item in shell.get_completions([command], "for-b")] == ["file"]


def test_completing_makes_no_database_and_no_noise(db: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert completed("show", "") == []
    db.write_text("not a database")
    assert completed("show", "") == []
    assert completed("order", "ridge", "x", "--by", "") == []
    assert capfd.readouterr() == ("", "")
    assert db.read_text() == "not a database"
