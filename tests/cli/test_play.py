"""Hot-seat play: a file of orders in a pipe, and people at a terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cli.hotseat.words import WORDS
from cli.prompt.prompt import read_typed
from domain.kernel.errors import MalformedOrder
from tests.cli.conftest import ROOT, Run
from tests.cli.test_replay import Terminal

Value = Callable[..., Any]
CTRL_C, CTRL_D, TAB = "\x03", "\x04", "\t"


@pytest.fixture
def piped(ridge: str, run: Run) -> Callable[..., Result]:
    """Lines played through a pipe."""
    return lambda *lines, code=0, args=(): run("play", ridge, *args, code=code, input="\n".join(lines) + "\n")


# A typed line


@pytest.mark.parametrize(
    ("text", "by", "order", "dice", "cards"),
    [
        ("RollDice why=x", "", "RollDice why=x", (), ()),
        ("red> RollDice why=x dice=2 / 4 5", "red", "RollDice why=x dice=2", (4, 5), ()),
        ("red>RollDice why=x / dice 4, 5", "red", "RollDice why=x", (4, 5), ()),
        ('"the reds" > DrawCard deck=a / card "a b" / card c', "the reds", "DrawCard deck=a", (), ("a b", "c")),
        ('RollDice why="4 / 5" / 3', "", 'RollDice why="4 / 5"', (3,), ()),
        ("MovePiece piece=a to=b/c", "", "MovePiece piece=a to=b/c", (), ()),
        ("RollDice why=x # 4 / 5", "", "RollDice why=x # 4 / 5", (), ()),
        ("RollDice why=x / 4 # as rolled", "", "RollDice why=x", (4,), ()),
    ],
)
def test_a_typed_order_says_who_gives_it_and_what_lies_on_the_table(
    text: str, by: str, order: str, dice: tuple[int, ...], cards: tuple[str, ...]
) -> None:
    typed = read_typed(text)
    assert (typed.by, typed.order.strip(), typed.dice, typed.cards) == (by, order, dice, cards)


def test_the_columns_of_an_order_are_those_of_the_whole_line() -> None:
    assert read_typed("red> RollDice").order.index("RollDice") == len("red> ")


@pytest.mark.parametrize(("text", "column"), [("RollDice why=x / four", 18), ("RollDice why=x /", 17), ("R / 4 x", 7)])
def test_what_is_no_die_is_found_by_its_column(text: str, column: int) -> None:
    with pytest.raises(MalformedOrder, match="behind / stand the dice") as found:
        read_typed(text)
    assert found.value.column == column


# In a pipe


def test_orders_in_a_pipe_are_told_as_they_are_given_without_prompts(piped: Callable[..., Result], run: Run) -> None:
    shown = piped(
        "# an evening", "", "blue> MovePiece piece=guard to=mill", "red> RollDice why=volley dice=2 / 4 5"
    ).stdout
    assert shown.splitlines() == run("log", "ridge", "--from", "16").stdout.splitlines()
    assert "red rolls 2d6 for volley: 4, 5 = 9 (entered dice)" in shown


def test_an_order_without_a_giver_is_of_the_side_that_spoke_last(piped: Callable[..., Result]) -> None:
    shown = piped("RollDice why=a", "side blue", "RollDice why=b", "red> RollDice why=c", "RollDice why=d").stdout
    assert [line.split()[1] for line in shown.splitlines() if ">" in line] == ["red>", "blue>", "red>", "red>"]


def test_an_order_without_a_giver_is_of_the_side_whose_phase_it_is(piped: Callable[..., Result]) -> None:
    shown = piped(
        "red> BeginPhase phase=fire turn=1 side=blue", "RollDice why=a", "red> RollDice why=b", "RollDice why=c"
    )
    assert [line.split()[1] for line in shown.stdout.splitlines() if "> RollDice" in line] == ["blue>", "red>", "blue>"]


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("MovePiece piece=nobody to=hill", 3, "[FF.1.2] line 2: there is no piece nobody on the board\n"),
        ("MovePiece pice=guard", 2, "line 2: MovePiece has no field 'pice'; did you mean piece?\n  MovePiece pice"),
        ("shwo", 2, "line 2: there is no order or word 'shwo'; did you mean show?\n"),
        ("xyzzy", 2, "'xyzzy'; `help` lists the words, `orders` the orders\n"),
        ("orders xyzzy", 2, "line 2: there is no order 'xyzzy'; `help` lists the words, `orders` the orders\n"),
        ("rule FF.99", 2, "line 2: freeform has no rule 'FF.99'"),
        (
            "auto",
            2,
            "line 2: freeform has no automatic player; black_powder, gettysburg, longstreet_lite, musket_and_pike, "
            "wallaces_war have one\n",
        ),
        ("red> Xyzzy piece=x", 2, "line 2: there is no order 'Xyzzy'; `help` lists the words, `orders` the orders\n"),
        ("red> MovePeice to=x", 2, "line 2: there is no order 'MovePeice'; did you mean MovePiece?\n"),
        (":RollDice", 2, "line 2: there is no word ':RollDice'"),
        ("green> RollDice why=x", 2, "the sides are blue, red"),
        ("RollDice why=x / 7", 2, "line 2: x: 7 cannot come up on a d6"),
        ("RollDice why=x dice=2 / 3", 2, "line 2: x needs 2 dice of 6 sides: 1 given"),
        ("dice 4 5", 2, "line 2: dice stand on the line of their order"),
        ("branch main", 5, "already; choose another name"),
        ("log --form 3", 2, "No such option '--form'"),
        ('log "', 2, "line 2: '\"' cannot be read: no closing quotation"),
        ("note", 2, "line 2: what should the note say?"),
        ("side green", 2, "line 2: there is no side 'green'"),
    ],
)
def test_the_first_mistake_ends_a_pipe_with_its_exit_code_and_what_came_before_stays(
    piped: Callable[..., Result], value: Value, line: str, code: int, says: str
) -> None:
    done = piped("MovePiece piece=horse to=ford", line, "MovePiece piece=horse to=mill", code=code)
    assert says in done.stderr
    assert value("log", "ridge")[-1]["fact"]["to"] == "ford"


def test_the_place_of_an_unreadable_order_is_marked_behind_its_giver_too(piped: Callable[..., Result]) -> None:
    *_, text, mark = piped("blue> MovePiece pice=guard to=mill", code=2).stderr.splitlines()
    assert text[mark.index("^") :].startswith("pice=")


def test_json_is_one_array_of_the_entries_made_whatever_else_was_asked(
    piped: Callable[..., Result], value: Value
) -> None:
    lines = ("RollDice why=x", "show", "options", "help", "note well rolled", "score", "dice", "orders")
    assert json.loads(piped(*lines, args=("--json",)).stdout) == value("log", "ridge", "--from", "16")


def test_with_json_a_mistake_still_leaves_the_entries_made_before_it(piped: Callable[..., Result]) -> None:
    done = piped("RollDice why=x", "RollDice why=x / 9", args=("--json",), code=2)
    assert [entry["entry"] for entry in json.loads(done.stdout)] == [16, 17]
    assert json.loads(done.stderr)["error"].startswith("line 2: x: 9 cannot come up")


def test_in_table_mode_the_line_beneath_an_order_holds_its_dice_as_in_a_transcript(
    piped: Callable[..., Result],
) -> None:
    shown = piped(
        ":dice table", "RollDice why=a dice=2", "  dice 4 5", "RollDice why=b", "6", "dice fair", "RollDice why=c"
    )
    assert "for a: 4, 5 = 9 (entered dice)" in shown.stdout
    assert "for b: 6 (entered dice)" in shown.stdout
    assert "(fair dice)" in shown.stdout.splitlines()[-1]


def test_a_pipe_that_ends_where_dice_are_asked_for_stores_nothing_of_that_order(
    piped: Callable[..., Result], value: Value
) -> None:
    done = piped("dice table", "RollDice why=volley dice=2", code=2)
    assert "line 2: the input ends where this is asked: volley: 2 dice of 6 sides?" in done.stderr
    assert len(value("log", "ridge")) == 15


def test_wrong_dice_in_a_pipe_are_not_asked_for_again(piped: Callable[..., Result]) -> None:
    done = piped("dice table", "RollDice why=volley dice=2", "4", "4 5", code=2)
    assert "line 2: volley needs 2 dice of 6 sides" in done.stderr


def test_cards_of_the_table_are_named_behind_the_order_or_when_asked(piped: Callable[..., Result]) -> None:
    deck = 'AddDeck deck=fate cards=sun,star,"the moon"'
    shown = piped(deck, 'DrawCard deck=fate / card "the moon"', "dice table", "DrawCard deck=fate", "card sun").stdout
    assert "red draws the moon from fate (entered)" in shown
    assert "red draws sun from fate (entered)" in shown


@pytest.mark.parametrize("order", ["RollDice why=volley dice=2", "DrawCard deck=fate"])
def test_cancel_where_chance_is_asked_for_takes_the_order_back_and_goes_on(
    piped: Callable[..., Result], value: Value, order: str
) -> None:
    shown = piped("AddDeck deck=fate cards=sun", "dice table", order, "cancel", "RollDice why=b / 3").stdout
    assert "the order is taken back; nothing was stored" in shown
    assert [entry["fact"]["fact"] for entry in value("log", "ridge", "--from", "19")] == ["OrderGiven", "DiceRolled"]


def test_a_card_called_cancel_can_be_drawn(piped: Callable[..., Result]) -> None:
    shown = piped("AddDeck deck=fate cards=cancel,sun", "dice table", "DrawCard deck=fate", "cancel").stdout
    assert "draws cancel from fate (entered)" in shown


def test_an_empty_line_for_dice_in_a_pipe_is_a_mistake(piped: Callable[..., Result]) -> None:
    assert "line 2: volley needs one die" in piped("dice table", "RollDice why=volley", "", code=2).stderr


def test_where_there_is_no_seed_dice_come_from_the_table(seedless: str, run: Run) -> None:
    assert "for x: 3 (entered dice)" in run("play", seedless, input="RollDice why=x\n3\n").stdout
    assert "dice is not here; they are rolled at the table" in run("play", seedless, input="dice fair", code=2).stderr


def test_undo_needs_the_other_sides_word_and_opens_a_new_line(
    piped: Callable[..., Result], run: Run, value: Value
) -> None:
    shown = piped("red> MovePiece piece=horse to=ford", "undo", "n", "undo too hasty", "y", "RollDice why=again").stdout
    assert "blue does not agree; nothing is taken back" in shown
    assert "you play on in ridge@take-back-1, which goes on from main:15; ridge stays as it is" in shown
    assert "red> RollDice why=again" in shown.splitlines()[-2]
    opened = value("log", "ridge@take-back-1")[15]["fact"]
    assert (opened["consent"], opened["why"], opened["luck"]) == (["blue", "red"], "too hasty", "fresh")
    assert value("log", "ridge")[-1]["fact"]["to"] == "ford"


def test_undo_twice_goes_back_two_orders(piped: Callable[..., Result], run: Run) -> None:
    piped("red> MovePiece piece=horse to=ford", "MovePiece piece=horse to=mill", "undo", "y", "undo", "y")
    assert "road: red: horse" in run("show", "ridge@take-back-2").stdout


def test_a_branch_is_played_on_from_here_or_from_an_entry(piped: Callable[..., Result], run: Run) -> None:
    shown = piped("branch now", "RollDice why=a", "branch early 3", "red> MovePiece piece=guard to=mill").stdout
    assert "you play on in ridge@now, which goes on from main:15" in shown
    assert "you play on in ridge@early, which goes on from main:3" in shown
    assert "mill: blue: guard" in run("show", "ridge@early").stdout
    assert "hill: blue: guard" in run("show", "ridge").stdout


def test_a_branch_in_the_middle_of_an_order_says_so(piped: Callable[..., Result]) -> None:
    assert "entry 2 lies in the middle of an order; clean cuts are 1 and 3" in piped("branch odd 2").stdout


def test_words_show_what_the_shell_shows(piped: Callable[..., Result], run: Run) -> None:
    for word in ("show", "log --orders", "score", "losses", "show --as blue"):
        name, *options = word.split()
        assert piped(word).stdout == run(name, "ridge", *options).stdout


def test_options_can_be_typed_as_they_are_listed(piped: Callable[..., Result], value: Value) -> None:
    listed = [line for line in piped("options").stdout.splitlines() if "> " in line]
    assert len(listed) == len(value("options", "ridge"))
    for i, line in enumerate(listed):
        assert f"  {line}" in piped(f"branch try-{i}", line).stdout
    assert all("guard" in line for line in piped("options guard").stdout.splitlines() if "> " in line)


def test_orders_are_typed_by_verb_and_words_of_play_come_first(july: str, run: Run) -> None:
    shown = run("play", july, input="end\nunion> end\nmove pettigrew 1926\noptions pegram bombard\n").stdout
    assert "MoveUnit unit=C-44 path=1927,1926 (2 MP)\n" in shown
    assert "confederate> MoveUnit unit=C-44 path=1927,1926" in shown
    assert "confederate> DeclareBombardment unit=C-52" in shown
    refused = run("play", july, input="move p 1926\n", code=2).output
    assert "'p' may be Perrin (C-47)" in refused


def test_at_set_up_it_is_for_whoever_is_due(run: Run) -> None:
    run("new", "longstreet_lite", "--scenario", "brawner_farm", "--name", "farm")
    assert "us> BeginBattle" in run("play", "farm", input="begin\n").output
    run("new", "longstreet_lite", "--scenario", "open_field", "--name", "field")
    shown = run("play", "field", input="agree\nagree\n").output
    assert shown.index("us> Agree") < shown.index("cs> Agree")


def test_a_rule_is_read_as_in_the_shell(piped: Callable[..., Result], run: Run) -> None:
    for args in (["FF.1.4"], ["hidden"], ["hidden", "pieces", "--limit", "1"], []):
        assert piped(" ".join(["rule", *args])).stdout == run("rule", "freeform", *args).stdout


@pytest.fixture
def july(run: Run) -> str:
    """McPherson's Ridge, with both set-ups still to be confirmed."""
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "july")
    return "july"


