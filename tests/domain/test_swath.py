"""The ground a whole move covers, what it meets, and how far it came by then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop.bodies import are_within, do_overlap
from domain.tabletop.lengths import steps
from domain.tabletop.manoeuvre import legs, way
from domain.tabletop.swath import along, covers, leaves_table, runs_over, stands, swath, touches, way_to
from tests.domain.shapes import Troop, at, poses, unhurried

LINE = Troop(at(10_000, 10_000))
PATHS = st.sampled_from(
    [("ahead:2",), ("wheel-left:40", "ahead:1"), ("oblique-right:30:2",), ("back:1", "right:2"), ("wheel-right:90",)]
)


def ground_of(body, path, turns=False):
    taken = legs(body.pose, steps(path), body.frontage, body.whole_depth)
    return swath((stands(body), *(along(leg, body, turns) for leg in taken)))


def end_of(body, path):
    *_, last = legs(body.pose, steps(path), body.frontage, body.whole_depth)
    return body.at(last.end)


@unhurried
@given(poses, PATHS, poses)
def test_what_a_body_touches_where_it_starts_or_ends_its_ground_touches(pose, path, other):
    body, there = Troop(pose), Troop(other, 1_500)
    ground = ground_of(body, path)
    for place in (body, end_of(body, path)):
        assert touches(ground, there, 10) or not are_within(place, there, 10)
        assert runs_over(ground, there) or not do_overlap(place, there, 5)


@unhurried
@given(poses, PATHS, poses)
def test_the_way_to_a_body_is_no_longer_than_the_whole(pose, path, other):
    body, there = Troop(pose), Troop(other, 1_500)
    ground = ground_of(body, path)
    whole = way(legs(pose, steps(path), body.frontage, body.whole_depth))
    gone = way_to(ground, body, there, 10)
    assert gone <= whole
    assert gone == whole or touches(ground, there, 10)
    assert not (gone and are_within(body, there, 10))


@pytest.mark.parametrize("path", [("ahead:3",), ("ahead:1", "ahead:2")])
def test_a_straight_way_to_a_body_ends_within_reach_of_it(path):
    there = Troop(at(10_000, 13_000), 2_000)
    assert way_to(ground_of(LINE, path), LINE, there, 10) == 1_990


@pytest.mark.parametrize(
    ("north", "touched", "over"), [(13_000, True, False), (12_985, True, True), (13_011, False, False)]
)
def test_to_touch_is_not_to_run_over(north, touched, over):
    ground, there = ground_of(LINE, ("ahead:2",)), Troop(at(10_000, north))
    assert (touches(ground, there, 10), runs_over(ground, there, 10)) == (touched, over)


def test_a_wheel_covers_all_that_its_front_swings_over_and_no_more():
    ground, end = ground_of(LINE, ("wheel-left:90",)), end_of(LINE, ("wheel-left:90",))
    within, beyond = Troop(at(10_500, 12_500), 100, 100), Troop(at(11_000, 13_000), 100, 100)
    assert runs_over(ground, within)
    assert not do_overlap(end, within)
    assert not runs_over(ground, beyond), "though its rough outline reaches so far"


def test_what_turns_along_its_way_is_no_wider_aside_than_ahead():
    limber, beside = Troop(at(10_000, 10_000), 1_000, 2_000), Troop(at(12_000, 8_300), 500, 200)
    assert runs_over(ground_of(limber, ("right:3",)), beside)
    assert not runs_over(ground_of(limber, ("right:3",), turns=True), beside)


@pytest.mark.parametrize(("path", "leaves"), [("ahead:2", False), ("ahead:2.01", False), ("ahead:2.011", True)])
def test_a_move_leaves_the_table_by_more_than_the_slack(path, leaves):
    assert leaves_table(ground_of(LINE, (path,)), 20_000, 12_000, 10) is leaves


def test_ground_is_asked_in_pieces():
    ground = ground_of(LINE, ("ahead:2", "wheel-right:30"))
    assert covers(ground, lambda area: max(y for _, y in area) > 12_500)
    assert not covers(ground, lambda area: min(y for _, y in area) > 13_000)
