"""Steps of a move carried out: where each ends, how long the way is, and the ground that is swept."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from domain.tabletop.angles import HALF_TURN, QUARTER, TURN, Point, bearing, rotate, turn_between
from domain.tabletop.bodies import Block, standing
from domain.tabletop.lengths import StepText
from domain.tabletop.measure import Edge, Pose, footprint, halves_off, turned
from domain.tabletop.polygons import Polygon, hull, squared
from domain.tabletop.sweep import WHEEL_STEP, about_face, arc, round_swept, spin, wheel

ROUGH_STEP = 3_000  # a turn in pieces of 30 degrees is swept up to a twenty-eighth too wide, and soon done


class Leg(NamedTuple):
    """One step carried out. A straight one has a length; one that turns has a pivot, and a way if it is a wheel."""

    step: StepText
    start: Pose
    end: Pose
    length: int = 0
    off: int = 0  # how far a straight way lies off the heading, clockwise above zero
    turn: int = 0  # clockwise above zero
    radius: int = 0  # of the outer front corner of a wheel; other turns cost no way
    pivot: Point | None = None

    @property
    def is_straight(self) -> bool:
        return self.pivot is None


def _straight(pose: Pose, step: StepText, off: int, length: int) -> Leg:
    x, y = halves_off(turned(pose, off), 0, 2 * length)
    end = Pose(x=x, y=y, heading=pose.heading)
    return Leg(step, pose, end, length=length, off=turn_between(0, off))


def _slide(off: int) -> "_Taken":
    return lambda pose, step, _width, _depth: _straight(pose, step, off, step.length)


def _oblique(hand: int) -> "_Taken":
    return lambda pose, step, _width, _depth: _straight(pose, step, hand * step.angle, step.length)


def _toward(pose: Pose, step: StepText, _width: int, _depth: int) -> Leg:
    return _straight(pose, step, step.angle - pose.heading, step.length)


def _to(pose: Pose, step: StepText, _width: int, _depth: int) -> Leg:
    there = step.point
    assert there is not None, "`to` has a point"
    end = Pose(x=there.x, y=there.y, heading=pose.heading)
    if there == pose.point:
        return Leg(step, pose, end)
    length = isqrt(squared(pose.point, there) - 1) + 1
    return Leg(step, pose, end, length=length, off=turn_between(pose.heading, bearing(pose.point, there)))


def _wheel(side: Edge, way: int) -> "_Taken":
    """`way` is 1 forward and -1 backward."""
    hand = 1 if side is Edge.RIGHT else -1

    def taken(pose: Pose, step: StepText, width: int, _depth: int) -> Leg:
        end, pivot = wheel(pose, width, side, way * step.angle), halves_off(pose, hand * width, 0)
        return Leg(step, pose, end, turn=hand * way * step.angle, radius=width, pivot=pivot)

    return taken


def _face(pose: Pose, step: StepText, _width: int, depth: int) -> Leg:
    turn = turn_between(pose.heading, step.angle)
    return Leg(step, pose, spin(pose, depth, turn), turn=turn, pivot=halves_off(pose, 0, -depth))


def _about(pose: Pose, step: StepText, _width: int, depth: int) -> Leg:
    return Leg(step, pose, about_face(pose, depth))


_Taken = Callable[[Pose, StepText, int, int], Leg]
_VERBS: Mapping[str, _Taken] = {
    "ahead": _slide(0),
    "back": _slide(HALF_TURN),
    "left": _slide(-QUARTER),
    "right": _slide(QUARTER),
    "oblique-left": _oblique(-1),
    "oblique-right": _oblique(1),
    "wheel-left": _wheel(Edge.LEFT, 1),
    "wheel-right": _wheel(Edge.RIGHT, 1),
    "back-wheel-left": _wheel(Edge.LEFT, -1),
    "back-wheel-right": _wheel(Edge.RIGHT, -1),
    "toward": _toward,
    "to": _to,
    "face": _face,
    "about": _about,
}


def take(pose: Pose, step: StepText, width: int, depth: int) -> Leg:
    """One step of a front so wide and a body so deep.

    `face` turns about the centre, the shorter way round; `about` turns every base where it stands.
    """
    return _VERBS[step.verb](pose, step, width, depth)


def legs(pose: Pose, steps: Iterable[StepText], width: int, depth: int) -> Iterator[Leg]:
    """Each step from where the one before it ended."""
    for step in steps:
        leg = take(pose, step, width, depth)
        yield leg
        pose = leg.end


def way(taken: Iterable[Leg]) -> int:
    """Straight ways, and the arcs of the outer front corners in wheels, rounded once."""
    done = tuple(taken)
    return sum(leg.length for leg in done) + arc(sum(leg.radius * abs(leg.turn) for leg in done))


def extent(leg: Leg) -> int:
    """What a leg can be cut short by: milli-units of a straight one, hundredths of a turn."""
    return leg.length if leg.is_straight else abs(leg.turn)


def cut_short(leg: Leg, after: int, width: int, depth: int) -> Leg:
    """The leg as far as this much of its extent."""
    step, heading = leg.step, leg.start.heading
    if step.verb == "face":
        step = StepText("face", (heading + (after if leg.turn > 0 else -after)) % TURN)
    elif not leg.is_straight:
        step = step._replace(angle=after)
    elif step.verb == "to":
        step = StepText("toward", (heading + leg.off) % TURN, after)
    else:
        step = step._replace(length=after)
    return take(leg.start, step, width, depth)


@lru_cache(maxsize=256)
def swept(leg: Leg, blocks: tuple[Block, ...], piece: int = WHEEL_STEP) -> tuple[Polygon, ...]:
    """All ground the blocks cover on a leg, in convex pieces; a turn in pieces of so many hundredths, from outside."""
    if leg.pivot is None:
        here, there = standing(leg.start, blocks), standing(leg.end, blocks)
        if leg.start.heading != leg.end.heading:
            return (*here, *there)
        return tuple(hull((*a, *b)) for a, b in zip(here, there, strict=True))
    poses = (*_on_the_way(leg, leg.pivot, piece), leg.end)
    places = zip(*(standing(pose, blocks) for pose in poses), strict=True)
    return tuple(part for rectangles in places for part in round_swept(leg.pivot, rectangles, piece))


def _on_the_way(leg: Leg, pivot: Point, piece: int) -> Iterator[Pose]:
    for angle in range(0, abs(leg.turn), piece):
        turn = angle if leg.turn > 0 else -angle
        x, y = rotate(leg.start.point, pivot, turn)
        yield Pose(x=x, y=y, heading=(leg.start.heading + turn) % TURN)


def trail(leg: Leg, width: int, depth: int) -> Polygon:
    """What a base sweeps on a straight leg if it first turns about its centre to look along its way."""
    ahead = (leg.start.heading + leg.off) % TURN
    places = (footprint(spin(pose, depth, turn_between(pose.heading, ahead)), width, depth) for pose in leg[1:3])
    return hull(corner for place in places for corner in place)


def course(taken: Iterable[Leg], depth: int, piece: int) -> Iterator[Point]:
    """The middle of a body so deep at the end of each leg, and on the way round where it turns about a pivot."""
    for leg in taken:
        if leg.pivot is not None:
            start, hand = halves_off(leg.start, 0, -depth), 1 if leg.turn > 0 else -1
            yield from (rotate(start, leg.pivot, hand * angle) for angle in range(piece, abs(leg.turn), piece))
        yield halves_off(leg.end, 0, -depth)
