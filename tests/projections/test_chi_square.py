"""The chi-square test against values that are known exactly or printed in every table."""

from __future__ import annotations

import math

import pytest

from projections.models.chi_square import chi_square, p_value, upper_gamma


@pytest.mark.parametrize("x", [1e-9, 0.1, 1.0, 2.9, 3.0, 3.1, 10.0, 80.0, 700.0])
def test_even_degrees_have_a_closed_form(x: float) -> None:
    half = x / 2
    assert p_value(x, 2) == pytest.approx(math.exp(-half), rel=1e-12)
    assert p_value(x, 4) == pytest.approx(math.exp(-half) * (1 + half), rel=1e-11)
    assert p_value(x, 6) == pytest.approx(math.exp(-half) * (1 + half + half**2 / 2), rel=1e-11)


@pytest.mark.parametrize("x", [1e-6, 0.5, 1.0, 4.0, 9.0, 50.0])
def test_one_degree_is_the_error_function(x: float) -> None:
    assert p_value(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-11)


@pytest.mark.parametrize(
    ("degrees", "five_percent", "one_percent"),
    [(1, 3.841, 6.635), (3, 7.815, 11.345), (5, 11.070, 15.086), (9, 16.919, 21.666), (19, 30.144, 36.191)],
)
def test_printed_critical_values_of_common_dice(degrees: int, five_percent: float, one_percent: float) -> None:
    assert p_value(five_percent, degrees) == pytest.approx(0.05, abs=1e-4)
    assert p_value(one_percent, degrees) == pytest.approx(0.01, abs=1e-4)


def test_series_and_fraction_meet_where_they_change_over() -> None:
    for a in (0.5, 2.5, 49.5, 4999.5):
        below, above = upper_gamma(a, (a + 1) * (1 - 1e-9)), upper_gamma(a, (a + 1) * (1 + 1e-9))
        assert below == pytest.approx(above, rel=1e-6)
        assert below > above


def test_a_perfect_series_has_probability_one_and_an_absurd_one_nearly_none() -> None:
    assert chi_square([10] * 6) == 0
    assert p_value(chi_square([10] * 6), 5) == 1
    assert p_value(chi_square([60, 0, 0, 0, 0, 0]), 5) < 1e-60


def test_the_statistic_is_the_textbooks() -> None:
    assert chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)
