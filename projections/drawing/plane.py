"""The plane of a drawn table, in pixels: from parts of a unit to the page, and the little geometry drawing needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from domain.kernel.board import Field
from domain.tabletop.angles import Point

MOST_WIDE, MOST_HIGH = 1440, 1400  # pixels of the longer way across
LEFT, TOP = 96, 136  # where the table begins on the page
FAR = 3  # no point is drawn further off than so many tables
STEPS = (1, 2, 5)

XY = tuple[float, float]
Outline = Sequence[XY]


class Plane(NamedTuple):
    """A table on the page: `unit` pixels are one unit of the table."""

    width: float
    height: float
    unit: float
    parts: float  # parts in a pixel
    extent: tuple[int, int]

    @property
    def right(self) -> float:
        return LEFT + self.width

    @property
    def bottom(self) -> float:
        return TOP + self.height

    def at(self, point: Sequence[int]) -> XY:
        """Where a point lies on the page; y grows downwards there."""
        (x, y), (wide, high) = point, self.extent
        x, y = min(max(x, -FAR * wide), FAR * wide), min(max(y, -FAR * high), FAR * high)
        return LEFT + x / self.parts, self.bottom - y / self.parts

    def is_edge(self, a: XY, b: XY) -> bool:
        """A line along the edge of the table."""
        edges = ((0, LEFT), (0, self.right), (1, TOP), (1, self.bottom))
        return any(abs(a[axis] - edge) < 1 and abs(b[axis] - edge) < 1 for axis, edge in edges)

    def every(self, points: Iterable[Point]) -> list[XY]:
        return [self.at(point) for point in points]


def plane(field: Field) -> Plane:
    """As large as fits the page, whatever the table measures."""
    wide, high = max(field.width, 1), max(field.height, 1)
    parts = max(wide / MOST_WIDE, high / MOST_HIGH)
    return Plane(wide / parts, high / parts, max(field.per_unit, 1) / parts, parts, (wide, high))


def rectangle(plane: Plane, look: str) -> str:
    """The table itself."""
    said = f' class="{look}"' if look else ""
    return f'<rect{said} x="{LEFT}" y="{TOP}" width="{number(plane.width)}" height="{number(plane.height)}"/>'


def step(pixels: float, room: float) -> int:
    """How many units lie between two marks that need so much room: 1, 2, 5, 10, 20 …"""
    tens = 1
    while True:
        for found in STEPS:
            if found * tens * pixels >= room:
                return found * tens
        tens *= 10


def number(value: float) -> str:
    """A coordinate to the tenth of a pixel, as short as it can be."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def pair(point: XY) -> str:
    return f"{number(point[0])},{number(point[1])}"


def path(points: Iterable[XY], *, closed: bool = False) -> str:
    return "M" + "L".join(map(pair, points)) + ("Z" if closed else "")


def middle(points: Outline) -> XY:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def between(a: XY, b: XY, share: float) -> XY:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def moved(point: XY, way: XY, by: float) -> XY:
    return point[0] + way[0] * by, point[1] + way[1] * by


def way(a: XY, b: XY) -> XY:
    """From one point towards another, a pixel long; northwards if they are one."""
    x, y = b[0] - a[0], b[1] - a[1]
    length = hypot(x, y)
    return (x / length, y / length) if length else (0.0, -1.0)


def leftwards(towards: XY) -> XY:
    """To the left of someone who looks that way on the page."""
    return towards[1], -towards[0]


def length(points: Outline) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def along(points: Outline, apart: float, first: float = 0.0) -> Iterator[tuple[XY, XY]]:
    """Places at even distances along a line, each with the way it runs there."""
    due = first
    for a, b in pairwise(points):
        long, towards = hypot(b[0] - a[0], b[1] - a[1]), way(a, b)
        while due <= long and long:
            yield moved(a, towards, due), towards
            due += apart
        due -= long


def inside(outline: Outline, point: XY) -> bool:
    x, y = point
    found = False
    for (ax, ay), (bx, by) in sides(outline):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def sides(outline: Outline) -> Iterator[tuple[XY, XY]]:
    return zip(outline, [*outline[1:], *outline[:1]], strict=True)


def gap(point: XY, a: XY, b: XY) -> float:
    """From a point to the nearest of a straight line between two others."""
    x, y = b[0] - a[0], b[1] - a[1]
    square = x * x + y * y
    share = ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / square if square else 0.0
    near = between(a, b, min(max(share, 0.0), 1.0))
    return hypot(point[0] - near[0], point[1] - near[1])


def to_rim(outline: Outline, point: XY) -> float:
    """From a point to the nearest side of an outline."""
    return min(gap(point, a, b) for a, b in sides(outline))


def bounds(points: Iterable[XY]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)
