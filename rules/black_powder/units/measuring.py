"""BP.turn.3 Distances: base edge to base edge, from a commander's head, and what counts as within."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

from domain.tabletop.angles import SCALE, Point, direction
from domain.tabletop.bodies import are_within, gap_squared
from rules.black_powder.rulings import number, reading
from rules.black_powder.state import State, Unit
from rules.black_powder.units.footprint import Body, body_of

PER_CENT = 100


def scaled(state: State, length: int) -> int:
    """BP.turn.4 Moves and ranges by a common factor on a smaller table, in hundredths."""
    return length * number(state, "scale") // PER_CENT


def body_gap(one: Body, other: Body) -> int:
    """BP.turn.3 Rounded up: what is not within a reach is never told as if it were."""
    squared = gap_squared(one, other)
    return isqrt(squared - 1) + 1 if squared else 0


def gap(state: State, one: Unit, other: Unit) -> int:
    return body_gap(body_of(state, one), body_of(state, other))


def is_within(state: State, one: Body, other: Body, reach: int) -> bool:
    """D3 Within N inches: up to and with N (A), or less (B)."""
    return are_within(one, other, reach if reading(state, "D3") == "A" else reach - 1)


def from_point(point: Point, body: Body) -> int:
    """BP.gen.1 From a commander's head to the nearest point of a unit, rounded up."""
    (sine, cosine), (x, y) = direction(body.pose.heading), point.minus(body.pose.point)
    right, ahead = 2 * (x * cosine - y * sine), 2 * (x * sine + y * cosine)  # half thousandths, times SCALE
    squared = min(
        _beyond(right, left, edge) ** 2 + _beyond(ahead, rear, front) ** 2 for left, edge, front, rear in body.outline
    )
    return -(-isqrt(squared) // (2 * SCALE))


def _beyond(at: int, low: int, high: int) -> int:
    """How far outside a stretch of half thousandths something lies, times SCALE."""
    return max(low * SCALE - at, at - high * SCALE, 0)


def headway(here: Point, there: Point) -> Mapping[str, int]:
    """How far a way leads toward each edge of the table; below zero, away from it."""
    north, east = there.y - here.y, there.x - here.x
    return {"north": north, "south": -north, "east": east, "west": -east}


def is_in_reach(state: State, distance: int, reach: int) -> bool:
    """D3"""
    return distance <= reach if reading(state, "D3") == "A" else distance < reach
