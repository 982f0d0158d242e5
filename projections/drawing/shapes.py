"""Shapes of a drawn map: hexes of a kind joined to one soft outline, hexsides to one course, roads without zigzag."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from projections.drawing.layout import XY as Whole
from projections.drawing.layout import Layout
from projections.drawing.plane import (
    XY,
    between,
    middle,
    pair,
)

Side = tuple[Whole, Whole]


def outlines(names: Iterable[str], layout: Layout) -> Iterator[list[Whole]]:
    """The rims of all these hexes together: a side that two of them share is no rim."""
    sides: dict[frozenset[Whole], Side] = {}
    for name in names:
        x, y = layout.at[name]
        corners = [(x + dx, y + dy) for dx, dy in layout.corners]
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            if sides.pop(frozenset((a, b)), None) is None:
                sides[frozenset((a, b))] = a, b
    following = dict(sides.values())
    while following:
        start, at = following.popitem()
        ring = [start]
        while at != start:
            ring.append(at)
            at = following.pop(at)
        yield ring


def courses(sides: Iterable[Side]) -> Iterator[list[Whole]]:
    """Hexsides that meet end to end as one line each; where three meet, lines end."""
    ends: dict[Whole, list[Whole]] = {}
    for a, b in dict.fromkeys((min(side), max(side)) for side in sides):
        ends.setdefault(a, []).append(b)
        ends.setdefault(b, []).append(a)
    loose = [at for at, others in ends.items() if len(others) != 2]
    for start in [*loose, *ends]:  # rings, which have no loose end, come last
        while ends[start]:
            line = [start]
            while ends[line[-1]] and (len(line) == 1 or line[-1] not in loose):
                here = line[-1]
                there = ends[here].pop()
                ends[there].remove(here)
                line.append(there)
            yield line


def soft(points: Sequence[XY], *, closed: bool = False) -> str:
    """A curve that follows a line and cuts its corners, from middle to middle of its pieces."""
    if closed:
        ring = [*points, points[0], points[1]]
        halves = [middle(side) for side in pairwise(ring)]
        turns = "".join(f"Q{pair(ring[i + 1])} {pair(halves[i + 1])}" for i in range(len(points)))
        return f"M{pair(halves[0])}{turns}Z"
    if len(points) < 3:
        return "M" + "L".join(map(pair, points)) if points else ""
    halves = [middle(side) for side in pairwise(points)]
    turns = "".join(f"Q{pair(points[i + 1])} {pair(half)}" for i, half in enumerate(halves[1:]))
    return f"M{pair(points[0])}L{pair(halves[0])}{turns}L{pair(points[-1])}"


def eased(points: Sequence[XY], fixed: Collection[XY] = ()) -> list[XY]:
    """Each point drawn a little towards its neighbours, but for the ends and the fixed ones: roads meet there."""
    found = list(points)
    for i in range(1, len(points) - 1):
        if points[i] not in fixed:
            found[i] = between(points[i], between(points[i - 1], points[i + 1], 0.5), 0.5)
    return found


def pieces(points: Sequence[XY], eased_points: Sequence[XY], fixed: Collection[XY]) -> Iterator[list[XY]]:
    """A line cut at its fixed points, which a curve must pass through and not by."""
    piece: list[XY] = []
    for at, drawn in zip(points, eased_points, strict=True):
        piece.append(drawn)
        if at in fixed and len(piece) > 1:
            yield piece
            piece = [drawn]
    if len(piece) > 1:
        yield piece


def noise(a: int, b: int) -> int:
    """Looks random, and is the same everywhere."""
    mixed = (a * 374761393 + b * 668265263 + 974634541) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return mixed ^ (mixed >> 16)
