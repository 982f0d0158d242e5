"""The log, the board, points, losses and dice, at any entry and for any viewer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.cli.conftest import Run

Value = Callable[..., Any]


def test_the_log_is_in_plain_words_with_secrets_marked(ridge: str, run: Run) -> None:
    shown = run("log", "ridge").stdout.splitlines()
    assert shown[1] == "   2  blue> AddPiece piece=guard side=blue at=hill strength=4"
    assert shown[2].startswith("   3    guard")
    assert [line for line in shown if "[secret: red only]" in line] == shown[3:5]


def test_the_log_as_a_side_hides_what_it_may_not_see(ridge: str, run: Run, value: Value) -> None:
    shown = run("log", "ridge", "--as", "blue").stdout
    assert "spy" not in shown
    assert shown.count("(hidden)") == 2
    hidden = [entry for entry in value("log", "ridge", "--as", "blue") if entry["fact"] is None]
    assert [(entry["entry"], entry["words"]) for entry in hidden] == [(4, None), (5, None)]
    assert "spy" in run("log", "ridge", "--as", "red").stdout


def test_the_log_can_be_cut_and_narrowed_to_orders(ridge: str, value: Value) -> None:
    assert [entry["entry"] for entry in value("log", "ridge", "--from", "3", "--to", "5")] == [3, 4, 5]
    assert [entry["entry"] for entry in value("log", "ridge:4")] == [1, 2, 3, 4]
    orders = value("log", "ridge", "--orders")
    assert [entry["fact"]["fact"] for entry in orders] == ["GameStarted"] + ["OrderGiven"] * 7


def test_a_log_that_ends_before_it_begins_is_refused(ridge: str, run: Run) -> None:
    assert "there is nothing between them" in run("log", "ridge", "--from", "5", "--to", "3", code=2).stderr


def test_control_characters_in_a_log_are_shown_and_not_obeyed(ridge: str, run: Run) -> None:
    run("note", "ridge", "red \x1b[31malert\x07")
    shown = run("log", "ridge").stdout
    assert "red \\x1b[31malert\\x07" in shown
    assert "\x1b" not in shown


def test_the_board_shows_where_pieces_stand_at_any_entry(ridge: str, run: Run) -> None:
    now, then = run("show", "ridge").stdout, run("show", "ridge:3").stdout
    assert "ridge:15" in now
    assert "road: red: horse (1)" in now
    assert "hill: blue: guard (4)" in then
    assert "horse" not in then


def test_the_board_as_a_side_leaves_out_hidden_pieces(ridge: str, run: Run, value: Value) -> None:
    assert "spy" in run("show", "ridge").stdout
    assert "spy" not in run("show", "ridge", "--as", "blue").stdout
    seen = value("show", "ridge", "--as", "blue")
    assert [counter["id"] for counter in seen["board"]["counters"]] == ["guard", "horse"]
    assert seen["ref"] == "ridge:15"


def test_points_at_any_entry(ridge: str, run: Run, value: Value) -> None:
    assert value("score", "ridge")["totals"] == {"blue": 3, "red": 0}
    assert value("score", "ridge:12") == {"totals": {"blue": 0, "red": 0}, "rows": []}
    assert run("score", "ridge").stdout.splitlines()[:3] == ["side  points", "blue       3", "red        0"]


def test_losses_by_side_and_unit(ridge: str, run: Run, value: Value) -> None:
    found = value("losses", "ridge")
    assert (found["by_side"], found["men"]) == ({"blue": {}, "red": {"steps": 2}}, {"blue": 0, "red": 100})
    assert run("losses", "ridge").stdout.splitlines() == [
        "side  losses",
        "blue  none",
        "red   2 steps, about 100 men",
        "",
        "side  unit   lost",
        "red   horse  2 steps, about 100 men",
    ]


def test_one_step_is_not_one_steps(ridge: str, run: Run) -> None:
    run("order", "ridge", "TakeLoss piece=guard", "--by", "blue")
    assert "blue  1 step\n" in run("losses", "ridge").stdout
    assert "1 steps" not in run("losses", "ridge").stdout


def test_enough_dice_are_judged(ridge: str, run: Run) -> None:
    run("order", "ridge", "RollDice why=storm dice=30", "--by", "red", "--dice", ",".join("123456" * 5))
    shown = run("dice", "ridge").stdout
    assert "red: 30d6, entered (rolled at the table): mean 3.50" in shown
    assert "nothing unusual" in shown


def test_dice_with_their_source(ridge: str, run: Run, value: Value) -> None:
    rolls = value("dice", "ridge")["rolls"]
    assert [(roll["by"], roll["for"], roll["source"]) for roll in rolls] == [
        ("blue", "volley", "entered"),
        ("red", "rally", "fair"),
    ]
    assert rolls[0]["faces"] == [4, 5]
    assert (
        "blue (d6, entered): 2 dice: too few to judge (30 are needed); mean 4.50, fair dice mostly"
        in run("dice", "ridge").stdout
    )
    assert run("dice", "ridge:3").stdout == "no dice have been rolled\n"


def test_the_list_of_games_says_how_each_stands(ridge: str, run: Run, value: Value) -> None:
    (game,) = value("games")
    assert (game["game"], game["points"], game["entries"]) == ("ridge", {"blue": 3, "red": 0}, 15)
    run("order", "ridge", "EndGame why=dusk", "--by", "red")
    assert "blue 3, red 0, a draw" in run("games").stdout


def test_systems_and_scenarios_are_listed(run: Run, value: Value) -> None:
    assert "freeform" in [system["system"] for system in value("systems")]
    assert "pegasus-bridge" in run("scenarios", "freeform").stdout
    (freeform,) = (system for system in value("systems") if system["system"] == "freeform")
    optional = freeform["options"]["known_places"]
    assert f"    known_places: {optional}" in run("systems").stdout
    assert {"key": "blank", "title": "An empty table"}.items() <= value("scenarios", "freeform")[0].items()


def test_the_board_can_be_drawn_into_a_file(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.svg"
    said = run("show", "ridge:3", "--svg", str(file)).stdout
    assert said == f"ridge:3 is drawn in {file}, {file.stat().st_size} bytes\n"
    drawn = ElementTree.parse(file).getroot()
    assert [each.get("data-id") for each in drawn.iter() if each.get("data-id")] == ["guard"]
    assert "ridge:3, before turn 1" in file.read_text("utf-8")


def test_a_picture_as_a_side_leaves_out_hidden_pieces(ridge: str, run: Run) -> None:
    assert "spy" in run("show", "ridge", "--svg", "-").stdout
    drawn = run("show", "ridge", "--svg", "-", "--as", "blue").stdout
    assert ElementTree.fromstring(drawn.encode()).get("role") == "img"
    assert "spy" not in drawn
    assert "as blue may see it" in drawn


def test_a_picture_is_not_drawn_over_a_file_unless_forced(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ridge.svg"
    file.write_text("mine")
    assert "is there already; --force writes over it" in run("show", "ridge", "--svg", str(file), code=2).stderr
    assert file.read_text() == "mine"
    run("show", "ridge", "--svg", str(file), "--force")
    assert file.read_text("utf-8").startswith("<?xml")


def test_a_picture_in_a_folder_that_is_not_there_is_refused(ridge: str, run: Run, tmp_path: Path) -> None:
    refused = run("show", "ridge", "--svg", str(tmp_path / "nowhere" / "ridge.svg"), code=2)
    assert "cannot be written" in refused.stderr


def test_a_picture_with_json_comes_with_the_board(ridge: str, run: Run, value: Value, tmp_path: Path) -> None:
    file = tmp_path / "ridge.svg"
    plain, drawn, printed = (value("show", "ridge", *more) for more in ((), ("--svg", str(file)), ("--svg", "-")))
    assert drawn == {**plain, "file": str(file), "bytes": file.stat().st_size}
    assert printed == {**plain, "file": None, "svg": file.read_text("utf-8").rstrip("\n")}
