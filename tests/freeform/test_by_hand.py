"""Positions set by hand: pieces belong to a side and, where only known places count, stand on one."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from rules.freeform.by_hand import bare, check, settle
from rules.freeform.state import Piece, State
from tests.freeform.positions import PLACES, start


def with_guard(*options: str, side: str = "blue", at: str = "hill") -> State:
    state = start(*options, text=PLACES)
    state.pieces["guard"] = Piece(side=side, name="Guard", kind="", at=at, strength=None, marks={})
    return state


def test_a_bare_table_has_no_pieces() -> None:
    state = with_guard()
    bare(state)
    assert state.pieces == {}


def test_a_piece_of_no_side_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^pieces\.guard\.side: there is no side 'green' \(blue, red\)$"):
        settle(with_guard(side="green"))


def test_ff_2_1_a_piece_stands_on_a_known_place_where_only_these_count() -> None:
    check(with_guard(at="moon"))
    check(with_guard("known_places", at=""))
    with pytest.raises(BadInput, match=r"^pieces\.guard\.at: there is no place 'moon' \(hill, wood\) \(FF\.2\.1\)$"):
        check(with_guard("known_places", at="moon"))
