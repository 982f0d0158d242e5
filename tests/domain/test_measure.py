"""Poses, rectangles and distances of the free table."""

import math
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.tabletop.angles import TURN, Point
from domain.tabletop.measure import Edge, Pose, base_pose, distance, footprint, gap2, meets, root, rows, within
from domain.tabletop.polygons import Segment, is_convex, shares_met
from tests.domain.shapes import (
    L_SHAPE,
    any_rectangles,
    at,
    clipped_area,
    shoelace,
    stars,
    table_points,
    table_poses,
    unhurried,
)

shapes = st.one_of(any_rectangles, stars())


def float_gap(p, a, b):
    way, to = (b[0] - a[0], b[1] - a[1]), (p[0] - a[0], p[1] - a[1])
    length = way[0] ** 2 + way[1] ** 2
    share = min(1, max(0, (to[0] * way[0] + to[1] * way[1]) / length)) if length else 0
    return math.hypot(to[0] - share * way[0], to[1] - share * way[1])


# Poses and rectangles


def test_a_pose_survives_json_and_can_be_a_key():
    pose = at(12_000, 7_500, 27_000)
    assert msgspec.json.decode(msgspec.json.encode(pose), type=Pose) == pose
    assert {pose: 1}[at(12_000, 7_500, 27_000)] == 1


@pytest.mark.parametrize("heading", [-1, TURN])
def test_a_heading_off_the_circle_is_refused_also_when_read(heading):
    with pytest.raises(ValueError, match="heading"):
        at(0, 0, heading)
    with pytest.raises(msgspec.ValidationError, match="heading"):
        msgspec.json.decode(f'{{"x":0,"y":0,"heading":{heading}}}', type=Pose)


def test_a_footprint_lies_behind_its_front_edge():
    east = footprint(at(8_000, 9_000, 9_000), 4_000, 2_000)
    assert east == ((8_000, 11_000), (8_000, 7_000), (6_000, 7_000), (6_000, 11_000))
    assert east.edge(Edge.FRONT) == ((8_000, 11_000), (8_000, 7_000))
    assert east.edge(Edge.RIGHT) == ((8_000, 7_000), (6_000, 7_000))
    assert east.edge(Edge.REAR) == ((6_000, 7_000), (6_000, 11_000))
    assert east.edge(Edge.LEFT) == ((6_000, 11_000), (8_000, 11_000))


def test_corners_of_an_odd_heading_are_rounded_once():
    assert footprint(at(0, 0, 3_000), 1_001, 500) == ((-433, 250), (433, -250), (183, -683), (-683, -183))


@unhurried
@given(table_poses, st.integers(4, 12_000), st.integers(4, 12_000))
def test_a_footprint_is_convex_and_clockwise_and_true_to_size(pose, width, depth):
    rect = footprint(pose, width, depth)
    assert is_convex(rect)
    assert shoelace(rect) < 0
    assert abs(distance(rect.front_left, rect.front_right) - width) <= 1
    assert abs(distance(rect.front_left, rect.rear_left) - depth) <= 1


@pytest.mark.parametrize(("width", "depth"), [(-1_000, 1_000), (1_000, 0), (3, 1_000)])
def test_a_footprint_without_size_is_refused(width, depth):
    with pytest.raises(ValueError, match="too small"):
        footprint(at(0, 0), width, depth)


def test_bases_stand_in_ranks_and_files():
    ranks = rows(at(10_000, 5_000), [4, 2], 1_000, 800, start=1)
    assert [len(rank) for rank in ranks] == [4, 2]
    assert ranks[0][0].front_left == (8_000, 5_000)
    assert ranks[0][3].rear_right == (12_000, 4_200)
    assert ranks[1][0].edge(Edge.FRONT) == ranks[0][1].edge(Edge.REAR)[::-1]
    assert base_pose(at(10_000, 5_000), 4, 1, 1, 1_000, 800) == at(9_500, 4_200)


@unhurried
@given(table_poses, st.integers(1, 6), st.integers(1, 3))
def test_neighbouring_bases_share_their_corners_at_any_heading(pose, files, deep):
    ranks = rows(pose, [files] * deep, 1_000, 700)
    for rank in ranks:
        for one, other in pairwise(rank):
            assert one.edge(Edge.RIGHT) == other.edge(Edge.LEFT)[::-1]
    for front, rear in pairwise(ranks):
        assert front[0].edge(Edge.REAR) == rear[0].edge(Edge.FRONT)[::-1]
    whole = footprint(pose, files * 1_000, deep * 700)
    assert (ranks[0][0].front_left, ranks[-1][-1].rear_right) == (whole.front_left, whole.rear_right)


@pytest.mark.parametrize("ranks", [[], [3, 0]])
def test_an_empty_rank_is_refused(ranks):
    with pytest.raises(ValueError, match="a base at least"):
        rows(at(0, 0), ranks, 1_000, 1_000)


# Distances


@unhurried
@given(shapes, shapes)
def test_distance_is_symmetric(a, b):
    assert gap2(a, b) == gap2(b, a)


