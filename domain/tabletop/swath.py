"""All ground a move covers: rough outlines to ask first, fine pieces only where a rough one says yes."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import NamedTuple

from domain.tabletop.bodies import Block, Body, extent_of, is_near, is_upon, standing
from domain.tabletop.bounds import Bounds, are_apart, bounds, joined
from domain.tabletop.lengths import StepText
from domain.tabletop.manoeuvre import ROUGH_STEP, Leg, cut_short, extent, swept, trail, way
from domain.tabletop.polygons import Polygon
from domain.tabletop.sweep import WHEEL_STEP

Test = Callable[[Polygon], bool]  # one that fails an area fails any part of it
STAND = StepText("ahead")


class Passage(NamedTuple):
    """A leg and what moves along it; what turns looks along its way as it goes."""

    leg: Leg
    blocks: tuple[Block, ...]
    rough: tuple[Polygon, ...]
    turns: bool = False


class Swath(NamedTuple):
    """The whole footprint all the way, from where it stood to where it stands."""

    passages: tuple[Passage, ...]
    extent: Bounds


def along(leg: Leg, body: Body, turns: bool = False) -> Passage:
    blocks = body.outline
    return Passage(leg, blocks, _ground(leg, blocks, turns, ROUGH_STEP), turns)


def stands(body: Body) -> Passage:
    """No way at all."""
    return along(Leg(STAND, body.pose, body.pose), body)


def swath(passages: Iterable[Passage]) -> Swath:
    found = tuple(passages)
    return Swath(found, joined(bounds(area) for passage in found for area in passage.rough))


def _ground(leg: Leg, blocks: tuple[Block, ...], turns: bool, piece: int) -> tuple[Polygon, ...]:
    if turns and leg.is_straight:
        return (trail(leg, blocks[0].right, -blocks[0].rear // 2),)
    return swept(leg, blocks, piece)


def _meets(passage: Passage, test: Test) -> bool:
    """Rough pieces may say yes in error; where a leg ends is part of it for certain, and soon asked."""
    if not any(map(test, passage.rough)):
        return False
    leg, blocks = passage.leg, passage.blocks
    return leg.is_straight or any(map(test, standing(leg.end, blocks))) or any(map(test, swept(leg, blocks)))


def covers(ground: Swath, test: Test) -> bool:
    """Some piece of the ground passes the test."""
    return any(_meets(passage, test) for passage in ground.passages)


def touches(ground: Swath, other: Body, reach: int = 0) -> bool:
    """It comes as near to a body as the reach."""
    return not are_apart(ground.extent, extent_of(other), reach) and covers(ground, _near(other, reach))


def _near(other: Body, reach: int) -> Test:
    return lambda area: is_near(other, area, reach)


def runs_over(ground: Swath, other: Body, slack: int = 0) -> bool:
    """It overlaps a body by more than the slack: to touch is not enough."""
    return not are_apart(ground.extent, extent_of(other)) and covers(ground, lambda area: is_upon(other, area, slack))


def leaves_table(ground: Swath, width: int, height: int, slack: int = 0) -> bool:
    """Some part goes over the edge, by more than the slack."""

    def sticks_out(box: Bounds) -> bool:
        return min(box.west, box.south) < -slack or box.east > width + slack or box.north > height + slack

    return sticks_out(ground.extent) and covers(ground, lambda area: sticks_out(bounds(area)))


def way_to(ground: Swath, body: Body, other: Body, reach: int = 0) -> int:
    """How long the way of a body is until it comes as near to the other as the reach."""
    gone: list[Leg] = []
    test = _near(other, reach)
    for passage in ground.passages:
        if _meets(passage, test):
            return way((*gone, _until(passage, body, test)))
        gone.append(passage.leg)
    return way(gone)


def _until(passage: Passage, body: Body, test: Test) -> Leg:
    def cut(after: int) -> Leg:
        return cut_short(passage.leg, after, body.frontage, body.whole_depth)

    def is_met(after: int) -> bool:
        return any(map(test, _ground(cut(after), passage.blocks, passage.turns, WHEEL_STEP)))

    return cut(bisect_left(range(extent(passage.leg)), True, key=is_met))
