"""`luck`: tables, one honest sentence, one JSON value, and a plot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]
JULY = ROOT / "fixtures" / "gettysburg" / "first-of-july.transcript"


def test_dice_without_a_rule_are_judged_by_their_height(ridge: str, run: Run) -> None:
    run("order", ridge, "RollDice why=rally", "--by", "red", "--dice", "6")
    shown = run("luck", "ridge:9").stdout.splitlines()
    assert shown == [
        "ridge:9: 1 order with dice or cards; dice: 2 entered (rolled at the table)",
        "",
        "throws that change none of this, by how high they were; whether high is good, only the rule knows",
        "by    for          throws  height  19 in 20 within",
        "blue  all of them       1  +0.28   0.56",
        "",
        "No order here turns dice into points or losses, so only their height can be judged, not whom it served: "
        "nothing that fair dice do not do in 19 of 20 games.",
    ]


def test_a_game_without_dice_has_no_luck(ridge: str, run: Run) -> None:
    assert run("luck", "ridge:3").stdout == "No dice have been rolled, so there is no luck to speak of.\n"


def test_a_battle_is_told_by_side_and_kind_with_its_losses_and_plotted(run: Run, value: Value, tmp_path: Path) -> None:
    run("import", str(JULY), "--name", "july")
    shown = run("luck", "july:700").stdout
    assert "side         orders  luck   19 in 20 within\n" in shown
    assert "losses that hung on these dice\n" in shown
    assert shown.splitlines()[-1] == value("luck", "july:700")["words"]
    file = tmp_path / "luck.svg"
    said = run("luck", "july:700", "--svg", str(file)).stdout.splitlines()
    assert said[0] == f"july:700 is plotted in {file}, {file.stat().st_size} bytes"
    assert run("luck", "july:700", "--svg", "-").stdout == file.read_text("utf-8")
    found = value("luck", "july:700", "--svg", str(file), "--force")
    assert (found["file"], found["bytes"]) == (str(file), file.stat().st_size)
    assert "--force writes over it" in run("luck", "july:700", "--svg", str(file), code=2).stderr


def test_a_game_that_is_not_there_is_one_sentence(ridge: str, run: Run) -> None:
    assert "did you mean ridge?" in run("luck", "rigde", code=2).stderr
    assert "there is no entry 99" in run("luck", "ridge:99", code=2).stderr
