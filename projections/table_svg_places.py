"""Names of terrain on a drawn table, in italics: inside an area or an enclosure, else along a line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from domain.board import Area, Board, Stroke
from projections.board_svg_style import key_of
from projections.board_words import shortened
from projections.table_plane import (
    XY,
    Outline,
    Plane,
    along,
    between,
    bounds,
    inside,
    leftwards,
    length,
    moved,
    number,
    pair,
    way,
)
from projections.table_svg_labels import TYPE, Box, Room, text_width
from projections.table_svg_names import text_at
from projections.table_svg_style import way_of

LONG_PLACE, MOST_LINES = 60, 3
ROW = 1.14  # from line to line, in heights of the type
GRID = 7  # places tried across an area
SHARES = (0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6)  # of a line, where its name may stand
OFF_LINE = 14
SAMPLED = 12  # pixels from one looked-at point of a line to the next
WATERS = ("stream", "river", "lake", "water", "ford", "brook")


class Named(NamedTuple):
    """Lines of text, how far they are turned, and the height of their type."""

    lines: tuple[str, ...]
    turn: float = 0.0
    type: float = TYPE

    @property
    def row(self) -> float:
        return self.type * ROW

    @property
    def size(self) -> tuple[float, float]:
        return max(text_width(line, self.type) for line in self.lines), len(self.lines) * self.row + 2

    def box(self, at: XY) -> Box:
        """What it covers with its middle there."""
        (wide, high), aslant = self.size, (cos(radians(self.turn)), sin(radians(self.turn)))
        across = leftwards(aslant)
        ends = [moved(moved(at, aslant, x * wide / 2), across, y * high / 2) for x in (1, -1) for y in (1, -1)]
        return Box(*bounds(ends))

    def drawn(self, at: XY, look: str) -> Iterator[str]:
        spun = f' transform="rotate({number(self.turn)} {pair(at)})"' if self.turn else ""
        top = at[1] + self.type / 3 - self.row * (len(self.lines) - 1) / 2
        for i, line in enumerate(self.lines):
            yield text_at(line, (at[0], top + i * self.row), look, spun)


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


def along_line(name: str, points: Outline, room: Room, look: str, size: float = TYPE) -> Iterator[str]:
    """Beside one of its pieces, the longest first, on either side."""
    if not name.strip() or len(points) < 2:
        return
    pieces = sorted(pairwise(points), key=lambda piece: -round(length(piece), 3))
    tries = [
        (Named((shortened(name, LONG_PLACE),), _upright(way(a, b)), size), _aside(a, b, share, side * size / TYPE))
        for a, b in pieces for share in SHARES for side in (1, -1)
    ]  # fmt: skip
    boxes = [form.box(at) for form, at in tries]
    found = room.place_clear(boxes)
    if found:
        form, at = tries[boxes.index(found)]
        yield from form.drawn(at, look)


def _aside(a: XY, b: XY, share: float, side: float) -> XY:
    return moved(between(a, b, share), leftwards(way(a, b)), side * OFF_LINE)


def _upright(towards: XY) -> float:
    """The turn of a text along the line that never stands on its head."""
    turn = round(degrees(atan2(towards[1], towards[0])), 3)
    return turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
