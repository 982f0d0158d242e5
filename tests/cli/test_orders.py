"""Orders, options and notes."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, change
from tests.replay_fixtures import FIXTURES

Value = Callable[..., Any]


def test_new_says_the_sides_the_commitment_and_what_to_do_next(run: Run, value: Value) -> None:
    shown = run(
        "new", "freeform", "--scenario", "blank", "--name", "ridge", "--side", "union", "--side", "rebel"
    ).stdout
    commitment = value("log", "ridge")[0]["fact"]["commitments"]["host"]
    assert "sides: union, rebel" in shown
    assert f"fair dice are bound to {commitment}" in shown
    assert "`refight play ridge` plays at this keyboard, `refight serve` in a browser" in shown
    assert "`refight order ridge 'ORDER' --by SIDE` gives an order, `refight orders freeform` tells all" in shown
    assert "refight auto" not in shown


@pytest.mark.parametrize("name", ["umpire", "host", "spectator", "none"])
def test_no_side_is_called_what_somebody_else_in_a_game_is(run: Run, name: str) -> None:
    new = ("new", "freeform", "--scenario", "blank", "--name", "ridge", "--side", "blue", "--side", name)
    assert f"no side can be called {name}: the name {name} is taken" in run(*new, code=2).stderr


def test_new_says_that_the_program_can_play(run: Run) -> None:
    shown = run("new", "gettysburg", "--scenario", "mcpherson", "--name", "ours").stdout
    assert "`refight auto ours` has the program play" in shown


def test_an_order_may_be_typed_by_verb_and_its_way_is_shown_with_its_price(run: Run) -> None:
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "ours")
    for by in ("confederate", "union"):
        run("order", "ours", "end", "--by", by)
    tried = run("order", "ours", "move", "pettigrew", "1926", "--by", "confederate", "--dry-run").stdout
    assert tried.splitlines()[0] == "MoveUnit unit=C-44 path=1927,1926 (2 MP)"
    shown = run("order", "ours", "move", "pettigrew", "to=1926", "--by", "confederate").stdout.splitlines()
    assert shown[0] == "MoveUnit unit=C-44 path=1927,1926 (2 MP)"
    assert shown[1].endswith("confederate> MoveUnit unit=C-44 path=1927,1926")
    unclear = run("order", "ours", "move p 1926", "--by", "confederate", code=2).stderr
    assert "'p' may be Perrin (C-47), Poague (C-50) or Pegram (C-52); write more of it" in unclear
    assert "refight orders" not in unclear


def test_8_1_an_order_is_shown_in_full_with_its_price_before_it_is_recorded(run: Run, value: Value) -> None:
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "ours")
    for by in ("confederate", "union"):
        assert run("order", "ours", "end", "--by", by).stdout.splitlines()[0] == "EndPhase"
    written = "MoveUnit unit=C-44 path=1927,1926"
    for words in ((written,), ("move", "pettigrew", "1926")):
        (first, *_) = value("order", "ours", *words, "--by", "confederate", "--dry-run")
        assert (first["fact"]["fact"], first["price"], first["way"]) == ("OrderGiven", "2 MP", ["1927", "1926"])
    refused = run("order", "ours", f"{written},1925", "--by", "confederate", code=3)
    assert refused.stdout == ""
    assert refused.stderr.startswith("[8.6(1)] ")
    shown = run("order", "ours", written, "--by", "confederate").stdout.splitlines()
    assert shown[0] == f"{written} (2 MP)"
    assert shown[1].endswith(f"confederate> {written}")
    entries = value("order", "ours", "move", "archer", "1827", "--by", "confederate")
    assert (entries[0]["price"], entries[0]["way"]) == ("3 MP", ["2028", "1927", "1827"])
    assert not any("price" in entry for entry in entries[1:])
    plain = value("order", "ours", "EndPhase", "--by", "confederate")
    assert (plain[0]["price"], plain[0]["way"]) == (None, [])


def test_what_is_written_out_and_has_no_price_is_not_said_twice(ridge: str, run: Run) -> None:
    shown = run("order", "ridge", "MovePiece", "piece=guard", "to=mill", "--by", "blue").stdout.splitlines()
    assert shown[0].endswith("blue> MovePiece piece=guard to=mill")
    assert run("order", "ridge", "move gua hill", "--by", "blue").stdout.startswith("MovePiece piece=guard to=hill\n")


def test_options_take_the_words_of_orders(ridge: str, value: Value) -> None:
    assert {row["order"].split()[0] for row in value("options", "ridge", "move")} == {"MovePiece"}
    assert value("options", "ridge", "guard", "move") == value("options", "ridge", "--with", "guard", "--with", "move")
    assert value("options", "ridge", "--all") == value("options", "ridge")


def test_a_list_of_options_says_where_it_is_a_sample(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new", "wallaces_war", "--scenario", "falkirk", "--name", "moor")
    run("order", "moor", "ListChits fours=7 threes=6 twos=4 ones=2", "--by", "english")
    run("order", "moor", "ListChits fours=9 threes=3 twos=2 ones=1", "--by", "scots")
    said = "of PlaceChits some are listed; any other that the rules allow may be given"
    assert said in run("options", "moor").stderr
    monkeypatch.setattr("cli.commands.orders.is_read", lambda: True)
    assert said in run("options", "moor").stdout
    run("new", "wallaces_war", "--scenario", "plain", "--name", "field")
    assert "some are listed" not in run("options", "field").stdout


def test_on_a_terminal_options_are_put_together_by_unit_and_fit_the_screen(
    ridge: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "ours")
    for by in ("confederate", "union"):
        run("order", "ours", "EndPhase", "--by", by)
    piped = run("options", "ours").stdout.splitlines()
    monkeypatch.setattr("cli.commands.orders.is_read", lambda: True)
    monkeypatch.setattr("cli.shell.offers.height", lambda: 24)
    shown = run("options", "ours").stdout.splitlines()
    assert len(piped) > 500 > 26 > len(shown)
    assert any(line.startswith("Pettigrew (C-44): move to 1") and line.endswith(" …") for line in shown)
    assert all(len(line) <= 100 for line in shown)
    (pegram,) = [line for line in run("options", "ours", "pegram", "bombard").stdout.splitlines() if "Pegram" in line]
    assert pegram == "Pegram (C-52): bombardment 1523 U-3, 1624 U-4"
    assert run("options", "ours", "--all").stdout.splitlines() == piped


def test_an_order_tells_what_happened(ridge: str, run: Run) -> None:
    shown = run("order", "ridge", "MovePiece piece=guard to=mill", "--by", "blue").stdout
    given, moved = shown.splitlines()
    assert given == "  16  blue> MovePiece piece=guard to=mill"
    assert moved.startswith("  17    guard")
    assert "mill" in moved


def test_dice_may_be_written_with_commas_or_blanks(ridge: str, run: Run) -> None:
    for dice in ("2,3", "2 3", " 2 , 3 "):
        shown = run("order", "ridge", "RollDice why=test dice=2", "--by", "blue", "--dice", dice).stdout
        assert "2, 3 = 5 (entered dice)" in shown


def test_without_dice_they_are_fair(ridge: str, value: Value) -> None:
    rolled = value("order", "ridge", "RollDice why=test", "--by", "blue")[-1]["fact"]
    assert rolled["source"] == "fair"
    assert 1 <= rolled["faces"][0] <= 6


def test_a_card_may_be_named(ridge: str, run: Run, value: Value) -> None:
    run("order", "ridge", "AddDeck deck=fate cards=sun,moon,star", "--by", "blue")
    drawn = value("order", "ridge", "DrawCard deck=fate", "--by", "red", "--card", "moon")[-1]["fact"]
    assert (drawn["card"], drawn["source"]) == ("moon", "entered")


def test_an_unreadable_order_is_marked_where_it_goes_wrong(ridge: str, run: Run) -> None:
    said = run("order", "ridge", "MovePiece pice=guard to=mill", "--by", "blue", code=2).stderr.splitlines()
    assert said == [
        "MovePiece has no field 'pice'; did you mean piece?",
        "  MovePiece pice=guard to=mill",
        "            ^",
    ]


def test_an_unknown_order_is_answered_with_where_the_orders_are(ridge: str, run: Run) -> None:
    said = run("order", "ridge", "FlyAway", "--by", "blue", code=2).stderr
    assert "`refight orders freeform` lists them with their fields" in said
    assert said.endswith("\n  FlyAway\n  ^\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("MovePiece", "piece=guard", "to=mill"), "blue> MovePiece piece=guard to=mill"),
        (("RollDice", "why=the old mill", "dice=1"), 'blue> RollDice why="the old mill"'),
        (("RollDice", 'why="the old mill"'), 'blue> RollDice why="the old mill"'),
        (("RollDice why=mill", "dice=1"), "blue> RollDice why=mill"),
        (("AddPiece", "piece=b", 'marks={"is tired":"yes"}'), 'blue> AddPiece piece=b marks={"is tired": "yes"}'),
    ],
)
def test_an_order_may_be_typed_without_quotes(words: tuple[str, ...], told: str, ridge: str, run: Run) -> None:
    assert run("order", "ridge", *words, "--by", "blue").stdout.splitlines()[0] == f"  16  {told}"


def test_an_order_on_a_line_that_was_taken_back_says_where_play_goes_on(ridge: str, run: Run) -> None:
    assert run("order", "ridge", "RollDice why=x", "--by", "blue").stderr == ""
    run("take-back", "ridge:12", "--consent", "blue", "--consent", "red")
    done = run("order", "ridge", "RollDice why=x", "--by", "blue")
    assert done.stderr == "main was taken back at entry 12; play goes on in ridge@take-back-1\n"
    assert run("order", "ridge@take-back-1", "RollDice why=x", "--by", "blue").stderr == ""
    run("take-back", "ridge@take-back-1", "--consent", "blue", "--consent", "red")
    assert "play goes on in ridge@take-back-2" in run("order", "ridge", "RollDice why=x", "--by", "blue").stderr


def test_an_order_is_stored_and_said_to_be_though_another_line_is_damaged(ridge: str, run: Run, db: Path) -> None:
    run("take-back", "ridge:12", "--consent", "blue", "--consent", "red")
    change(db, "ridge@take-back-1", b"LineOpened", b"LineDamage")
    assert "blue> RollDice why=x" in run("order", "ridge", "RollDice why=x", "--by", "blue").stdout


def test_a_branch_takes_nothing_back(ridge: str, run: Run) -> None:
    run("branch", "ridge:9", "--name", "alt")
    assert run("order", "ridge", "RollDice why=x", "--by", "blue").stderr == ""


def test_a_dry_run_shows_what_the_dice_would_do_and_stores_nothing(ridge: str, run: Run) -> None:
    before = run("log", "ridge").stdout
    shown = run("order", "ridge", "RollDice why=melee dice=2", "--by", "red", "--dry-run", "--dice", "6,6").stdout
    assert "would happen: red rolls 2d6 for melee: 6, 6 = 12" in shown
    assert run("log", "ridge").stdout == before


def test_a_dry_run_never_peeks_at_fair_dice(ridge: str, run: Run) -> None:
    said = run("order", "ridge", "RollDice why=melee", "--by", "red", "--dry-run", code=2)
    assert said.stdout == ""
    assert "a dry run never looks at the fair dice: melee needs one die of 6 sides" in said.stderr


def test_a_dry_run_without_dice_is_fine_where_none_are_rolled(ridge: str, run: Run) -> None:
    shown = run("order", "ridge", "MovePiece piece=guard to=mill", "--by", "red", "--dry-run").stdout
    assert shown.count("would happen: ") == 2


def test_a_dry_run_tells_nobody_what_would_come_of_an_order_where_something_is_hidden_from_him(
    ridge: str, run: Run
) -> None:
    for dice in ([], ["--dice", "6"], ["--dice", "1,2,3"]):
        shown = run("order", "ridge", "RollDice why=melee dice=2", "--by", "blue", "--dry-run", *dice).stdout
        assert shown.splitlines() == [
            "the rules allow it; what would come of it may hang on what is hidden from blue",
            "nothing was stored",
        ]


def test_a_dry_run_refuses_what_the_rules_refuse(ridge: str, run: Run) -> None:
    run("order", "ridge", "MovePiece piece=nobody to=mill", "--by", "blue", "--dry-run", code=3)


def test_orders_do_not_go_into_the_past(ridge: str, run: Run) -> None:
    said = run("order", "ridge:3", "RollDice why=x", "--by", "blue", code=2).stderr
    assert "entry 3 is not the last of main; branch there to play on from it" in said


def test_every_option_can_be_pasted_behind_order(ridge: str, run: Run) -> None:
    listed = run("options", "ridge").stdout.splitlines()
    assert len(listed) > 4
    for line in listed:
        run("order", "ridge", *shlex.split(line), "--dry-run", *(["--dice", "1,1"] if "RollDice" in line else []))


def test_options_with_a_word_are_those_that_name_it(ridge: str, run: Run, value: Value) -> None:
    found = [choice["order"] for choice in value("options", "ridge", "--with", "guard", "--with", "takeloss")]
    assert found
    assert all(order.startswith("TakeLoss piece=guard") for order in found)
    assert run("options", "ridge", "--with", "gua").stdout == "there is no order with gua to give here\n"


def test_options_of_one_side_are_only_its_own(ridge: str, value: Value) -> None:
    assert {choice["by"] for choice in value("options", "ridge", "--side", "red")} == {"red"}


def test_when_the_game_is_over_nobody_has_an_order(ridge: str, run: Run, value: Value) -> None:
    run("order", "ridge", "EndGame why=dusk winner=blue", "--by", "red")
    assert value("options", "ridge") == []
    assert run("options", "ridge").stdout == "there is no order to give here\n"
    assert "the game is over" in run("order", "ridge", "RollDice why=x", "--by", "red", code=3).stderr


def test_a_note_speaks_of_its_entry(ridge: str, run: Run, value: Value) -> None:
    assert "note by red on entry 3: odd" in run("note", "ridge:3", "odd", "--by", "red").stdout
    assert value("note", "ridge", "by hand")["fact"]["by"] == "umpire"


@pytest.mark.parametrize("text", ["", " \t"])
def test_an_empty_note_is_refused(text: str, ridge: str, run: Run) -> None:
    assert run("note", "ridge", text, code=2).stderr == "a note needs some text; nothing was written\n"


def test_only_a_side_or_the_umpire_writes_notes(ridge: str, run: Run) -> None:
    assert "the sides are blue, red, umpire" in run("note", "ridge", "x", "--by", "green", code=2).stderr


# Dice of the table


def test_dice_of_the_table_are_typed_or_the_order_is_refused(run: Run, db: Path) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "club", "--side", "blue", "--side", "red", "--setting",
        "dice=table")  # fmt: skip
    assert (
        "needs one die of 6 sides of blue" in run("order", "club", "RollDice why=fire", "--by", "blue", code=2).stderr
    )
    assert "4 (entered dice)" in run("order", "club", "RollDice why=fire", "--by", "blue", "--dice", "4").stdout
    run("order", "club", "RollDice why=melee of=red", "--by", "blue")
    assert "red rolls 1d6 for melee: 4 (entered dice)" in run("roll", "club", "4", "--by", "red").stdout
    assert "no order of club@main waits for dice" in run("roll", "club", "4", "--by", "red", code=2).stderr


def test_a_die_for_an_order_that_waits_is_typed_by_its_own_side(run: Run, db: Path, tmp_path: Path) -> None:
    text = (FIXTURES / "gettysburg" / "first-of-july.transcript").read_text()
    file = tmp_path / "july.transcript"
    file.write_text(text.replace("\nscenario: first_day\n", "\nscenario: first_day\nsettings: dice=table\n"))
    run("import", str(file), "--name", "july")
    run("branch", "july:416", "--name", "here")
    said = run("order", "july@here", "ResolveAttack unit=U-1", "--by", "union", "--dice", "2,6").stdout
    assert "waits for the dice of confederate; union rolled 2, 6" in said
    assert (
        "an order of union waits"
        in run("order", "july@here", "ResolveAttack unit=U-2", "--by", "union", "--dice", "1", code=2).stderr
    )
    assert "for confederate to roll" in run("roll", "july@here", "6", "--by", "union", code=2).stderr
    assert "confederate rolls 1d6" in run("roll", "july@here", "1", "--by", "confederate").stdout


def test_a_mark_is_a_note_and_stands_beside_its_entry_in_log_and_tree(
    ridge: str, run: Run, value: Value, tmp_path: Path
) -> None:
    assert value("note", "ridge:3", "--mark", "!?", "bold", "--by", "red")["fact"]["text"] == "!? bold"
    assert value("note", "ridge:3", "risky")["fact"] == {
        "fact": "NoteAdded", "by": "umpire", "text": "risky", "about": 3,
    }  # fmt: skip
    run("note", "ridge:3", "it came to nothing in the end")
    third = run("log", "ridge", "--from", "3", "--to", "3").stdout
    assert third.rstrip().endswith("[!? by red, entry 16]  [risky by umpire, entry 17]  [note by umpire, entry 18]")
    run("export", "ridge", "--output", str(tmp_path / "ridge.jsonl"))
    assert run("log", str(tmp_path / "ridge.jsonl"), "--from", "3", "--to", "3").stdout == third
    assert "[" not in run("log", "ridge:15", "--from", "3", "--to", "3").stdout, "it was not written yet"
    assert run("tree", "ridge").stdout == "main  18 entries; 3 notes on entries: !?, risky\n"
    assert [(one["notes"], one["marks"]) for one in value("tree", "ridge")] == [(3, {"!?": 1, "risky": 1})]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["ridge", "--mark", "!"], "a mark is set on an entry; write ridge:ENTRY"),
        (["ridge:3", "--mark", "!!!"], "'!!!' is no mark; marks are !!, ??, !?, ?!, !, ? or one word"),
        (["ridge:3", "--mark", "risky", "really"], "a word is a mark by itself"),
    ],
)
def test_what_could_not_be_read_as_a_mark_is_refused(typed: list[str], said: str, ridge: str, run: Run) -> None:
    assert said in run("note", *typed, code=2).stderr
