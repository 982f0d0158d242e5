"""Sines, rotation, bearings and turns."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.tabletop.angles import (
    HALF_TURN,
    PI,
    PI_SCALE,
    QUARTER,
    SCALE,
    TURN,
    Point,
    _exact_bearing,
    _sine,
    arcsine,
    bearing,
    cosine,
    direction,
    rotate,
    round_div,
    sine,
    turn_between,
)
from tests.domain.shapes import angles, table_points, unhurried


def test_halves_are_rounded_away_from_zero():
    assert [round_div(n, 2) for n in (-3, -1, 0, 1, 3)] == [-2, -1, 0, 1, 2]
    assert [round_div(n, 3) for n in (-4, -2, 2, 4)] == [-1, -1, 1, 1]


def test_pi_agrees_with_machin_s_formula():
    one = 10**50

    def arctan(inverse):
        term, total, n = one // inverse, 0, 1
        while term:
            total += term // n if n % 4 == 1 else -(term // n)
            term, n = term // inverse**2, n + 2
        return total

    assert (16 * arctan(5) - 4 * arctan(239)) // 10**10 == PI
    assert PI_SCALE == 10**40


def test_every_sine_and_cosine_is_the_true_one_to_the_nearest_unit():
    for angle in range(TURN):
        true = math.radians(angle / 100)
        assert abs(sine(angle) - math.sin(true) * SCALE) < 0.501
        assert abs(cosine(angle) - math.cos(true) * SCALE) < 0.501


def test_a_sine_rounded_from_a_float_is_that_of_the_series():
    assert all(sine(angle) == _sine(2 * angle, SCALE) for angle in range(TURN))


@unhurried
@given(table_points, table_points)
def test_a_bearing_rounded_from_a_float_is_the_exact_one(here, there):
    east, north = abs(there.x - here.x), abs(there.y - here.y) + 1
    assert bearing(Point(0, 0), Point(east, north)) == _exact_bearing(east, north)


def test_the_axes_and_the_round_values_are_exact():
    assert [direction(a) for a in (0, 9_000, 18_000, 27_000)] == [(0, SCALE), (SCALE, 0), (0, -SCALE), (-SCALE, 0)]
    assert sine(3_000) == SCALE // 2 == cosine(30_000)
    assert sine(4_500) == cosine(4_500) == 707_106_781
    assert direction(-9_000) == direction(27_000)


@unhurried
@given(table_points, table_points, st.integers(-TURN, TURN))
def test_rotating_there_and_back_loses_at_most_one_milli_unit(point, pivot, angle):
    back = rotate(rotate(point, pivot, angle), pivot, -angle)
    assert max(abs(back.x - point.x), abs(back.y - point.y)) <= 1


def test_rotation_is_clockwise():
    assert rotate(Point(0, 1_000), Point(0, 0), QUARTER) == (1_000, 0)
    assert rotate(Point(5, 1_005), Point(5, 5), 3_000) == (505, 871)


@unhurried
@given(table_points, table_points)
def test_a_bearing_is_the_true_one_to_the_nearest_hundredth(here, there):
    assume(here != there)
    true = math.degrees(math.atan2(there.x - here.x, there.y - here.y)) * 100
    off = (bearing(here, there) - true + HALF_TURN) % TURN - HALF_TURN
    assert abs(off) < 0.5 + 1e-6


@pytest.mark.parametrize(
    ("x", "y", "angle"),
    [
        pytest.param(0, 5, 0, id="north"),
        pytest.param(7, 7, 4_500, id="north-east"),
        pytest.param(9, 0, 9_000, id="east"),
        pytest.param(0, -1, 18_000, id="south"),
        pytest.param(-3, 0, 27_000, id="west"),
        pytest.param(-1, 1_000_000, 0, id="a hair west of north is north again, not 36000"),
        pytest.param(3, 4, 3_687, id="the 3-4-5 triangle"),
    ],
)
def test_bearing_by_hand(x, y, angle):
    assert bearing(Point(0, 0), Point(x, y)) == angle


def test_a_point_has_no_bearing_to_itself():
    with pytest.raises(ValueError, match="no bearing"):
        bearing(Point(3, 4), Point(3, 4))


@unhurried
@given(angles, angles)
def test_the_turn_between_headings_leads_from_one_to_the_other(heading, other):
    turn = turn_between(heading, other)
    assert (heading + turn) % TURN == other
    assert -HALF_TURN < turn <= HALF_TURN


@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_an_arcsine_is_the_widest_angle_of_no_greater_sine(over, under):
    found = arcsine(over, under)
    assert sine(found) * under <= over * SCALE
    assert found == QUARTER or sine(found + 1) * under > over * SCALE