def test_auto_plays_the_side_due_until_another_must_decide(july: str, run: Run) -> None:
    shown = run("play", july, input="auto\nEndPhase\n").stdout.splitlines()
    assert shown[0] == "   2  confederate> EndPhase"
    assert "1 order given for confederate; now it is for union to decide" in shown
    assert any(line.endswith("union> EndPhase") for line in shown), "the word has passed to the side that must decide"


def test_auto_plays_the_sides_named_and_tells_their_orders_like_any_other(july: str, run: Run) -> None:
    told = run("play", july, input="auto union\nauto\nEndPhase\nauto confederate\n").stdout.splitlines()
    assert told[0] == "union has nothing to decide; now it is for confederate to decide"
    said = [line for line in told if "; now it is for " not in line]
    assert said == run("log", july, "--from", "2").stdout.splitlines()
    assert told[-1].endswith(" given for confederate; now it is for union to decide")
    assert run("auto", july, "--side", "confederate").stdout.startswith("confederate has nothing to decide")


def test_auto_with_both_sides_plays_to_the_end(july: str, run: Run) -> None:
    shown = run("play", july, input="auto confederate union\nscore\n").stdout
    assert "the game is over: " in shown
    assert "the game is over" in run("play", july, input="auto\n", code=3).stderr


def test_auto_asks_for_the_dice_of_the_table_and_stops_where_that_is_cancelled(july: str, run: Run) -> None:
    shown = run("play", july, input="auto\nauto\ndice table\nauto\ncancel\n").stdout
    assert "the order is taken back; nothing was stored" in shown
    assert "(fair dice)" not in shown.partition("you are asked for dice")[2]
    assert shown.endswith("nothing was stored\n")


