"""Units by name and id."""

from __future__ import annotations

import pytest

from domain.kernel.reasons import Reason
from domain.kernel.say import NOTHING, Say, Words
from domain.words.names import Callings, with_ids
from rules.freeform.pieces.asks import AddPiece, TakeLoss
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
    assert Say(NOTHING, NAMES).units(("b1", "r1", "x1")) == "Old Guard (b1), Meredith (Iron, r1), x1"


def test_an_id_that_only_spells_the_name_is_not_told_beside_it() -> None:
    names = {"poagues-battery": "Poague's Battery", "4th-us": "Battery B, 4th US"}
    told = Say(NOTHING, names).units(("poagues-battery", "4th-us"))
    assert told == "Poague's Battery, Battery B, 4th US (4th-us)"


def test_a_unit_called_like_any_other_word_spoils_no_sentence() -> None:
    names = {"a": "fires", "fires": "defender", "defender": "a"}
    words = Words({"fires at": "{0:unit} fires at a defender, {1:unit}"}, {}, {}, {}, {})
    told = Say(words, names).reason(Reason("fires at", "", ("a", "fires")))
    assert told == "fires (a) fires at a defender, defender (fires)"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("b1", ("b1",), id="an id"),
        pytest.param("R1", ("r1",), id="an id in any case"),
        pytest.param("old  guard", ("b1",), id="a name"),
        pytest.param("mer", ("r1",), id="the beginning of a name"),
        pytest.param("smith", ("b2", "r2"), id="a name of two"),
        pytest.param("b", ("b1", "b2"), id="the beginning of two ids"),
        pytest.param("x", ("x1",), id="the beginning of one id"),
        pytest.param("2", ("b2", "r2"), id="the number of two"),
        pytest.param("guard", (), id="the middle of a name"),
        pytest.param("", (), id="nothing"),
    ],
)
def test_who_may_be_meant(typed: str, meant: tuple[str, ...]) -> None:
    assert Callings(NAMES).meant(typed) == meant


def test_a_number_is_never_cut_in_two() -> None:
    units = Callings({"U-10": "10th Maine", "U-101": "101st Ohio", "C-1": "Archer"})
    assert (units.meant("U-1"), units.meant("10"), units.meant("1")) == ((), ("U-10",), ("C-1",))


def test_those_who_may_be_meant_are_told_with_their_ids() -> None:
    assert Callings(NAMES).told(["b2", "r1", "x1"]) == ["Smith (b2)", "Meredith (Iron, r1)", "x1"]


def test_a_reason_that_is_a_name_stays_one() -> None:
    assert with_ids(TakeLoss(piece="old guard", cause="Old Guard"), NAMES) == TakeLoss(piece="b1", cause="Old Guard")
