"""The plane and lines of sight, against an oracle that clips the line by every hex nearby."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.hexes.grid import DIRECTIONS, Hex, Hexside, Numbering, disc, distance, ring
from domain.hexes.sight import (
    Crossing,
    between,
    centre,
    entered_from,
    sides_between,
    trace,
    vertices,
)

GETTYSBURG = Numbering(lines=(1, 42), places=(0, 34), lines_grow="S", places_grow="W")
O = Hex(0, 0)  # noqa: E741
hexes = st.builds(Hex, st.integers(-20, 20), st.integers(-20, 20))
turns = st.integers(0, 5)
orientations = st.sampled_from(["pointy", "flat"])


def gettysburg_trace(a, b):
    return trace(GETTYSBURG.parse(a), GETTYSBURG.parse(b))


def printed(step):
    return [GETTYSBURG.format(at) for at in step.hexes]


def gettysburg_side(a, b):
    return Hexside.of(GETTYSBURG.parse(a), GETTYSBURG.parse(b))


# The plane


@given(hexes, turns, orientations)
def test_a_corner_is_the_mean_of_the_three_centres_round_it(at, corner, orientation):
    round_it = [centre(n, orientation) for n in (at, at.neighbour(corner), at.neighbour(corner + 1))]
    x, y = vertices(at, orientation)[corner]
    assert (sum(point.x for point in round_it), sum(point.y for point in round_it)) == (3 * x, 3 * y)


@pytest.mark.parametrize(
    ("orientation", "names"),
    [("pointy", ("NE", "E", "SE", "SW", "W", "NW")), ("flat", ("N", "NE", "SE", "S", "SW", "NW"))],
)
def test_directions_lie_where_their_compass_names_say(orientation, names):
    for name, way in zip(names, DIRECTIONS, strict=True):
        x, y = centre(way, orientation)
        assert ("N" in name, "S" in name) == (y < 0, y > 0)
        assert ("E" in name, "W" in name) == (x > 0, x < 0)


def test_gettysburg_map_3_plane_is_ours_seen_from_another_side():
    x0, y0 = centre(GETTYSBURG.at(0, 0), "pointy")
    for at in GETTYSBURG:
        xx, yy = GETTYSBURG.numbers(at)
        x, y = centre(at, "pointy")
        assert (y - y0, x0 - x) == (3 * xx, 2 * yy + xx % 2)
        assert {(b - y, a - x) for a, b in vertices(at, "pointy")} == {
            (2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1),
        }  # fmt: skip


# Lines of sight in the rulebooks


@pytest.mark.parametrize("turn", range(6))
@pytest.mark.parametrize(("i", "j", "between"), [
    pytest.param(1, 0, [], id="P3 a: none"),
    pytest.param(2, 0, [[(1, 0)]], id="P3 2a: a"),
    pytest.param(1, 1, [[(1, 0), (0, 1)]], id="P3 a + b: along the side of a and b"),
    pytest.param(3, 0, [[(1, 0)], [(2, 0)]], id="P3 3a: a, 2a"),
    pytest.param(2, 1, [[(1, 0)], [(1, 1)]], id="P3 2a + b: a, a + b"),
    pytest.param(1, 2, [[(0, 1)], [(1, 1)]], id="P3 a + 2b: b, a + b"),
])  # fmt: skip
def test_wallaces_war_los_table(turn, i, j, between):
    a, b = DIRECTIONS[turn], DIRECTIONS[(turn + 1) % 6]
    steps = trace(O, i * a + j * b)
    assert [set(step.hexes) for step in steps[1:-1]] == [{m * a + n * b for m, n in group} for group in between]


def test_wallaces_war_x8_line_from_0_0_to_2_minus_3():
    assert [step.hexes for step in trace(O, Hex(2, -3))[1:-1]] == [(Hex(1, -1),), (Hex(1, -2),)]


def test_gettysburg_6_6_guns_in_2420_enter_2121_by_the_side_facing_2221():
    steps = gettysburg_trace("2420", "2121")
    assert [printed(step) for step in steps] == [["2420"], ["2320"], ["2221"], ["2121"]]
    assert steps[-1].entry == (gettysburg_side("2221", "2121"),)


def test_gettysburg_6_6_guns_in_2420_see_2023_over_2320_2221_2222_2122():
    steps = gettysburg_trace("2420", "2023")
    assert [printed(step) for step in steps] == [["2420"], ["2320"], ["2221"], ["2222"], ["2122"], ["2023"]]


def test_gettysburg_6_6_guns_in_2521_enter_2423_at_the_corner_of_2422_and_2522():
    start, run, end = gettysburg_trace("2521", "2423")
    assert set(printed(run)) == {"2422", "2522"}
    assert set(end.entry) == {gettysburg_side("2422", "2423"), gettysburg_side("2522", "2423")} == set(run.exit)
    assert set(start.exit) == {gettysburg_side("2521", "2422"), gettysburg_side("2521", "2522")} == set(run.entry)


@pytest.mark.parametrize(("a", "b"), [("1709", "1708"), ("1709", "1610")])
def test_adjacent_hexes_see_each_other_across_one_side(a, b):
    side = (gettysburg_side(a, b),)
    one, other = (GETTYSBURG.parse(a),), (GETTYSBURG.parse(b),)
    assert gettysburg_trace(a, b) == (Crossing(one, (), side), Crossing(other, side, ()))


def test_a_line_through_a_corner_touches_the_third_hex_only_there():
    # From (0, 0) to (4, 1) the line passes the corner of (1, 0), (1, 1) and (2, 0).
    steps = trace(O, Hex(4, 1))
    assert [step.hexes for step in steps] == [
        (at,) for at in (O, Hex(1, 0), Hex(2, 0), Hex(2, 1), Hex(3, 1), Hex(4, 1))
    ]
    assert set(steps[1].exit) == {Hexside.of(Hex(1, 0), Hex(2, 0)), Hexside.of(Hex(1, 0), Hex(1, 1))}
    assert set(steps[2].entry) == {Hexside.of(Hex(1, 0), Hex(2, 0)), Hexside.of(Hex(2, 0), Hex(1, 1))}


def test_a_hex_sees_itself():
    assert trace(O, O) == (Crossing((O,), (), ()),)


# Lines of sight in general


@given(hexes, hexes)
def test_what_lies_between_depends_on_the_course_alone(a, b):
    met = [at for step in trace(a, b)[1:-1] for at in step.hexes]
    assert [a + step for step in between(b - a)] == met


@given(hexes, hexes)
def test_a_line_is_entered_from_the_hexes_it_last_leaves_or_both_at_a_corner(a, b):
    across = {side.other(b) for side in trace(a, b)[-1].entry}
    assert {b + step for step in entered_from(b - a)} == across
    assert len(across) == (0 if a == b else len(trace(a, b)[-1].entry))


def test_the_sides_between_are_none_of_the_end_hexes_own():
    start, side = Hex(0, 0), Hexside.of(Hex(1, -1), Hex(1, 0))
    assert set(sides_between(start, Hex(1, 0))) == set()
    assert set(sides_between(start, Hex(2, -1))) == {side}
    assert set(sides_between(start, Hex(3, 0))) == {Hexside.of(Hex(1, 0), Hex(2, 0))}


@settings(max_examples=2000, deadline=None)
@given(hexes, hexes)
def test_a_trace_back_is_the_mirror_image(a, b):
    assert trace(b, a) == tuple(Crossing(step.hexes, step.exit, step.entry) for step in reversed(trace(a, b)))


@given(hexes, hexes, hexes, turns)
def test_a_trace_moves_and_turns_with_its_ends(a, b, by, turn):
    def moved(at):
        return at.rotated(turn) + by

    assert [set(step.hexes) for step in trace(moved(a), moved(b))] == [
        {moved(at) for at in step.hexes} for step in trace(a, b)
    ]


def clip(start, end, corners):
    """The part of the segment within a convex polygon, as a pair of fractions of its length, or None."""
    low, high = Fraction(0), Fraction(1)
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        # Inside is where the cross product with the edge is not negative (corners run clockwise, y downwards).
        at_start = (x2 - x1) * (start[1] - y1) - (y2 - y1) * (start[0] - x1)
        at_end = (x2 - x1) * (end[1] - y1) - (y2 - y1) * (end[0] - x1)
        if at_start < 0 and at_end < 0:
            return None
        if at_start != at_end:
            crossing = Fraction(at_start, at_start - at_end)
            if at_start < at_end:
                low = max(low, crossing)
            else:
                high = min(high, crossing)
    return (low, high) if low <= high else None


def point_on(start, end, part):
    return tuple(a + (b - a) * part for a, b in zip(start, end, strict=True))


def sides_at(at, spot):
    """The sides of a hex on which a point lies."""
    found = []
    for other in ring(at, 1):
        (x1, y1), (x2, y2) = set(vertices(at, "flat")) & set(vertices(other, "flat"))
        x, y = spot
        on_line = (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)
        if on_line and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            found.append(Hexside.of(at, other))
    return found


def oracle(a, b):
    """(hexes, entry, exit) of each step, from clipping the segment by all hexes near it."""
    start, end = centre(a, "flat"), centre(b, "flat")
    spans = {}
    for at in disc(a, distance(a, b) + 1):
        part = clip(start, end, vertices(at, "flat"))
        if part and part[0] < part[1]:
            spans.setdefault(part, []).append(at)
    steps = []
    for (low, high), shared in sorted(spans.items()):
        own = Hexside.of(*shared) if len(shared) == 2 else None
        ends = [
            {side for at in shared for side in sides_at(at, point_on(start, end, part))} - {own}
            if 0 < part < 1
            else set()
            for part in (low, high)
        ]
        steps.append((set(shared), *ends))
    return steps


def check_against_oracle(a, b):
    assert [(set(step.hexes), set(step.entry), set(step.exit)) for step in trace(a, b)] == oracle(a, b)


@settings(max_examples=100, deadline=None)
@given(st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9)))
def test_a_trace_equals_the_oracle(b):
    if b != O:
        check_against_oracle(O, b)


def test_a_trace_equals_the_oracle_for_every_target_within_six_hexes():
    for b in disc(O, 6)[1:]:
        check_against_oracle(O, b)
