"""A name in italics on a drawn board: its lines, how far they are turned, and its place along a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from projections.drawing.labels import TYPE, Box, Room, text_width
from projections.drawing.plane import (
    XY,
    Outline,
    between,
    bounds,
    leftwards,
    length,
    moved,
    number,
    pair,
    way,
)
from projections.drawing.style import text_of
from projections.drawing.words import shortened

LONG_PLACE = 60  # letters
ROW = 1.14  # from line to line, in heights of the type
SHARES = (0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6)  # of a line, where its name may stand
OFF_LINE = 14


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


def along_line(name: str, points: Outline, room: Room, look: str, size: float = TYPE) -> Iterator[str]:
    """Beside one of its pieces, the longest first, on either side."""
    if not name.strip() or len(points) < 2:
        return
    pieces, said = sorted(pairwise(points), key=lambda piece: -round(length(piece), 3)), shortened(name, LONG_PLACE)
    tries = [
        (Named((said,), _upright(way(a, b)), size), _aside(a, b, share, side * size / TYPE))
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


def text_at(text: str, at: XY, look: str, more: str = "") -> str:
    return f'<text class="{look}" x="{number(at[0])}" y="{number(at[1])}"{more}>{text_of(text)}</text>'
