"""Explain at the command line: an order, an entry in its middle, a picture, and what one side may know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from cli.commands.explain import _is_said
from domain.kernel.reasons import Modifier
from domain.words.tell import say_of
from rules import SYSTEMS
from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]
JULY = ROOT / "fixtures/gettysburg/first-of-july.transcript"


@pytest.fixture
def july(run: Run) -> str:
    """1 July 1863: at entry 417 the Iron Brigade strikes Archer."""
    run("import", str(JULY), "--name", "july")
    return "july"


def test_an_order_is_told_with_its_dice_its_table_and_its_rules(july: str, run: Run) -> None:
    shown = run("explain", "july:417").stdout.splitlines()
    assert shown[:10] == [
        "july:417: an order of union (entries 417 to 426, turn 4, combat)",
        "",
        " 417  union> ResolveAttack unit=U-1 [11.3]",
        " 418    Meredith (Iron, U-1) attacks 1827, held by Archer (C-41) [11.3]",
        " 419    union rolls 2d6 for 11.3 combat: Meredith (Iron) on Archer: 2, 6 = 8 (entered dice)",
        "          rolled at the table, and entered",
        " 420    Meredith (Iron, U-1) against Archer (C-41) in 1827: 5 against 4; differential +1; 2+6 = 8:",
        "        DR, defender Disrupted, rout test, else Shaken and driven back (CRT) [11.4]",
        "          Combat Results Table: row 2+6 = 8, column differential +1: DR [CRT]",
        " 421    Archer (C-41) is Disrupted (combat result, 12.2)",
    ]
    rules = shown.index("rules")
    assert shown[rules + 1 : rules + 4] == [
        "  11.3  Procedure: Seven steps, for each attack.",
        "  11.4  Differential: Attacker's combat rating less the defender's, with the modifiers below; after",
        "    all of them it is held to -4 and +4.",
    ]
    matter = shown.index("readings that mattered: another would change this, see `refight disputes july:417`")
    assert shown[matter + 1 : matter + 7] == [
        "  D51  Which morale counts in a rout test? [12.2]",
        "    read as A: that of the face up when the die is thrown",
        "    otherwise under B",
        "",
        "readings that came up: no other would change this",
        "  D11  The cell of roll 12 in column -2 breaks an even series. What does it say? [CRT]",
    ]


def test_the_hint_leads_to_where_the_other_reading_is_told(july: str, run: Run) -> None:
    assert "otherwise under B" in run("explain", "july:417").stdout
    shown = run("disputes", "july:417", "--reading", "D51=b").stdout
    assert shown.startswith("july:417: D51 came up in 1 order; read as b it would have changed 1")


def test_an_entry_in_the_middle_comes_first_and_its_order_briefly_after_it(july: str, run: Run) -> None:
    shown = run("explain", "july:422").stdout.splitlines()
    assert shown[:9] == [
        "july:422: part of an order of union (entries 417 to 426, turn 4, combat)",
        "",
        " 422    confederate rolls 1d6 for 12.2 rout test: Archer: 4 (entered dice)",
        "          rolled at the table, and entered",
        "",
        "the order it belongs to",
        " 417  union> ResolveAttack unit=U-1",
        " 418    Meredith (Iron, U-1) attacks 1827, held by Archer (C-41)",
        " 419    union rolls 2d6 for 11.3 combat: Meredith (Iron) on Archer: 2, 6 = 8 (entered dice)",
    ]
    assert " 422    …" in shown
    assert [line.split()[0] for line in shown[shown.index("rules") + 1 :] if line.startswith("  1")] == ["12.2"]


def test_a_modifier_stands_beneath_its_fact_with_its_rule(july: str, run: Run, value: Value) -> None:
    entry = next(
        one["entry"]
        for one in value("log", july)
        if one["fact"]["fact"] == "CombatResolved" and one["fact"]["modifiers"]
    )
    (part,) = next(one["parts"] for one in value("explain", f"july:{entry}")["facts"] if one["entry"] == entry)
    shown = run("explain", f"july:{entry}").stdout.splitlines()
    assert part["modifiers"]
    say = say_of(SYSTEMS["gettysburg"])
    for told in msgspec.convert(part["modifiers"], list[Modifier]):
        assert f"{' ' * 10}{told.value:+} {say.reason(told)} [{told.cite}]" in shown


def test_everything_is_there_as_data(july: str, value: Value) -> None:
    found = value("explain", "july:420")
    assert (found["ref"], found["entry"], found["first"], found["last"]) == ("july:420", 420, 417, 426)
    assert (found["by"], found["turn"], found["phase"]) == ("union", 4, "combat")
    resolved = found["facts"][3]
    assert (resolved["kind"], resolved["fact"]["differential"]) == ("CombatResolved", 1)
    assert resolved["tables"] == [
        {
            "table": "Combat Results Table", "row": "2+6 = 8", "column": "differential +1", "cell": "DR", "cite": "CRT",
        }
    ]  # fmt: skip
    assert resolved["rules"] == ["11.4", "CRT"]
    assert found["rules"]["CRT"].startswith("Combat Results Table: Two dice;")
    assert [one["dispute"] for one in found["readings"] if one["others"]] == ["D51"]
    assert [(one["option"], one["on"], one["matters"]) for one in found["options"]] == [
        ("hidden_movement", True, False)
    ]


def test_the_beginning_lists_the_options_and_only_the_readings_that_were_chosen(run: Run) -> None:
    chosen = ("--reading", "D51=b", "--option", "forced_march")
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "ours", *chosen)
    shown = run("explain", "ours:1").stdout.splitlines()
    assert shown[shown.index("readings in force") :] == [
        "readings in force",
        "  D51  Which morale counts in a rout test? [12.2]",
        "    read as B, as chosen at the start: that of the Shaken face",
        "",
        "84 disputed rules read as usual",
        "",
        "optional rules in force",
        "  forced_march  22.4 a unit may gain 1 or 2 movement points and is then Disrupted",
    ]


def test_a_ruling_says_what_changes(july: str, run: Run) -> None:
    run("branch", "july:416", "--name", "ruled")
    run("ruling", "july@ruled", "--reading", "D51=b", "--text", "as it stood", "--rule", "12.2")
    shown = run("explain", "july@ruled:418").stdout.splitlines()
    assert (
        shown[0] == "july@ruled:418: a ruling by umpire: no rule decided it; it changes 1 reading from here on (turn 4,"
    )
    assert "    read as B, as ruled, until then as A: that of the Shaken face" in shown


def test_without_an_entry_the_last_order_is_explained(ridge: str, run: Run) -> None:
    run("note", "ridge", "what a battle")
    assert run("explain", "ridge").stdout.splitlines() == [
        "ridge:14: an order of red (entries 14 to 15)",
        "",
        "  14  red> RollDice why=rally [FF.3]",
        *[f"  15    red rolls 1d6 for rally: {die(run)} (fair dice)"],
        "          rolled fair, from a sealed seed (number 0)",
        "",
        "rules",
        "  FF.3  Dice: Dice are rolled for a purpose.",
    ]


def die(run: Run) -> str:
    return run("dice", "ridge").stdout.split("rally")[1].split()[1]


def test_the_moment_is_drawn_after_its_order(july: str, run: Run, value: Value, tmp_path: Path) -> None:
    file = tmp_path / "moment.svg"
    shown = run("explain", "july:420", "--svg", str(file)).stdout.splitlines()
    assert shown[-1] == f"july:426 is drawn in {file}, {file.stat().st_size} bytes"
    assert file.read_text("utf-8") == run("show", "july:426", "--svg", "-").stdout
    assert run("explain", "july:420", "--svg", "-").stdout == file.read_text("utf-8")
    assert "is there already; --force writes over it" in run("explain", "july:420", "--svg", str(file), code=2).stderr
    drawn = value("explain", "july:420", "--svg", "-")["picture"]
    assert drawn["ref"] == "july:426"
    assert ElementTree.fromstring(drawn["svg"]).tag.endswith("svg")


def test_for_one_side_hidden_facts_stay_hidden(ridge: str, run: Run, value: Value) -> None:
    shown = run("explain", "ridge:4", "--as", "blue").stdout
    assert shown.splitlines() == [
        "ridge:4: an order of red, of which not all is for these eyes (entries 4 to 5)",
        "",
        "   4    (hidden)",
        "   5    (hidden)",
    ]
    found = value("explain", "ridge:4", "--as", "blue")
    assert [(one["fact"], one["words"], one["rules"]) for one in found["facts"]] == [(None, "", []), (None, "", [])]
    assert found["rules"] == {}
    assert "spy" in run("explain", "ridge:4", "--as", "red").stdout


def test_for_one_side_readings_are_told_by_the_rules_it_sees_named(july: str, run: Run) -> None:
    run("branch", "july:416", "--name", "on")  # while a line is in play, what was hidden is hidden
    shown = run("explain", "july:417", "--as", "union").stdout.splitlines()
    assert "readings that mattered" not in " ".join(shown)
    assert "  D51  Which morale counts in a rout test? [12.2]" in shown[shown.index("readings in force") :]
    assert shown[-1] == (
        "whether another reading would change this is not told to one side: it might betray what is hidden"
    )


def test_for_one_side_the_picture_hides_as_well(ridge: str, run: Run) -> None:
    assert "spy" in run("explain", "ridge:4", "--svg", "-").stdout
    assert "spy" not in run("explain", "ridge:4", "--as", "blue", "--svg", "-").stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("ridge:99",), "ridge@main has 15 entries; there is no entry 99"),
        (("ridge@hill",), "ridge has no line 'hill'; it has main"),
        (("rigde",), "there is no game 'rigde'; `refight games` lists those there are; did you mean ridge?"),
        (("ridge:0",), "'0' is not an entry number; entries are counted from 1"),
        (("ridge", "--as", "green"), "there is no side 'green' in this game"),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(ridge: str, run: Run, args: tuple[str, ...], says: str) -> None:
    assert says in run("explain", *args, code=2).stderr


def test_a_table_game_tells_what_each_base_needed(run: Run, value: Value) -> None:
    run("import", str(ROOT / "fixtures/longstreet_lite/brawners-farm-us.transcript"), "--name", "farm")
    fired = next(one for one in value("log", "farm") if one["fact"]["fact"] == "UnitFired")
    shown = run("explain", f"farm:{fired['entry']}").stdout
    mode, needs = fired["fact"]["shots"][0]["mode"], fired["fact"]["shots"][0]["needs"]
    assert f"{' ' * 10}{mode}: needs {needs}" in shown
    assert f"{' ' * 10}to hit: row {mode}, column hits on: " in shown
    assert "LL.5.hit.2  Numbers: Skirmish fire hits on 6, all other fire on 4 or more." in shown


def test_a_rule_is_not_said_by_a_step_of_it() -> None:
    assert _is_said("10.3/S9", "they retreat (10.3/S9)")
    assert _is_said("10.3", "by 10.3/4 of them")
    assert not _is_said("10.3", "they retreat (10.3/S9c)")
    assert not _is_said("10.3/S9", "they retreat (10.3/S9c)")
