"""Branch, take back, tree, diff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cli.commands.branches import drawn
from domain.games.lines import Branch
from tests.cli.conftest import Run

Value = Callable[..., Any]
NEW = ("new", "freeform", "--scenario", "blank", "--name")


def test_a_branch_goes_on_from_its_entry(ridge: str, run: Run, value: Value) -> None:
    shown = run("branch", "ridge:9", "--name", "alt").stdout
    assert shown.startswith("ridge@alt goes on from main:9 with fresh luck\n")
    assert "middle" not in shown
    run("order", "ridge@alt", "MovePiece piece=guard to=mill", "--by", "blue")
    assert value("score", "ridge@alt")["totals"]["blue"] == 0


def test_a_branch_of_a_game_whose_dice_all_make_says_who_has_the_shares(run: Run, value: Value) -> None:
    run(*NEW, "ridge", "--setting", "dice=shared")
    assert "they lie with this log" in run("branch", "ridge", "--name", "alt").stdout
    assert value("branch", "ridge", "--name", "other")["together"]
    run("order", "ridge@alt", "RollDice why=volley dice=2", "--by", "red")
    assert value("verify", "ridge@alt")["known_to"] == {"host": 2}


def test_a_branch_in_the_middle_of_an_order_says_where_clean_cuts_are(ridge: str, run: Run, value: Value) -> None:
    assert (
        "entry 8 lies in the middle of an order; clean cuts are 7 and 9"
        in run("branch", "ridge:8", "--name", "alt").stdout
    )
    found = value("branch", "ridge:8", "--name", "alt2")
    assert (found["mid_order"], found["clean_cuts"]) == (True, [7, 9])


def test_the_same_luck_says_which_dice_do_not_come_again(ridge: str, run: Run, value: Value) -> None:
    """The volley was entered, the rally that follows is fair."""
    shown = run("branch", "ridge:7", "--name", "alt", "--luck", "same").stdout.splitlines()
    assert shown[0] == "ridge@alt goes on from main:7 with same luck"
    assert shown[1] == (
        "2 dice and cards of main since then came from the table, not from a seed: "
        "enter them again with --dice and --card"
    )
    assert value("branch", "ridge:9", "--name", "late", "--luck", "same")["not_repeated"] == 0
    assert value("branch", "ridge:7", "--name", "other")["not_repeated"] == 0
    rolled = [run("order", ref, "RollDice why=rally", "--by", "red").stdout for ref in ("ridge@alt", "ridge@late")]
    fair = run("log", "ridge", "--from", "15").stdout.partition("rally: ")[2][0]
    assert all(f"rally: {fair}" in one for one in rolled)


def test_a_take_back_needs_all_sides_and_names_what_it_undoes(ridge: str, run: Run, value: Value) -> None:
    assert "red did not give it" in run("take-back", "ridge", "--consent", "blue", code=2).stderr
    shown = run("take-back", "ridge", "--consent", "blue", "--consent", "red").stdout
    assert "taken back: red> RollDice why=rally" in shown
    assert "play on in ridge@take-back-1, which goes on from main:13" in shown
    assert "next: `refight order ridge@take-back-1 'ORDER' --by blue`" in shown
    again = value("take-back", "ridge:12", "--consent", "blue", "--consent", "red")
    assert (again["ref"], again["at"], again["later_orders"]) == ("ridge@take-back-2", 11, 1)
    deep = run("take-back", "ridge:9", "--consent", "blue", "--consent", "red").stdout
    assert "taken back: blue> RollDice why=volley dice=2; 3 later orders with it\n" in deep


def test_a_take_back_suggests_a_side_that_is_nearly_spelt_so(ridge: str, run: Run) -> None:
    said = run("take-back", "ridge", "--consent", "bleu", "--consent", "red", code=2).stderr
    assert "did you mean blue?" in said


def test_the_tree_shows_each_line_below_its_parent(ridge: str, run: Run, value: Value) -> None:
    run("branch", "ridge:9", "--name", "alt", "--why", "go left")
    run("branch", "ridge@alt:10", "--name", "deep", "--luck", "same")
    run("branch", "ridge:11", "--name", "late")
    assert run("tree", "ridge").stdout.splitlines() == [
        "main  15 entries",
        "├─ alt  from main:9, 10 entries, fresh luck: go left",
        "│  └─ deep  from alt:10, 11 entries, same luck",
        "└─ late  from main:11, 12 entries, fresh luck",
    ]
    assert [branch["name"] for branch in value("tree", "ridge")] == ["main", "alt", "deep", "late"]


def line(name: str, depth: int) -> Branch:
    return Branch(name=name, parent="p" if depth else "", at=1, entries=2, depth=depth, luck="fresh")


@pytest.mark.parametrize(
    ("depths", "stems"),
    [
        ([0], [""]),
        ([0, 1, 1], ["", "├─ ", "└─ "]),
        ([0, 1, 2, 3], ["", "└─ ", "   └─ ", "      └─ "]),
        ([0, 1, 2, 2, 1], ["", "├─ ", "│  ├─ ", "│  └─ ", "└─ "]),
        ([0, 1, 2, 3, 2, 1], ["", "├─ ", "│  ├─ ", "│  │  └─ ", "│  └─ ", "└─ "]),
    ],
)
def test_stems_join_lines_of_one_parent(depths: list[int], stems: list[str]) -> None:
    found = list(drawn([line("x", depth) for depth in depths]))
    assert [text.split("x")[0] for text in found] == stems


def test_the_tree_is_of_a_whole_game(ridge: str, run: Run) -> None:
    assert "write ridge instead of ridge:3" in run("tree", "ridge:3", code=2).stderr


def test_diff_says_where_lines_part_and_what_differs(ridge: str, run: Run, value: Value) -> None:
    run("branch", "ridge:9", "--name", "alt")
    run("order", "ridge@alt", "MovePiece piece=guard to=mill", "--by", "blue")
    shown = run("diff", "ridge", "ridge@alt").stdout
    assert "ridge and ridge@alt share 9 entries, then" in shown
    assert "  ridge@alt: entry 11: blue> MovePiece piece=guard to=mill" in shown
    found = value("diff", "ridge", "ridge@alt")
    assert {change["what"] for change in found["board"]} == {"guard", "horse"}
    assert found["points"] == [{"what": "blue", "first": "3", "second": "0"}]
    assert found["is_same"] is False


def test_diff_of_the_same_says_so(ridge: str, run: Run, value: Value) -> None:
    assert run("diff", "ridge", "ridge:15").stdout == "ridge and ridge:15 tell the same story: 15 entries\n"
    assert value("diff", "ridge", "ridge")["is_same"] is True


def test_a_game_may_be_set_to_take_nothing_back_after_dice(run: Run, value: Value) -> None:
    begun = value(*NEW, "strict", "--setting", "no_take_back_after_dice=yes")
    assert begun["settings"] == {"no_take_back_after_dice": True}
    run("order", "strict", "RollDice why=volley", "--by", "blue", "--dice", "4")
    refused = run("take-back", "strict", "--consent", "blue", "--consent", "red", code=2)
    assert "entry 3 rolled dice, and strict is played with no_take_back_after_dice" in refused.output
    assert "known: no_take_back_after_dice" in run(*NEW, "other", "--setting", "blitz", code=2).output
