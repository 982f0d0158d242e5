"""The list of orders: complete, in plain words, with examples that can be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.words.orders import parse_order
from rules import SYSTEMS
from tests.cli.conftest import Run

Value = Callable[..., Any]


ORDERS = [(key, kind.__name__) for key in SYSTEMS for kind in SYSTEMS[key].book.orders]


@pytest.mark.parametrize(("key", "order"), ORDERS)
def test_every_order_has_an_example_that_parses(key: str, order: str, value: Value) -> None:
    found = value("orders", key, order)
    assert type(parse_order(SYSTEMS[key], found["example"])).__name__ == order
    for field in found["fields"]:
        assert not field["required"] or f" {field['field']}=" in found["example"]


def test_a_system_shows_its_own_example_and_the_whole_of_what_an_order_says(run: Run, value: Value) -> None:
    shown = run("orders", "gettysburg", "DeclareAttack").stdout
    assert "example: refight order GAME 'DeclareAttack unit=C-44 target=2226' --by SIDE" in shown
    assert "before another unit is used" in " ".join(shown.split())
    hidden = value("orders", "gettysburg", "HideUnits")["example"]
    order, asked = parse_order(SYSTEMS["gettysburg"], hidden), SYSTEMS["gettysburg"].book.asked
    assert order == asked[type(order)].example


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_system_has_one_example_of_each_order(key: str) -> None:
    book = SYSTEMS[key].book
    assert {one.order for one in book.asked.values()} == set(book.orders)


def test_the_examples_of_a_move_and_an_attack_are_legal_on_mcphersons_ridge(run: Run, value: Value) -> None:
    run("new", "gettysburg", "--scenario", "mcpherson", "--name", "july")
    run("auto", "july", "--side", "confederate", "--side", "union", "--orders", "2")
    for order in ("MoveUnit", "DeclareAttack", "DeclareBombardment"):
        run("order", "july", value("orders", "gettysburg", order)["example"], "--by", "confederate")


def test_the_list_has_every_order_with_what_it_does(run: Run, value: Value) -> None:
    listed = [row["order"] for row in value("orders", "freeform")]
    assert listed == [kind.__name__ for kind in SYSTEMS["freeform"].book.orders]
    assert "RemovePiece  FF.1 A piece leaves the board.\n" in run("orders", "freeform").stdout


def test_fields_come_required_first_and_optional_ones_in_brackets_with_their_default(run: Run) -> None:
    assert run("orders", "freeform", "takeloss").stdout.splitlines() == [
        "TakeLoss  FF.5 A piece suffers: in whatever the game counts losses in.",
        "    piece=     a unit",
        "    [amount=]  a whole number; 1 if left out",
        "    [kind=]    text; steps if left out",
        "    [cause=]   text; empty if left out",
        "    [men=]     a whole number or none; none if left out",
        "    example: refight order GAME 'TakeLoss piece=sentries cause=rush men=2' --by SIDE",
    ]
    assert (
        "[via=]  a list with commas (a place each); empty if left out" in run("orders", "freeform", "MovePiece").stdout
    )


def test_an_order_that_is_not_there_is_answered_with_those_that_are(run: Run) -> None:
    said = run("orders", "freeform", "MovePeice", code=2).stderr
    assert "freeform has no order 'MovePeice'; it has AddPiece, MovePiece" in said


def test_the_help_of_order_names_the_list(run: Run) -> None:
    assert "`refight orders SYSTEM`" in run("order", "--help").stdout
