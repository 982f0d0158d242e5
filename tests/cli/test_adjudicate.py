"""The `adjudicate` command: what it prints, its exit codes, templates, and positions out of games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules import SYSTEMS
from tests.cli.conftest import ROOT, Run

SAID = "Archer (C-41) has declared no attack in the Movement Phase"
ARCHER = ROOT / "rules" / "gettysburg" / "case.toml"


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "case.toml"
        path.write_text(text, "utf-8")
        return str(path)

    return write


def test_a_case_is_told_step_by_step_and_under_each_reading_that_changes_it(run: Run) -> None:
    shown = run("adjudicate", str(ARCHER)).stdout
    position, order, _, dispute = shown.split("\n\n")
    assert position.splitlines() == [
        "Gettysburg: Lee's Greatest Gamble, Archer gives way, or does he?: turn 4, combat (union)",
        "  A brigade already Shaken is hit above its morale and passes the rout test. (12.2, 12.3; layout",
        "  ours)",
        "  Archer (C-41): 1827, shaken",
        "  J. Garnett (C-45): 1829",
        "  Meredith (Iron, U-1): 1826, attack on 1827",
    ]
    steps = order.splitlines()
    assert steps[0] == "union> ResolveAttack unit=U-1  (dice 6 6 2)"
    assert steps[2] == "  union rolls 2d6 for 11.3 combat: Meredith (Iron) on Archer: 6, 6 = 12 (entered dice)"
    assert steps[-2:] == ["  must fall back: Archer (C-41) (12.3)", "  confederate to retreat Archer (C-41) (12.4a)"]
    assert "attacked through a clear hexside (6.4b)" in order
    assert dispute.splitlines() == [
        "D52  A defender already Shaken is hit by a number above its morale and passes the rout test. Does it",
        "  retreat? [12.3]",
        "  A  yes (as decided above)",
        "  B  no, it stays",
        "      the fight for 1827 is over",
        "      instead of: must fall back: Archer (C-41) (12.3)",
        "      in the end: nothing is awaited; not: confederate to retreat Archer (C-41) (12.4a)",
    ]


def test_disputes_that_came_up_are_named_though_they_change_nothing(run: Run, written: Callable[[str], str]) -> None:
    shown = run("adjudicate", written(ARCHER.read_text().replace("[6, 6, 2]", "[1, 2]"))).stdout
    assert "11 disputed rules came up (D01, D11, D17," in shown
    assert " ".join(shown.split()).endswith("; no other reading changes anything")


def test_with_json_every_fact_has_its_words_and_rules(value: Callable[..., Any]) -> None:
    found = value("adjudicate", str(ARCHER))
    assert (found["system"], found["scenario"], found["file"]) == ("gettysburg", "first_day", str(ARCHER))
    step = found["orders"][0]["steps"][-2]
    assert step["fact"] == {"fact": "RetreatBegan", "units": ["C-41"], "rule": "12.3"}
    assert (step["rules"], step["words"]) == (["12.3"], "must fall back: Archer (C-41) (12.3)")
    assert [(other["dispute"], other["choice"], other["order"]) for other in found["other"]] == [("D52", "B", 1)]


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_template_runs_as_it_is_printed(key: str, run: Run, written: Callable[[str], str]) -> None:
    text = run("adjudicate", "--template", key).stdout
    file = written(text)
    run("adjudicate", file)
    assert "\n#   core.turn: a whole number\n" in text
    assert "\n#   core.readings" not in text
    assert run("adjudicate", file, "--check").stdout.startswith(f"{file}: ")
    assert json.loads(run("adjudicate", "--template", key, "--json").stdout) == {"system": key, "case": text}


def test_an_illegal_order_is_an_answer_with_its_rule_and_exit_code_3(
    run: Run, written: Callable[[str], str], value: Callable[..., Any]
) -> None:
    file = written(ARCHER.read_text().replace("ResolveAttack unit=U-1", "ResolveAttack unit=C-41"))
    shown = run("adjudicate", file, code=3)
    assert f"  illegal: [8.4a] {SAID}\n" in shown.stdout
    assert shown.stderr == ""
    order = value("adjudicate", file, code=3)["orders"][0]
    assert (order["refused"], order["reason"], order["steps"]) == ("8.4a", SAID, [])


def test_a_claim_that_fails_ends_with_exit_code_4_and_what_came_instead(
    run: Run, written: Callable[[str], str], value: Callable[..., Any]
) -> None:
    file = written(ARCHER.read_text().replace('without = ["UnitRouted"]', 'without = ["UnitDisrupted"]'))
    said = 'order 1: there is UnitDisrupted unit=C-41 why={"key": "combat result", "cite": "12.2"}'
    shown = run("adjudicate", file, "--check", code=4)
    assert shown.stdout == f"{file} does not hold:\n  {said}\n"
    assert value("adjudicate", file, "--check", code=4) == {
        "file": file, "claims": 4, "failures": [said], "holds": False,
    }  # fmt: skip
    run("adjudicate", file)


def test_a_check_of_a_case_that_expects_nothing_is_refused(run: Run, written: Callable[[str], str]) -> None:
    file = written(
        'system = "freeform"\nscenario = "blank"\n[[orders]]\nby = "red"\norder = "RollDice why=x"\ndice = [3]\n'
    )
    assert "expects nothing; say it in [expect]" in run("adjudicate", file, "--check", code=2).stderr


def test_claims_that_hold_are_counted(run: Run, written: Callable[[str], str]) -> None:
    one = ARCHER.read_text().partition("[orders.expect]")[0] + "[orders.expect]\nlosses = { union = 0 }\n"
    file = written(one)
    assert run("adjudicate", file, "--check").stdout == f"{file}: 1 claim holds\n"


VOLLEY = """
system = "freeform"
scenario = "blank"
[[rows]]
name = "low"
[[rows.orders]]
by = "red"
order = "RollDice why=volley dice=2"
dice = [1, 2]
[rows.orders.expect]
facts = ["DiceRolled faces=2"]
[[rows]]
name = "high"
[[rows.orders]]
by = "red"
order = "RollDice why=volley dice=2"
dice = [6, 5]
[rows.orders.expect]
facts = ["DiceRolled faces=4"]
"""


def test_a_folder_of_cases_is_held_to_what_it_expects_with_file_row_and_claim(
    run: Run, tmp_path: Path, value: Callable[..., Any]
) -> None:
    (tmp_path / "a.toml").write_text(VOLLEY.replace("faces=4", "faces=5"))
    (tmp_path / "b.toml").write_text(VOLLEY)
    (tmp_path / "other.toml").write_text('source = "not a case"\n')
    failed = "high, order 1: there is no DiceRolled faces=4; there is DiceRolled by=red sides=6 faces=6,5 "
    shown = run("adjudicate", str(tmp_path), code=4).stdout.splitlines()
    assert shown[0] == f"{tmp_path / 'b.toml'} does not hold:"
    assert shown[1].startswith(f"  {failed}")
    assert shown[2:] == ["2 cases, 4 claims: 1 do not hold", "passed over: 1 file that is no case"]
    found = value("adjudicate", str(tmp_path), code=4)
    assert ([one["holds"] for one in found["files"]], found["claims"], found["failed"]) == ([True, False], 4, 1)
    (tmp_path / "b.toml").unlink()
    assert run("adjudicate", str(tmp_path)).stdout.startswith("1 case, 2 claims: all hold\n")


def test_a_file_among_several_that_cannot_be_decided_fails_alone(
    run: Run, tmp_path: Path, written: Callable[[str], str]
) -> None:
    file = written(VOLLEY.replace("faces=4", "faces=6"))
    (tmp_path / "bad.toml").write_text('system = "chess"\n')
    shown = run("adjudicate", file, str(tmp_path / "bad.toml"), "nowhere.toml", code=4).stdout.splitlines()
    assert shown[1].startswith("  system: there is no system 'chess'")
    assert shown[3:] == ["  cannot be read: No such file or directory", "3 cases, 2 claims: 2 do not hold"]
    (tmp_path / "empty").mkdir()
    assert run("adjudicate", str(tmp_path / "empty"), code=2).stderr.startswith("there is no case in ")


def test_each_row_of_a_case_is_told(run: Run, written: Callable[[str], str], value: Callable[..., Any]) -> None:
    file = written(VOLLEY)
    shown = run("adjudicate", file).stdout
    assert shown.index("An empty table, low:") < shown.index("1, 2 = 3") < shown.index("An empty table, high:")
    assert [row["row"] for row in value("adjudicate", file)["rows"]] == ["low", "high"]


def test_what_stops_it_later_and_what_is_the_same_in_the_end_are_said(run: Run) -> None:
    cases = ROOT / "fixtures" / "longstreet_lite" / "cases"
    shown = run("adjudicate", str(cases / "d46-a-retreat-through-a-friend.toml")).stdout
    assert "      then it needs 2d6 for LL.7.fdist.1 retreat: 2nd Texas, which nobody rolled\n" in shown
    shown = run("adjudicate", str(cases / "x06-a-tie.toml"), "--all").stdout
    assert shown.count("      in the end nothing is otherwise\n") == 3


def test_readings_that_change_only_the_way_are_counted_unless_all_are_asked_for(run: Run) -> None:
    case = str(ROOT / "fixtures" / "longstreet_lite" / "cases" / "x06-a-tie.toml")
    shown = run("adjudicate", case).stdout
    assert "in the end nothing is otherwise" not in shown
    assert "3 other readings change only what is on the way, and not the end (--all lists them)" in shown
    assert "--all lists them" not in run("adjudicate", case, "--all").stdout


def test_what_an_order_left_open_and_was_chosen_for_the_player_is_said(run: Run) -> None:
    cases = ROOT / "fixtures" / "longstreet_lite" / "cases"
    shown = run("adjudicate", str(cases / "e22-dice-divided-evenly.toml"), code=3).stdout
    assert "  left open in the order, and chosen for us: most=1st-texas\n" in shown
    shown = run("adjudicate", str(cases / "d46-a-retreat-through-a-friend.toml")).stdout
    assert "  left open in the order, and chosen for cs: path=[[12500, 12000], [12500, 15000]]\n" in shown


def test_a_case_comes_from_the_standard_input(run: Run) -> None:
    assert "ResolveAttack" in run("adjudicate", "-", input=ARCHER.read_text()).stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("shaken = true", "shakn = true",
         "position.units.C-41 has no field 'shakn'; did you mean shaken?"),
        ("C-45 = {", "C-145 = {",
         "position.units.C-145 is not there, and a new one also needs side, kind, name, ratings; did you mean C-45?"),
        ('at = "1826"', 'at = "9926"',
         "position.units.U-1.at: '9926' is no hex of this map, no HMC, and none of pool, routed, eliminated, "
         "destroyed_cadres, captured, out_of_play, unused, available, deploying"),
        ("[6, 6, 2]", "[6, 6]",
         "order 1, dice: 12.2 rout test: Archer needs one die of 6 sides: 0 of the 2 given are left"),
        ("[6, 6, 2]", "[6, 6, 2, 1]",
         "order 1, dice: more was entered than the order uses; left over: 1; confederate must answer first, and the "
         "dice go with that answer"),
        ('# D52 = "B"', 'D52 = "C"', "readings: D52 can be read as A, B, not as 'C'"),
        ('# D52 = "B"', 'D02 = "B"', "readings: D02 is settled, not a choice: 5.3.1A"),
        ("turn = 4", "turn = ", "this is not readable TOML: Invalid value (at line"),
        ('kind = "attack"', 'kind = "atack"',
         "position.turn.declared.U-1.kind takes one of attack, bombardment, charge, train, not 'atack'"),
        ('phase = "combat"', 'phase = "comabt"', "position.core.phase: 'comabt' is none of set-up, command, movement"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_code_2(
    old: str, new: str, said: str, run: Run, written: Callable[[str], str]
) -> None:
    text = ARCHER.read_text()
    assert old in text
    shown = run("adjudicate", written(text.replace(old, new)), code=2)
    assert shown.stderr.startswith(said)
    assert shown.stderr.count("\n") == 1
    assert shown.stdout == ""


WHAT = "give the FILE of a case, or SYSTEM and a POSITION, or --template SYSTEM, or --from REF\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), WHAT),
        (
            ("case.toml", "--template", "freeform"),
            WHAT,
        ),
        (("nowhere.toml",), "nowhere.toml cannot be read: No such file or directory\n"),
        (("--template", "chess"), "there is no system 'chess'; there are"),
    ],
)
def test_what_is_to_be_adjudicated_is_named_once(args: tuple[str, ...], said: str, run: Run) -> None:
    assert run("adjudicate", *args, code=2).stderr.startswith(said)


def test_a_file_that_is_no_text_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "case.toml").write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text (byte 0)" in run("adjudicate", str(tmp_path / "case.toml"), code=2).stderr
    assert "is not UTF-8 text (byte 0)" in run("adjudicate", str(tmp_path), code=4).stdout


def test_the_position_of_a_game_is_a_case(run: Run, ridge: str, written: Callable[[str], str]) -> None:
    text = run("adjudicate", "--from", f"{ridge}:9").stdout
    assert text.endswith('[[orders]]\nby = "blue"\norder = "RollDice why=volley dice=2"\ndice = [4, 5]\n')
    shown = run("adjudicate", written(text)).stdout
    assert "blue rolls 2d6 for volley: 4, 5 = 9 (entered dice)" in shown
    assert "ridge:99" not in shown
    assert "there is no entry 99" in run("adjudicate", "--from", f"{ridge}:99", code=2).stderr


SHORT = ("gettysburg", "U-1 at 1826; C-41 at 1827 shaken", "--order", "ResolveAttack unit=U-1", "--dice", "6,6,2")


def test_a_few_words_are_a_case(run: Run, value: Callable[..., Any]) -> None:
    shown = run("adjudicate", *SHORT, "--by", "union").stdout
    assert "  Meredith (Iron, U-1): 1826, attack on 1827\n" in shown
    assert "D52  A defender already Shaken" in shown
    found = value("adjudicate", *SHORT, "--by", "union", "--scenario", "first_day", "--reading", "D52=B")
    assert (found["system"], found["scenario"], found["awaited"]) == ("gettysburg", "first_day", "")


def test_several_orders_follow_on_each_other(value: Callable[..., Any]) -> None:
    declared = ("--order", "DeclareAttack unit=U-1 target=1827", "--order", "EndPhase", "--by", "union")
    found = value("adjudicate", "gettysburg", "U-1 at 1826; C-41 at 1827", *declared)
    assert [order["order"] for order in found["orders"]] == ["DeclareAttack unit=U-1 target=1827", "EndPhase"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (SHORT, "who gives the order? Give --by once, or once for each --order\n"),
        ((*SHORT, "--by", "union", "--dice", "6"), "--dice stands more often than --order; all dice of an order"),
        ((*SHORT, "--by", "union", "--check"), "--check holds a file to what it expects; a POSITION claims nothing"),
        (("gettysburg",), "the position stands in quotes: refight adjudicate gettysburg"),
        (("case.toml", "--by", "union"), "--by goes with SYSTEM and POSITION; a file says it itself\n"),
    ],
)
def test_what_is_missing_of_a_few_words_is_said(args: tuple[str, ...], said: str, run: Run) -> None:
    assert run("adjudicate", *args, code=2).stderr.startswith(said)


def test_words_are_claimed_in_the_language_of_the_file(run: Run) -> None:
    cases = ROOT / "fixtures" / "gettysburg" / "cases"
    claiming = [str(path) for path in sorted(cases.glob("*.toml")) if "\nwords = " in path.read_text("utf-8")]
    assert claiming
    shown = run("--lang", "fr", "adjudicate", *claiming).stdout
    assert shown.startswith(f"{len(claiming)} cas, ")
    assert "tout est vérifié" in shown