def test_auto_does_not_show_a_person_what_his_side_may_not_see(run: Run) -> None:
    run("new", "gettysburg", "--scenario", "second_day", "--name", "july", "--option", "hidden_movement")
    shown = run("play", "july", input="auto confederate\n").stdout
    assert "(hidden)" in shown
    assert "HideUnits" not in shown


def test_a_unit_may_be_named_as_people_call_it(july: str, run: Run) -> None:
    shown = run("play", july, input="EndPhase\nunion> EndPhase\nMoveUnit unit=pettigrew path=1927\n").stdout
    assert "confederate> MoveUnit unit=C-44 path=1927" in shown


def test_auto_for_an_unknown_side_is_refused(july: str, run: Run, value: Value) -> None:
    assert "did you mean union?" in run("play", july, input="auto onion\n", code=2).stderr
    assert len(value("log", july)) == 1


def test_orders_are_listed_with_their_fields(piped: Callable[..., Result]) -> None:
    assert "MovePiece piece= to= [via=]" in piped("orders").stdout.splitlines()
    assert "  piece= a unit" in piped("orders movepiece").stdout.splitlines()
    assert (
        "  example: MovePiece piece=brotheridge to=canal-bridge via=gun-pit"
        in piped("orders movepiece").stdout.splitlines()
    )


