"""LL.6.path.1 All ground a move covers: rough outlines to ask first, fine pieces only where a rough one says yes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import NamedTuple

from domain.tabletop.bodies import Block, standing
from domain.tabletop.bounds import Bounds, bounds, joined
from domain.tabletop.lengths import StepText
from domain.tabletop.manoeuvre import ROUGH_STEP, Leg, cut_short, extent, swept, trail, way
from domain.tabletop.polygons import Polygon
from domain.tabletop.sweep import WHEEL_STEP
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.tables import WIDTH

Test = Callable[[Polygon], bool]
STAND = StepText("ahead")


class Stretch(NamedTuple):
    """A leg and what moves along it; a limber turns into its way (LL.6.lmove.1)."""

    leg: Leg
    blocks: tuple[Block, ...]
    rough: tuple[Polygon, ...]
    turns: bool = False


class Swath(NamedTuple):
    """LL.6.path.1 The whole footprint all the way, from where it stood to where it stands."""

    stretches: tuple[Stretch, ...]
    extent: Bounds


def along(leg: Leg, body: Body, turns: bool = False) -> Stretch:
    shape = body.outline
    return Stretch(leg, shape, _ground(leg, shape, turns, ROUGH_STEP), turns)


def stands(body: Body) -> Stretch:
    """No way at all."""
    return along(Leg(STAND, body.pose, body.pose), body)


def swath(stretches: Iterable[Stretch]) -> Swath:
    found = tuple(stretches)
    return Swath(found, joined(bounds(area) for stretch in found for area in stretch.rough))


def _ground(leg: Leg, shape: tuple[Block, ...], turns: bool, piece: int) -> tuple[Polygon, ...]:
    if turns and leg.is_straight:
        return (trail(leg, WIDTH, -shape[0].rear // 2),)
    return swept(leg, shape, piece)


def meets(stretch: Stretch, test: Test) -> bool:
    """Rough pieces may say yes in error; where a leg ends is part of it for certain, and soon asked."""
    if not any(map(test, stretch.rough)):
        return False
    leg, shape = stretch.leg, stretch.blocks
    return leg.is_straight or any(map(test, standing(leg.end, shape))) or any(map(test, swept(leg, shape)))


def covers(ground: Swath, test: Test) -> bool:
    """Some piece of the ground passes the test; a test that fails a piece fails any part of it."""
    return any(meets(stretch, test) for stretch in ground.stretches)


def way_until(ground: Swath, body: Body, test: Test) -> int:
    """How long the way is, in milli-BW, until some of the ground covered passes the test."""
    gone: list[Leg] = []
    for stretch in ground.stretches:
        if meets(stretch, test):
            return way((*gone, _until(stretch, body, test)))
        gone.append(stretch.leg)
    return way(gone)


def _until(stretch: Stretch, body: Body, test: Test) -> Leg:
    def cut(after: int) -> Leg:
        return cut_short(stretch.leg, after, body.frontage, body.whole_depth)

    def is_met(after: int) -> bool:
        return any(map(test, _ground(cut(after), stretch.blocks, stretch.turns, WHEEL_STEP)))

    return cut(bisect_left(range(extent(stretch.leg)), True, key=is_met))
