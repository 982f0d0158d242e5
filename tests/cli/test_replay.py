"""Stepping through: all at once in a pipe, by hand on a terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

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

    def end(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code


def test_in_a_pipe_every_step_is_printed_and_the_board_at_the_end(ridge: str, run: Run) -> None:
    shown, log = run("replay", "ridge").stdout, run("log", "ridge").stdout
    assert shown.startswith(log)
    assert run("show", "ridge").stdout in shown


def test_replay_can_begin_later_and_end_earlier(ridge: str, run: Run) -> None:
    shown = run("replay", "ridge:9", "--from", "7").stdout.splitlines()
    assert shown[0].startswith("   6  red>")
    assert shown[3].startswith("   9  ")


def test_replay_as_a_side_hides_what_it_may_not_see(ridge: str, run: Run) -> None:
    assert "spy" not in run("replay", "ridge", "--as", "blue").stdout


def test_replay_as_json_is_an_array_of_orders(ridge: str, value: Value) -> None:
    steps = value("replay", "ridge")
    assert [[entry["entry"] for entry in step] for step in steps][:3] == [[1], [2, 3], [4, 5]]


def test_on_a_terminal_one_steps_with_keys(ridge: str, db: Path) -> None:
    screen = Terminal("replay", "ridge", REFIGHT_DB=str(db))
    assert "An empty table" in screen.until("[1 of 8]")
    screen.type("b\n")
    screen.until("this is the beginning")
    screen.type("\n")
    assert "AddPiece piece=guard" in screen.until("[2 of 8]")
    screen.type("n\n")
    screen.until("[3 of 8]")
    screen.type("b\n")
    screen.until("[2 of 8]")
    screen.type("14\n")
    assert "red> RollDice why=rally" in screen.until("[8 of 8]")
    screen.type("\n")
    screen.until("that was the last order")
    screen.type("99\n")
    screen.until("the last entry is 15")
    screen.type("q\n")
    assert screen.end() == 0


def test_tables_are_bold_on_a_terminal_and_bare_with_no_color(ridge: str, db: Path) -> None:
    coloured = Terminal("score", "ridge", REFIGHT_DB=str(db), NO_COLOR="")
    assert "\x1b[1m" in coloured.until("the hill")
    assert coloured.end() == 0
    bare = Terminal("score", "ridge", REFIGHT_DB=str(db), NO_COLOR="1")
    assert "\x1b" not in bare.until("the hill")
    assert bare.end() == 0


def test_json_on_a_terminal_is_still_json(ridge: str, db: Path) -> None:
    screen = Terminal("score", "ridge", "--json", REFIGHT_DB=str(db))
    assert '"totals": {' in screen.until('"rule"')
    assert screen.end() == 0
