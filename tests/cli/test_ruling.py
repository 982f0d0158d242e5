"""Rulings at the command line: readings from here on, facts set straight, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]
MOVED = "PieceMoved piece=horse start=road to=ford"
REASON = ("--text", "it stood at the ford", "--rule", "ff.2")


@pytest.fixture
def ridge_ruled(ridge: str, run: Run) -> str:
    """The ridge, with two facts set straight at entries 17 and 18."""
    run(
        "ruling", ridge, *REASON, "--fact", MOVED, "--fact", "LossTaken side=red unit=horse kind=steps amount=1 cause=x"
    )
    return ridge


@pytest.fixture
def july(run: Run) -> str:
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "july")
    return "july"


def test_a_reading_holds_from_here_on_and_is_said_in_words(july: str, run: Run, value: Value) -> None:
    shown = run("ruling", july, "--reading", "d36=b", "--by", "union", "--text", "agreed", "--rule", "8.6.2").stdout
    assert shown.splitlines() == [
        "   2  union rules: agreed [8.6(2)], D36 read as B",
        "from here on D36 is read as B: no; it must first be turned back",
    ]
    assert "july is clean" in run("audit", july).stdout
    assert value("log", july)[-1]["fact"]["readings"] == {"D36": "B"}


def test_facts_set_straight_are_marked_as_ruled(ridge: str, run: Run) -> None:
    assert run("ruling", ridge, *REASON, "--fact", MOVED).stdout.splitlines() == [
        "  16  umpire rules: it stood at the ford [FF.2] (ruled)",
        "  17    horse to ford (from road) (ruled)",
    ]
    assert run("log", ridge, "--from", "16").stdout == (
        "  16  umpire rules: it stood at the ford [FF.2] (ruled)\n  17    horse to ford (from road) (ruled)\n"
    )
    assert "ford" in run("show", ridge).stdout
    assert "horse to ford (from road) (ruled)" in run("replay", ridge, "--from", "16").stdout


def test_with_json_the_entries_are_shown_whole(ridge: str, value: Value) -> None:
    ruling, moved = value("ruling", ridge, *REASON, "--fact", MOVED)
    assert (ruling["entry"], ruling["source"], ruling["fact"]["rule"]) == (16, "ruled", "FF.2")
    assert (moved["entry"], moved["order"], moved["source"]) == (17, ruling["order"], "ruled")
    assert moved["fact"] == {"fact": "PieceMoved", "piece": "horse", "start": "road", "to": "ford"}


def test_audit_lists_them_with_reason_and_rule_and_is_clean(ridge_ruled: str, run: Run, value: Value) -> None:
    run("order", ridge_ruled, "MovePiece piece=horse to=mill", "--by", "red")
    assert run("audit", ridge_ruled).stdout.splitlines() == [
        "ridge is clean: 8 orders with 16 entries decided again, all as recorded; "
        "2 facts ruled by the umpire (entries 17, 18)",
        "entry    ruled                          by      reason                rule",
        "main:17  horse to ford (from road)      umpire  it stood at the ford  FF.2",
        "main:18  horse (red) loses 1 step to x  umpire  it stood at the ford  FF.2",
    ]
    report = value("audit", "ridge@main")
    assert (report["is_clean"], [one["entry"] for one in report["ruled"]]) == (True, [17, 18])
    assert {(one["by"], one["text"], one["rule"]) for one in report["ruled"]} == {
        ("umpire", "it stood at the ford", "FF.2")
    }


def test_verify_branch_diff_and_files_take_them_as_they_are(
    ridge_ruled: str, run: Run, value: Value, tmp_path: Path
) -> None:
    assert "18 entries fit together" in run("verify", ridge_ruled).stdout
    run("branch", "ridge:17", "--name", "half")
    assert "1 fact ruled by the umpire (entry 17)" in run("audit", "ridge@half").stdout
    assert "horse (red) loses 1 step to x" in run("diff", "ridge", "ridge@half").stdout
    for format in ("transcript", "jsonl"):
        file = tmp_path / format
        file.write_text(run("export", ridge_ruled, "--format", format).stdout)
        run("import", str(file), "--name", format)
        assert told(value("log", format)) == told(value("log", ridge_ruled))


def told(entries: list[dict[str, Any]]) -> list[list[Any]]:
    return [[entry[key] for key in ("fact", "source", "to", "by", "order")] for entry in entries]


def test_a_hidden_piece_set_straight_stays_hidden(ridge: str, run: Run) -> None:
    shown = run("ruling", ridge, *REASON, "--fact", "PieceMoved piece=spy start=wood to=mill").stdout
    assert "[secret: red only] (ruled)" in shown
    assert run("log", ridge, "--as", "blue", "--from", "17").stdout == "  17    (hidden)\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "a ruling names its rule or its reason; say --rule ID or --text 'why', or both\n"),
        (("--text", " "), "a ruling names its rule or its reason"),
        (("--text", "x", "--reading", "D36"), "'D36' chooses no reading"),
        (("--text", "x", "--reading", "D63a=b"), "gettysburg has no dispute 'D63a'; did you mean D63?"),
        (("--text", "x", "--reading", "D36=z"), "D36 can be read as A, B, not as 'z'"),
        (("--rule", "11.66"), "gettysburg has no rule '11.66'; did you mean 11.6"),
        (("--text", "x", "--by", "onion"), "the sides are confederate, union, umpire; did you mean union?"),
        (("--text", "x", "--fact", "UnitPlacd unit=C-41"), "there is no fact 'UnitPlacd'; did you mean UnitPlaced?"),
        (("--text", "x", "--fact", "UnitPlaced unit=C-41"), "UnitPlaced also needs to="),
        (("--text", "x", "--fact", "UnitPlaced unit=C-99 to=1827"), "(there is no 'C-99')"),
        (("--text", "x", "--fact", "UnitPlaced unit=C-41 to=9999"), "Archer would be in 9999, and there is no such"),
        (("--text", "x", "--fact", "SeedRevealed seed=00"), "SeedRevealed is no fact that a ruling can set straight"),
    ],
)
def test_a_ruling_that_cannot_be_made_is_refused_and_nothing_stored(
    july: str, run: Run, args: tuple[str, ...], says: str
) -> None:
    before = run("seal", july).stdout
    assert says in run("ruling", july, *args, code=2).stderr
    assert run("seal", july).stdout == before


def test_an_unreadable_fact_is_shown_with_its_place(july: str, run: Run) -> None:
    said = run("ruling", july, "--text", "x", "--fact", "UnitPlaced unit=C-41 two=1827", code=2).stderr
    assert said.splitlines()[1:] == ["  UnitPlaced unit=C-41 two=1827", "                       ^"]


def test_a_ruling_in_the_past_needs_a_branch(ridge: str, run: Run) -> None:
    said = run("ruling", "ridge:3", "--text", "x", code=2).stderr
    assert "entry 3 is not the last of main; branch there to play on from it" in said
    assert "`refight branch ridge:3 --name NAME`" in said


def test_units_may_be_named_as_people_call_them(july: str, run: Run) -> None:
    shown = run("ruling", july, "--text", "as agreed", "--fact", "UnitPlaced unit=archer to=1827").stdout
    assert "Archer (C-41) is set up in 1827 (ruled)" in shown


def test_a_later_order_of_a_battle_is_decided_from_what_was_ruled(run: Run) -> None:
    run("import", str(ROOT / "fixtures/gettysburg/mcphersons-ridge-union.transcript"), "--name", "ridge")
    run("branch", "ridge:40", "--name", "b")
    run("ruling", "ridge@b", "--text", "hail", "--fact", "UnitShaken unit=C-41 why=hail")
    run("auto", "ridge@b", "--quiet")
    assert "ridge@b is clean" in run("audit", "ridge@b").stdout


def test_a_reading_does_not_change_under_an_order_that_could_not_go_on(run: Run) -> None:
    """Carr's march waits for an answer; under D12 B it would be too long (6.2)."""
    run("import", str(ROOT / "fixtures/gettysburg/second-day-union.transcript"), "--name", "sd")
    run("branch", "sd:788", "--name", "mid")
    refused = run("ruling", "sd@mid", "--reading", "D12=B", "--text", "agreed", code=2)
    assert "a question is open" in refused.output
    run("ruling", "sd@mid", "--reading", "D51=B", "--text", "agreed")
    run("order", "sd@mid", "Decline", "--by", "confederate")
    run("ruling", "sd@mid", "--reading", "D12=B", "--text", "agreed")
