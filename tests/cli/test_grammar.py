"""The list of orders: complete, in plain words, with examples that can be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.ordertext import parse_order
from rules import SYSTEMS
from tests.cli.conftest import Run

Value = Callable[..., Any]


@pytest.mark.parametrize(("key", "order"), [(key, kind.__name__) for key in SYSTEMS for kind in SYSTEMS[key].orders])
def test_every_order_has_an_example_that_parses(key: str, order: str, value: Value) -> None:
    found = value("orders", key, order)
    assert type(parse_order(SYSTEMS[key], found["example"])).__name__ == order
    for field in found["fields"]:
        assert not field["required"] or f" {field['field']}=" in found["example"]


def test_the_list_has_every_order_with_what_it_does(run: Run, value: Value) -> None:
    assert [row["order"] for row in value("orders", "freeform")] == [o.__name__ for o in SYSTEMS["freeform"].orders]
    assert "RemovePiece  FF.1 A piece leaves the board.\n" in run("orders", "freeform").stdout


def test_fields_come_required_first_and_optional_ones_in_brackets_with_their_default(run: Run) -> None:
    assert run("orders", "freeform", "takeloss").stdout.splitlines() == [
        "TakeLoss  FF.5 A piece suffers: in whatever the game counts losses in.",
        "    piece=     text",
        "    [amount=]  a whole number; 1 if left out",
        "    [kind=]    text; steps if left out",
        "    [cause=]   text; empty if left out",
        "    [men=]     a whole number or none; none if left out",
        "    example: refight order GAME 'TakeLoss piece=guard' --by SIDE",
    ]
    assert "[via=]  a list with commas (text each); empty if left out" in run("orders", "freeform", "MovePiece").stdout


def test_an_order_that_is_not_there_is_answered_with_those_that_are(run: Run) -> None:
    said = run("orders", "freeform", "MovePeice", code=2).stderr
    assert "freeform has no order 'MovePeice'; it has AddPiece, MovePiece" in said


def test_the_help_of_order_names_the_list(run: Run) -> None:
    assert "`refight orders SYSTEM`" in run("order", "--help").stdout
