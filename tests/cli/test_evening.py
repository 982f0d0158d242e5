"""What a player meets on a first evening with a rulebook behind the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.replay_fixtures import FIXTURES

Value = Callable[..., Any]
DONE = ("EndPhase", "EndPhase")  # with moving, then with rallying: two brigades start Shaken


@pytest.fixture
def ridge(run: Run) -> str:
    """McPherson's Ridge, both sides set up."""
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "ridge")
    for side in ("confederate", "union"):
        run("order", "ridge", "EndPhase", "--by", side)
    return "ridge"


def test_new_says_which_options_and_readings_a_game_has(run: Run) -> None:
    args = ("--option", "counterattacks", "--reading", "d14=b")
    shown = run("new", "gettysburg", "--scenario", "mcpherson", "--name", "x", *args).stdout
    assert "optional rules: counterattacks" in shown
    assert "readings: D14=B" in shown


def test_an_option_that_is_nothing_without_another_is_refused(run: Run) -> None:
    refused = run("new", "gettysburg", "--scenario", "full", "--name", "x", "--option", "loss_of_control", code=2)
    assert "the optional rule loss_of_control is nothing without command_control" in refused.stderr


@pytest.mark.parametrize("unit", ["c-44", "Pettigrew", "C-44"])
def test_a_unit_is_known_by_its_name_and_in_any_case(ridge: str, run: Run, unit: str) -> None:
    shown = run("order", ridge, f"MoveUnit unit={unit} path=1927", "--by", "confederate").stdout
    assert "Pettigrew (C-44) to 1927 for 1 MP" in shown
    assert "MoveUnit unit=C-44" in shown


def test_an_option_nearly_spelt_and_a_dispute_that_is_settled(run: Run) -> None:
    new = ("new", "gettysburg", "--scenario", "full", "--name", "x")
    assert "did you mean hidden_movement?" in run(*new, "--option", "hidden_move", code=2).stderr
    assert "D02 is settled, not a choice: " in run(*new, "--reading", "d02=A", code=2).stderr


def test_options_begin_with_the_rare_kinds(ridge: str, value: Value) -> None:
    kinds = [choice["order"].partition(" ")[0] for choice in value("options", ridge)]
    assert kinds[0] == "EndPhase"
    assert kinds[-1] == "MoveUnit"


def test_losses_call_units_by_name(run: Run) -> None:
    run("import", str(FIXTURES / "gettysburg" / "first-of-july.transcript"), "--name", "july")
    assert "Iverson (C-29)" in run("losses", "july").stdout


def test_score_tells_how_it_stands_by_the_scenario(ridge: str, run: Run) -> None:
    shown = run("score", ridge).stdout
    assert "if it ended now, the union side would win" in shown
    assert "Confederate infantry brigades on Cemetery Hill: 0; 23.2; points do not count" in shown


def test_dice_that_come_before_an_answer_are_sent_to_it(ridge: str, run: Run) -> None:
    for order in ("MoveUnit unit=C-44 path=1927,1926", "DeclareAttack unit=C-44 target=1925", *DONE):
        run("order", ridge, order, "--by", "confederate")
    refused = run("order", ridge, "ResolveAttack unit=C-44", "--by", "confederate", "--dice", "5,6", code=2)
    assert "union must answer first, and the dice go with that answer" in refused.stderr
    run("order", ridge, "ResolveAttack unit=C-44", "--by", "confederate")
    shown = run("order", ridge, "Decline", "--by", "union", "--dice", "6,6").stdout
    assert "6+6 = 12" in shown


def test_auto_says_that_the_turn_has_come(ridge: str, run: Run) -> None:
    assert "turn 6 has come: it is turn 6" in run("auto", ridge, "--until", "6", "--quiet").stdout


def test_a_branch_names_the_side_that_may_act(ridge: str, run: Run) -> None:
    for order in DONE:
        run("order", ridge, order, "--by", "confederate")
    assert "'ORDER' --by union" in run("branch", ridge, "--name", "other").stdout