@unhurried
@given(any_rectangles, any_rectangles)
def test_distance_is_zero_only_between_shapes_that_touch(a, b):
    crossing = any(
        list(shares_met(Segment(*p), Segment(*q)))
        for p in zip(a, a[1:] + a[:1], strict=True)
        for q in zip(b, b[1:] + b[:1], strict=True)
    )
    assert (gap2(a, b) == 0) == (crossing or clipped_area(a, b) > 0)


@unhurried
@given(shapes, shapes)
def test_distance_is_that_of_the_nearest_corner_and_side(a, b):
    assume(gap2(a, b) > 0)
    sides = [(p, q, other) for one, other in ((a, b), (b, a)) for p, q in zip(one, one[1:] + one[:1], strict=True)]
    nearest = min(float_gap(point, p, q) for p, q, other in sides for point in other)
    assert math.isclose(math.sqrt(gap2(a, b)), nearest, abs_tol=1e-6)


@unhurried
@given(shapes, shapes)
def test_within_is_exact_and_includes_the_reach(a, b):
    squared = gap2(a, b)
    up = math.isqrt(math.ceil(squared) - 1) + 1 if squared else 0
    assert within(a, b, up)
    assert not squared or not within(a, b, up - 1)


@unhurried
@given(table_points, table_points, table_points)
def test_a_point_is_no_nearer_to_a_segment_than_to_its_line(p, a, b):
    assume(a != b)
    line = b.minus(a)
    assert gap2(p, Segment(a, b)) >= Fraction(line.cross(p.minus(a)) ** 2, line.dot(line))
    assert gap2(p, Segment(a, b)) <= min(gap2(p, a), gap2(p, b))


@pytest.mark.parametrize(
    ("a", "b", "squared"),
    [
        pytest.param(Point(0, 0), Point(3, 4), 25, id="point and point"),
        pytest.param(Point(5, 5), Point(5, 5), 0, id="a point and itself"),
        pytest.param(Point(3, 4), Segment(Point(0, 0), Point(9, 0)), 16, id="point abreast of a segment"),
        pytest.param(Point(12, 4), Segment(Point(0, 0), Point(9, 0)), 25, id="point past its end"),
        pytest.param(Point(12, 0), Segment(Point(0, 0), Point(9, 0)), 9, id="point in its line"),
        pytest.param(Point(0, 1), Segment(Point(0, 0), Point(1, 1)), Fraction(1, 2), id="a distance that is no whole"),
        pytest.param(Segment(Point(0, 0), Point(4, 4)), Segment(Point(0, 4), Point(4, 0)), 0, id="segments that cross"),
        pytest.param(
            Segment(Point(0, 0), Point(4, 4)), Segment(Point(5, 5), Point(9, 9)), 2, id="segments in one line"
        ),
        pytest.param(Segment(Point(0, 0), Point(4, 0)), Segment(Point(1, 3), Point(9, 3)), 9, id="parallel segments"),
        pytest.param(Point(1, 1), L_SHAPE, 0, id="a point inside"),
        pytest.param(Point(3, 4), L_SHAPE, 1, id="a point in the hollow"),
    ],
)
def test_distance_by_hand(a, b, squared):
    assert gap2(a, b) == squared == gap2(b, a)


def test_ll_g_4_six_base_widths_are_within_six_base_widths():
    shooter, target = footprint(at(5_000, 5_000), 4_000, 1_000), footprint(at(8_000, 11_000, 18_000), 4_000, 1_000)
    assert distance(shooter, target) == 6_000
    assert within(shooter, target, 6_000)
    assert not within(shooter, target, 5_999)


@unhurried
@given(st.fractions(0, 10**9))
def test_a_root_is_the_nearest_whole_number(squared):
    assert (2 * root(squared) - 1) ** 2 <= 4 * squared < (2 * root(squared) + 1) ** 2 or squared < Fraction(1, 4)


def test_a_reach_below_zero_is_refused():
    with pytest.raises(ValueError, match="below zero"):
        within(Point(0, 0), Point(0, 0), -1)


# Segments that meet


def test_segments_meet_at_an_end_if_one_says_so():
    wall = Segment(Point(0, 0), Point(10, 0))
    assert meets(wall, Segment(Point(5, -5), Point(5, 5)), touch=False)
    assert meets(wall, Segment(Point(5, 0), Point(5, 5)))
    assert not meets(wall, Segment(Point(5, 0), Point(5, 5)), touch=False)
    assert meets(wall, Segment(Point(8, 0), Point(20, 0)))
    assert not meets(wall, Segment(Point(11, 0), Point(20, 0)))


@unhurried
@given(table_points, table_points, table_points, table_points)
def test_segments_meet_where_their_shares_say(a, b, c, d):
    assume(a != b)
    one, other = Segment(a, b), Segment(c, d)
    shares = list(shares_met(one, other))
    assert meets(one, other) == meets(other, one) == bool(shares)
    for share in shares:
        x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
        assert (d.x - c.x) * (y - c.y) == (d.y - c.y) * (x - c.x)
