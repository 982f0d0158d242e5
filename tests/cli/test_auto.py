"""The automatic player on the command line: whom it plays for, where it stops, and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import rules
from tests.cli.conftest import Run

Value = Callable[..., Any]
BOTH = ("--side", "confederate", "--side", "union")


@pytest.fixture
def july(run: Run) -> str:
    """McPherson's Ridge, with both set-ups still to be confirmed."""
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "july")
    return "july"


def test_it_plays_the_side_that_must_act_until_the_other_must_decide(july: str, run: Run) -> None:
    shown = run("auto", july).stdout.splitlines()
    assert shown[0] == "   2  confederate> EndPhase"
    assert shown[-1] == "1 order given for confederate; now it is for union to decide"


def test_every_order_is_stored_and_told_like_any_other(july: str, run: Run) -> None:
    shown = run("auto", july, *BOTH, "--orders", "6").stdout.splitlines()
    assert shown[-1].startswith("6 orders given for confederate and union; ")
    assert shown[:-1] == run("log", july, "--from", "2").stdout.splitlines()
    assert "audit" not in run("audit", july).stderr


def test_it_stops_after_so_many_orders(july: str, value: Value) -> None:
    done = value("auto", july, *BOTH, "--orders", "3")
    assert done["orders"] == 3
    assert sum("order" in entry["fact"] for entry in done["entries"]) == 3
    assert value("log", july)[-1]["entry"] == done["entries"][-1]["entry"]


def test_it_stops_where_a_turn_begins(july: str, run: Run, value: Value) -> None:
    run("auto", july, *BOTH, "--until", "7", "--quiet")
    turns = [entry["fact"]["turn"] for entry in value("log", july) if entry["fact"]["fact"] == "PhaseBegan"]
    assert max(turns) == 7
    assert value("auto", july, *BOTH, "--until", "7")["orders"] == 0


def test_quiet_says_only_what_came_of_it(july: str, run: Run) -> None:
    assert run("auto", july, "--quiet").stdout == "1 order given for confederate; now it is for union to decide\n"


def test_a_side_with_nothing_to_decide_is_told_whose_word_it_is(july: str, run: Run, value: Value) -> None:
    shown = run("auto", july, "--side", "union").stdout
    assert shown == "union has nothing to decide; now it is for confederate to decide\n"
    assert value("auto", july, "--side", "union") == {
        "sides": ["union"], "orders": 0, "entries": [], "due": ["confederate"], "ended": None,
    }  # fmt: skip


def test_a_person_left_to_play_is_not_shown_what_his_side_may_not_see(run: Run) -> None:
    run("new", "gettysburg", "--scenario", "second_day", "--name", "july", "--option", "hidden_movement")
    shown = run("auto", "july", "--side", "confederate").stdout
    assert "(hidden)" in shown
    assert "HideUnits" not in shown
    assert "HideUnits" in run("log", "july", "--as", "confederate").stdout


def test_with_both_sides_it_plays_to_the_end_and_the_log_stands_up(july: str, run: Run) -> None:
    shown = run("auto", july, *BOTH, "--quiet").stdout
    assert "the game is over: " in shown
    assert "end of 1 July, turn 10" in shown
    run("audit", july)
    assert "the game is over" in run("auto", july, code=3).stderr


def test_the_cheap_player_plays_by_the_same_rules_and_to_the_end(july: str, run: Run, value: Value) -> None:
    assert "the game is over" in run("auto", july, *BOTH, "--player", "rollout", "--quiet").stdout
    assert all(not line["differences"] for line in value("audit", july))
    assert "'careful', 'rollout'" in run("auto", july, "--player", "hasty", code=2).stderr


def test_a_system_without_an_automatic_player_says_who_has_one(ridge: str, run: Run) -> None:
    said = run("auto", ridge, code=2).stderr
    those = "black_powder, gettysburg, longstreet_lite, musket_and_pike, wallaces_war"
    assert said == f"freeform has no automatic player; {those} have one\n"


def test_where_no_system_has_one_that_is_said(ridge: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.SYSTEMS", {key: replace(one, player=None) for key, one in rules.SYSTEMS.items()})
    assert run("auto", ridge, code=2).stderr == "freeform has no automatic player; no system has one yet\n"


def test_an_unknown_side_is_refused_before_anything_is_played(july: str, run: Run, value: Value) -> None:
    said = run("auto", july, "--side", "onion", code=2).stderr
    assert "the sides are confederate, union; did you mean union?" in said
    assert len(value("log", july)) == 1


def test_it_never_plays_into_the_past(july: str, run: Run) -> None:
    run("auto", july)
    assert "branch there to play on from it" in run("auto", "july:1", code=2).stderr


def test_a_side_named_twice_is_played_once(july: str, value: Value) -> None:
    assert value("auto", july, "--side", "confederate", "--side", "confederate")["sides"] == ["confederate"]
