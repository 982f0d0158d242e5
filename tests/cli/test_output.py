"""Plain tables, clean text."""

from __future__ import annotations

from io import StringIO

import pytest

from cli.shell.errors import clean, nearest
from cli.shell.output import LONG, Grid, counted, emit
from cli.shell.session import Session


def test_in_a_pipe_columns_are_aligned_and_numbers_stand_right(capsys: pytest.CaptureFixture[str]) -> None:
    emit(Session(), None, Grid(("side", "points", "why"), [["blue", 3, None], ["red", 12, "two\nlines"]]))
    assert capsys.readouterr().out == "side  points  why\nblue       3\nred       12  two lines\n"


def test_as_json_the_parts_are_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    emit(Session(json=True), {"a": (1, None)}, "for people")
    assert capsys.readouterr().out == '{"a":[1,null]}\n'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines", "two\nlines"),
        ("fini\u00a0?", "fini\u00a0?"),
        ("\x1b[2J\x07", "\\x1b[2J\\x07"),
        ("a\u202eb", "a\\u202eb"),
    ],
)
def test_control_characters_are_spelt_out(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_near_names_are_suggested_and_far_ones_are_not() -> None:
    assert nearest("rigde", ["ridge", "mill"]) == "; did you mean ridge?"
    assert nearest("xyz", ["ridge"]) == ""


def test_one_is_not_many() -> None:
    assert [counted(n, "entry", "entries") for n in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert counted(2, "line") == "2 lines"


@pytest.mark.parametrize("rows", [2, LONG])
def test_on_a_terminal_a_long_table_is_only_aligned_and_sides_keep_their_colours(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = _Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    emit(Session(), None, Grid(("side", "points"), [["blue", 3]] * rows, ("blue", "red")))
    text = terminal.getvalue()
    assert text.count("blue") == rows
    assert text.count("\x1b[94m") == rows
    assert ("─" in text) == (rows < LONG)


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True
