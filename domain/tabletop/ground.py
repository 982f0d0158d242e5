"""Pieces of ground: outlines and lines on a table, and what lies on them; what they are is for a system to say."""

from collections.abc import Collection
from typing import NamedTuple

from domain.tabletop.angles import Point
from domain.tabletop.bounds import Bounds, are_apart, bounds
from domain.tabletop.polygons import Polygon, convex_parts, overlaps, segments
from domain.tabletop.zones import lies_bare


class Ground(NamedTuple):
    """An outline, or a line in pieces."""

    points: tuple[Point, ...]
    is_line: bool
    extent: Bounds


def ground(points: tuple[Point, ...], is_line: bool = False) -> Ground:
    return Ground(points, is_line, bounds(points))


def parts_of(piece: Ground) -> tuple[Polygon, ...]:
    """The straight pieces of a line, or the convex parts of an outline."""
    return segments(piece.points) if piece.is_line else tuple(convex_parts(piece.points))


def is_under(piece: Ground, area: Polygon, slack: int = 0) -> bool:
    """Any part of the area lies on the ground, or over the line, beyond the slack: to touch it is not enough."""
    if are_apart(piece.extent, bounds(area)):
        return False
    if piece.is_line:
        return any(overlaps(line, area, slack) for line in segments(piece.points))
    return overlaps(piece.points, area, slack)


def is_bare(piece: Ground, area: Polygon, ways: Collection[Polygon], slack: int = 0) -> bool:
    """A convex area on the ground is there not only where one of the ways leads over it."""
    return not ways or lies_bare(area, piece.points, ways, slack)
