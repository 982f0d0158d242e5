"""`odds`: a table and bars before the dice are thrown; nothing is stored and no seed is looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]
JULY = ROOT / "fixtures" / "gettysburg" / "first-of-july.transcript"
VOLLEY = "RollDice why=volley dice=2"


@pytest.fixture
def july(run: Run) -> str:
    run("import", str(JULY), "--name", "july")
    return "july"


def test_a_throw_of_two_dice_is_a_table_with_bars(ridge: str, run: Run) -> None:
    assert run("odds", ridge, "RollDice why=rally", "--by", "red").stdout.splitlines() == [
        "red> RollDice why=rally, at ridge:15",
        "exact: every way the dice and cards can fall (13 runs of the rules)",
        "no rule makes anything of these dice here, so they are told apart by their total",
        "",
        *(f"   16.67 %  1/6  {'█' * 16}  the dice total {total}" for total in range(1, 7)),
        "",
    ]


def test_nothing_is_stored_and_no_seed_is_needed(ridge: str, run: Run, db: Path) -> None:
    before = run("export", ridge).stdout
    Path(f"{db}.seeds").unlink()
    run("odds", ridge, VOLLEY, "--by", "red")
    assert run("export", ridge).stdout == before


def test_without_an_order_it_is_that_of_the_entry_and_what_happened_is_marked(ridge: str, value: Value) -> None:
    found = value("odds", "ridge:9")
    assert (found["ref"], found["orders"]) == ("ridge:7", ["blue> RollDice why=volley dice=2"])
    assert [one["words"] for one in found["outcomes"] if one["happened"]] == [["the dice total 9"]]


def test_an_attack_of_the_first_of_july(july: str, run: Run) -> None:
    shown = run("odds", "july:420").stdout.splitlines()
    assert shown[:5] == [
        "union> ResolveAttack unit=U-1, at july:416",
        "exact: every way the dice and cards can fall (45 runs of the rules)",
        "in any case: Meredith (Iron, U-1) attacks 1827, held by Archer (C-41)",
        "",
        "   29.17 %  7/24    ████████████████  Meredith (Iron, U-1) is Disrupted (combat result, 12.2); the",
    ]
    assert shown[6].startswith("*  24.07 %  13/54   █████████████▎    Archer (C-41) is Disrupted")
    assert shown[-2:] == ["losses on average: confederate 0.18, union 0.06", "* is what happened in the game"]


def test_an_order_may_be_typed_as_people_type_it(july: str, value: Value) -> None:
    assert value("odds", "july:416", "ResolveAttack", "unit=u-1")["orders"] == ["union> ResolveAttack unit=U-1"]


def test_samples_are_told_as_samples_with_their_intervals(july: str, run: Run, value: Value) -> None:
    shown = run("odds", "july:417", "--samples", "200").stdout
    assert "sampled, not exact: 200 tries with the seed 1863 (never the dice of the game)" in shown
    assert " to " in shown.splitlines()[4]
    found = value("odds", "july:417", "--samples", "200")
    assert (found["exact"], found["ways"], found["seed"]) == (False, 200, 1863)
    assert all(one["low"] < one["share"] < one["high"] for one in found["outcomes"])
    assert value("odds", "july:417", "--samples", "200", "--exact")["exact"]


def test_every_position_apart(july: str, run: Run) -> None:
    shown = run("odds", "july:417", "--all").stdout
    assert "each position by itself, told as on the likeliest way to it" in shown
    assert "1+6 = 7" in shown


def test_an_order_that_leaves_nothing_to_chance_says_so(ridge: str, run: Run) -> None:
    assert run("odds", ridge, "MovePiece piece=guard to=mill", "--by", "blue").stdout.splitlines() == [
        "blue> MovePiece piece=guard to=mill, at ridge:15",
        "nothing here is left to chance:",
        "  guard to mill (from hill)",
    ]


def test_a_later_order_is_given_where_it_is_allowed(ridge: str, value: Value) -> None:
    found = value("odds", ridge, "MovePiece piece=guard to=mill", "--by", "blue", "--then", f"red> {VOLLEY}")
    assert found["orders"] == ["blue> MovePiece piece=guard to=mill", f"red> {VOLLEY}"]
    assert len(found["outcomes"]) == 11


def test_an_illegal_order_is_refused_with_its_rule(july: str, run: Run) -> None:
    refused = run("odds", "july:416", "ResolveAttack unit=Archer", code=3)
    assert refused.stderr == "[8.4a] Archer (C-41) has declared no attack in the Movement Phase\n"
    assert refused.stdout == ""


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("ridge", VOLLEY), "RollDice may be ordered by blue or red: say by whom"),
        (("ridge", VOLLEY, "--by", "green"), "there is no side 'green' in this game"),
        (("ridge", VOLLEY, "--by", "red", "--then", f"green> {VOLLEY}"), "there is no side 'green' in this game"),
        (("ridge:2", VOLLEY, "--by", "red"), "entry 2 lies in the midst of an order, which begins after entry 1"),
        (("ridge:1",), "there is nothing before it"),
        (("ridge", "RollDise", "--by", "red"), "RollDice"),
        (("ridge", VOLLEY, "--by", "red", "--samples", "0"), "0 is not in the range"),
        (("rigde", VOLLEY, "--by", "red"), "did you mean ridge?"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(args: tuple[str, ...], said: str, ridge: str, run: Run) -> None:
    refused = run("odds", *args, code=2)
    assert said in refused.stderr
    assert refused.stdout == ""


def test_a_game_that_is_over_has_no_odds_at_its_end(ridge: str, run: Run) -> None:
    run("order", ridge, "EndGame why=dusk", "--by", "red")
    assert run("odds", ridge, VOLLEY, "--by", "red", code=3).stderr.startswith("[kernel.ended] the game is over")


def test_the_bars_can_be_drawn_into_a_file(july: str, run: Run, value: Value, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    said = run("odds", "july:417", "--svg", str(file)).stdout
    assert said == f"july:416 is drawn in {file}, {file.stat().st_size} bytes\n"
    drawn = ElementTree.parse(file).getroot()
    svg = "{http://www.w3.org/2000/svg}"
    assert drawn.findtext(f"{svg}title") == "Odds of union> ResolveAttack unit=U-1"
    assert "29.17 %: Meredith (Iron, U-1) is Disrupted" in (drawn.findtext(f"{svg}desc") or "")
    bars = [each for each in drawn.iter(f"{svg}rect") if each.get("class") == "bar"]
    assert [bar.get("width") for bar in bars][:3] == ["300.0", "247.6", "171.4"]
    assert len(bars) == 8
    assert len([each for each in drawn.iter() if each.get("class") == "happened"]) == 1
    assert run("odds", "july:417", "--svg", "-").stdout == file.read_text("utf-8")
    assert value("odds", "july:417", "--svg", "-")["svg"] == file.read_text("utf-8").rstrip("\n")
    assert "--force writes over it" in run("odds", "july:417", "--svg", str(file), code=2).stderr


def test_samples_are_drawn_with_their_intervals(july: str, run: Run) -> None:
    drawn = run("odds", "july:417", "--samples", "100", "--svg", "-").stdout
    assert drawn.count('class="whisker"') == drawn.count('class="bar"')
