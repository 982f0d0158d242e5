"""Points, poses, polygons, distances and angles of the free table."""

import math
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.measure import (
    HALF_TURN,
    PI,
    PI_SCALE,
    QUARTER,
    SCALE,
    TURN,
    Edge,
    Point,
    Pose,
    Segment,
    area2,
    base_pose,
    bearing,
    contains,
    convex_parts,
    cosine,
    direction,
    distance,
    footprint,
    gap2,
    in_arc,
    is_convex,
    meets,
    offset,
    on_table,
    overlaps,
    passes_through,
    polygon,
    root,
    rotate,
    round_div,
    rows,
    segments,
    shares_met,
    sine,
    spans,
    turn_between,
    turned,
    within,
)

unhurried = settings(deadline=None, max_examples=70)

angles = st.integers(0, TURN - 1)
points = st.builds(Point, st.integers(0, 36_000), st.integers(0, 24_000))
poses = st.builds(Pose, x=st.integers(0, 36_000), y=st.integers(0, 24_000), heading=angles)
near_poses = st.builds(Pose, x=st.integers(0, 5_000), y=st.integers(0, 5_000), heading=angles)
rectangles = st.builds(footprint, near_poses, st.integers(4, 6_000), st.integers(4, 3_000))


@st.composite
def stars(draw):
    """Simple polygons, mostly hollow: corners at growing angles round a centre."""
    centre = draw(near_poses)
    count = draw(st.integers(3, 8))
    radii = draw(st.lists(st.integers(500, 4_000), min_size=count, max_size=count))
    return polygon(offset(turned(centre, i * TURN // count), 0, r) for i, r in enumerate(radii))


shapes = st.one_of(rectangles, stars())


def at(x, y, heading=0):
    return Pose(x=x, y=y, heading=heading)


def square(x, y, side=1_000):
    return polygon([(x, y), (x, y + side), (x + side, y + side), (x + side, y)])


# Oracles, written apart from the library: clipping and crossing in fractions.


def clipped_area(subject, clipper):
    ring = [(Fraction(x), Fraction(y)) for x, y in subject]
    sign = 1 if shoelace(clipper) > 0 else -1
    for (ax, ay), (bx, by) in zip(clipper, clipper[1:] + clipper[:1], strict=True):
        out = []
        for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
            p = sign * ((bx - ax) * (py - ay) - (by - ay) * (px - ax))
            q = sign * ((bx - ax) * (qy - ay) - (by - ay) * (qx - ax))
            if p >= 0:
                out.append((px, py))
            if p * q < 0:
                out.append((px + (qx - px) * p / (p - q), py + (qy - py) * p / (p - q)))
        ring = out
    return abs(shoelace(ring)) if ring else Fraction(0)


def shoelace(ring):
    return sum(ring[i - 1][0] * y - ring[i - 1][1] * x for i, (x, y) in enumerate(ring))


def winding(ring, x, y):
    """Turns of the outline round a point that is not on it."""
    turns = 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        left = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        turns += (ay <= y < by and left > 0) - (by <= y < ay and left < 0)
    return turns


def float_gap(p, a, b):
    way, to = (b[0] - a[0], b[1] - a[1]), (p[0] - a[0], p[1] - a[1])
    length = way[0] ** 2 + way[1] ** 2
    share = min(1, max(0, (to[0] * way[0] + to[1] * way[1]) / length)) if length else 0
    return math.hypot(to[0] - share * way[0], to[1] - share * way[1])


# Whole numbers and angles


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


def test_the_axes_and_the_round_values_are_exact():
    assert [direction(a) for a in (0, 9_000, 18_000, 27_000)] == [(0, SCALE), (SCALE, 0), (0, -SCALE), (-SCALE, 0)]
    assert sine(3_000) == SCALE // 2 == cosine(30_000)
    assert sine(4_500) == cosine(4_500) == 707_106_781
    assert direction(-9_000) == direction(27_000)


@unhurried
@given(points, points, st.integers(-TURN, TURN))
def test_rotating_there_and_back_loses_at_most_one_milli_unit(point, pivot, angle):
    back = rotate(rotate(point, pivot, angle), pivot, -angle)
    assert max(abs(back.x - point.x), abs(back.y - point.y)) <= 1


def test_rotation_is_clockwise():
    assert rotate(Point(0, 1_000), Point(0, 0), QUARTER) == (1_000, 0)
    assert rotate(Point(5, 1_005), Point(5, 5), 3_000) == (505, 871)


@unhurried
@given(points, points)
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


@unhurried
@given(poses, points, st.integers(0, HALF_TURN))
def test_an_arc_agrees_with_the_bearing_away_from_its_edge(pose, point, half_angle):
    assume(point != pose.point)
    off = abs(turn_between(pose.heading, bearing(pose.point, point)))
    assume(abs(off - half_angle) > 1)
    assert in_arc(pose, point, half_angle) == (off < half_angle)


@pytest.mark.parametrize(
    ("x", "y", "half_angle", "inside"),
    [
        pytest.param(500, 500, 4_500, True, id="the edge of an arc belongs to it"),
        pytest.param(501, 500, 4_500, False, id="one milli-unit beyond does not"),
        pytest.param(0, -1, 0, False, id="straight behind is not in the arc of no width"),
        pytest.param(0, 9, 0, True, id="straight ahead is"),
        pytest.param(-9, 0, 9_000, True, id="abeam is in the half circle"),
        pytest.param(-9, -1, 9_000, False, id="abaft the beam is not"),
        pytest.param(1, -1, 13_500, True, id="wide arcs have edges too"),
        pytest.param(1, -2, 13_500, False, id="and a blind wedge behind"),
        pytest.param(0, -1, 18_000, True, id="all round"),
        pytest.param(0, 0, 0, True, id="its own point"),
    ],
)
def test_in_arc_by_hand(x, y, half_angle, inside):
    assert in_arc(at(0, 0), Point(x, y), half_angle) is inside


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
@given(poses, st.integers(4, 12_000), st.integers(4, 12_000))
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
@given(poses, st.integers(1, 6), st.integers(1, 3))
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


# Polygons

L_SHAPE = polygon([(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)])


@pytest.mark.parametrize(
    "ring",
    [
        pytest.param([], id="none"),
        pytest.param([(0, 0), (1, 0)], id="two points"),
        pytest.param([(0, 0), (1, 1), (2, 2)], id="points on one line"),
        pytest.param([(0, 0), (2, 2), (2, 0), (0, 2)], id="a bow tie"),
        pytest.param([(0, 0), (4, 0), (4, 4), (4, 1), (0, 4)], id="a side that runs back on itself"),
        pytest.param([(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)], id="a point met twice"),
    ],
)
def test_nonsense_is_no_polygon(ring):
    with pytest.raises(ValueError, match=r"enclose no area|crosses or touches"):
        polygon(ring)


def test_a_closing_point_is_dropped():
    assert polygon([(0, 0), (0, 5), (5, 5), (0, 0)]) == ((0, 0), (0, 5), (5, 5))


@pytest.mark.parametrize("measure", [area2, lambda p: contains(p, Point(0, 0)), lambda p: overlaps(p, L_SHAPE)])
def test_an_empty_polygon_is_refused(measure):
    with pytest.raises(ValueError, match="point"):
        measure(())


def test_a_polyline_needs_two_points():
    assert segments([(0, 0), (5, 0), (5, 5)]) == (((0, 0), (5, 0)), ((5, 0), (5, 5)))
    with pytest.raises(ValueError, match="two points"):
        segments([(0, 0)])


def test_twice_the_area_of_a_hollow_polygon():
    assert area2(L_SHAPE) == 24 == area2(L_SHAPE[::-1])


@unhurried
@given(stars())
def test_convex_parts_make_up_the_polygon(star):
    parts = convex_parts(star)
    assert all(is_convex(part) and shoelace(part) < 0 for part in parts)
    assert sum(area2(part) for part in parts) == area2(star)


@unhurried
@given(stars(), st.builds(Point, st.integers(-4_000, 9_000), st.integers(-4_000, 9_000)))
def test_contains_agrees_with_the_winding_number_and_with_the_parts(star, point):
    inside = contains(star, point)
    assert inside == any(contains(part, point) for part in convex_parts(star))
    if contains(star, point, outline=False) == inside:
        assert inside == bool(winding(star, *point))


def test_the_outline_belongs_to_a_polygon_if_one_says_so():
    for point in (Point(0, 3), Point(2, 2), Point(2, 3), Point(4, 0)):
        assert contains(L_SHAPE, point)
        assert not contains(L_SHAPE, point, outline=False)
    assert not contains(L_SHAPE, Point(3, 3))
    assert contains(L_SHAPE, Point(1, 2), outline=False)


def test_on_the_table_includes_its_edge():
    assert on_table(square(0, 23_000), 36_000, 24_000)
    assert not on_table(square(0, 23_001), 36_000, 24_000)
    assert not on_table(Point(-1, 0), 36_000, 24_000)


# Overlap and contact


@unhurried
@given(rectangles, rectangles)
def test_overlap_is_shared_area(a, b):
    assert overlaps(a, b) == overlaps(b, a) == (clipped_area(a, b) > 0)


@unhurried
@given(stars(), rectangles)
def test_overlap_of_a_hollow_polygon_is_shared_area(star, rect):
    assert overlaps(star, rect) == overlaps(rect, star) == (clipped_area(star, rect) > 0)


def test_overlap_counts_only_beyond_the_tolerance():
    assert not overlaps(square(0, 0), square(1_000, 0))
    assert overlaps(square(0, 0), square(999, 0))
    assert not overlaps(square(0, 0), square(990, 0), tolerance=10)
    assert overlaps(square(0, 0), square(989, 0), tolerance=10)


def test_a_corner_in_a_side_is_measured_square_to_the_side():
    diamond = polygon([(0, 0), (1_000, 1_000), (2_000, 0), (1_000, -1_000)])
    assert not overlaps(diamond, square(1_990, -500), tolerance=10)
    assert overlaps(diamond, square(1_989, -500), tolerance=10)


@unhurried
@given(rectangles, rectangles, st.integers(1, 400))
def test_what_a_shift_within_the_tolerance_parts_does_not_overlap(a, b, tolerance):
    for x, y in ((tolerance, 0), (-tolerance, 0), (0, tolerance), (0, -tolerance)):
        if not overlaps(tuple(p.plus(Point(x, y)) for p in a), b):
            assert not overlaps(a, b, tolerance)


# Distances


@unhurried
@given(shapes, shapes)
def test_distance_is_symmetric(a, b):
    assert gap2(a, b) == gap2(b, a)


@unhurried
@given(rectangles, rectangles)
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
@given(points, points, points)
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


# Lines


def test_segments_meet_at_an_end_if_one_says_so():
    wall = Segment(Point(0, 0), Point(10, 0))
    assert meets(wall, Segment(Point(5, -5), Point(5, 5)), touch=False)
    assert meets(wall, Segment(Point(5, 0), Point(5, 5)))
    assert not meets(wall, Segment(Point(5, 0), Point(5, 5)), touch=False)
    assert meets(wall, Segment(Point(8, 0), Point(20, 0)))
    assert not meets(wall, Segment(Point(11, 0), Point(20, 0)))


@unhurried
@given(points, points, points, points)
def test_segments_meet_where_their_shares_say(a, b, c, d):
    assume(a != b)
    one, other = Segment(a, b), Segment(c, d)
    shares = list(shares_met(one, other))
    assert meets(one, other) == meets(other, one) == bool(shares)
    for share in shares:
        x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
        assert (d.x - c.x) * (y - c.y) == (d.y - c.y) * (x - c.x)


def test_where_segments_meet_by_hand():
    line = Segment(Point(0, 0), Point(8, 0))
    assert list(shares_met(line, Segment(Point(2, -3), Point(2, 3)))) == [Fraction(1, 4)]
    assert list(shares_met(line, Segment(Point(10, 0), Point(6, 0)))) == [Fraction(3, 4), 1]
    assert list(shares_met(line, Segment(Point(8, 0), Point(9, 0)))) == [1]
    assert list(shares_met(line, Segment(Point(0, 1), Point(8, 1)))) == []


def test_a_line_crosses_a_hollow_polygon_in_stretches():
    line = Segment(Point(-1, 3), Point(7, 3))
    comb = polygon([(0, 0), (6, 0), (6, 4), (4, 4), (4, 2), (2, 2), (2, 4), (0, 4)])
    assert spans(line, comb) == ((Fraction(1, 8), Fraction(3, 8)), (Fraction(5, 8), Fraction(7, 8)))
    assert passes_through(line, comb)
    assert not passes_through(Segment(Point(3, 3), Point(3, 9)), comb)


@pytest.mark.parametrize(
    ("line", "through"),
    [
        pytest.param(((-5, 500), (1_500, 500)), True, id="across"),
        pytest.param(((500, 500), (600, 600)), True, id="wholly inside"),
        pytest.param(((-5, 500), (1, 500)), True, id="a toe inside"),
        pytest.param(((-5, 500), (0, 500)), False, id="up to the outline"),
        pytest.param(((-5, 1_000), (2_000, 1_000)), False, id="along a side"),
        pytest.param(((-500, 500), (500, 1_500)), False, id="grazing a corner"),
        pytest.param(((-9, 400), (-2, 600)), False, id="short of it"),
    ],
)
def test_a_line_through_a_polygon(line, through):
    segment = Segment(Point(*line[0]), Point(*line[1]))
    assert passes_through(segment, square(0, 0)) is through
    assert bool(spans(segment, square(0, 0))) is through


@unhurried
@given(stars(), points, points)
def test_a_line_passes_through_where_it_has_a_stretch_inside(star, a, b):
    assume(a != b)
    line = Segment(Point(a.x // 4 - 2_000, a.y // 4), Point(b.x // 4 - 2_000, b.y // 4))
    assume(line.start != line.end)
    assert passes_through(line, star) == bool(spans(line, star))
    for part in convex_parts(star):
        assert passes_through(line, part) == bool(spans(line, part))
