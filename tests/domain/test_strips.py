"""Strips in whole numbers: the same answers as the exact geometry of zones.py, and quick enough for a scan."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop import zones
from domain.tabletop.angles import QUARTER, SCALE, TURN, Point
from domain.tabletop.measure import base_pose, footprint, offset, turned
from domain.tabletop.polygons import Segment, convex_parts
from domain.tabletop.strips import (
    beyond,
    clip,
    is_screened,
    is_touched,
    near_sides,
    seen,
    stretch,
    turned_strip,
    turns_toward,
)
from tests.domain.shapes import (
    angles,
    at,
    block,
    first_in_strip,
    first_met,
    line,
    points,
    poses,
    rectangles,
    stars,
    unhurried,
    widths,
)

SHORT, LONG = 6_000, 24_000
FINE = SCALE // 1_000  # turns are rounded once more than exact ones, and a steep side makes more of it
turns = st.integers(-89, 89)
walls = st.lists(st.builds(Segment, points, points).filter(lambda wall: wall.start != wall.end), max_size=4)


def ahead_of(pose):
    """Rectangles wholly ahead of the front line."""
    places = st.builds(offset, st.just(pose), st.integers(-3_000, 3_000), st.integers(4_500, 9_000))
    return st.builds(
        lambda place, heading, width, depth: footprint(at(*place, heading), width, depth),
        places, angles, st.integers(200, 4_000), st.integers(200, 2_000),
    )  # fmt: skip


def strip(width=1_000, turn=0, aside=0):
    return turned_strip(aside, width, turn * 100)


def square(left, near, right, far):
    """A block as seen straight from the front, in milli-units."""
    return tuple((x * SCALE, y * SCALE) for x, y in ((left, near), (left, far), (right, far), (right, near)))


# Where a shape begins and ends


@unhurried
@given(poses, widths, turns, st.lists(rectangles, min_size=1, max_size=4))
def test_the_first_shape_met_is_that_of_the_exact_geometry(pose, width, turn, shapes):
    exact = first_in_strip(turned(pose, turn * 100), width, LONG, shapes)
    met = first_met(strip(width, turn), [seen(pose, shape) for shape in shapes])
    assert (met is None) == (exact is None)
    assert exact is None or met is None or abs(exact.distance * SCALE - met.near) <= FINE


@unhurried
@given(poses, widths, st.lists(rectangles, min_size=1, max_size=4))
def test_straight_ahead_it_is_the_same_shape_at_the_same_distance(pose, width, shapes):
    exact = first_in_strip(pose, width, LONG, shapes)
    met = first_met(strip(width), [seen(pose, shape) for shape in shapes])
    assert (met and met.place) == (exact and exact.obstacle)
    assert exact is None or met is None or abs(exact.distance * SCALE - met.near) <= FINE


@unhurried
@given(poses, widths, turns, stars())
def test_a_hollow_shape_begins_where_the_first_of_its_parts_does(pose, width, turn, star):
    exact = first_in_strip(turned(pose, turn * 100), width, LONG, [star])
    met = first_met(strip(width, turn), [seen(pose, part) for part in convex_parts(star)])
    assert (met is None) == (exact is None)
    assert exact is None or met is None or abs(exact.distance * SCALE - met.near) <= FINE


@unhurried
@given(st.sampled_from(range(0, TURN, QUARTER)), st.integers(1, 5), st.integers(0, 4), rectangles)
def test_a_strip_aside_of_the_middle_is_that_of_the_base_there(heading, files, file, shape):
    pose, file = at(1_000, 1_000, heading), file % files
    own = first_in_strip(base_pose(pose, files, file, 0, 1_000, 1_000), 1_000, LONG, [shape])
    met = stretch(turned_strip((2 * file + 1 - files) * 1_000, 1_000, 0), seen(pose, shape))
    assert (met is None) == (own is None)
    assert own is None or met is None or abs(own.distance * SCALE - met.near) <= FINE


def test_a_shape_begins_at_its_nearest_point_in_the_strip_and_ends_at_its_farthest():
    sloping = seen(at(0, 0), (Point(-1_000, 2_000), Point(1_000, 4_000), Point(1_000, 5_000), Point(-1_000, 3_000)))
    found = stretch(strip(), sloping)
    assert found is not None
    assert (round(found.near / SCALE), round(found.far / SCALE)) == (2_500, 4_500)


@pytest.mark.parametrize(
    ("left", "right", "begins"),
    [
        pytest.param(500, 1_500, None, id="touching the side of the strip is not being in it"),
        pytest.param(499, 1_500, 3_000, id="a thousandth is enough"),
        pytest.param(-1_500, -499, 3_000, id="on the left as well"),
        pytest.param(-100, 100, 3_000, id="in the middle"),
        pytest.param(-9_000, 9_000, 3_000, id="across and beyond both sides"),
    ],
)
def test_to_be_in_a_strip(left, right, begins):
    found = stretch(strip(), square(left, 3_000, right, 4_000))
    assert (found.near if found else None) == (begins * SCALE if begins else None)


def test_what_lies_behind_the_near_side_is_not_met_and_what_crosses_it_is_met_at_once():
    assert stretch(strip(), square(-400, -2_000, 400, -500)) is None
    assert stretch(strip(), square(-400, -500, 400, 700)) == (0, 700 * SCALE)


def test_a_line_has_a_stretch_of_its_own():
    assert stretch(strip(), seen(at(0, 0), line((-2_000, 1_000), (2_000, 1_000)))) == (1_000 * SCALE, 1_000 * SCALE)
    assert stretch(strip(), seen(at(0, 0), line((500, 1_000), (500, 2_000)))) is None


def test_of_equals_the_first_listed_is_met_first():
    here = square(-400, 2_000, 400, 3_000)
    found = first_met(strip(), [square(-400, 2_001, 400, 3_000), here, here])
    assert found == (1, 2_000 * SCALE)
    assert first_met(strip(), []) is None


# Cutting


def test_beyond_leaves_what_is_farther_and_nothing_of_what_is_not():
    shape = square(-400, 50, 400, 900)
    assert beyond(shape, 100 * SCALE) == square(-400, 100, 400, 900)
    assert beyond(shape, 900 * SCALE) == ()
    assert beyond(shape, 0) == shape
    assert beyond((), 0) == ()


@unhurried
@given(poses, rectangles, st.integers(-3_000, 3_000))
def test_a_cut_keeps_what_the_exact_clip_keeps(pose, shape, by):
    exact = zones.clip(shape, [zones.ahead_of(pose, by)])
    left = clip(seen(pose, shape), 0, 1, by * SCALE)
    assert len(left) == len(exact)
    for (x, y), (_, ahead) in zip(exact, left, strict=True):
        assert abs(zones.ahead_of(pose).at(x, y) - ahead) <= 1


# Screens


@unhurried
@given(poses, widths, st.data(), walls)
def test_a_target_is_screened_where_the_exact_geometry_says_so(pose, width, data, screens):
    target = data.draw(ahead_of(pose))
    exact = zones.is_screened(pose, width, target, screens)
    assert is_screened(strip(width), seen(pose, target), [seen(pose, wall) for wall in screens]) == exact


@unhurried
@given(poses, widths, st.data())
def test_an_area_ahead_screens_like_its_outline(pose, width, data):
    target, area = data.draw(ahead_of(pose)), data.draw(ahead_of(pose))
    outline = [seen(pose, side) for side in zip(area, area[1:] + area[:1], strict=True)]
    spots = seen(pose, target)
    assert is_screened(strip(width), spots, [seen(pose, area)]) == is_screened(strip(width), spots, outline)


def test_a_wall_with_a_gap_screens_nothing_but_touches():
    target = square(-2_000, 3_000, 2_000, 4_000)
    wall = [seen(at(0, 0), line((-800, 2_000), (-10, 2_000))), seen(at(0, 0), line((10, 2_000), (800, 2_000)))]
    assert not is_screened(strip(), target, wall)
    assert is_touched(strip(), target, wall)
    closed = [*wall, seen(at(0, 0), line((-10, 1_000), (10, 1_000)))]
    assert is_screened(strip(), target, closed)


def test_only_the_lines_that_reach_the_target_are_screened():
    target = square(100, 3_000, 400, 4_000)
    assert is_screened(strip(), target, [seen(at(0, 0), line((50, 1_000), (450, 1_000)))])
    assert not is_touched(strip(), target, [seen(at(0, 0), line((-400, 1_000), (100, 1_000)))])


@pytest.mark.parametrize(("behind", "covers"), [(0, True), (100, True), (101, False)])
def test_a_screen_no_farther_behind_the_near_side_than_the_slack_counts(behind, covers):
    target, wall = square(-400, 3_000, 400, 4_000), seen(at(0, 0), line((-900, 3_000 + behind), (900, 3_000 + behind)))
    assert is_screened(strip(), target, [wall], 100 * SCALE) == covers
    assert is_touched(strip(), target, [wall], 100 * SCALE) == covers


def test_the_slack_is_square_to_a_slanting_side_and_does_not_reach_past_its_end():
    side = (Point(-900, 3_000), Point(-900, 3_900), Point(900, 5_700), Point(900, 4_800))  # at 45 degrees
    target = seen(at(0, 0), side)
    shifted = [seen(at(0, 0), line((-900, 3_000 + up), (900, 4_800 + up))) for up in (141, 143)]
    assert [is_touched(strip(), target, [wall], 100 * SCALE) for wall in shifted] == [True, False]
    grazed = seen(at(0, 0), (Point(480, 2_000), Point(470, 4_000), Point(1_400, 4_000), Point(1_400, 2_000)))
    assert not is_touched(strip(), grazed, [seen(at(0, 0), line((-900, 4_300), (900, 4_300)))], 100 * SCALE)


def test_near_sides_are_those_that_face_the_strip():
    corner = seen(at(0, 0), (Point(0, 2_000), Point(-900, 2_900), Point(0, 3_800), Point(900, 2_900)))
    sides = sorted(near_sides(strip(), corner))
    assert sides == [
        ((-500 * SCALE, 2_500 * SCALE), (0, 2_000 * SCALE)),
        ((0, 2_000 * SCALE), (500 * SCALE, 2_500 * SCALE)),
    ]


# Turns


@unhurried
@given(poses, rectangles, st.integers(-3, 3), turns)
def test_no_turn_that_meets_a_shape_within_reach_is_left_out(pose, shape, files, turn):
    spots = beyond(seen(pose, shape), 0)
    found = stretch(turned_strip(files * 1_000, 1_000, turn * 100), spots) if spots else None
    if found and found.near <= SHORT * SCALE:
        degrees, least = turns_toward(files * 1_000, 1_000, SHORT, spots, 89)
        assert turn in degrees
        assert least <= found.near


def test_turns_are_few_for_what_is_small_and_far_and_none_for_what_is_out_of_reach():
    assert turns_toward(0, 1_000, LONG, square(-500, 20_000, 500, 21_000), 45) == (range(-5, 7), 19_497 * SCALE)
    assert not turns_toward(0, 1_000, SHORT, square(-500, 20_000, 500, 21_000), 45).degrees
    assert turns_toward(0, 1_000, SHORT, square(-500, 100, 500, 1_000), 45) == (range(-45, 46), 0)


def test_a_shape_far_to_the_side_is_met_by_a_turn_to_that_side_only():
    right = turns_toward(0, 1_000, SHORT, square(2_000, 1_500, 3_000, 2_500), 45).degrees
    assert 20 < right.start < right.stop == 46
    left = turns_toward(0, 1_000, SHORT, square(-3_000, 1_500, -2_000, 2_500), 45).degrees
    assert -45 == left.start < left.stop < -18
    assert not turns_toward(0, 1_000, SHORT, square(3_000, 0, 4_000, 100), 45).degrees


def test_a_turned_strip_is_turned_about_its_own_middle():
    heading = TURN // 8
    pose = at(0, 0)
    ahead = footprint(turned(at(4_000, 4_000), (heading + TURN // 2) % TURN), 1_000, 1_000)
    found = stretch(strip(1_000, 45), seen(pose, ahead))
    assert found is not None
    assert abs(found.near - 5_657 * SCALE) < SCALE
    assert stretch(strip(1_000, 45), seen(pose, block(-4_500, 3_500, -3_500, 4_500))) is None
