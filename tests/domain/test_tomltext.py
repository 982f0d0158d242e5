"""Plain values as TOML, read again by the standard library."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.words.tomltext import WIDTH, toml_lines

VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=5), st.integers(0, 3))
def test_what_is_written_is_read_again(table: dict[str, Any], headed: int) -> None:
    assert tomllib.loads("\n".join(toml_lines(table, headed=headed))) == table


def test_tables_of_one_kind_keep_their_order() -> None:
    wide = {"b": {"x": "y" * WIDTH}, "a": {"x": "z"}, "c": {"x": "w"}}
    for inner in (wide, {"b": {"x": 1}, "a": {"x": 2}}):
        read = tomllib.loads("\n".join(toml_lines({"units": inner}, headed=1)))
        assert list(read["units"]) == list(inner)


def test_short_tables_stand_on_a_line_each_below_the_depth_of_headers() -> None:
    table = {"system": "s", "position": {"units": {"C-41": {"at": "1827", "shaken": True}}}}
    assert list(toml_lines(table, headed=2)) == [
        'system = "s"', "", "[position.units]", 'C-41 = { at = "1827", shaken = true }',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", '"plain"'),
        ('RollDice why="the mill"', "'RollDice why=\"the mill\"'"),
        ('it\'s "so"', '"it\'s \\"so\\""'),
        ("two\nlines", '"two\\nlines"'),
    ],
)
def test_text_is_quoted_as_it_reads_best(text: str, written: str) -> None:
    assert list(toml_lines({"text": text})) == [f"text = {written}"]


def test_a_long_list_goes_on_below() -> None:
    lines = list(toml_lines({"hexes": [f"{n:04}" for n in range(60)]}))
    assert lines[0] == "hexes = ["
    assert max(map(len, lines)) <= WIDTH
    assert tomllib.loads("\n".join(lines)) == {"hexes": [f"{n:04}" for n in range(60)]}
