"""Moves, sweeps and first contact."""

import math
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop.angles import HALF_TURN, QUARTER, TURN, Point, bearing
from domain.tabletop.measure import Edge, distance, footprint, within
from domain.tabletop.polygons import overlaps, polygon
from domain.tabletop.sweep import (
    WHEEL_STEP,
    about_face,
    advance,
    first_contact,
    longest_way,
    oblique,
    quarter_turn,
    shift,
    spin,
    swept,
    wheel,
    wheel_length,
)
from tests.domain.shapes import (
    at,
    block,
    first_in_strip,
    points,
    poses,
    rectangles,
    stars,
    unhurried,
    wheel_swept,
    widths,
)

sides = st.sampled_from([Edge.LEFT, Edge.RIGHT])


# Moves


@unhurried
@given(poses, st.integers(-9_000, 9_000))
def test_advancing_and_going_back_restores_the_pose(pose, way):
    assert advance(advance(pose, way), -way) == pose


@unhurried
@given(poses, st.integers(-9_000, 9_000), st.integers(-9_000, 9_000))
def test_an_oblique_and_its_reverse_restore_the_pose(pose, ahead, aside):
    end = oblique(pose, ahead, aside)
    assert oblique(end, -ahead, -aside) == pose
    assert abs(distance(pose.point, end.point) - math.hypot(ahead, aside)) <= 1.3


def test_moves_by_hand():
    east = at(8_000, 9_000, 9_000)
    assert advance(east, 4_000) == at(12_000, 9_000, 9_000)
    assert oblique(east, 1_000, 1_000) == at(9_000, 8_000, 9_000)
    assert shift(east, Point(-3, 5)) == at(7_997, 9_005, 9_000)
    assert about_face(east, 2_000) == at(6_000, 9_000, 27_000)
    assert quarter_turn(east, 4_000, 1_000, Edge.RIGHT) == at(7_500, 7_000, 18_000)
    assert quarter_turn(east, 4_000, 1_000, Edge.LEFT) == at(7_500, 11_000, 0)
    assert wheel(east, 4_000, Edge.LEFT, 9_000) == at(10_000, 11_000, 0)
    assert wheel(east, 4_000, Edge.RIGHT, 9_000) == at(10_000, 7_000, 18_000)
    assert wheel(east, 4_000, Edge.RIGHT, -9_000) == at(6_000, 7_000, 0)
    assert spin(east, 2_000, -9_000) == at(7_000, 10_000, 0)


@unhurried
@given(poses, widths, widths)
def test_turning_in_place_keeps_the_ground(pose, width, depth):
    before = footprint(pose, width, depth)
    faced = footprint(about_face(pose, depth), width, depth)
    right = footprint(quarter_turn(pose, width, depth, Edge.RIGHT), depth, width)
    spun = footprint(spin(pose, depth, HALF_TURN), width, depth)
    assert longest_way(before, type(before)(*faced[2:], *faced[:2])) <= 2
    assert longest_way(before, type(before)(*right[3:], *right[:3])) <= 2
    assert longest_way(before, type(before)(*spun[2:], *spun[:2])) <= 2


@unhurried
@given(poses, widths, sides, st.integers(-TURN, TURN))
def test_a_wheel_keeps_its_pivot_and_its_way_back(pose, width, side, angle):
    before, after = (footprint(p, width, 500) for p in (pose, wheel(pose, width, side, angle)))
    pivots = [r.front_left if side is Edge.LEFT else r.front_right for r in (before, after)]
    assert max(abs(pivots[0].x - pivots[1].x), abs(pivots[0].y - pivots[1].y)) <= 1
    back = wheel(wheel(pose, width, side, angle), width, side, -angle)
    assert back.heading == pose.heading
    assert max(abs(back.x - pose.x), abs(back.y - pose.y)) <= 1


@unhurried
@given(widths, st.integers(-TURN, TURN))
def test_the_way_of_a_wheel_is_its_arc_to_the_nearest_milli_unit(width, angle):
    true = width * math.radians(abs(angle) / 100)
    assert abs(wheel_length(width, angle) - true) <= 0.5 + 1e-6


