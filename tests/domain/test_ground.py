"""Pieces of ground: what lies on an outline or over a line."""

import pytest
from hypothesis import given

from domain.tabletop.angles import Point
from domain.tabletop.ground import ground, is_bare, is_under, parts_of
from domain.tabletop.polygons import area2, overlaps
from tests.domain.shapes import any_rectangles, square, stars, unhurried

WALL = ground((Point(0, 0), Point(5_000, 0), Point(5_000, 5_000)), is_line=True)
RIVER = ground(square(0, 0, 4_000))


@unhurried
@given(stars(), any_rectangles)
def test_an_area_is_on_an_outline_if_they_overlap(outline, area):
    assert is_under(ground(outline), area, 10) is overlaps(outline, area, 10)


@pytest.mark.parametrize(
    ("area", "over"),
    [
        pytest.param(square(1_000, -500), True, id="across the first piece"),
        pytest.param(square(4_500, 2_000), True, id="across the second piece"),
        pytest.param(square(1_000, 0), False, id="against it"),
        pytest.param(square(1_000, -10), False, id="over it by no more than the slack"),
        pytest.param(square(1_000, 2_000), False, id="within its bend, which encloses nothing"),
    ],
)
def test_an_area_is_over_a_line_beyond_the_slack(area, over):
    assert is_under(WALL, area, 10) is over


@unhurried
@given(stars())
def test_an_outline_is_the_sum_of_its_parts(outline):
    assert sum(area2(part) for part in parts_of(ground(outline))) == area2(outline)


def test_a_line_has_a_part_for_each_of_its_pieces():
    assert [tuple(part) for part in parts_of(WALL)] == [((0, 0), (5_000, 0)), ((5_000, 0), (5_000, 5_000))]


def test_ways_over_the_ground_make_it_bare_only_beside_them():
    bridge = square(1_000, -500, 5_000)
    on_it, half_on_it = square(2_000, 1_000), square(500, 1_000)
    assert is_bare(RIVER, on_it, ())
    assert not is_bare(RIVER, on_it, (bridge,))
    assert is_bare(RIVER, half_on_it, (bridge,))
