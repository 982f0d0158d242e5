"""Shapes for tests of the free table, and an oracle for shared areas written apart from the library."""

from fractions import Fraction
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from domain.tabletop.angles import TURN, Point
from domain.tabletop.bodies import Block
from domain.tabletop.measure import Pose, footprint, offset, turned
from domain.tabletop.polygons import Segment, polygon

unhurried = settings(deadline=None, max_examples=70)

angles = st.integers(0, TURN - 1)
table_points = st.builds(Point, st.integers(0, 36_000), st.integers(0, 24_000))
table_poses = st.builds(Pose, x=st.integers(0, 36_000), y=st.integers(0, 24_000), heading=angles)
points = st.builds(Point, st.integers(-6_000, 9_000), st.integers(-6_000, 9_000))
poses = st.builds(Pose, x=st.integers(0, 5_000), y=st.integers(0, 5_000), heading=angles)
widths = st.integers(200, 6_000)
rectangles = st.builds(footprint, poses, widths, st.integers(200, 3_000))
any_rectangles = st.builds(footprint, poses, st.integers(4, 6_000), st.integers(4, 3_000))


class Troop(NamedTuple):
    """The least a body can be: one block."""

    pose: Pose
    frontage: int = 4_000
    whole_depth: int = 1_000

    @property
    def outline(self):
        return (Block(-self.frontage, self.frontage, 0, -2 * self.whole_depth),)

    def at(self, pose):
        return self._replace(pose=pose)


@st.composite
def stars(draw):
    """Simple polygons, mostly hollow: corners at growing angles round a centre."""
    centre = draw(poses)
    count = draw(st.integers(3, 8))
    radii = draw(st.lists(st.integers(500, 4_000), min_size=count, max_size=count))
    return polygon(offset(turned(centre, i * TURN // count), 0, r) for i, r in enumerate(radii))


def at(x, y, heading=0):
    return Pose(x=x, y=y, heading=heading)


def square(x, y, side=1_000):
    return polygon([(x, y), (x, y + side), (x + side, y + side), (x + side, y)])


def block(left, bottom, right, top):
    return polygon([(left, bottom), (left, top), (right, top), (right, bottom)])


def line(*ends):
    return Segment(*(Point(*end) for end in ends))


L_SHAPE = polygon([(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)])


def shoelace(ring):
    return sum(ring[i - 1][0] * y - ring[i - 1][1] * x for i, (x, y) in enumerate(ring))


def clipped_area(subject, clipper):
    """Twice the shared area, clipped in fractions; the clipper is convex."""
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
