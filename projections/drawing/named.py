"""A name in italics on a drawn board: its lines, how far they are turned, and its place along a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
MOST_SPARE = 12  # other places of a name, for where something stands on its own


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

    def drawn(self, at: XY, look: str, spare: Iterable[XY] = ()) -> Iterator[str]:
        """One text, whose lines keep their distance at any size of type; `spare` says where else it may stand."""
        more = f' transform="rotate({number(self.turn)} {pair(at)})"' if self.turn else ""
        others = " ".join(map(pair, spare))
        more += f' data-at="{pair(at)}" data-or="{others}"' if others else ""
        if len(self.lines) == 1:
            yield text_at(self.lines[0], (at[0], at[1] + self.type / 3), look, more)
            return
        down = (1 / 3 - ROW * (len(self.lines) - 1) / 2, *(ROW for _ in self.lines[1:]))
        rows = (
            f'<tspan x="{number(at[0])}" dy="{step:.3f}em">{text_of(line)}</tspan>'
            for line, step in zip(self.lines, down, strict=True)
        )
        yield f'<text class="{look}" x="{number(at[0])}" y="{number(at[1])}"{more}>{"".join(rows)}</text>'


def along_line(
    name: str, points: Outline, room: Room, look: str, size: float = TYPE, *, has_spare: bool = False
) -> Iterator[str]:
    """Beside one of its pieces, the longest first, on either side."""
    if not name.strip() or len(points) < 2:
        return
    pieces, said = sorted(pairwise(points), key=lambda piece: -round(length(piece), 3)), shortened(name, LONG_PLACE)
    tries = [
        (Named((said,), _upright(way(a, b)), size), _aside(a, b, share, side * size / TYPE))
        for a, b in pieces for share in SHARES for side in (1, -1)
    ]  # fmt: skip
    boxes = [form.box(at) for form, at in tries]
    free = [one for one, box in zip(tries, boxes, strict=True) if room.is_free(box)] if has_spare else []
    found = room.place_clear(boxes)
    if found:
        form, at = tries[boxes.index(found)]
        yield from form.drawn(at, look, [spot for other, spot in free if other == form and spot != at][:MOST_SPARE])


def _aside(a: XY, b: XY, share: float, side: float) -> XY:
    return moved(between(a, b, share), leftwards(way(a, b)), side * OFF_LINE)


def _upright(towards: XY) -> float:
    """The turn of a text along the line that never stands on its head."""
    turn = round(degrees(atan2(towards[1], towards[0])), 3)
    return turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn


def text_at(text: str, at: XY, look: str, more: str = "") -> str:
    return f'<text class="{look}" x="{number(at[0])}" y="{number(at[1])}"{more}>{text_of(text)}</text>'
