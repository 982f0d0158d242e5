"""Where the places of a board lie on the drawing, in whole units."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Sequence
from itertools import combinations
from math import cos, isqrt, pi, sin
from typing import NamedTuple

from domain.hexes.grid import Hex, Orientation
from domain.hexes.sight import vertices
from domain.kernel.board import Board, Spot
from projections.drawing.photos import photos
from projections.drawing.spread import pixel_places, spread

LONG, SHORT = 35, 20  # units of the plane's two axes: nearly the true √3 to 1, and whole
PAD, TOP = 60, 136
USUAL_WIDTH = 1600  # a wider page has larger words
APART = 190  # between two places of a board without hexes
MOST_EXTENT = 4000
MOST_COMPARED = 300
LEAST_WIDTH = 900

XY = tuple[int, int]


class Layout(NamedTuple):
    """Centres of the places on the map, by name; the corners of a hex, none on other boards; what the map covers."""

    at: dict[str, XY]
    corners: tuple[XY, ...]
    width: int
    bottom: int
    scale: float = 1.0  # of the words around the map: a large map has a large head
    bare: frozenset[str] = frozenset()  # places without a dot or a name: a piece there lies on the place itself
    unit: tuple[float, float] = (1, 1)  # from the numbers of a spot to the page: times this, and then plus the origin
    origin: XY = (0, 0)
    is_pictured: bool = False  # lies on a picture of the map, and to scale


def layout(board: Board) -> Layout:
    placed = {spot.name: (spot.x, spot.y) for spot in board.spots if spot.x is not None and spot.y is not None}
    pictured = bool(placed) and bool(photos().maps)
    if board.cells:
        return _hexes(placed, board.cells)._replace(is_pictured=pictured)
    if pictured:
        return _to_scale(placed)
    bare = pixel_places(board.spots)
    if bare:
        piles = Count(counter.at for counter in board.counters)
        return _moved(spread(placed, bare, piles), (), APART // 3)._replace(bare=bare)
    return _free(placed or _circle(board))


def _hexes(placed: dict[str, XY], cells: Orientation) -> Layout:
    across, down = (LONG, SHORT) if cells == "pointy" else (SHORT, LONG)
    corners = tuple((x * across, y * down) for x, y in vertices(Hex(0, 0), cells))
    at = {name: (x * across, y * down) for name, (x, y) in placed.items()}
    return _moved(at, corners, 2 * SHORT)._replace(unit=(across, down))


def _to_scale(placed: dict[str, XY]) -> Layout:
    """On a picture of the map everything lies where it is printed."""
    maps = photos().maps
    rims = [(one.left, one.top) for one in maps] + [(one.left + one.width, one.top + one.height) for one in maps]
    extent = max(max(at[axis] for at in rims) - min(at[axis] for at in rims) for axis in (0, 1))
    scale = min(1.0, MOST_EXTENT / max(extent, 1.0))
    at = {name: (round(x * scale), round(y * scale)) for name, (x, y) in placed.items()}
    edge = {f"\0{n}": (round(x * scale), round(y * scale)) for n, (x, y) in enumerate(rims)}
    laid = _moved({**at, **edge}, (), 0)
    kept = {name: point for name, point in laid.at.items() if name in placed}
    return laid._replace(at=kept, bare=frozenset(placed), unit=(scale, scale), is_pictured=True)


def _moved(at: dict[str, XY], corners: tuple[XY, ...], reach: int) -> Layout:
    """With its least coordinates at the margins."""
    left, top = min((x for x, _ in at.values()), default=0), min((y for _, y in at.values()), default=0)
    right = max((x for x, _ in at.values()), default=0) - left + 2 * (reach + PAD)
    width = max(LEAST_WIDTH, right)
    scale = max(1.0, width / USUAL_WIDTH)
    down = round(TOP * scale) + reach
    moved = {name: (x - left + PAD + reach, y - top + down) for name, (x, y) in at.items()}
    bottom = max((y for _, y in moved.values()), default=down - 2 * reach) + reach
    return Layout(moved, corners, width, bottom, scale, origin=(PAD + reach - left, down - top))


def _free(placed: dict[str, XY]) -> Layout:
    """Proportions are kept; the nearest two places lie far enough apart for their names and counters."""
    points = list(dict.fromkeys(placed.values()))
    extent = max((max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1)), default=0) if points else 0
    size = _size(points, extent)
    at = {name: (x * size // max(extent, 1), y * size // max(extent, 1)) for name, (x, y) in placed.items()}
    return _moved(at, (), APART // 2 if placed else 0)


def _size(points: Sequence[XY], extent: int) -> int:
    """How long the longer way across the map is to be."""
    if len(points) > MOST_COMPARED:
        return isqrt(len(points)) * APART
    gaps = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in combinations(points, 2))
    nearest = max(1, isqrt(min(gaps, default=1)))
    return min(MOST_EXTENT, -(-extent * APART // nearest))


def _circle(board: Board) -> dict[str, XY]:
    """Linked places without coordinates stand in a ring, so that the links can be seen."""
    linked = {name for link in board.links for name in link}
    ring: list[Spot] = [spot for spot in board.spots if spot.name in linked]
    reach = max(1, len(ring)) * APART
    turns = [2 * pi * i / len(ring) for i in range(len(ring))]
    return {s.name: (round(sin(t) * reach), round(-cos(t) * reach)) for s, t in zip(ring, turns, strict=True)}


def common_side(a: XY, b: XY, corners: Sequence[XY]) -> tuple[XY, XY] | None:
    """The two corners that neighbours share; None for places that are not neighbours."""
    ours = {(a[0] + x, a[1] + y) for x, y in corners}
    shared = sorted(ours & {(b[0] + x, b[1] + y) for x, y in corners})
    return (shared[0], shared[1]) if len(shared) == 2 else None


def edge_of(layout: Layout) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the map on the page: its hexes, or all of its picture."""
    points = list(layout.at.values())
    if layout.corners:
        xs, ys = [x for x, _ in layout.corners], [y for _, y in layout.corners]
        left, top = min(x for x, _ in points) + min(xs), min(y for _, y in points) + min(ys)
        return left, top, max(x for x, _ in points) + max(xs), max(y for _, y in points) + max(ys)
    (across, down), (x, y) = layout.unit, layout.origin
    maps = photos().maps
    return (
        min(one.left for one in maps) * across + x,
        min(one.top for one in maps) * down + y,
        max(one.left + one.width for one in maps) * across + x,
        max(one.top + one.height for one in maps) * down + y,
    )
