"""Plain tables, clean text."""

from __future__ import annotations

import pytest

from cli.errors import clean, nearest
from cli.output import Grid, counted, emit
from cli.session import Session


def test_in_a_pipe_columns_are_aligned_and_numbers_stand_right(capsys: pytest.CaptureFixture[str]) -> None:
    emit(Session(), None, Grid(("side", "points", "why"), [["blue", 3, None], ["red", 12, "two\nlines"]]))
    assert capsys.readouterr().out == "side  points  why\nblue       3\nred       12  two lines\n"


def test_as_json_the_parts_are_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    emit(Session(json=True), {"a": (1, None)}, "for people")
    assert capsys.readouterr().out == '{"a":[1,null]}\n'


@pytest.mark.parametrize(
    ("text", "shown"),
    [("plain", "plain"), ("two\nlines", "two\nlines"), ("\x1b[2J\x07", "\\x1b[2J\\x07"), ("a\u202eb", "a\\u202eb")],
)
def test_control_characters_are_spelt_out(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_near_names_are_suggested_and_far_ones_are_not() -> None:
    assert nearest("rigde", ["ridge", "mill"]) == "; did you mean ridge?"
    assert nearest("xyz", ["ridge"]) == ""


def test_one_is_not_many() -> None:
    assert [counted(n, "entry", "entries") for n in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert counted(2, "line") == "2 lines"
