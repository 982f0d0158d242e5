"""Ways to a point of a table: straight there, turned toward it at once or on the way, or turned about.

Each ends with the middle of the front right there; which of them may be gone, and what each costs, the rules of a
system say.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.tabletop.angles import SCALE as WHOLE
from domain.tabletop.angles import Point, bearing, direction, turn_between
from domain.tabletop.lengths import angle_text, length_text, point_text
from domain.tabletop.measure import Edge, Pose
from domain.tabletop.sweep import advance, spin, wheel

DEGREE = 100
ROUNDS = 6  # a wheel moves the front, so how far it must turn is found by trying again
THIRDS = (1, 2)  # of the way ahead that are gone before a wheel

Path = tuple[str, ...]


def approaches(pose: Pose, width: int, to: Point) -> Iterator[Path]:
    """For a front so wide: facing kept, or wheeled toward the point."""
    if pose.point == to:
        return
    there = f"to:{point_text(to)}"
    yield (there,)
    for path in _wheeled(pose, width, to):
        yield *path, there
    ahead = _ahead(pose, to)
    for share in THIRDS:
        length = ahead * share // 3
        if length > 0:
            for path in _wheeled(advance(pose, length), width, to):
                yield f"ahead:{length_text(length)}", *path, there


def turned_first(pose: Pose, depth: int, to: Point) -> Iterator[Path]:
    """For a body so deep, where no other way leads there: turned in place, and then straight."""
    if pose.point != to:
        there = f"to:{point_text(to)}"
        yield f"face:{angle_text(_faced(pose, depth, to))}", there
        yield "about", there


def _ahead(pose: Pose, to: Point) -> int:
    """How far straight on the point lies; below zero it lies behind."""
    return direction(pose.heading).dot(to.minus(pose.point)) // WHOLE


def _wheeled(pose: Pose, width: int, to: Point) -> Iterator[Path]:
    """Until the point lies straight ahead, or half as far."""
    if pose.point == to:
        return
    turn = turn_between(pose.heading, bearing(pose.point, to))
    side = Edge.LEFT if turn < 0 else Edge.RIGHT
    whole = _wheel_toward(pose, width, side, to)
    for angle in dict.fromkeys((whole, whole // 2 // DEGREE * DEGREE)):
        if angle:
            yield (f"wheel-{side}:{angle_text(angle)}",)


def _wheel_toward(pose: Pose, width: int, side: Edge, to: Point) -> int:
    """In whole degrees; 0: it lies ahead already, or so near that no wheel faces it."""
    angle, hand = 0, -1 if side is Edge.LEFT else 1
    for _ in range(ROUNDS):
        point = wheel(pose, width, side, angle).point
        if point == to:
            return 0
        angle = max(0, hand * turn_between(pose.heading, bearing(point, to)))
    return (angle + DEGREE // 2) // DEGREE * DEGREE


def _faced(pose: Pose, depth: int, to: Point) -> int:
    """The bearing of the point, once the body has turned about its middle to look there."""
    heading = bearing(pose.point, to)
    for _ in range(ROUNDS):
        point = spin(pose, depth, turn_between(pose.heading, heading)).point
        if point == to:
            break
        heading = bearing(point, to)
    return heading
