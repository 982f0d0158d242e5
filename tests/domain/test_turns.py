"""Turns at which a strip certainly meets a shape: each confirmed in whole numbers, and only the brink is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop.angles import SCALE
from domain.tabletop.strips import beyond, seen, stretch, turned_strip
from domain.tabletop.turns import turns_short_of
from tests.domain.shapes import any_rectangles, at, line, points, poses, unhurried, widths

AHEAD = 100 * SCALE
FAR = 3_000 * SCALE  # half of the widest
EVERY = range(-89, 90)
LONG = 100_000 * SCALE
shapes = any_rectangles | st.builds(lambda a, b: (a, b), points, points)
files = st.integers(-3, 3)


def met(files, width, spots, turn):
    return stretch(turned_strip(files * 1_000, width, turn * 100), spots)


@unhurried
@given(poses, shapes, files, widths, st.integers(0, 12_000))
def test_at_each_of_the_turns_the_shape_is_met_short_of_the_limit(pose, shape, files, width, limit):
    spots = beyond(seen(pose, shape), AHEAD)
    turns = turns_short_of(files * 1_000, width, spots, limit * SCALE) if spots else range(0)
    found = [met(files, width, spots, turn) for turn in EVERY if turn in turns]
    assert all(lying and lying.near < limit * SCALE for lying in found)


@unhurried
@given(poses, shapes, files, widths)
def test_without_a_limit_no_turn_is_left_out_that_meets_the_shape_by_more_than_the_brink(pose, shape, files, width):
    """Of a shape nearer than half the width, the strip's own corners meet more than the shape's."""
    spots = beyond(seen(pose, shape), FAR)
    turns = turns_short_of(files * 1_000, width, spots, LONG) if spots else range(0)
    found = {turn: met(files, width - 2, spots, turn) for turn in EVERY if spots}
    assert {turn for turn, lying in found.items() if lying and lying.far > SCALE} <= set(turns)


@unhurried
@given(poses, shapes, files, widths, st.integers(0, 12_000))
def test_nor_any_at_which_a_corner_in_the_strip_is_nearer_than_the_limit(pose, shape, files, width, limit):
    spots = beyond(seen(pose, shape), AHEAD)
    turns = turns_short_of(files * 1_000, width, spots, limit * SCALE) if spots else range(0)
    aside = files * 1_000 * SCALE // 2
    near = [(r, a) for r, a in spots if (r - aside) ** 2 + a**2 < ((limit - 1) * SCALE) ** 2]
    found = [(turn, met(files, width - 2, (spot,), turn)) for turn in EVERY for spot in near]
    assert {turn for turn, lying in found if lying and lying.far > SCALE} <= set(turns)


@pytest.mark.parametrize(
    ("limit", "turns"),
    [
        pytest.param(1_000, range(0), id="nothing is so near"),
        pytest.param(2_001, range(-16, 17), id="nearly 2 degrees of it to either side, and 14 for the width"),
        pytest.param(4_000, range(-67, 68), id="60 degrees to where it goes too far, and 7 for the width"),
        pytest.param(90_000, range(-85, 86), id="all of it: its ends are 84 degrees off, and never leave"),
    ],
)
def test_a_wall_two_thousand_ahead(limit, turns):
    wall = seen(at(0, 0), line((-20_000, 2_000), (20_000, 2_000)))
    assert turns_short_of(0, 1_000, wall, limit * SCALE) == turns


def test_of_what_touches_the_front_line_nothing_is_said():
    assert not turns_short_of(0, 1_000, seen(at(0, 0), line((-900, 0), (900, 500))), LONG)
