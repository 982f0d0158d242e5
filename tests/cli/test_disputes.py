"""Disputes at the command line: where another reading matters, and the game played on under it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]
RECORDED = ROOT / "fixtures/gettysburg/mcphersons-ridge-union.transcript"


@pytest.fixture
def july(run: Run) -> str:
    """McPherson's Ridge, a short battle."""
    run("import", str(RECORDED), "--name", "july")
    return "july"


def test_over_a_game_all_that_came_up_is_told(july: str, run: Run, value: Value) -> None:
    shown = run("disputes", july).stdout.splitlines()
    report = value("disputes", july)
    unseen = [sum(each["unseen"] for each in one["otherwise"]) for one in report["disputes"]]
    matter = [one for one, out in zip(report["disputes"], unseen, strict=True) if len(one["otherwise"]) > out]
    assert shown[0] == (
        f"july: {report['orders']} orders, {len(report['disputes'])} of 85 disputed rules came up; "
        f"another reading of {len(matter)} would have changed something"
    )
    assert [line.split()[0] for line in shown if line[:1] == "D"] == [one["dispute"] for one in matter]
    assert "    and 2 more under B (--all lists them)" in shown
    assert (report["ref"], report["known"], report["unclear"]) == ("july", 85, [])
    at = next(i for i, line in enumerate(shown) if line.startswith("came up, but"))
    assert shown[at].startswith("came up, but no other reading changes anything: D10, D11, ")
    left = " ".join(shown[at:]).partition("neither board, points nor losses (--all lists them): ")[2]
    assert [int(number) for number in re.findall(r"\((\d+)\)", left)] == [number for number in unseen if number]


def test_what_changes_nothing_that_is_counted_is_left_out_unless_asked_for(july: str, run: Run) -> None:
    shown = run("disputes", "july:1768", "--reading", "D32=b").stdout.splitlines()
    assert shown == [
        "july:1768: D32 came up in 1 order; read as b it would have changed nothing on the board",
        "",
        "changes facts, but neither board, points nor losses (--all lists them): D32 (1)",
    ]


def test_at_an_entry_the_question_the_choices_and_the_facts_are_told(july: str, run: Run) -> None:
    assert run("disputes", "july:250", "--reading", "D51=b").stdout.splitlines() == [
        "july:250: D51 came up in 1 order; read as b it would have changed 1",
        "",
        "D51  Which morale counts in a rout test? [12.2]",
        "    A  that of the face up when the die is thrown (as played)",
        "    B  that of the Shaken face",
        "    july:242  union> RetreatBeforeCombat",
        "        as recorded: Gamble (U-72) passes its test, rout test: 4 against 4 (12.2)",
        "        under B: Gamble (U-72) fails its test, rout test: 4 against 3 (12.2)",
    ]


def test_the_refs_can_be_pasted(july: str, run: Run, value: Value) -> None:
    (one,) = value("disputes", "july:250", "--reading", "D51=b")["disputes"]
    (each,) = one["otherwise"]
    number = each["at"].partition(":")[2]
    assert each["recorded"] in run("log", july, "--from", number, "--to", number).stdout
    run("show", each["ref"])


@pytest.mark.parametrize(
    ("entry", "reading", "says"),
    [
        ("1319", "D33=b", "        under B: needs 2d6 for 15.3a delay, where 1d6 was rolled"),
        ("1768", "D32=b", "            it is the same)"),
    ],
)
def test_other_dice_and_the_same_position_are_told(july: str, run: Run, entry: str, reading: str, says: str) -> None:
    assert says in run("disputes", f"{july}:{entry}", "--reading", reading, "--all").stdout.splitlines()


def test_all_lists_every_place(july: str, run: Run) -> None:
    shown = run("disputes", july, "--reading", "D51=b", "--all").stdout
    assert "july: D51 came up in 18 orders; read as b it would have changed 11\n" in shown
    assert shown.count("under B:") == 11


def test_a_reading_that_never_mattered_is_said_so(july: str, run: Run) -> None:
    assert run("disputes", july, "--reading", "D51=a").stdout == (
        "july: D51 did not come up, or was read as a all along\n"
    )
    assert run("disputes", july, "--reading", "D10=b").stdout.endswith("; read as b it would have changed nothing\n")


def test_a_game_without_disputed_rules_has_none(ridge: str, run: Run, value: Value) -> None:
    assert run("disputes", ridge).stdout == "freeform has no disputed rules\n"
    assert value("disputes", ridge)["known"] == 0


def test_nothing_is_stored_without_to_the_end(july: str, run: Run) -> None:
    before = run("tree", july).stdout
    run("disputes", july, "--reading", "D51=b")
    run("disputes", "july:250")
    assert run("tree", july).stdout == before


def test_to_the_end_the_rest_is_a_branch_that_audits_and_verifies(july: str, run: Run) -> None:
    shown = run("disputes", "july:250", "--to-the-end", "--reading", "d51=b").stdout.splitlines()
    assert shown == [
        "july@d51-b: D51 read as B from main:241 on; 1 of 365 orders given again on the recorded dice",
        "  1 order otherwise than recorded, the first at july:242",
        "  it stops at july:254: union> RetreatTo unit=U-72 to=2325",
        "    [12.4a] no unit has to retreat now",
        "  as it was: the game ends, union wins: end of 1 July, turn 10; "
        "Confederate infantry brigades on Cemetery Hill: 1 [23.2]",
        "",
        "points       july:253  july@d51-b  july at its end",
        "confederate  0         0           0",
        "union        0         0           0",
        "",
        "losses       july:253  july@d51-b  july at its end",
        "confederate  none      none        2 eliminated, 1 routed",
        "union        none      1 routed    8 routed, 3 eliminated",
        "",
        "next: `refight diff july:253 july@d51-b`, `refight log july@d51-b --from 242`",
    ]
    assert "july@d51-b is clean" in run("audit", july).stdout
    assert "july@d51-b holds:" in run("verify", july).stdout
    assert "same luck: D51 read as B, on the dice of main" in run("tree", july).stdout


def test_a_course_that_comes_to_the_end_is_set_beside_the_end_alone(july: str, run: Run) -> None:
    shown = run("disputes", "july:1768", "--to-the-end", "--reading", "D32=b", "--name", "columns").stdout
    assert "july@columns: D32 read as B from main:1767 on; 82 of 82 orders given again" in shown
    assert "\npoints       july  july@columns\n" in shown
    assert "it stops at" not in shown


def test_to_the_end_without_a_reading_takes_all_that_matter_there(july: str, run: Run, value: Value) -> None:
    found = value("disputes", "july:250", "--to-the-end")
    assert (found["ref"], [course["ref"] for course in found["courses"]]) == ("july:250", ["july@d51-b"])


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("july", "--to-the-end"), "say from which entry on: july:ENTRY; `refight disputes july` names those"),
        (("july:250", "--to-the-end", "--reading", "D51=a"), "D51 is read as A there already"),
        (("july:250", "--to-the-end", "--reading", "D51=b", "--name", "Not Plain"), "cannot name a line"),
        (("july:250", "--name", "x"), "--name names the branch of --to-the-end"),
        (("july:250", "--to-the-end", "--name", "x", "--reading", "D51=b", "--reading", "D50=b"), "there are 2"),
        (("july:250", "--reading", "D511=b"), "gettysburg has no dispute 'D511'; did you mean D51?"),
        (("july:99999",), "there is no entry 99999"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_stored(july: str, run: Run, args: tuple[str, ...], says: str) -> None:
    assert says in run("disputes", *args, code=2).stderr
    assert run("tree", july).stdout.count("\n") == 1
