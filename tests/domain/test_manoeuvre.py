"""Steps of a move: ends, ways, and the ground swept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop.angles import QUARTER, TURN, Point
from domain.tabletop.bodies import Block, standing
from domain.tabletop.bounds import Bounds, are_apart, bounds, joined
from domain.tabletop.lengths import VERBS, StepText, step, steps
from domain.tabletop.manoeuvre import (
    ROUGH_STEP,
    course,
    cut_short,
    extent,
    legs,
    swept,
    take,
    trail,
    way,
)
from domain.tabletop.measure import box, distance, footprint, within
from tests.domain.shapes import at, poses, unhurried

LINE = (Block(-4_000, 4_000, 0, -2_000),)
SHORT_LAST_RANK = (Block(-3_000, 3_000, 0, -2_000), Block(-3_000, 1_000, -2_000, -4_000))


@pytest.mark.parametrize(
    ("text", "end", "length", "off"),
    [
        ("ahead:2.5", at(5_000, 7_500), 2_500, 0),
        ("back:1", at(5_000, 4_000), 1_000, 18_000),
        ("left:1.5", at(3_500, 5_000), 1_500, -9_000),
        ("right:0.001", at(5_001, 5_000), 1, 9_000),
        ("oblique-left:30:2", at(4_000, 6_732), 2_000, -3_000),
        ("oblique-right:45:1", at(5_707, 5_707), 1_000, 4_500),
        ("toward:180:3", at(5_000, 2_000), 3_000, 18_000),
        ("toward:350:1", at(4_826, 5_985), 1_000, -1_000),
        ("to:8:9", at(8_000, 9_000), 5_000, 3_687),
        ("to:5:5", at(5_000, 5_000), 0, 0),
        ("to:6.001:6", at(6_001, 6_000), 1_415, 4_503),
    ],
)
def test_a_straight_step_keeps_the_heading(text, end, length, off):
    leg = take(at(5_000, 5_000), step(text), 4_000, 1_000)
    assert (leg.end, leg.length, leg.off, leg.is_straight) == (end, length, off, True)


@pytest.mark.parametrize(
    ("text", "end", "turn", "pivot"),
    [
        ("wheel-left:90", at(3_000, 7_000, 27_000), -9_000, Point(3_000, 5_000)),
        ("wheel-right:90", at(7_000, 7_000, 9_000), 9_000, Point(7_000, 5_000)),
        ("back-wheel-left:90", at(3_000, 3_000, 9_000), 9_000, Point(3_000, 5_000)),
        ("back-wheel-right:90", at(7_000, 3_000, 27_000), -9_000, Point(7_000, 5_000)),
        ("face:90", at(5_500, 4_500, 9_000), 9_000, Point(5_000, 4_500)),
        ("face:270", at(4_500, 4_500, 27_000), -9_000, Point(5_000, 4_500)),
    ],
)
def test_a_step_that_turns_has_a_pivot(text, end, turn, pivot):
    leg = take(at(5_000, 5_000), step(text), 4_000, 1_000)
    assert (leg.end, leg.turn, leg.pivot, leg.is_straight) == (end, turn, pivot, False)


def test_an_about_face_turns_in_place_and_costs_no_way():
    leg = take(at(5_000, 5_000), step("about"), 4_000, 2_000)
    assert leg.end == at(5_000, 3_000, 18_000)
    assert way([leg]) == 0
    assert set(swept(leg, (Block(-4_000, 4_000, 0, -4_000),))) == {
        footprint(at(5_000, 5_000), 4_000, 2_000),
        footprint(at(5_000, 3_000, 18_000), 4_000, 2_000),
    }


def test_every_verb_that_can_be_typed_can_be_taken():
    for verb, kinds in VERBS.items():
        said = StepText("to", point=Point(1, 2)) if verb == "to" else step(":".join((verb, *("1" for _ in kinds))))
        assert take(at(0, 0), said, 1_000, 1_000).step == said


def test_each_step_begins_where_the_last_one_ended():
    first, second, third = legs(at(0, 0), steps(("ahead:1", "wheel-right:90", "ahead:2")), 2_000, 1_000)
    assert (first.end, second.start) == (at(0, 1_000), at(0, 1_000))
    assert (second.end, third.end) == (at(1_000, 2_000, 9_000), at(3_000, 2_000, 9_000))
    assert way((first, second, third)) == 1_000 + 3_142 + 2_000


def test_a_way_is_rounded_once_and_not_for_every_step():
    tiny = tuple(legs(at(0, 0), steps(("wheel-left:0.02",) * 100), 1_000, 1_000))
    assert way(tiny) == 35
    assert way(tiny[:1]) == 0
    assert way(legs(at(0, 0), steps(("wheel-left:30", "ahead:1.906")), 4_000, 1_000)) == 4_000


def test_turning_on_the_spot_costs_no_way():
    assert way(legs(at(0, 0), steps(("face:170", "ahead:1")), 4_000, 1_000)) == 1_000


TEXTS = st.sampled_from(
    ["ahead:2.5", "oblique-right:33:3", "toward:77.7:2", "to:1:1.5", "wheel-left:70", "wheel-right:3",
     "back-wheel-left:45", "back-wheel-right:200", "face:123", "face:10"]
)  # fmt: skip


@unhurried
@given(poses, TEXTS, st.integers(0, 100), st.sampled_from([LINE, SHORT_LAST_RANK]))
def test_whatever_is_stood_on_along_the_way_is_swept(pose, text, percent, blocks):
    leg = take(pose, step(text), 4_000, 1_500)
    on_the_way = cut_short(leg, extent(leg) * percent // 100, 4_000, 1_500)
    fine, rough = swept(leg, blocks), swept(leg, blocks, ROUGH_STEP)
    for corner in (corner for area in standing(on_the_way.end, blocks) for corner in area):
        assert any(within(corner, piece, 4) for piece in fine)
        assert any(within(corner, piece, 4) for piece in rough)


@unhurried
@given(poses, TEXTS)
def test_a_leg_cut_short_by_nothing_ends_where_it_ended(pose, text):
    leg = take(pose, step(text), 4_000, 1_500)
    whole, none = cut_short(leg, extent(leg), 4_000, 1_500), cut_short(leg, 0, 4_000, 1_500)
    assert distance(whole.end.point, leg.end.point) <= 2
    assert none.end.point == leg.start.point
    assert whole.end.heading == leg.end.heading


def test_a_wheel_is_swept_close_to_its_arc():
    wheel = take(at(0, 0), step("wheel-left:90"), 4_000, 1_000)
    along, beyond = Point(-2_000 + 2_915, 2_915), Point(-2_000 + 2_920, 2_920)  # the rear corner goes round at 4,123
    assert not any(within(beyond, piece, 0) for piece in swept(wheel, LINE))
    assert any(within(along, piece, 0) for piece in swept(wheel, LINE))
    assert any(within(beyond, piece, 0) for piece in swept(wheel, LINE, ROUGH_STEP))


def test_a_short_last_rank_sweeps_less_than_a_full_one():
    ahead = take(at(0, 0), step("ahead:4"), 3_000, 2_000)
    behind_the_gap = Point(1_000, -1_500)
    assert not any(within(behind_the_gap, piece, 0) for piece in swept(ahead, SHORT_LAST_RANK))
    assert any(within(behind_the_gap, piece, 0) for piece in swept(ahead, (Block(-3_000, 3_000, 0, -4_000),)))


def test_a_base_that_turns_into_its_way_leaves_a_trail_of_its_width():
    leg = take(at(5_000, 5_000), step("toward:90:3"), 1_000, 1_000)
    assert set(trail(leg, 1_000, 1_000)) == {
        Point(4_500, 5_000), Point(8_500, 5_000), Point(8_500, 4_000), Point(4_500, 4_000),
    }  # fmt: skip
    long = take(at(5_000, 5_000), step("toward:90:3"), 1_000, 2_000)
    assert set(trail(long, 1_000, 2_000)) == {
        Point(4_000, 4_500), Point(9_000, 4_500), Point(9_000, 3_500), Point(4_000, 3_500),
    }  # fmt: skip


def test_blocks_stand_as_boxes_of_their_pose():
    pose = at(3_000, 4_000, QUARTER)
    assert standing(pose, SHORT_LAST_RANK) == tuple(box(pose, *block) for block in SHORT_LAST_RANK)


@given(st.lists(st.builds(Point, st.integers(-99, 99), st.integers(-99, 99)), min_size=1, max_size=6))
def test_bounds_hold_every_point_and_no_more(points):
    found = bounds(points)
    assert found == joined(bounds([point]) for point in points)
    assert all(found.west <= x <= found.east and found.south <= y <= found.north for x, y in points)
    assert {found.west, found.east} <= {x for x, _ in points}
    assert {found.south, found.north} <= {y for _, y in points}


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        (Bounds(5, 0, 9, 4), True),
        (Bounds(4, 0, 9, 4), False),
        (Bounds(-9, 0, -3, 4), True),
        (Bounds(0, -9, 4, -2), False),
        (Bounds(0, -9, 4, -3), True),
        (Bounds(0, 5, 4, 9), True),
        (Bounds(1, 1, 2, 2), False),
    ],
)
def test_boxes_are_apart_if_more_than_the_reach_lies_between(other, apart):
    one = Bounds(0, 0, 2, 2)
    assert are_apart(one, other, 2) is apart
    assert are_apart(other, one, 2) is apart


def test_the_turn_of_a_whole_circle_is_swept_all_round():
    leg = take(at(0, 0), step("wheel-left:360"), 2_000, 1_000)
    assert leg.turn == -TURN
    for far in (Point(900, 0), Point(-2_900, 0), Point(-1_000, 1_900), Point(-1_000, -1_900)):
        assert any(within(far, piece, 0) for piece in swept(leg, (Block(-2_000, 2_000, 0, -2_000),)))


def test_a_course_goes_by_the_middles_and_round_where_a_body_wheels():
    taken = legs(at(0, 0), steps(("ahead:1", "wheel-right:90")), 2_000, 1_000)
    assert list(course(taken, 1_000, 4_500)) == [(0, 500), (-61, 1_354), (500, 2_000)]
