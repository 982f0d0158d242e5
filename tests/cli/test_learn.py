"""A guided first turn at the keyboard: typed in any way, left and gone on with, judged without being recorded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from rules import KEYS
from tests.cli.conftest import Run

Value = Callable[..., Any]


@pytest.fixture
def learn(run: Run) -> Callable[..., Result]:
    """Lines typed for a lesson of freeform."""
    return lambda *lines, args=("freeform",): run("learn", *args, input="".join(f"{line}\n" for line in lines))


def test_lessons_are_listed(run: Run, value: Value) -> None:
    assert [row["system"] for row in value("learn")] == list(KEYS)
    assert all(key in run("learn").output for key in KEYS)


@pytest.mark.parametrize("system", ["freeform", "longstreet_lite"])
def test_skipping_every_step_ends_the_lesson_and_leaves_a_clean_game(system: str, run: Run) -> None:
    found = json.loads(run("learn", system, "--json", input="skip\n" * 30).output)
    assert found["done"]
    assert found["game"] == f"lesson-{system}"
    assert found["missed"] == 0
    assert len(found["entries"]) > 10
    run("audit", found["game"])
    assert f"This game is kept as lesson-{system}." in run("learn", system, input="\n").output


def test_an_order_typed_in_any_way_is_right_and_shown_in_full(learn: Callable[..., Result]) -> None:
    said = learn('BeginPhase turn=1 phase="the night"', "move brother zone-x").output
    assert "turn 1, the night" in said
    assert "MovePiece piece=brotheridge to=zone-x" in said
    assert "[3 of 10]" in said


def test_another_legal_order_is_told_so_and_not_recorded(learn: Callable[..., Result], value: Value) -> None:
    said = learn("skip", "move wood zone-x", "hint").output
    assert "another order; nothing was recorded" in said
    assert said.rstrip().splitlines()[-2] == "move brotheridge zone-x"
    assert [row["fact"]["fact"] for row in value("log", "lesson-freeform")].count("OrderGiven") == 1


def test_what_the_rules_forbid_is_refused_with_its_rule_and_one_tries_again(learn: Callable[..., Result]) -> None:
    said = learn("skip", "MovePiece piece=nobody to=mill", "gibberish", "move brotheridge zone-x").output
    assert "[FF.1.2]" in said
    assert "gibberish is no order and no word of this lesson" in said
    assert "[3 of 10]" in said


def test_one_goes_on_where_one_left_and_begins_again_in_another_game(
    learn: Callable[..., Result], run: Run, value: Value
) -> None:
    assert "`refight learn freeform` goes on from here" in learn("skip", "skip").output
    assert "[3 of 10]" in learn().output
    assert "[1 of 10]" in learn(args=("freeform", "--again")).output
    assert {row["game"] for row in value("games")} == {"lesson-freeform", "lesson-freeform-2"}
    assert "[1 of 10]" in learn(args=("freeform", "--name", "mine")).output


def test_words_look_and_do_nothing_else(learn: Callable[..., Result], value: Value) -> None:
    said = learn("help", "show", "? FF.3", "?", "options", "again", "branch x 1", "# a remark", "").output
    assert "the order that is meant" in said
    assert "le-port" in said
    assert "FF.3" in said
    assert said.count("[1 of 10]") == 2
    assert [row["entry"] for row in value("log", "lesson-freeform")] == [1]


def test_a_line_is_opened_and_compared(learn: Callable[..., Result]) -> None:
    said = learn(*["skip"] * 6, "branch other 3", "branch luckier 11", "skip", "remove sentries", "diff").output
    assert "The lesson means another line: branch luckier 11" in said
    assert "lesson-freeform and lesson-freeform@luckier share 12 entries" in said
    assert "This game is kept as" in said


def test_an_order_is_taken_back_by_a_word(learn: Callable[..., Result]) -> None:
    said = learn("", "skip", "skip", "undo", args=("black_powder",)).output
    assert "[5 of 10]" in said
    assert "goes on from here" in said


def test_what_a_side_hides_the_lesson_hides_too(learn: Callable[..., Result]) -> None:
    said = learn(*["skip"] * 9, args=("longstreet_lite",)).output
    drawn = next(line for line in said.splitlines() if line.lstrip().startswith("145"))
    assert drawn.split() == ["145", "(hidden)"]


def test_a_look_passes_by_its_word_or_by_enter(learn: Callable[..., Result]) -> None:
    assert "[2 of 12]" in learn("options doles", "show", args=("gettysburg",)).output
    assert "[2 of 12]" in learn("", args=("gettysburg", "--again")).output
    said = learn("move doles 1420", args=("gettysburg", "--name", "third")).output
    assert "Here nothing is to be ordered yet: show" in said


def test_explanations_odds_and_trees_are_at_hand(learn: Callable[..., Result]) -> None:
    said = learn(*["skip"] * 11, "explain 41", args=("gettysburg",)).output
    assert "column differential 0" in said
    said = learn(*["skip"] * 10, "odds 135", args=("musket_and_pike",)).output
    assert "30.00 %" in said
    said = learn(*["skip"] * 9, "tree", args=("black_powder",)).output
    assert "second-thoughts" in said


def test_a_game_that_has_strayed_says_so(learn: Callable[..., Result], run: Run) -> None:
    learn("skip")
    run("order", "lesson-freeform", "AddPiece piece=x side=british at=cafe", "--by", "british")
    assert "begin anew with --again" in learn().output


def test_a_game_of_that_name_which_is_no_lesson_is_left_alone(run: Run) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "ridge")
    said = run("learn", "freeform", "--name", "ridge", code=2).output
    assert "is a game of its own" in said


def test_a_system_that_is_not_there(run: Run) -> None:
    assert "did you mean gettysburg" in run("learn", "gettysbur", code=2).output


def test_in_french(run: Run) -> None:
    said = run("--lang", "fr", "learn", "gettysburg", input="skip\n").output
    assert "[2 sur 12]" in said
    assert "Pensez d’abord aux canons" in said