def test_help_names_every_word(piped: Callable[..., Result]) -> None:
    shown = piped("help").stdout
    for word in WORDS:
        assert f"\n{word} " in shown


def test_nothing_is_read_behind_quit(piped: Callable[..., Result]) -> None:
    assert piped("quit", "this is no order").stdout == ""


def test_when_the_game_ends_the_result_is_told_and_what_comes_next(piped: Callable[..., Result]) -> None:
    shown = piped("EndGame why=dusk winner=blue").stdout
    assert "the game is over: blue has won (dusk)" in shown
    assert "`refight audit ridge`" in shown
    assert "[kernel.ended]" in piped("RollDice why=x", code=3).stderr


def test_bytes_that_are_not_text_end_a_pipe_at_their_line(ridge: str, run: Run, value: Value) -> None:
    said = run("play", ridge, code=2, input=b"RollDice why=x\nnote caf\xe9\n").stderr
    assert "line 2: this line is not UTF-8 text" in said
    assert len(value("log", ridge)) == 17


def test_play_does_not_begin_in_the_past(ridge: str, run: Run) -> None:
    assert "branch there to play on from it" in run("play", "ridge:3", code=2).stderr


# At a terminal


class Own(Terminal):
    """A terminal that is the program's own, so that Ctrl-C reaches it as it would reach anyone."""

    def __init__(self, *args: str, **env: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWNED, *args],
            cwd=ROOT, env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", **env}, start_new_session=True,
            stdin=slave, stdout=slave, stderr=slave,
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def interrupt(self, until: str) -> str:
        """Ctrl-C once it waits for keys: between showing a prompt and waiting, Python would keep it for later."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        limit = time.monotonic() + 30
        while stat.exists() and ") S " not in stat.read_text() and time.monotonic() < limit:
            time.sleep(0.01)
        time.sleep(0 if stat.exists() else 0.5)  # where there is no such file
        return typed(self, CTRL_C, until)


OWNED = (
    "import fcntl, signal, termios\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    "from cli.main import main; main()"
)


@pytest.fixture
def sit(db: Path) -> Iterator[Callable[[str], Own]]:
    """Opens a terminal on a game; none is left running."""
    screens: list[Own] = []

    def start(ref: str) -> Own:
        screens.append(Own("play", ref, REFIGHT_DB=str(db)))
        return screens[-1]

    yield start
    for screen in screens:
        if screen.process.poll() is None:
            screen.process.kill()
            screen.process.wait()


@pytest.fixture
def screen(ridge: str, sit: Callable[[str], Own]) -> Own:
    return sit(ridge)


@pytest.fixture
def seedless(run: Run, tmp_path: Path) -> str:
    """A game from a file: its fair dice were rolled elsewhere, if at all."""
    script = tmp_path / "written.txt"
    script.write_text("system: freeform\nscenario: blank\n\nblue> RollDice why=x\n  dice 3\n")
    run("import", str(script), "--name", "written")
    return "written"


def typed(screen: Own, keys: str, until: str) -> str:
    screen.type(keys)
    return screen.until(until)


def test_a_terminal_shows_the_board_and_asks_the_side_to_move(screen: Own) -> None:
    shown = screen.until("ridge red> ")
    assert "hill: blue: guard" in shown
    assert "it is for red to give an order" in shown
    typed(screen, "side blue\n", "ridge blue> ")
    assert "guard to mill (from hill)" in typed(screen, "MovePiece piece=guard to=mill\n", "ridge blue> ")
    typed(screen, "quit\n", "ridge stands at entry 17; `refight play ridge` goes on from there")
    assert screen.end() == 0


def test_no_mistake_ends_an_evening(screen: Own) -> None:
    screen.until("ridge red> ")
    for line, says in (
        ("MovePiece piece=nobody to=hill", "[FF.1.2] there is no piece nobody"),
        ("MovePiece pice=guard", "            ^"),
        ("AddPiece piece=x side=green", "there is no side 'green'"),
        ("RollDice why=x / 7", "7 cannot come up on a d6"),
        ("log --nonsense", "No such option"),
        ("branch main", "already; choose another name"),
        ("xyzzy", "there is no order or word 'xyzzy'"),
    ):
        assert says in typed(screen, line + "\n", "\r\nridge red> ").replace("\r\n", "\n")
    assert "  17  " in typed(screen, "RollDice why=fine\n", "\r\nridge red> ")
    screen.type(CTRL_D)
    screen.until("stands at entry 17")
    assert screen.end() == 0


def test_bytes_that_are_not_text_do_not_end_it_either(screen: Own) -> None:
    screen.until("ridge red> ")
    os.write(screen.master, b"note caf\xe9\n")
    screen.until("\r\nridge red> ")
    assert "Traceback" not in screen.shown
    assert "well" in typed(screen, "note well\n", "\r\nridge red> ")


def test_dice_of_the_table_are_asked_for_until_they_fit(screen: Own) -> None:
    screen.until("ridge red> ")
    typed(screen, ":dice table\n", "ridge red> ")
    typed(screen, "RollDice why=volley dice=2\n", "volley: 2 dice of 6 sides? ")
    assert "each from 1 to 6" in typed(screen, "4 7\n", "volley: 2 dice of 6 sides? ")
    assert "each from 1 to 6" in typed(screen, "4\n", "volley: 2 dice of 6 sides? ")
    assert "each from 1 to 6" in typed(screen, "four five\n", "volley: 2 dice of 6 sides? ")
    assert "for volley: 4, 5 = 9 (entered dice)" in typed(screen, "4 5\n", "ridge red> ")


def test_an_empty_answer_takes_the_order_back_and_every_question_says_how(screen: Own, value: Value) -> None:
    screen.until("ridge red> ")
    assert "an empty answer or `cancel`" in typed(screen, ":dice table\n", "ridge red> ")
    typed(screen, "RollDice why=volley\n", "one die of 6 sides? ")
    assert "takes the order back" in typed(screen, "seven\n", "one die of 6 sides? ")
    assert "taken back; nothing was stored" in typed(screen, "\n", "ridge red> ")
    assert len(value("log", "ridge")) == 15
    typed(screen, "RollDice why=volley / 3\n", "for volley: 3 (entered dice)")


def test_ctrl_c_drops_an_order_and_the_second_one_leaves(screen: Own, value: Value) -> None:
    screen.until("ridge red> ")
    typed(screen, ":dice table\n", "ridge red> ")
    typed(screen, "RollDice why=volley\n", "one die of 6 sides? ")
    assert "what you typed was dropped" in screen.interrupt("ridge red> ")
    typed(screen, "RollDice why=rally / 3\n", "\r\nridge red> ")
    screen.interrupt("ridge red> ")
    screen.interrupt("stopped; nothing half-written")
    assert screen.end() == 130
    assert [entry["fact"]["fact"] for entry in value("log", "ridge")[15:]] == ["OrderGiven", "DiceRolled"]


def test_a_take_back_asks_the_other_side_and_goes_on_in_the_new_line(screen: Own) -> None:
    screen.until("ridge red> ")
    typed(screen, "undo\n", "blue agrees? y/n ")
    assert "answer y or n" in typed(screen, "perhaps\n", "blue agrees? y/n ")
    shown = typed(screen, "y\n", "ridge@take-back-1 red> ")
    assert "taken back: red> RollDice why=rally" in shown


def test_when_someone_else_played_meanwhile_it_is_told_and_the_evening_goes_on(screen: Own, run: Run) -> None:
    screen.until("ridge red> ")
    run("order", "ridge", "MovePiece piece=guard to=mill", "--by", "blue")
    shown = typed(screen, "MovePiece piece=horse to=ford\n", "\r\nridge red> ")
    assert "someone else wrote here first; nothing of yours was stored" in shown
    assert "this was done here meanwhile:" in shown
    assert "  17    guard to mill (from hill)" in shown
    assert "  19    horse to ford (from road)" in typed(screen, "MovePiece piece=horse to=ford\n", "\r\nridge red> ")


def test_nobody_takes_back_what_they_have_not_seen(screen: Own, run: Run, value: Value) -> None:
    screen.until("ridge red> ")
    typed(screen, "undo\n", "blue agrees? y/n ")
    run("order", "ridge", "MovePiece piece=guard to=mill", "--by", "blue")
    shown = typed(screen, "y\n", "\r\nridge red> ")
    assert "someone else played on this line meanwhile" in shown
    assert "guard to mill" in shown
    assert len(value("tree", "ridge")) == 1


def test_a_line_without_its_seed_says_so_and_asks_for_dice(seedless: str, sit: Callable[[str], Own]) -> None:
    screen = sit(seedless)
    assert "dice is not here; you are asked for the dice" in screen.until("written blue> ")
    typed(screen, "RollDice why=volley\n", "volley: one die of 6 sides? ")
    assert "for volley: 2 (entered dice)" in typed(screen, "2\n", "\nwritten blue> ")
    screen.type(CTRL_D)
    assert screen.end() == 0


def test_tab_completes_orders_fields_and_pieces(screen: Own) -> None:
    pytest.importorskip("readline")
    screen.until("ridge red> ")
    typed(screen, "Mov" + TAB, "MovePiece ")
    typed(screen, "pi" + TAB, "piece=")
    typed(screen, "hor" + TAB, "horse")
    assert "horse to ford (from road)" in typed(screen, " to=ford\n", "\r\nridge red> ")


def test_several_orders_pasted_are_several_orders(screen: Own) -> None:
    screen.until("ridge red> ")
    shown = typed(
        screen, "MovePiece piece=horse to=ford\nred> MovePiece piece=horse to=mill\n", "horse to mill (from ford)"
    )
    assert "horse to ford (from road)" in shown


# Seen with the eyes of one side


def test_as_hides_what_the_side_may_not_see(piped: Callable[..., Result]) -> None:
    said = piped(
        "AddDeck deck=plans cards=feint,assault,wait hidden=yes",
        "blue> DrawCard deck=plans",
        "log",
        args=("--as", "red"),
    ).output
    assert "(hidden)" in said
    assert "blue draws" not in said


def test_auto_needs_a_system_with_an_automatic_player(ridge: str, run: Run) -> None:
    assert "has no automatic player" in run("play", ridge, "--auto", "red", code=2, input="").output


def test_auto_lets_the_program_answer_for_its_side(run: Run) -> None:
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "ours")
    said = run("play", "ours", "--auto", "union", input="confederate> EndPhase\nscore\n").output
    assert "union> EndPhase" in said
    assert "given for union; now it is for confederate to decide" in said


def test_whoever_is_asked_is_the_one_to_type_also_after_coming_back(run: Run) -> None:
    run("new", "longstreet_lite", "--scenario", "brawner_farm", "--name", "farm")
    begun = run("play", "farm", "--auto", "cs", input="us> BeginBattle\n").output
    assert "us may interrupt" in begun
    later = run("play", "farm", "--auto", "cs", input="Decline\n").output
    assert "us> Decline" in later
    assert "now it is for us to decide" in later
    assert "(hidden)" in begun
