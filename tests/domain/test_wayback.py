"""The shortest way back: straight, or bending round what bars it."""

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop.angles import SCALE, TURN, Point, direction
from domain.tabletop.bodies import do_overlap
from domain.tabletop.measure import distance
from domain.tabletop.space import end_fault, leg_fault
from domain.tabletop.sweep import shift
from domain.tabletop.wayback import chord, shortest, shortest_bent, shortest_straight, straight_ways
from tests.domain.shapes import Troop, any_rectangles, at, points, unhurried
from tests.domain.test_space import BLUE, HERE, space


def end_of(way):
    body = way.space.start
    return body.at(shift(body.pose, way.places[-1]))


def test_the_least_way_is_gone_straight_along_the_first_bearing():
    way = shortest([space(least=3_000)])
    assert (way.length, way.places) == (3_000, ((0, -3_000),))


def test_the_way_goes_on_until_nobody_is_too_near():
    red = Troop(at(10_000, 11_000), 2_000)
    way = shortest([space(enemies=(red,), least=1_000, need=2_500)])
    assert abs(way.length - 2_500) <= 2
    assert end_fault(way.space, way.places[-1]) is None


def test_the_way_goes_on_until_it_ends_on_no_friend():
    friend = Troop(at(10_000, 8_500), 2_000)
    way = shortest([space(others=(friend,), least=1_000)])
    assert 2_490 <= way.length <= 2_510
    assert not do_overlap(end_of(way), friend, 10)


def test_of_several_starts_the_shortest_way_counts():
    red = Troop(at(10_000, 11_000), 2_000)
    far = space(BLUE.at(at(10_000, 9_000)), enemies=(red,), need=2_500)
    near = space(enemies=(red,), need=2_500)
    assert shortest([near, far]).space is far


def reds_round(depth):
    """Enemies behind and on both flanks, so deep; there is a way between them if they are not too deep."""
    flanks = (Troop(at(x, 10_000), 1_000, depth) for x in (7_500, 12_500))
    return (Troop(at(10_000, 7_500), 1_000, 500), *flanks)


def test_where_no_straight_way_is_free_one_bends():
    found = space(enemies=reds_round(1_500), need=2_000)
    assert shortest_straight([found]) is None
    way = shortest([found])
    assert way == shortest_bent([found])
    assert len(way.places) > 1
    assert not any(leg_fault(found, *leg) for leg in pairwise((HERE, *way.places)))
    assert way.length == pytest.approx(sum(dist(*leg) for leg in pairwise((HERE, *way.places))), abs=5)
    assert end_fault(found, way.places[-1]) is None


def test_there_may_be_no_way_at_all():
    assert shortest([space(enemies=reds_round(3_000), need=2_000)]) is None
    assert list(straight_ways(space(least=30_000))) == []


@unhurried
@given(any_rectangles, st.integers(0, 2_000), points, st.integers(0, TURN - 1), st.integers(0, 12_000))
def test_a_chord_says_where_a_line_is_nearer_than_the_reach(area, reach, start, bearing, length):
    along = direction(bearing)
    place = start.plus(Point(round(length * along.x / SCALE), round(length * along.y / SCALE)))
    gap, span = distance(place, area), chord(area, reach, start, along, 0)
    if gap > reach + 3:
        assert span is None or not span[0] + 3 < length < span[1] - 3
    elif gap < reach - 3:
        assert span is not None
        assert span[0] - 3 <= length <= span[1] + 3


@pytest.mark.parametrize(("least", "met"), [(0, True), (4_000, True), (5_300, False)])
def test_a_chord_that_ends_before_the_least_is_none(least, met):
    area = ((0, 4_000), (1_000, 4_000), (1_000, 5_000), (0, 5_000))
    found = chord(tuple(Point(*spot) for spot in area), 0, Point(500, 0), direction(0), least)
    assert (found is not None) is met
