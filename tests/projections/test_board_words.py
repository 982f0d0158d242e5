"""Names that are too long for where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.drawing.words import cut_name


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        pytest.param("Meredith", 9, "Meredith", id="one that fits is whole"),
        pytest.param("Meredith (Iron)", 11, "Meredith", id="what stands in brackets goes first"),
        pytest.param("Walker (Stonewall) II", 11, "Walker II", id="wherever it stands"),
        pytest.param("Meredith (Iron", 11, "Meredith", id="also where the bracket never closes"),
        pytest.param("Sweeney, 23 Platoon", 14, "Sweeney, 23…", id="then whole words"),
        pytest.param("Sweeney, 23 Platoon", 9, "Sweeney…", id="and no comma is left over"),
        pytest.param("Schimmelfennig", 8, "Schimme…", id="a single word is cut within"),
        pytest.param("2 Oxfordshires", 8, "2 Oxfor…", id="as is one behind a number, which says nothing alone"),
        pytest.param("(all in brackets)", 9, "all in…", id="a name all in brackets loses the brackets"),
    ],
)
def test_a_name_is_cut_where_it_can_still_be_read(name: str, most: int, shown: str) -> None:
    assert cut_name(name, lambda text: len(text) <= most) == shown


def test_of_a_name_without_end_only_the_beginning_is_tried() -> None:
    tried: list[str] = []

    def fits(text: str) -> bool:
        tried.append(text)
        return len(text) <= 8

    assert cut_name("x" * 100_000, fits) == "xxxxxxx…"
    assert sum(map(len, tried)) < 50_000


@given(st.text(st.sampled_from("ab (),[-"), max_size=20), st.integers(1, 20))
def test_a_cut_name_fits_and_leaves_no_bracket_open(name: str, most: int) -> None:
    shown = cut_name(name, lambda text: len(text) <= most)
    assert len(shown) <= most
    if "…" in shown:
        assert "(" not in shown.partition(")")[0]
        assert not shown.removesuffix("…").endswith(("(", "[", ",", " "))
