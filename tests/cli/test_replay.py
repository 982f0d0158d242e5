"""Stepping through: all at once in a pipe, by hand on a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run

Value = Callable[..., Any]


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *args: str, **env: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from cli.main import main; main()", *args],
            cwd=ROOT, env={**os.environ, "TERM": "xterm", **env}, stdin=slave, stdout=slave, stderr=slave,
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def until(self, words: str) -> str:
        """What comes on the screen up to these words."""
        seen, limit = "", time.monotonic() + 30
        while words not in seen:
            assert time.monotonic() < limit, f"{words!r} never came; the screen has {self.shown!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    more = os.read(self.master, 4096).decode()
                except OSError:  # the other end is closed
                    more = ""
                assert more, f"it ended before {words!r}: {self.shown!r}"
                seen += more
                self.shown += more
        return seen

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def all(self) -> str:
        """Everything up to the end, which must be a good one."""
        while True:
            try:
                more = os.read(self.master, 4096)
            except OSError:
                more = b""
            if not more:
                assert self.end() == 0, self.shown
                return self.shown
            self.shown += more.decode(errors="replace")

    def end(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code


def test_in_a_pipe_every_step_is_printed_and_the_board_at_the_end(ridge: str, run: Run) -> None:
    shown, log = run("replay", "ridge").stdout, run("log", "ridge").stdout
    assert shown.startswith(log)
    assert run("show", "ridge", "--last", "0").stdout in shown


def test_replay_can_begin_later_and_end_earlier(ridge: str, run: Run) -> None:
    shown = run("replay", "ridge:9", "--from", "7").stdout.splitlines()
    assert shown[0].startswith("   6  red>")
    assert shown[3].startswith("   9  ")


def test_replay_as_a_side_hides_what_it_may_not_see(ridge: str, run: Run) -> None:
    assert "spy" not in run("replay", "ridge", "--as", "blue").stdout


def test_replay_as_json_is_an_array_of_orders(ridge: str, value: Value) -> None:
    steps = value("replay", "ridge")
    assert [[entry["entry"] for entry in step] for step in steps][:3] == [[1], [2, 3], [4, 5]]


def test_a_replay_that_would_begin_after_its_end_is_refused(ridge: str, run: Run) -> None:
    said = run("replay", "ridge:9", "--from", "10", code=2).stderr
    assert said == "--from 10 lies after ridge:9; there is nothing to replay\n"


def test_on_a_terminal_one_steps_with_single_keys(ridge: str, db: Path) -> None:
    screen = Terminal("replay", "ridge", REFIGHT_DB=str(db), NO_COLOR="1")
    assert "An empty table" in screen.until("[order 0 of 7, entry 1 of 15] Enter next, b back")
    screen.type("b")
    screen.until("this is the beginning")
    screen.type("\r")
    assert "AddPiece piece=guard" in screen.until("[order 1 of 7, entry 3 of 15]")
    screen.type("n")
    screen.until("[order 2 of 7, entry 5 of 15]")
    screen.type("b")
    screen.until("[order 1 of 7, entry 3 of 15]")
    screen.type("15\x7f4\r")
    assert "red> RollDice why=rally" in screen.until("[order 7 of 7, entry 15 of 15]")
    screen.type("\r")
    screen.until("that was the last order")
    screen.type("99\r")
    screen.until("there is no entry 99; the last entry is 15")
    screen.type("\x1b[D")
    screen.until("[order 6 of 7, entry 13 of 15]")
    screen.type("q")
    assert screen.end() == 0


def test_what_happened_stands_beneath_the_board_next_to_the_prompt(ridge: str, db: Path) -> None:
    screen = Terminal("replay", "ridge", "--from", "4", REFIGHT_DB=str(db), NO_COLOR="1")
    *_, order, effect, blank, _prompt = screen.until("[order 2 of 7").splitlines()
    assert order.startswith("   4  red> AddPiece piece=spy")
    assert effect.startswith("   5  ")
    assert blank == ""
    screen.type("q")
    assert screen.end() == 0


def test_each_step_has_the_screen_to_itself(ridge: str, db: Path) -> None:
    screen = Terminal("replay", "ridge", REFIGHT_DB=str(db))
    assert screen.until("q quit ").startswith("\x1b[2J")
    screen.type("\r")
    assert screen.until("[order 1 of 7").lstrip("\r\n").startswith("\x1b[2J")
    screen.type("q")
    assert screen.end() == 0


def test_tables_are_bold_on_a_terminal_and_bare_with_no_color(ridge: str, db: Path) -> None:
    coloured = Terminal("score", "ridge", REFIGHT_DB=str(db), NO_COLOR="")
    assert "\x1b[1m" in coloured.until("the hill")
    assert coloured.end() == 0
    bare = Terminal("score", "ridge", REFIGHT_DB=str(db), NO_COLOR="1")
    assert "\x1b" not in bare.until("the hill")
    assert bare.end() == 0


@pytest.mark.parametrize("name", ["log", "show", "replay", "score", "losses"])
def test_a_side_has_one_colour_in_every_command_and_none_with_no_color(name: str, ridge: str, db: Path) -> None:
    args = (name, "ridge", *(["--delay", "0"] if name == "replay" else []))
    coloured = Terminal(*args, REFIGHT_DB=str(db), NO_COLOR="")
    shown = coloured.all()
    assert re.search(r"\x1b\[94mblue", shown), "blue is blue"
    assert re.search(r"\x1b\[33mred", shown), "red is the colour that the colour-blind can tell from it"
    assert "\x1b" not in Terminal(*args, REFIGHT_DB=str(db), NO_COLOR="1").all()


def test_effects_are_dim_and_secrets_have_a_style_of_their_own(ridge: str, db: Path) -> None:
    shown = Terminal("log", "ridge", REFIGHT_DB=str(db), NO_COLOR="").all()
    assert "\x1b[2mguard (blue) comes into play at hill, strength 4\x1b[0m" in shown
    assert "\x1b[35m\x1b[3m [secret: red only]\x1b[0m" in shown


def test_colour_does_not_let_a_log_speak_to_the_terminal(ridge: str, run: Run, db: Path) -> None:
    run("note", "ridge", "red \x1b[31malert\x07")
    run("order", "ridge", 'RollDice why="\\u001b[31malert"', "--by", "blue")
    for name in ("log", "replay"):
        shown = Terminal(name, "ridge", *(["--delay", "0"] if name == "replay" else []), REFIGHT_DB=str(db)).all()
        assert "\x1b[31m" not in shown


def test_json_on_a_terminal_is_still_json(ridge: str, db: Path) -> None:
    screen = Terminal("score", "ridge", "--json", REFIGHT_DB=str(db))
    assert '"totals": {' in screen.until('"rule"')
    assert screen.end() == 0
