"""What an order of a freeform game did, as it is drawn."""

from __future__ import annotations

from domain.kernel.board import Trace
from domain.kernel.facts import LossTaken
from domain.kernel.reasons import said
from domain.words.tell import say_of
from rules.freeform import SYSTEM
from rules.freeform.book import BOOK
from rules.freeform.pieces.asks import AddPiece
from rules.freeform.pieces.facts import PieceAdded, PieceMoved, PieceRemoved
from tests.freeform.positions import give, start

told = say_of(SYSTEM).told


def test_ff_2_a_move_is_drawn_by_way_of_its_places() -> None:
    state = start()
    give(state, "blue", AddPiece(piece="ohio", side="blue", at="hill"))
    assert BOOK.traces(state, [PieceMoved(piece="ohio", start="hill", to="mill", via=("ford",))]) == (
        Trace(kind="move", points=("hill", "ford", "mill"), side="blue", unit="ohio"),
    )


def test_ff_1_what_comes_from_off_the_board_arrives_and_what_leaves_is_gone_from_where_it_was() -> None:
    facts = (
        PieceAdded(piece="guard", side="red", at="ford"),
        PieceMoved(piece="guard", start="ford", to="mill"),
        LossTaken(side="red", unit="guard", kind="steps", amount=2, cause=said("fire")),
        PieceRemoved(piece="guard", why="fled"),
    )
    assert [(t.kind, t.points, told(t.label)) for t in BOOK.traces(start(), facts)] == [
        ("arrive", ("ford",), ""), ("move", ("ford", "mill"), ""), ("loss", ("mill",), "−2 steps"),
        ("gone", ("mill",), "fled"),
    ]  # fmt: skip
    assert {t.side for t in BOOK.traces(start(), facts)} == {"red"}


def test_ff_1_a_piece_that_is_nowhere_leaves_no_trace() -> None:
    assert BOOK.traces(start(), [PieceAdded(piece="late", side="red"), PieceRemoved(piece="late")]) == ()
