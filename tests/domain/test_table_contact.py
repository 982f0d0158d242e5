"""A front laid flush on a side; groups by gap; what a way costs; quarters and shares; steps as people say them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabletop.angles import Point
from domain.tabletop.bodies import Block
from domain.tabletop.contact import along, common, free_part, lay, nearest_point, off, stretch_of
from domain.tabletop.ground import ground
from domain.tabletop.groups import chained, groups, is_close
from domain.tabletop.lengths import spoken, steps
from domain.tabletop.manoeuvre import Leg, legs
from domain.tabletop.measure import Edge, Pose, footprint
from domain.tabletop.polygons import Segment
from domain.tabletop.quarters import quarter_mostly, quarter_of, quarter_planes, share_in, share_within, visible_share
from domain.tabletop.tolls import Toll, line_price, longest_corner, price

SOUTH = Pose(x=40_000, y=30_000, heading=18_000)
FRONT = footprint(SOUTH, 12_000, 2_000).edge(Edge.FRONT)  # from 46 to 40-6 east: its left is toward the south


class Box(NamedTuple):
    pose: Pose
    width: int = 4_000
    depth: int = 1_000

    @property
    def frontage(self) -> int:
        return self.width

    @property
    def whole_depth(self) -> int:
        return self.depth

    @property
    def outline(self) -> tuple[Block, ...]:
        return (Block(-self.width, self.width, 0, -2 * self.depth),)

    def at(self, pose: Pose) -> Box:
        return self._replace(pose=pose)


def box(x: int, y: int = 0, heading: int = 0) -> Box:
    return Box(Pose(x=x, y=y, heading=heading))


def way(body: Box, *texts: str) -> tuple[Leg, ...]:
    return tuple(legs(body.pose, steps(texts), body.width, body.depth))


class TestContact:
    def test_a_side_runs_clockwise_and_what_lies_before_it_is_counted_from_it(self) -> None:
        assert (along(FRONT, Point(46_000, 20_000)), along(FRONT, Point(34_000, 20_000))) == (0, 12_000)
        assert (off(FRONT, Point(40_000, 20_000)), off(FRONT, Point(40_000, 31_000))) == (10_000, -1_000)
        assert stretch_of(FRONT, (Point(45_000, 10_000), Point(36_000, 12_000))) == (1_000, 10_000)

    def test_straight_ahead_where_that_covers_all(self) -> None:
        laid = lay(FRONT, 6_000, Point(42_000, 20_000))
        assert laid
        assert (laid.pose, laid.covered) == (Pose(x=42_000, y=30_000, heading=0), 6_000)

    def test_no_farther_aside_than_most_contact_asks(self) -> None:
        laid = lay(FRONT, 6_000, Point(50_000, 20_000))
        assert laid
        assert (laid.pose.x, laid.covered) == (43_000, 6_000)

    def test_a_wider_front_covers_the_whole_side(self) -> None:
        laid = lay(FRONT, 16_000, Point(46_000, 20_000))
        assert laid
        assert (laid.pose.x, laid.covered) == (42_000, 12_000)

    def test_who_lies_there_already_is_not_laid_upon(self) -> None:
        laid = lay(FRONT, 6_000, Point(44_000, 20_000), taken=[(0, 5_000)])
        assert laid
        assert laid.stretch[0] >= 5_000
        assert lay(FRONT, 6_000, Point(40_000, 20_000), taken=[(-1_000, 13_000)]) is None

    def test_over_two_it_slides_until_most_of_it_has_somebody_before_it(self) -> None:
        alone = lay(FRONT, 14_000, Point(40_000, 20_000), others=[(14_000, 20_000)])
        assert alone
        assert alone.beside == 0
        met = lay(FRONT, 14_000, Point(40_000, 20_000), others=[(12_500, 20_000)])
        assert met
        assert (met.covered, met.beside) == (12_000, 1_500)

    @given(st.integers(4, 30_000), st.integers(-60_000, 60_000))
    def test_nothing_covers_more_than_what_is_laid(self, width: int, x: int) -> None:
        laid = lay(FRONT, width, Point(x, 0))
        assert laid
        assert laid.covered == min(width, 12_000)

    def test_what_is_free_of_a_side(self) -> None:
        assert free_part(12_000, []) == 12_000
        assert free_part(12_000, [(-5_000, 4_000), (3_000, 5_000), (11_000, 20_000)]) == 6_000
        assert common((0, 5), (5, 9)) == 0

    def test_the_nearest_point_of_an_outline(self) -> None:
        square = (Point(0, 0), Point(0, 10), Point(10, 10), Point(10, 0))
        assert nearest_point(square, Point(15, 5)) == (10, 5)
        assert nearest_point(square, Point(15, 20)) == (10, 10)
        assert nearest_point(square, Point(5, 5)) == (5, 5)


class TestGroups:
    def test_a_chain_hangs_together_a_gap_parts_it(self) -> None:
        row = {"a": box(0), "b": box(10_000), "c": box(20_000), "d": box(40_000)}
        assert groups(row, 6_000) == [{"a", "b", "c"}, {"d"}]
        assert not is_close({name: row[name] for name in "abc"}, 6_000)
        assert is_close({name: row[name] for name in "ab"}, 6_000)

    def test_who_could_still_close_up_counts_as_near(self) -> None:
        row = {"a": box(0), "b": box(20_000)}
        assert len(chained(row, {"a": 0, "b": 0}, 6_000)) == 2
        assert len(chained(row, {"a": 0, "b": 10_000}, 6_000)) == 1


class TestTolls:
    BOG = ground((Point(-9_000, 5_000), Point(9_000, 5_000), Point(9_000, 9_000), Point(-9_000, 9_000)))
    WALL = ground((Point(-9_000, 5_000), Point(9_000, 5_000)), is_line=True)

    def test_the_corner_that_goes_farthest(self) -> None:
        body = box(0)
        assert longest_corner(way(body, "ahead:3"), body.width, body.depth) == 3_000
        outer = longest_corner(way(body, "wheel-right:90"), body.width, body.depth)
        assert outer == 6_476, "the outer rear corner: a quarter of a circle about the inner front corner"
        assert longest_corner(way(body, "about"), body.width, body.depth) == 0

    def test_dear_ground_counts_from_where_the_body_comes_upon_it(self) -> None:
        found = price(way(box(0), "ahead:7"), box(0), {"bog": (self.BOG, 2)}, {})
        assert (found.way, found.tolls, found.whole) == (7_000, (Toll("bog", 2_000),), 9_000)
        beyond = price(way(box(0), "ahead:12"), box(0), {"bog": (self.BOG, 3)}, {})
        assert beyond.tolls == (Toll("bog", 2 * 5_000),), "until its rear is out of it"

    def test_a_line_is_paid_for_once_and_not_by_who_stands_on_it(self) -> None:
        lines = {"wall": (self.WALL, 6_000)}
        assert price(way(box(0), "ahead:7"), box(0), {}, lines).whole == 13_000
        assert price(way(box(0), "ahead:4"), box(0), {}, lines).whole == 4_000
        astride = box(0, 5_500)
        assert price(way(astride, "ahead:4"), astride, {}, lines).whole == 4_000

    def test_the_way_of_a_point(self) -> None:
        found = line_price(Segment(Point(0, 0), Point(0, 20_000)), {"bog": (self.BOG, 2)}, {"wall": (self.WALL, 6_000)})
        assert (found.way, found.whole) == (20_000, 20_000 + 4_000 + 6_000)


class TestQuarters:
    def test_lines_at_45_degrees_from_the_corners(self) -> None:
        pose = Pose(x=0, y=0, heading=0)
        found = [quarter_of(pose, 4_000, 1_000, Point(*at)) for at in ((0, 9), (9_000, 0), (-9_000, 0), (0, -9_000))]
        assert found == [Edge.FRONT, Edge.RIGHT, Edge.LEFT, Edge.REAR]
        assert quarter_of(pose, 4_000, 1_000, Point(5_000, 3_000)) is Edge.FRONT, "on the line the front wins"
        assert quarter_of(pose, 4_000, 1_000, Point(5_001, 3_000)) is Edge.RIGHT

    def test_where_most_of_a_shape_lies(self) -> None:
        pose = Pose(x=0, y=0, heading=0)
        shape = footprint(Pose(x=6_000, y=500, heading=0), 4_000, 2_000)
        assert quarter_mostly(pose, 4_000, 1_000, shape) is Edge.RIGHT
        planes = quarter_planes(pose, 4_000, 1_000, Edge.RIGHT)
        assert share_in(shape, planes) > Fraction(1, 2)

    def test_shares_of_an_area(self) -> None:
        shape = footprint(Pose(x=0, y=10_000, heading=0), 4_000, 2_000)
        half = (Point(-2_000, 8_000), Point(-2_000, 9_000), Point(2_000, 9_000), Point(2_000, 8_000))
        assert share_within(shape, half) == Fraction(1, 2)
        screen = (Point(-1_000, 1_000), Point(-1_000, 1_100), Point(0, 1_100), Point(0, 1_000))
        assert visible_share(Point(0, 0), shape, [screen]) == Fraction(1, 2)
        assert visible_share(Point(0, 0), shape, []) == 1


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (("forward", "6", "wheel", "right", "30"), ("ahead:6", "wheel-right:30")),
        (("ahead:6", "about", "Oblique", "left", "30", "2"), ("ahead:6", "about", "oblique-left:30:2")),
        (("backwards", "2.5", "to", "12", "7.5"), ("back:2.5", "to:12:7.5")),
    ],
)
def test_steps_as_people_say_them(said: tuple[str, ...], written: tuple[str, ...]) -> None:
    assert spoken(said) == written


@pytest.mark.parametrize("said", [("fly", "3"), ("wheel",), ("wheel", "up", "3")])
def test_what_is_no_step_is_told(said: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no step of a move"):
        spoken(said)