def test_ll_x4_a_wheel_of_thirty_degrees():
    assert wheel_length(4_000, 3_000) == 2_094
    assert wheel_length(4_000, 6_000) == 4_189
    assert wheel_length(4_000, 0) == 0


@pytest.mark.parametrize("call", [lambda: wheel(at(0, 0), 9, Edge.FRONT, 5), lambda: wheel_length(-1, 5)])
def test_nonsense_wheels_are_refused(call):
    with pytest.raises(ValueError, match=r"left or to the right|below zero"):
        call()


def test_the_longest_way_is_rounded_up():
    start = footprint(at(0, 0), 4_000, 1_000)
    assert longest_way(start, start) == 0
    assert longest_way(start, footprint(at(300, 400), 4_000, 1_000)) == 500
    assert longest_way(start, footprint(at(1, 1), 4_000, 1_000)) == 2


# Sweeps


@unhurried
@given(poses, widths, st.integers(0, 9_000), st.integers(-9_000, 9_000), st.integers(0, 100))
def test_a_straight_sweep_holds_every_position_on_the_way(pose, width, ahead, aside, percent):
    sweep = swept(footprint(pose, width, 700), footprint(oblique(pose, ahead, aside), width, 700))
    between = footprint(oblique(pose, ahead * percent // 100, aside * percent // 100), width, 700)
    assert all(within(corner, sweep, 2) for corner in between)


@unhurried
@given(poses, widths, st.integers(200, 6_000), sides, st.integers(-QUARTER, QUARTER), st.integers(0, 100))
def test_a_wheel_s_sweep_holds_every_position_on_the_way(pose, width, depth, side, angle, percent):
    turn = round(angle * percent / 100)
    pieces = wheel_swept(pose, width, depth, side, angle)
    piece = pieces[min(abs(turn) // WHEEL_STEP, len(pieces) - 1)]
    assert all(within(corner, piece, 3) for corner in footprint(wheel(pose, width, side, turn), width, depth))


@unhurried
@given(poses, widths, sides, st.integers(1, QUARTER))
def test_a_wheel_s_sweep_is_hardly_wider_than_the_wheel(pose, width, side, angle):
    start = footprint(pose, width, 1_000)
    pivot = start.front_left if side is Edge.LEFT else start.front_right
    radius = max(distance(pivot, corner) for corner in start)
    for piece in wheel_swept(pose, width, 1_000, side, angle):
        assert max(distance(pivot, corner) for corner in piece) <= radius + 4


def test_a_wheel_of_nothing_sweeps_the_footprint():
    assert wheel_swept(at(0, 0), 4_000, 1_000, Edge.LEFT, 0) == (footprint(at(0, 0), 4_000, 1_000),)


# First contact


def moved_by(shape, move, share, scale):
    """The shape after a share of the move, on a table enlarged so that all is whole."""
    x, y = (int(share * way * scale) for way in move)
    return tuple(Point(p.x * scale + x, p.y * scale + y) for p in shape)


@unhurried
@given(rectangles, points, st.lists(st.one_of(rectangles, stars()), min_size=1, max_size=3))
def test_just_before_contact_nothing_overlaps_and_just_after_it_does(rect, move, obstacles):
    contact = first_contact(rect, move, obstacles)
    hair = Fraction(1, 10**15)
    if contact is None:
        assert not any(
            overlaps(moved_by(rect, move, Fraction(s, 8), 8), moved_by(o, move, 0, 8))
            for o in obstacles
            for s in range(9)
        )
        return
    scale = contact.share.denominator * hair.denominator
    still = [moved_by(o, move, 0, scale) for o in obstacles]
    assert overlaps(moved_by(rect, move, contact.share + hair, scale), still[contact.obstacle])
    if contact.share:
        for share in (Fraction(0), contact.share / 2, contact.share - hair, contact.share):
            share = Fraction(int(share * scale), scale)
            assert not any(overlaps(moved_by(rect, move, share, scale), o) for o in still)


def test_a_charge_stops_at_the_first_enemy_in_its_path():
    near, far = block(3_000, 2_500, 6_000, 3_500), block(-4_000, 3_000, 0, 4_000)
    assert first_contact(footprint(at(2_000, 0), 4_000, 1_000), Point(0, 4_000), [far, near]) == (
        1,
        Fraction(5, 8),
        2_500,
    )
    assert first_contact(footprint(at(2_000, 0), 4_000, 1_000), Point(0, 2_500), [far, near]) is None


def test_contact_by_a_corner_is_rounded_down():
    diamond = polygon([(0, 0), (1_000, 1_000), (2_000, 0), (1_000, -1_000)])
    contact = first_contact(block(-2_000, 0, -1_000, 2_000), Point(3_000, -1_000), [diamond])
    assert contact == (0, Fraction(1, 3), 1_054)


def test_to_slide_along_a_unit_is_no_contact():
    beside = block(1_000, 0, 2_000, 4_000)
    assert first_contact(block(0, 0, 1_000, 1_000), Point(0, 3_000), [beside]) is None
    assert first_contact(block(0, 0, 1_001, 1_000), Point(0, 3_000), [beside]) == (0, 0, 0)
    assert first_contact(block(0, 0, 1_001, 1_000), Point(0, 3_000), [beside], slack=10) is None


def test_a_unit_pressed_a_hair_into_another_may_draw_away_but_not_press_on():
    ahead = block(0, 995, 1_000, 2_000)
    assert first_contact(block(0, 0, 1_000, 1_000), Point(0, -500), [ahead], slack=10) is None
    assert first_contact(block(0, 0, 1_000, 1_000), Point(0, 500), [ahead], slack=10) == (0, 0, 0)


def test_points_and_edges_can_be_moved_too():
    assert first_contact(Point(0, 0), Point(0, 8_000), [block(-5, 2_000, 5, 3_000)]) == (0, Fraction(1, 4), 2_000)
    front = footprint(at(0, 0), 4_000, 1_000).edge(Edge.FRONT)
    assert first_contact(front, Point(0, 8_000), [block(1_900, 6_000, 5_000, 7_000)]) == (0, Fraction(3, 4), 6_000)


def test_a_hollow_obstacle_is_met_where_it_is_not_hollow():
    horseshoe = polygon(
        [
            (0, 0),
            (0, 4_000),
            (1_000, 4_000),
            (1_000, 3_000),
            (1_000, 1_000),
            (3_000, 1_000),
            (3_000, 4_000),
            (4_000, 4_000),
            (4_000, 0),
        ]
    )
    assert first_contact(block(1_500, 5_000, 2_500, 6_000), Point(0, -8_000), [horseshoe]) == (0, Fraction(1, 2), 4_000)


def test_no_move_meets_only_what_is_already_overlapped():
    assert first_contact(block(0, 0, 10, 10), Point(0, 0), [block(10, 0, 20, 10)]) is None
    assert first_contact(block(0, 0, 10, 10), Point(0, 0), [block(9, 0, 20, 10)]) == (0, 0, 0)


# Moves and zones together


def test_first_contact_agrees_with_the_distance_straight_ahead():
    unit, enemy = at(5_000, 5_000, 3_300), footprint(at(7_500, 9_000, 21_300), 3_000, 1_000)
    ahead = advance(unit, 6_000).point.minus(unit.point)
    contact = first_contact(footprint(unit, 4_000, 1_000), ahead, [enemy])
    struck = first_in_strip(unit, 4_000, 6_000, [enemy])
    assert abs(struck.distance - contact.distance) <= 2


def test_the_numbers_of_recorded_games_never_change():
    seed, digest = 1, sha256()
    for _ in range(300):
        x, y, heading, angle = ((seed := seed * 6_364_136_223_846_793_005 + 1 & 2**64 - 1) >> 33 for _ in range(4))
        pose = at(x % 36_000, y % 24_000, heading % TURN)
        moved = oblique(wheel(pose, 4_000, Edge.LEFT, angle % QUARTER), 3_000, -700)
        met = first_in_strip(moved, 4_000, 40_000, [block(9_000, 9_000, 20_000, 15_000)])
        digest.update(repr((footprint(moved, 4_000, 1_000), bearing(pose.point, moved.point), met)).encode())
    assert digest.hexdigest() == "5c1ab58ebc4635df94508d33a83575841be9b5ee5e0e49281f0c1c7e7263cb99"
