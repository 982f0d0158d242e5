"""LL.1.edge.2, LL.1.edge.3 What lies directly in front of a unit, how far ahead, and the ground its charge sweeps."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from domain.tabletop.angles import SCALE, Point, direction
from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Edge, Pose
from domain.tabletop.polygons import Polygon, hull, overlaps
from domain.tabletop.sweep import advance, wheel
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.tables import TOUCH

STEP = 300  # a wheel is swept in pieces of 3 degrees


def ahead_gap(pose: Pose, width: int, shape: Polygon, inset: int = TOUCH) -> int | None:
    """LL.1.edge.2 How far ahead a convex shape begins between the flank lines, rounded down; None if no part does.

    What reaches no farther than the inset between the flank lines is beside the unit, not before it.
    """
    seen = seen_from(pose, shape)
    asides = [aside for aside, _ in seen]
    within = (width // 2 - inset) * SCALE
    if min(asides) >= within or max(asides) <= -within:
        return None
    depths = _depths(seen, (width // 2 - min(inset, 0)) * SCALE)
    return max(min(depths) // SCALE, 0) if depths and max(depths) > 0 else None


Spot = tuple[int, int]  # so far to the right, so far ahead, times SCALE


def seen_from(pose: Pose, shape: Polygon) -> list[Spot]:
    """Each corner as it is seen from the middle of the front."""
    (s, c), x0, y0 = direction(pose.heading), pose.x, pose.y
    return [((x - x0) * c - (y - y0) * s, (x - x0) * s + (y - y0) * c) for x, y in shape]


def _depths(seen: list[Spot], half: int) -> list[int]:
    """How far ahead the outline is, at its corners between the flank lines and where it crosses them."""
    found = [ahead for aside, ahead in seen if -half <= aside <= half]
    for i, (aside, ahead) in enumerate(seen):
        before, behind = seen[i - 1]
        if before != aside:
            low, high = min(before, aside), max(before, aside)
            crossed = (line for line in (-half, half) if low < line < high)
            found += [behind + (ahead - behind) * (line - before) // (aside - before) for line in crossed]
    return found


@lru_cache(maxsize=16384)
def body_gap(pose: Pose, width: int, body: Body, inset: int = TOUCH) -> int | None:
    """How far ahead a unit begins between the flank lines."""
    found = [gap for block in blocks_of(body) if (gap := ahead_gap(pose, width, block, inset)) is not None]
    return min(found, default=None)


@lru_cache(maxsize=4096)
def wheeled(body: Body, side: Edge, angle: int) -> Body:
    """LL.7.charge.3 The unit after a forward wheel to that side."""
    return body.at(wheel(body.pose, body.frontage, side, angle))


@lru_cache(maxsize=4096)
def wheel_ground(body: Body, side: Edge, angle: int) -> tuple[Polygon, ...]:
    """LL.6.path.1 All that the footprint covers in a wheel.

    Swept in steps of three degrees, whose chords fall short of the arcs by less than the tolerance of contact.
    """
    stops = [wheeled(body, side, turn) for turn in (*range(0, angle, STEP), angle)]
    return tuple(hull((*a, *b)) for one, two in pairwise(stops) for a, b in _both(one, two))


@lru_cache(maxsize=4096)
def straight_ground(body: Body, distance: int) -> tuple[Polygon, ...]:
    """LL.6.path.1 All that the footprint covers going straight ahead, its start included."""
    return tuple(hull((*a, *b)) for a, b in _both(body, body.at(advance(body.pose, distance))))


def _both(one: Body, other: Body) -> list[tuple[tuple[Point, ...], tuple[Point, ...]]]:
    return list(zip(blocks_of(one), blocks_of(other), strict=True))


def halt(body: Body, distance: int, obstacles: tuple[Body, ...]) -> Body:
    """LL.7.contact.1 The end of the straight move, in whole milli-BW, stepped back where rounding made it overlap."""
    gone, end = distance, body.at(advance(body.pose, distance))
    while gone and _overlap(end, obstacles):
        gone -= 1
        end = body.at(advance(body.pose, gone))
    return end


def _overlap(body: Body, obstacles: tuple[Body, ...]) -> bool:
    front = blocks_of(body)[0]
    return any(overlaps(front, block) for other in obstacles for block in blocks_of(other))
