"""The table parted round a rectangle by lines at 45 degrees from its corners, and shares of shapes: within, in view."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from domain.tabletop import pieces
from domain.tabletop.angles import SCALE, Point
from domain.tabletop.measure import Edge, Pose
from domain.tabletop.polygons import Polygon, area2, convex_parts, edges, hull, inward, overlaps
from domain.tabletop.zones import HalfPlane, axes, right_of


def leanings(pose: Pose, width: int, depth: int) -> dict[Edge, HalfPlane]:
    """A measure for each side; a point lies in the quarter whose measure is highest."""
    right, ahead = axes(pose)
    right, ahead = right.times(2), ahead.times(2, depth * SCALE)  # twice the way from the centre
    return {
        Edge.FRONT: ahead.times(1, -depth * SCALE),
        Edge.LEFT: right.times(-1, -width * SCALE),
        Edge.RIGHT: right.times(1, -width * SCALE),
        Edge.REAR: ahead.times(-1, -depth * SCALE),
    }


def quarter_of(pose: Pose, width: int, depth: int, point: Point) -> Edge:
    """Which quarter holds the point; on a line the front wins, then a flank."""
    measures = leanings(pose, width, depth)
    return max(measures, key=lambda edge: measures[edge].at(*point))


@lru_cache(maxsize=4096)
def quarter_planes(pose: Pose, width: int, depth: int, edge: Edge) -> tuple[HalfPlane, ...]:
    """A quarter as half-planes."""
    measures = leanings(pose, width, depth)
    return tuple(measures[edge].less(other) for name, other in measures.items() if name is not edge)


def quarter_mostly(pose: Pose, width: int, depth: int, shape: Polygon) -> Edge:
    """The quarter that holds the largest part of the polygon; if equal the front, then a flank."""
    return max(Edge, key=lambda edge: share_in(shape, quarter_planes(pose, width, depth, edge)))


def share_in(polygon: Polygon, planes: Sequence[HalfPlane]) -> Fraction:
    """The part of the polygon's area that lies in all half-planes, from 0 to 1."""
    leans = [[plane.at(*corner) for corner in polygon] for plane in planes]
    if all(min(lean) >= 0 for lean in leans):
        return Fraction(1)
    if any(max(lean) <= 0 for lean in leans):
        return Fraction(0)
    inside = (pieces.cut(pieces.piece_of(part), planes) for part in convex_parts(polygon))
    return sum((pieces.area2(part) for part in inside), Fraction(0)) / area2(polygon)


def share_within(polygon: Polygon, region: Polygon) -> Fraction:
    """The part of the polygon's area that lies in the region, from 0 to 1."""
    regions = ([right_of(a, b) for a, b in edges(part)] for part in convex_parts(region))
    return sum((share_in(polygon, sides) for sides in regions), Fraction(0))


def visible_share(eye: Point, target: Polygon, blockers: Iterable[Polygon]) -> Fraction:
    """The part of the target's area that a straight line from the eye reaches through no blocker, from 0 to 1."""
    cone = hull((eye, *target))
    seen: list[pieces.Piece] = [pieces.piece_of(part) for part in convex_parts(target)]
    for blocker in blockers:
        for part in convex_parts(blocker):
            if overlaps(cone, part):
                hidden = tuple(_hidden_by(part, eye))
                seen = [piece for whole in seen for piece in pieces.parted(whole, hidden)]
    return sum((pieces.area2(piece) for piece in seen), Fraction(0)) / area2(target)


def _hidden_by(convex: Polygon, eye: Point) -> Iterator[HalfPlane]:
    """Beyond the sides that face the eye, between the two lines from the eye that graze the corners."""
    yield from (right_of(a, b) for a, b in edges(convex) if inward(a, b, (eye,)) < 0)
    for corner in convex:
        graze = right_of(eye, corner)
        leans = [graze.at(*point) for point in convex]
        if corner != eye and min(leans) >= 0:
            yield graze
        elif corner != eye and max(leans) <= 0:
            yield graze.times(-1)
