"""What lies directly ahead of a front, and the ground swept going there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop.angles import SCALE
from domain.tabletop.bodies import blocks_of, do_overlap, is_upon
from domain.tabletop.lanes import (
    ahead_gap,
    body_gap,
    edges_met,
    front_covered,
    grazing_wheels,
    halt,
    straight_ground,
    wheel_ground,
    wheeled,
)
from domain.tabletop.measure import Edge, within
from domain.tabletop.polygons import contains
from domain.tabletop.strips import seen
from domain.tabletop.sweep import advance
from tests.domain.shapes import Troop, any_rectangles, at, first_in_strip, poses, square, unhurried, widths

LINE = Troop(at(0, 0))  # its front from 2 west to 2 east


@pytest.mark.parametrize(
    ("shape", "gap"),
    [
        pytest.param(square(0, 3_000), 3_000, id="ahead"),
        pytest.param(square(1_500, 3_000), 3_000, id="partly ahead"),
        pytest.param(square(0, -500), 0, id="astride the front line"),
        pytest.param(square(0, -2_000), None, id="behind"),
        pytest.param(square(2_000, 3_000), None, id="beyond the flank line"),
        pytest.param(square(1_990, 3_000), None, id="no farther in than the inset"),
        pytest.param(square(1_989, 3_000), 3_000, id="a little farther in"),
    ],
)
def test_how_far_ahead_a_shape_begins(shape, gap):
    assert ahead_gap(LINE.pose, LINE.frontage, shape, 10) == gap


@unhurried
@given(poses, widths, any_rectangles)
def test_the_gap_is_that_of_the_exact_strip(pose, width, shape):
    exact = first_in_strip(pose, 2 * width, 60_000, [shape])
    found = ahead_gap(pose, 2 * width, shape)
    assert found == (int(exact.distance) if exact else None)


def test_the_gap_to_a_body_is_that_of_its_nearest_block():
    assert body_gap(LINE.pose, LINE.frontage, LINE.at(at(0, 5_000))) == 4_000
    assert body_gap(LINE.pose, LINE.frontage, LINE.at(at(9_000, 5_000))) is None


@pytest.mark.parametrize(
    ("where", "covered"),
    [((0, 1_500), 4_000), ((3_000, 1_500), 1_000), ((0, 2_500), 0), ((4_000, 1_500), 0), ((0, -500), 0)],
)
def test_how_much_of_a_front_another_stands_before(where, covered):
    assert front_covered(LINE, LINE.at(at(*where)), 1_000, 10) == covered


@unhurried
@given(poses, st.sampled_from([Edge.LEFT, Edge.RIGHT]), st.integers(1, 9_000))
def test_a_wheel_sweeps_its_start_and_its_end(pose, side, angle):
    body = Troop(pose)
    ground, end = wheel_ground(body, side, angle), wheeled(body, side, angle)
    for corner in (corner for place in (body, end) for corner in blocks_of(place)[0]):
        assert any(within(corner, part, 2) for part in ground)


def test_no_wheel_sweeps_nothing():
    assert wheel_ground(LINE, Edge.LEFT, 0) == ()
    assert wheeled(LINE, Edge.LEFT, 0) == LINE


def test_a_straight_move_sweeps_all_between():
    (ground,) = straight_ground(LINE, 3_000)
    assert contains(ground, at(0, 2_999).point)
    assert contains(ground, at(0, -999).point)
    assert not contains(ground, at(0, 3_001).point)


@unhurried
@given(poses, st.integers(0, 3_000), poses)
def test_a_halt_overlaps_nothing_that_it_could_stop_short_of(pose, distance, other):
    body, there = Troop(pose), Troop(other, 1_000)
    end = halt(body, distance, (there,))
    assert end == body or not is_upon(there, blocks_of(end)[0])
    assert end == body.at(advance(pose, distance)) or do_overlap(body.at(advance(pose, distance)), there)


@pytest.mark.parametrize(
    ("pose", "met"),
    [
        pytest.param(at(0, 3_000, 18_000), {Edge.FRONT: 4_000}, id="front to front"),
        pytest.param(at(3_000, 3_000, 18_000), {Edge.FRONT: 1_000}, id="partly"),
        pytest.param(at(0, 4_000), {Edge.REAR: 4_000}, id="from behind"),
        pytest.param(at(-500, 5_000, 9_000), {Edge.RIGHT: 1_000}, id="on its right"),
    ],
)
def test_which_edges_a_front_touches_and_how_much_of_each(pose, met):
    attacker, other = LINE.at(at(0, 3_000)), Troop(pose)
    found = {edge: length for edge, length in edges_met(attacker, other, 10).items() if length > 100}
    assert {edge: round(length, -2) for edge, length in found.items()} == met


@unhurried
@given(poses, st.sampled_from([Edge.LEFT, Edge.RIGHT]), poses)
def test_a_grazing_wheel_is_where_a_corner_comes_between_the_flank_lines(pose, side, other):
    body, corner = Troop(pose), other.point
    for angle in grazing_wheels(body, side, [corner], 10):
        if 0 < angle < 9_000:
            (spot,) = seen(wheeled(body, side, angle).pose, [corner])
            assert abs(abs(spot[0]) // SCALE - (body.frontage // 2 - 11)) <= 5
