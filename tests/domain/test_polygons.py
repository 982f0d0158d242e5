"""Polygons, overlap, lines through them and hulls."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.tabletop.angles import Point
from domain.tabletop.polygons import (
    Segment,
    area2,
    contains,
    convex_parts,
    hull,
    is_convex,
    on_table,
    overlaps,
    passes_through,
    polygon,
    segments,
    shares_met,
    spans,
)
from tests.domain.shapes import (
    L_SHAPE,
    any_rectangles,
    clipped_area,
    points,
    shoelace,
    square,
    stars,
    table_points,
    unhurried,
)


def winding(ring, x, y):
    """Turns of the outline round a point that is not on it."""
    turns = 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        left = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        turns += (ay <= y < by and left > 0) - (by <= y < ay and left < 0)
    return turns


# Polygons


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


# Overlap


@unhurried
@given(any_rectangles, any_rectangles)
def test_overlap_is_shared_area(a, b):
    assert overlaps(a, b) == overlaps(b, a) == (clipped_area(a, b) > 0)


@unhurried
@given(stars(), any_rectangles)
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
@given(any_rectangles, any_rectangles, st.integers(1, 400))
def test_what_a_shift_within_the_tolerance_parts_does_not_overlap(a, b, tolerance):
    for x, y in ((tolerance, 0), (-tolerance, 0), (0, tolerance), (0, -tolerance)):
        if not overlaps(tuple(p.plus(Point(x, y)) for p in a), b):
            assert not overlaps(a, b, tolerance)


# Lines


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
@given(stars(), table_points, table_points)
def test_a_line_passes_through_where_it_has_a_stretch_inside(star, a, b):
    assume(a != b)
    line = Segment(Point(a.x // 4 - 2_000, a.y // 4), Point(b.x // 4 - 2_000, b.y // 4))
    assume(line.start != line.end)
    assert passes_through(line, star) == bool(spans(line, star))
    for part in convex_parts(star):
        assert passes_through(line, part) == bool(spans(line, part))


# Hulls


@unhurried
@given(st.lists(points, min_size=3, max_size=12))
def test_a_hull_is_convex_and_holds_its_points(cloud):
    assume(any((b.x - a.x) * (c.y - a.y) != (b.y - a.y) * (c.x - a.x) for a in cloud for b in cloud for c in cloud))
    ring = hull(cloud)
    assert is_convex(ring)
    assert set(ring) <= set(cloud)
    assert all(contains(ring, p) for p in cloud)


def test_points_on_one_line_have_no_hull():
    with pytest.raises(ValueError, match="enclose nothing"):
        hull([Point(0, 0), Point(1, 1), Point(5, 5)])
