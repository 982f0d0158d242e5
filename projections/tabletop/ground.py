"""The ground of a drawn table: grass, and the areas of terrain that lie on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.board import Area, Board
from projections.drawing.labels import Box
from projections.drawing.plane import (
    LEFT,
    TOP,
    XY,
    Outline,
    Plane,
    bounds,
    inside,
    number,
    path,
    rectangle,
    sides,
    to_rim,
)
from projections.drawing.shapes import noise
from projections.drawing.style import key_of, text_of
from projections.drawing.words import spoken
from projections.tabletop.style import Ground, grounds_of

MOST_SIGNS = 500  # of one area
GRASS_APART = 62
FURROW, PLANK, SHADE = 9, 8, 26
INSET = {"tree": 7, "fruit": 7, "stone": 7, "tuft": 9, "ripple": 11, "house": 10}  # how far from the rim signs stay
SHAPES = {"tree": ("tree1", "tree2", "tree1", "tree3", "tree2"), "stone": ("stone1", "stone2")}
JITTER = {"fruit": 0.0, "house": 0.1, "ripple": 0.25}  # share of the distance that a sign may be off its row
SOFT = ("woods", "forest", "heavy_woods", "light_woods", "orchard", "marsh", "rough", "rough_ground")
HEIGHTS = ("hill", "ridge")


def grass(plane: Plane) -> Iterator[str]:
    left, top, right, bottom = LEFT, TOP, plane.right, plane.bottom
    yield rectangle(plane, "table")
    meadow = [(left + 0.0, top + 0.0), (right, top + 0.0), (right, bottom), (left + 0.0, bottom)]
    tufts = [f'<use href="#grass" x="{number(x)}" y="{number(y)}"/>' for x, y in strewn(meadow, GRASS_APART, 8, 0.45)]
    yield from ('<g class="grass">', *tufts, "</g>")


def areas(board: Board, plane: Plane, clear: Sequence[Box]) -> Iterator[str]:
    """No sign stands where a name does."""
    looks = grounds_of(area.kind for area in board.areas)
    for i, area in enumerate(board.areas):
        outline = plane.every(area.points)
        if len(outline) > 2:
            yield f'<g data-area="{text_of(area.kind)}"><title>{_said(area)}</title>'
            yield from patch(area.kind, outline, looks[area.kind], f"area{i}", plane, clear)
            yield "</g>"


def _said(area: Area) -> str:
    return text_of(f"{area.name}: {spoken(area.kind)}" if area.name else spoken(area.kind))


def patch(
    kind: str, outline: Outline, look: Ground, name: str, plane: Plane | None = None, clear: Sequence[Box] = ()
) -> Iterator[str]:
    """One area with its rim and whatever is strewn over it; also a sample in the legend."""
    drawn = path(outline, closed=True)
    soft = " soft" if key_of(kind) in SOFT else ""
    yield f'<path class="area{soft}" d="{drawn}" fill="{look.fill}" stroke="{look.rim}"/>'
    if key_of(kind) in HEIGHTS:
        yield f'<clipPath id="{name}"><path d="{drawn}"/></clipPath><g clip-path="url(#{name})">'
        slopes = "".join(path(side) for side in sides(outline) if not plane or not plane.is_edge(*side))
        for width in (SHADE, SHADE * 2 // 3, SHADE // 3):
            yield f'<path class="shade" d="{slopes}" stroke="{look.rim}" stroke-width="{width}"/>'
        yield "</g>"
    elif look.sign in ("furrow", "plank"):
        lines = "".join(furrows(outline, FURROW if look.sign == "furrow" else PLANK))
        yield f'<path class="{look.sign}" d="{lines}" stroke="{look.rim}"/>'
    elif look.sign:
        yield from _signs(outline, look, clear)


def _signs(outline: Outline, look: Ground, clear: Sequence[Box]) -> Iterator[str]:
    shapes = SHAPES.get(look.sign, (look.sign,))
    spread = JITTER.get(look.sign, 0.32)
    for i, (x, y) in enumerate(strewn(outline, look.apart, INSET[look.sign], spread)):
        if not any(box.holds((x, y)) for box in clear):
            yield f'<use href="#{shapes[noise(i, 7) % len(shapes)]}" x="{number(x)}" y="{number(y)}"/>'


def strewn(outline: Outline, apart: float, inset: float, spread: float) -> Iterator[XY]:
    """Places all over an area, from north to south: in rows, each a little off; the same for the same area."""
    left, top, right, bottom = bounds(outline)
    apart = max(apart, ((right - left) * (bottom - top) / MOST_SIGNS) ** 0.5)
    columns, rows = max(1, round((right - left) / apart)), max(1, round((bottom - top) / apart))
    wide, high = (right - left) / columns, (bottom - top) / rows
    for row in range(rows):
        for column in range(columns):
            shift = 0.25 if rows > 1 and row % 2 else -0.25 if rows > 1 else 0.0
            x = left + (column + 0.5 + shift + spread * _off(row, column)) * wide
            y = top + (row + 0.5 + spread * _off(column, row + 99)) * high
            if inside(outline, (x, y)) and to_rim(outline, (x, y)) >= inset:
                yield x, y


def _off(a: int, b: int) -> float:
    """Between minus one and one."""
    return (noise(a, b) % 2001 - 1000) / 1000


def furrows(outline: Outline, apart: float) -> Iterator[str]:
    """Upright lines across an area, where they are inside it."""
    left, _, right, _ = bounds(outline)
    x = left + apart
    while x < right - 1:
        ends = sorted(_crossings(outline, x))
        for upper, lower in zip(ends[::2], ends[1::2], strict=False):
            if lower - upper > 6:
                yield path([(x, upper + 2), (x, lower - 2)])
        x += apart


def _crossings(outline: Outline, x: float) -> Iterator[float]:
    """Where an upright line meets the rim."""
    for i, (bx, by) in enumerate(outline):
        ax, ay = outline[i - 1]
        if (ax > x) != (bx > x):
            yield ay + (x - ax) * (by - ay) / (bx - ax)
