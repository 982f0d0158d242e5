"""Bodies on a table: the ground they cover, what lies before them, and how far they are apart."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol, Self

from domain.tabletop.bounds import Bounds, are_apart, bounds
from domain.tabletop.measure import Edge, Pose, Rectangle, box, gap2, within
from domain.tabletop.polygons import Polygon, Segment, Shape, area2, on_table, overlaps

FAR = 500_000  # beyond any table
TOUCH = 10  # tolerance of contact and overlap, as corners stand on whole milli-units


class Block(NamedTuple):
    """A rectangle as seen from a pose, in half milli-units; left and rear are below zero."""

    left: int
    right: int
    front: int
    rear: int


class Body(Hashable, Protocol):
    """Where something stands and how. A system knows more of it."""

    @property
    def pose(self) -> Pose: ...

    @property
    def frontage(self) -> int: ...

    @property
    def whole_depth(self) -> int: ...

    @property
    def outline(self) -> tuple[Block, ...]:
        """What it covers as seen from its pose, the block with the front first."""
        ...

    def at(self, pose: Pose) -> Self:
        """The same elsewhere."""
        ...


def standing(pose: Pose, blocks: Iterable[Block]) -> tuple[Rectangle, ...]:
    """The ground the blocks cover at a pose."""
    return tuple(box(pose, *block) for block in blocks)


@lru_cache(maxsize=8192)
def blocks_of(body: Body) -> tuple[Rectangle, ...]:
    """The footprint in rectangles, the one with the front first."""
    return standing(body.pose, body.outline)


@lru_cache(maxsize=8192)
def extent_of(body: Body) -> Bounds:
    return bounds(corner for block in blocks_of(body) for corner in block)


def mean(body: Body, share: Callable[[Rectangle], Fraction]) -> Fraction:
    """Of the ground it covers: the shares of its blocks, each by its area."""
    blocks = blocks_of(body)
    if len(blocks) == 1:
        return share(blocks[0])
    return sum((share(block) * area2(block) for block in blocks), Fraction(0)) / sum(map(area2, blocks))


def front_edge(body: Body) -> Segment:
    """The front, from left to right."""
    return blocks_of(body)[0].edge(Edge.FRONT)


def to_the_front(body: Body) -> Rectangle:
    """All that lies ahead of the front line, which runs on without limit."""
    return box(body.pose, -2 * FAR, 2 * FAR, 2 * FAR, 0)


def directly_in_front(body: Body) -> Rectangle:
    """All that lies ahead of the front line and between the flank lines."""
    return box(body.pose, -body.frontage, body.frontage, 2 * FAR, 0)


@lru_cache(maxsize=8192)
def are_within(one: Body, other: Body, reach: int) -> bool:
    """The shortest distance between the footprints is no more than the reach."""
    near = not are_apart(extent_of(one), extent_of(other), reach)
    return near and any(is_near(other, block, reach) for block in blocks_of(one))


@lru_cache(maxsize=8192)
def gap_squared(one: Body, other: Body) -> int:
    """Squared distance between two footprints, rounded down."""
    return int(min(gap2(a, b) for a in blocks_of(one) for b in blocks_of(other)))


def is_near(body: Body, shape: Shape, reach: int) -> bool:
    """The distance between the footprint and the shape is no more than the reach."""
    return any(within(shape, block, reach) for block in blocks_of(body))


def is_upon(body: Body, area: Polygon, slack: int = 0) -> bool:
    """It shares interior with the area, beyond the slack."""
    return any(overlaps(area, block, slack) for block in blocks_of(body))


def do_overlap(one: Body, other: Body, slack: int = 0) -> bool:
    """They share interior, beyond the slack."""
    near = not are_apart(extent_of(one), extent_of(other))
    return near and any(is_upon(other, block, slack) for block in blocks_of(one))


def is_on_table(body: Body, width: int, height: int) -> bool:
    return all(on_table(block, width, height) for block in blocks_of(body))
