"""Shapes for tests of the free table, and an oracle for shared areas written apart from the library."""

from fractions import Fraction
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from domain.tabletop.angles import SCALE, TURN, Point
from domain.tabletop.bodies import Block
from domain.tabletop.measure import Edge, Pose, box, footprint, offset, turned
from domain.tabletop.polygons import Segment, convex_parts, polygon
from domain.tabletop.strips import stretch
from domain.tabletop.sweep import WHEEL_STEP, round_swept, wheel
from domain.tabletop.zones import ahead_of, clip, lane, spots_area2

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


# By definition: what the library has in parts, or in whole numbers


def ahead(pose, width, reach):
    """The rectangle straight ahead of a front edge; its rear is that edge."""
    return box(pose, -width, width, 2 * reach, 0)


class Struck(NamedTuple):
    """The first polygon in a strip, by its place in the list, and how far ahead, in exact milli-units."""

    obstacle: int
    distance: Fraction


def first_in_strip(pose, width, reach, obstacles, inset=0):
    """The first polygon that is met going forward, if only by a fraction; of equals the first listed."""
    met = (Struck(i, d) for i, o in enumerate(obstacles) if (d := _depth_ahead(pose, width, inset, o)) is not None)
    first = min(met, key=lambda struck: struck.distance, default=None)
    return first if first and first.distance <= reach else None


def _depth_ahead(pose, width, inset, obstacle):
    """How far ahead the obstacle begins within the lane."""
    ahead = ahead_of(pose)
    planes = (ahead, *lane(pose, width, inset))
    left = [part for whole in convex_parts(obstacle) if spots_area2(part := clip(whole, planes))]
    return min((Fraction(ahead.at(x, y)) / SCALE for part in left for x, y in part), default=None)


def wheel_swept(pose, width, depth, side, angle):
    """All that a footprint covers in a wheel: convex pieces of WHEEL_STEP, from outside but for 3 units of rounding."""
    stops = [*range(0, abs(angle), WHEEL_STEP), abs(angle)]
    turns = [stop if angle > 0 else -stop for stop in stops]
    places = [footprint(wheel(pose, width, side, turn), width, depth) for turn in turns]
    return round_swept(places[0].front_left if side is Edge.LEFT else places[0].front_right, places)


class Met(NamedTuple):
    """A shape by its place in the list, and where it begins."""

    place: int
    near: int


def first_met(strip, shapes):
    """The shape met first, if only by a fraction; of equals the first listed."""
    met = (Met(i, found.near) for i, spots in enumerate(shapes) if (found := stretch(strip, spots)))
    return min(met, key=lambda shape: shape.near, default=None)
