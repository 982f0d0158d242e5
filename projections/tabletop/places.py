"""Names of terrain on a drawn table, in italics: inside an area or an enclosure, else along a line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import partial

from domain.kernel.board import Area, Board, Stroke
from projections.drawing.labels import Box, Room
from projections.drawing.named import LONG_PLACE, MOST_SPARE, Named, along_line
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


def place_names(board: Board, plane: Plane, room: Room, *, has_spare: bool = False) -> Iterator[str]:
    """Each name once: a crest may be called as its hill is.

    With `has_spare` each says where else it may stand: units come and go on a page.
    """
    said: set[str] = set()
    pieces: list[Area | Stroke] = [*board.areas, *board.strokes]
    for piece in pieces:
        points = plane.every(piece.points)
        is_water = key_of(piece.kind) in WATERS or way_of(piece.kind) == "stream"
        look = "place water" if is_water else "place"
        drawn = [] if piece.name in said else list(_named(piece, points, room, look, has_spare=has_spare))
        said |= {piece.name} if drawn else set()
        yield from drawn


def _named(piece: Area | Stroke, points: Outline, room: Room, look: str, *, has_spare: bool) -> Iterator[str]:
    held = partial(_held, piece.name, room=room, look=look, has_spare=has_spare)
    beside = partial(along_line, piece.name, points, room, look, has_spare=has_spare)
    if isinstance(piece, Area):
        yield from held(points)
    elif len(points) > 3 and points[0] == points[-1]:
        yield from list(held(points[:-1])) or beside()
    else:
        yield from beside()


def _forms(name: str) -> Iterator[Named]:
    """On one line, folded, and at last turned upright."""
    short = shortened(name, LONG_PLACE)
    for count in range(1, MOST_LINES + 1):
        yield Named(tuple(textwrap.wrap(short, -(-len(short) // count) + count)))
    yield Named((short,), -90.0)


def _held(name: str, outline: Outline, room: Room, look: str, *, has_spare: bool) -> Iterator[str]:
    """Inside an outline, as near its middle as there is room."""
    if not name.strip() or len(outline) < 3:
        return
    forms = {form.box(spot): form for form in _forms(name) for spot in _spots(outline)}
    inner = [box for box in forms if _is_in(box, outline)]
    free = [box for box in inner if room.is_free(box)] if has_spare else []
    found = room.place_clear(inner)
    if found:
        others = [box.centre for box in free if box != found and forms[box] == forms[found]]
        yield from forms[found].drawn(found.centre, look, others[:: -(-len(others) // MOST_SPARE) or 1])
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
