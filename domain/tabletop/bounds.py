"""Bounding boxes: the cheap question before the exact one."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from domain.tabletop.angles import Point


class Bounds(NamedTuple):
    """The least upright rectangle round some points."""

    west: int
    south: int
    east: int
    north: int


_bounds = partial(tuple.__new__, Bounds)  # as Bounds(…), without the step in between: there are many


def bounds(points: Iterable[Point]) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return _bounds((min(xs), min(ys), max(xs), max(ys)))


def joined(boxes: Iterable[Bounds]) -> Bounds:
    """One box round several."""
    west, south, east, north = zip(*boxes, strict=True)
    return Bounds(min(west), min(south), max(east), max(north))


def are_apart(a: Bounds, b: Bounds, reach: int = 0) -> bool:
    """More than the reach lies between them, east or north: then it does between all that they hold, too."""
    return a[0] - b[2] > reach or b[0] - a[2] > reach or a[1] - b[3] > reach or b[1] - a[3] > reach
