"""Bodies on a table: their ground, what lies before them, and what is near."""

from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import given

from domain.tabletop.bodies import (
    Block,
    are_within,
    blocks_of,
    directly_in_front,
    do_overlap,
    extent_of,
    front_edge,
    gap_squared,
    is_near,
    is_on_table,
    is_upon,
    mean,
    standing,
    to_the_front,
)
from domain.tabletop.bounds import bounds
from domain.tabletop.measure import distance, footprint
from domain.tabletop.polygons import contains
from tests.domain.shapes import Troop, at, poses, square, unhurried, widths

HERE = Troop(at(10_000, 10_000))


@unhurried
@given(poses, widths)
def test_a_body_covers_its_outline_at_its_pose(pose, width):
    body = Troop(pose, width)
    assert blocks_of(body) == standing(pose, body.outline) == (footprint(pose, width, 1_000),)
    assert extent_of(body) == bounds(footprint(pose, width, 1_000))
    assert front_edge(body) == footprint(pose, width, 1_000)[:2]


@pytest.mark.parametrize(
    ("place", "ahead", "before"),
    [((10_000, 30_000), True, True), ((30_000, 10_500), True, False), ((10_000, 9_999), False, False)],
)
def test_ahead_of_the_front_line_and_between_the_flank_lines(place, ahead, before):
    spot = at(*place).point
    assert contains(to_the_front(HERE), spot) is ahead
    assert contains(directly_in_front(HERE), spot) is before


@pytest.mark.parametrize(
    ("north", "gap", "over"), [(17_000, 6_000, False), (11_000, 0, False), (10_990, 0, False), (10_989, 0, True)]
)
def test_how_far_two_bodies_are_apart_and_whether_they_overlap_by_more_than_the_slack(north, gap, over):
    there = HERE.at(at(10_000, north))
    assert gap_squared(HERE, there) == gap**2
    assert are_within(HERE, there, gap)
    assert not gap or not are_within(HERE, there, gap - 1)
    assert do_overlap(HERE, there, 10) is over


@unhurried
@given(poses, poses)
def test_bodies_are_as_far_apart_as_their_footprints(one, other):
    here, there = Troop(one), Troop(other)
    assert abs(isqrt(gap_squared(here, there)) - distance(blocks_of(here)[0], blocks_of(there)[0])) <= 1
    assert do_overlap(here, there) is do_overlap(there, here)


def test_shapes_near_a_body_and_under_it():
    pond = square(12_005, 9_000)
    assert is_near(HERE, pond, 5)
    assert not is_near(HERE, pond, 4)
    assert not is_upon(HERE, pond)
    assert is_upon(HERE, square(11_500, 9_000))
    assert not is_upon(HERE, square(11_995, 9_000), 10)


def test_a_body_on_the_table_is_on_it_as_a_whole():
    assert is_on_table(HERE, 12_000, 10_000)
    assert not is_on_table(HERE, 11_999, 10_000)
    assert not is_on_table(HERE.at(at(10_000, 999)), 36_000, 24_000)


class Screened(Troop):
    """Three times as much ground in a second block."""

    @property
    def outline(self):
        return (*super().outline, Block(-self.frontage, self.frontage, 8 * self.whole_depth, 2 * self.whole_depth))


@pytest.mark.parametrize(("body", "share"), [(HERE, Fraction(1)), (Screened(at(30_000, 10_000)), Fraction(1, 4))])
def test_a_share_of_a_body_is_that_of_its_blocks_by_their_area(body, share):
    first = blocks_of(body)[0]
    assert mean(body, lambda block: Fraction(int(block == first))) == share
    assert mean(body, lambda _block: Fraction(1, 3)) == Fraction(1, 3)
