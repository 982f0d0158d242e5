"""Where a sliding body may go: what bars it, where it may stop and turn."""

import pytest
from hypothesis import given

from domain.tabletop.angles import HALF_TURN, Point
from domain.tabletop.bodies import blocks_of, do_overlap, is_upon, to_the_front
from domain.tabletop.ground import ground
from domain.tabletop.space import (
    OFF_TABLE,
    Closed,
    Space,
    barriers,
    berths,
    beyond_the_table,
    end_fault,
    ends_on,
    friends,
    leg_areas,
    leg_fault,
    room,
    turn_fault,
)
from domain.tabletop.sweep import shift, spin
from tests.domain.shapes import Troop, at, poses, square, unhurried

HERE = Point(0, 0)
BLUE = Troop(at(10_000, 10_000), 2_000)  # it looks north


def space(start=BLUE, end=None, enemies=(), others=(), closed=(), least=0, need=1_000, more=False, table=20_000):
    """Straight back is the only bearing; no way leads ahead of the front line."""
    end = end or start
    front = (*barriers((to_the_front(start),), start, "front"),)
    return Space(
        start=start,
        end=end,
        least_way=least,
        bearings=((start.pose.heading + HALF_TURN) % 36_000,),
        barriers=(*front, *(b for red in enemies for b in barriers(blocks_of(red), start, "enemy", "red"))),
        limits=tuple(b for red in enemies for b in barriers(blocks_of(red), end, "enemy", "red")),
        berths=tuple(b for red in enemies for b in berths(red, end, "red", need, more=more)),
        friends=tuple(f for body in others for f in friends(body, "friend", start, end)),
        closed=tuple(closed),
        room=room(start, table, table),
        end_room=room(end, table, table),
    )


def test_a_way_is_barred_by_the_front_an_enemy_closed_ground_and_the_edge():
    pond = Closed(ground(square(9_500, 6_000)), (), "pond")
    red = Troop(at(14_000, 10_000), 2_000)
    found = space(enemies=(red,), closed=(pond,))
    assert leg_fault(found, HERE, Point(0, -1_000)) is None
    assert leg_fault(found, HERE, Point(0, 100)).what == "front"
    assert leg_fault(found, HERE, Point(5_000, 0))[1:] == ("enemy", "red")
    assert leg_fault(found, HERE, Point(0, -4_000))[1:] == ("ground", "pond")
    assert leg_fault(found, HERE, Point(0, -9_001)) is OFF_TABLE
    assert leg_fault(beyond_the_table(found), Point(-6_000, -1_000), Point(-6_000, -9_500)) is None


def test_closed_ground_may_be_crossed_by_the_ways_over_it():
    bridge = square(8_000, 0, 20_000)
    river = ground(tuple(Point(x, min(y, 5_000)) for x, y in square(0, 3_000, 20_000)))
    assert leg_fault(space(closed=(Closed(river, (), "river"),)), HERE, Point(0, -7_500)).name == "river"
    assert leg_fault(space(closed=(Closed(river, (bridge,), "river"),)), HERE, Point(0, -7_500)) is None


@unhurried
@given(poses, poses)
def test_a_place_is_barred_where_the_body_would_overlap_and_not_where_it_only_touches(pose, other):
    body, red = Troop(pose, 2_000), Troop(other, 1_500)
    (barrier,) = barriers(blocks_of(red), body, "enemy")
    found = space(body)._replace(barriers=(barrier,), room=beyond_the_table(space(body)).room)
    is_barred = leg_fault(found, HERE, HERE) is not None
    assert is_barred or not do_overlap(body, red, 20)
    assert not is_barred or do_overlap(body, red)


@pytest.mark.parametrize(
    ("back", "more", "is_near"), [(1_000, False, False), (994, False, True), (1_000, True, True), (1_001, True, False)]
)
def test_a_berth_is_kept_but_for_rounding_or_more_than_kept(back, more, is_near):
    red = Troop(at(10_000, 11_000), 2_000)  # its rear on the front of BLUE
    found = end_fault(space(enemies=(red,), more=more), Point(0, -back))
    assert (found is not None) is is_near


def test_friends_are_passed_and_not_stopped_on():
    friend = Troop(at(10_000, 8_000), 2_000)
    found = space(others=(friend,))
    assert leg_fault(found, HERE, Point(0, -4_000)) is None
    assert ends_on(found, Point(0, -2_000)) == "friend"
    assert ends_on(found, Point(0, -3_000)) == ""


def test_turning_at_the_end_needs_room_of_its_own():
    turned = BLUE.at(spin(BLUE.pose, BLUE.whole_depth, 9_000))
    red = Troop(at(10_000, 6_000), 2_000)
    found = space(end=turned, enemies=(red,))
    assert turn_fault(found, Point(0, -2_900)).name == "red"
    assert turn_fault(found, Point(0, -2_000)) is None
    assert turn_fault(found, Point(0, -8_700)) is OFF_TABLE
    assert turn_fault(space(enemies=(red,)), Point(0, -2_900)) is None, "who does not turn needs none"


def test_the_ground_of_a_leg_is_all_between():
    (area,) = leg_areas(space(), HERE, Point(0, -2_000))
    assert is_upon(BLUE, area)
    assert is_upon(BLUE.at(shift(BLUE.pose, Point(0, -2_000))), area)
