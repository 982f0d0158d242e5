"""Names of terrain on a drawn table, in italics: inside an area or an enclosure, else along a line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from domain.kernel.board import Area, Board, Stroke
from projections.drawing.labels import Box, Room
from projections.drawing.named import LONG_PLACE, Named, along_line
from projections.drawing.plane import (
    XY,
    Outline,
    Plane,
    along,
    bounds,
    inside,
    length,
)
from projections.drawing.style import key_of
from projections.drawing.words import shortened
from projections.tabletop.style import way_of

MOST_LINES = 3
GRID = 7  # places tried across an area
SAMPLED = 12  # pixels from one looked-at point of a line to the next
WATERS = ("stream", "river", "lake", "water", "ford", "brook")


def sampled(board: Board, plane: Plane) -> Iterator[XY]:
    """Points of all lines, close together."""
    for stroke in board.strokes:
        yield from (at for at, _ in along(plane.every(stroke.points), SAMPLED))


def place_names(board: Board, plane: Plane, room: Room) -> Iterator[str]:
    """Each name once: a crest may be called as its hill is."""
    said: set[str] = set()
    pieces: list[Area | Stroke] = [*board.areas, *board.strokes]
    for piece in pieces:
        points = plane.every(piece.points)
        is_water = key_of(piece.kind) in WATERS or way_of(piece.kind) == "stream"
        drawn = [] if piece.name in said else list(_named(piece, points, room, "place water" if is_water else "place"))
        said |= {piece.name} if drawn else set()
        yield from drawn


def _named(piece: Area | Stroke, points: Outline, room: Room, look: str) -> Iterator[str]:
    if isinstance(piece, Area):
        yield from _held(piece.name, points, room, look)
    elif len(points) > 3 and points[0] == points[-1]:
        yield from list(_held(piece.name, points[:-1], room, look)) or along_line(piece.name, points, room, look)
    else:
        yield from along_line(piece.name, points, room, look)


def _forms(name: str) -> Iterator[Named]:
    """On one line, folded, and at last turned upright."""
    short = shortened(name, LONG_PLACE)
    for count in range(1, MOST_LINES + 1):
        yield Named(tuple(textwrap.wrap(short, -(-len(short) // count) + count)))
    yield Named((short,), -90.0)


def _held(name: str, outline: Outline, room: Room, look: str) -> Iterator[str]:
    """Inside an outline, as near its middle as there is room."""
    if not name.strip() or len(outline) < 3:
        return
    forms = {form.box(spot): form for form in _forms(name) for spot in _spots(outline)}
    found = room.place_clear([box for box in forms if _is_in(box, outline)])
    if found:
        yield from forms[found].drawn(found.centre, look)
    else:
        yield from _below(Named((shortened(name, LONG_PLACE),)), outline, room, look)


def _is_in(box: Box, outline: Outline) -> bool:
    return all(inside(outline, corner) for corner in box.corners)


def _spots(outline: Outline) -> list[XY]:
    """Places all over it, the middle first."""
    left, top, right, bottom = bounds(outline)
    cells = [((i + 0.5) / GRID, (j + 0.5) / GRID) for i in range(GRID) for j in range(GRID)]
    middle = ((left + right) / 2, (top + bottom) / 2)
    spots = [(left + (right - left) * x, top + (bottom - top) * y) for x, y in cells]
    return [middle, *sorted(spots, key=lambda spot: round(length([spot, middle]), 3))]


def _below(form: Named, outline: Outline, room: Room, look: str) -> Iterator[str]:
    """Under or over an outline that has no room inside."""
    left, top, right, bottom = bounds(outline)
    spots = [((left + right) / 2, bottom + form.row), ((left + right) / 2, top - form.row)]
    found = room.place_clear([form.box(spot) for spot in spots])
    if found:
        yield from form.drawn(found.centre, look)
