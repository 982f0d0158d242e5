"""Units by name and id."""

from __future__ import annotations

import pytest

from domain.names import called, with_ids
from rules.freeform.orders import AddPiece
from tests.mill_bridge import FireVolley

NAMES = {"b1": "Old Guard", "b2": "Smith", "r1": "Meredith (Iron)", "r2": "Smith", "x1": "x1"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("b1", "b1"), ("B1", "b1"), ("old guard", "b1"), ("Smith", "Smith"), ("nobody", "nobody"), ("X1", "x1")],
)
def test_an_id_in_any_case_or_a_name_that_is_clear(typed: str, meant: str) -> None:
    order = with_ids(FireVolley(unit=typed, target="r1"), NAMES)
    assert order == FireVolley(unit=meant, target="r1")


def test_what_is_to_be_called_by_a_name_is_called_by_it() -> None:
    given = AddPiece(piece="Old Guard", name="Old Guard", side="blue")
    assert with_ids(given, NAMES) == AddPiece(piece="b1", name="Old Guard", side="blue")


def test_names_stand_before_ids_and_share_their_brackets() -> None:
    assert called("b1 fires at r1 past x1", NAMES) == "Old Guard (b1) fires at Meredith (Iron, r1) past x1"


def test_an_id_that_only_spells_the_name_is_not_told_beside_it() -> None:
    names = {"poagues-battery": "Poague's Battery", "4th-us": "Battery B, 4th US"}
    assert called("poagues-battery fires at 4th-us", names) == "Poague's Battery fires at Battery B, 4th US (4th-us)"
