"""Arcs, strips, screens and sight."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.tabletop.angles import QUARTER, Point, rotate
from domain.tabletop.measure import base_pose, within
from domain.tabletop.polygons import Segment, convex_parts, edges, hull, overlaps, polygon, segments, shares_met
from domain.tabletop.zones import (
    HalfPlane,
    clip,
    is_screened,
    lies_bare,
    lines,
    shadow,
)
from tests.domain.shapes import (
    ahead,
    angles,
    at,
    block,
    clipped_area,
    first_in_strip,
    line,
    points,
    poses,
    rectangles,
    shoelace,
    stars,
    unhurried,
    widths,
)

# Strips, shadows, screens and lines


def test_a_strip_begins_at_the_front_edge():
    assert ahead(at(500, 0), 1_000, 6_000) == ((0, 6_000), (1_000, 6_000), (1_000, 0), (0, 0))
    with pytest.raises(ValueError, match="too small"):
        ahead(at(0, 0), 1_000, -6_000)


def test_ll_5_zone_2_the_first_base_met_even_barely_is_struck():
    base = base_pose(at(2_000, 0), 4, 0, 0, 1_000, 1_000)
    far, near = block(0, 4_000, 1_000, 5_000), block(980, 3_000, 2_000, 4_000)
    assert first_in_strip(base, 1_000, 6_000, [far, near]) == (1, 3_000)
    assert first_in_strip(base, 1_000, 6_000, [far, near], inset=20) == (0, 4_000)
    assert first_in_strip(base, 1_000, 6_000, [block(1_000, 1_000, 2_000, 2_000)]) is None
    assert first_in_strip(base, 1_000, 6_000, [block(0, -2_000, 1_000, -1_000)]) is None


def test_ll_g_4_a_target_at_the_very_end_of_the_strip_is_in_reach():
    assert first_in_strip(at(0, 0), 1_000, 6_000, [block(0, 6_000, 100, 7_000)]) == (0, 6_000)
    assert first_in_strip(at(0, 0), 1_000, 5_999, [block(0, 6_000, 100, 7_000)]) is None


def test_the_distance_along_a_strip_is_that_of_the_part_inside_it():
    slanted = polygon([(0, 4_000), (3_000, 7_000), (3_000, 1_000)])
    assert first_in_strip(at(0, 0), 2_000, 6_000, [slanted]) == (0, 3_000)


@unhurried
@given(poses, widths, st.lists(stars(), min_size=1, max_size=4))
def test_what_is_struck_overlaps_the_strip_and_nothing_overlaps_a_shorter_one(pose, width, obstacles):
    struck = first_in_strip(pose, width, 5_000, obstacles)
    assume(struck is None or struck.distance > 20)
    reach = 5_000 if struck is None else int(struck.distance)
    assert not any(overlaps(ahead(pose, width, reach - 2), o, tolerance=2) for o in obstacles)
    if struck and struck.distance < 4_990:
        assert within(ahead(pose, width, reach + 2), obstacles[struck.obstacle], 2)


def test_bp_chg_12_how_much_of_a_side_is_covered():
    side = line((0, 0), (12_000, 0))
    assert shadow(side, block(-1_000, 5, 5_000, 900)) == (0, Fraction(5, 12))
    assert shadow(side, block(5_000, 5, 21_000, 900)) == (Fraction(5, 12), 1)
    assert shadow(side, block(12_000, 5, 21_000, 900)) is None
    with pytest.raises(ValueError, match="no length"):
        shadow(line((1, 1), (1, 1)), block(0, 0, 1, 1))


@pytest.mark.parametrize(
    ("walls", "covered"),
    [
        pytest.param([[(-9_000, 2_000), (9_000, 2_000)]], True, id="a wall across"),
        pytest.param([[(-9_000, 2_000), (1_999, 2_000)]], False, id="a gap of one milli-unit"),
        pytest.param([[(-9_000, 2_000), (2_000, 2_000)]], True, id="a wall that ends at the flank line"),
        pytest.param([[(-9_000, 2_000), (500, 2_000)], [(400, 1_000), (9_000, 1_000)]], True, id="two that overlap"),
        pytest.param([[(-9_000, 4_500), (9_000, 4_500)]], False, id="a wall within the target"),
        pytest.param([[(-9_000, -50), (9_000, -50)]], False, id="a wall behind the front"),
        pytest.param([[(-9_000, 1_000), (9_000, 7_000)]], False, id="a wall that slants behind the target"),
        pytest.param([[(0, 0), (0, 4_000)]], False, id="a wall along the line of sight"),
        pytest.param([], False, id="no wall"),
    ],
)
def test_ll_7_cover_2_a_target_has_cover_if_no_line_straight_ahead_misses_it(walls, covered):
    screens = [piece for wall in walls for piece in segments(wall)]
    assert is_screened(at(0, 0), 4_000, block(-3_000, 4_000, 3_000, 5_000), screens) is covered


def test_ll_7_cover_2_only_lines_that_reach_the_target_count():
    assert is_screened(at(0, 0), 4_000, block(1_000, 4_000, 3_000, 5_000), [line((900, 2_000), (2_100, 2_000))])
    assert not is_screened(at(0, 0), 4_000, block(3_000, 4_000, 5_000, 5_000), [line((0, 2_000), (9_000, 2_000))])


def test_ll_g_8_a_wall_within_the_tolerance_of_touching_edges_lies_between():
    touching, wall = block(-3_000, 0, 3_000, 1_000), [line((-9_000, 80), (9_000, 80))]
    assert not is_screened(at(0, 0), 4_000, touching, wall)
    assert is_screened(at(0, 0), 4_000, touching, wall, slack=100)
    assert is_screened(at(0, 0), 4_000, touching, [line((-9_000, -80), (9_000, -80))], slack=100)


short = st.builds(Point, st.integers(-9, 9), st.integers(-2, 9))


def height_at(segment, x):
    """How far north a segment runs at x, if it gets there and does not stand upright."""
    (ax, ay), (bx, by) = segment
    if ax == bx or not min(ax, bx) <= x <= max(ax, bx):
        return None
    return ay + Fraction((by - ay) * (x - ax), bx - ax)


def sampled_screen(target, walls, half):
    """Look north along one line between any two places where something begins, ends or crosses."""
    sides = [Segment(*side) for side in edges(target)]
    axis = line((-99, 0), (99, 0))
    turns = {p[0] for piece in (*sides, *walls) for p in piece} | {-half, half}
    for wall in (*walls, *sides):
        for other in (*sides, axis):
            turns |= {wall.start.x + (wall.end.x - wall.start.x) * share for share in shares_met(wall, other)}
    middles = [(a + b) / Fraction(2) for a, b in pairwise(sorted(turns)) if -half <= a and b <= half]
    seen = False
    for x in middles:
        ahead = [y for side in sides if (y := height_at(side, x)) is not None and y >= 0]
        if ahead:
            seen = True
            if not any((y := height_at(wall, x)) is not None and 0 <= y <= min(ahead) for wall in walls):
                return False
    return seen


@unhurried
@given(st.lists(short, min_size=3, max_size=6), st.lists(st.tuples(short, short), max_size=5))
def test_a_target_is_screened_where_looking_straight_ahead_says_so(cloud, ends):
    assume(any((b.x - a.x) * (c.y - a.y) != (b.y - a.y) * (c.x - a.x) for a in cloud for b in cloud for c in cloud))
    target, walls = hull(cloud), [Segment(a, b) for a, b in ends if a != b]
    assert is_screened(at(0, 0), 8, target, walls) is sampled_screen(target, walls, 4)


@unhurried
@given(angles, st.lists(st.tuples(points, points), max_size=4))
def test_a_screen_turns_with_the_table(angle, ends):
    quarter = angle // QUARTER
    walls = [Segment(a, b) for a, b in ends if a != b]
    target = block(-900, 5_000, 2_500, 6_000)

    def turn(shape):
        return tuple(rotate(p, Point(0, 0), quarter * QUARTER) for p in shape)

    turned_walls = [Segment(*turn(wall)) for wall in walls]
    here = is_screened(at(0, 0), 4_000, target, walls)
    assert is_screened(at(0, 0, quarter * QUARTER), 4_000, turn(target), turned_walls) is here


def test_lines_are_spaced_evenly_from_edge_to_edge():
    front, far = line((0, 0), (4_000, 0)), line((0, 9_000), (1_000, 9_000))
    assert [(a.x, b.x) for a, b in lines(front, far, 3)] == [(0, 0), (2_000, 500), (4_000, 1_000)]
    assert {a for a, _ in lines(line((5, 5), (5, 5)), far, 9)} == {(5, 5)}
    with pytest.raises(ValueError, match="span an edge"):
        lines(front, far, 1)


# Worked positions of the rules references


def test_bp_e25_a_side_already_fought_may_be_charged_if_half_of_it_is_free():
    side, friend = line((0, 0), (12_000, 0)), block(0, 0, 5_000, 1_000)
    low, high = shadow(side, friend)
    free = 12_000 * (1 - (high - low))
    assert free == 7_000
    assert 2 * free >= 12_000
    assert 2 * free < 16_000


@pytest.mark.parametrize(
    ("shape", "rim", "bare"),
    [
        pytest.param(block(1_000, 0, 2_000, 9_000), 0, False, id="all the river is bridged"),
        pytest.param(block(990, 0, 2_010, 9_000), 0, True, id="ten units stick out on both sides"),
        pytest.param(block(990, 0, 2_010, 9_000), 10, False, id="they are all rim"),
        pytest.param(block(980, 0, 2_010, 9_000), 10, True, id="twenty units are more than the rim"),
        pytest.param(block(4_000, 0, 5_000, 2_005), 10, False, id="only the rim reaches the bank"),
        pytest.param(block(4_000, 0, 5_000, 2_015), 10, True, id="more than the rim stands in the river"),
        pytest.param(block(1_000, 0, 1_500, 2_500), 0, False, id="half over the bridge"),
        pytest.param(block(6_000, 0, 9_000, 9_000), 0, True, id="one of two bridges is too narrow"),
    ],
)
def test_what_lies_bare_is_on_the_ground_and_under_no_cover(shape, rim, bare):
    river = block(0, 2_000, 20_000, 4_000)
    bridges = [block(1_000, 1_500, 2_000, 4_500), block(6_000, 1_500, 8_000, 4_500)]
    assert lies_bare(shape, river, bridges, rim) is bare


@unhurried
@given(rectangles, stars(), rectangles)
def test_something_lies_bare_if_more_area_is_shared_with_the_ground_than_with_its_cover(shape, ground, cover):
    shared = [clip(shape, [_side(a, b) for a, b in edges(part)]) for part in convex_parts(ground)]
    bare = sum(abs(shoelace(part)) - clipped_area(part, cover) for part in shared if part)
    assert lies_bare(shape, ground, [cover]) is (bare > 0)


def _side(a, b):
    return HalfPlane(b.y - a.y, a.x - b.x, a.y * b.x - a.x * b.y)
