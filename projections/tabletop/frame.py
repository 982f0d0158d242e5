"""Around a drawn table: rulers along two edges, a faint grid, a bar to measure with, and where north is."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Field
from projections.drawing.plane import LEFT, TOP, Plane, number, path, step
from projections.drawing.style import text_of
from projections.drawing.words import shortened

NUMBER_ROOM, TICK_ROOM = 70, 12  # pixels from number to number, and from tick to tick, at least
SHORT, LONG = 6, 12
NUMBER_DOWN, NUMBER_LEFT, BASELINE = 30, 17, 5
BAR_ROOM, BAR_DOWN, BAR_HIGH, BAR_WORDS = 240, 66, 9, 26
UNIT_LETTERS = 12


def grid(plane: Plane) -> str:
    """Faint lines where the numbers stand."""
    apart = step(plane.unit, NUMBER_ROOM) * plane.unit
    upright = [path([(LEFT + x, TOP), (LEFT + x, plane.bottom)]) for x in _marks(plane.width, apart)]
    level = [path([(LEFT, plane.bottom - y), (plane.right, plane.bottom - y)]) for y in _marks(plane.height, apart)]
    return f'<path class="grid" d="{"".join(upright + level)}"/>'


def rulers(plane: Plane) -> Iterator[str]:
    """Along the southern and the western edge."""
    numbered, ticked = step(plane.unit, NUMBER_ROOM), step(plane.unit, TICK_ROOM)
    bottom = plane.bottom + 3
    ticks = []
    for apart, size in ((ticked, SHORT), (numbered, LONG)):
        across, up = _marks(plane.width, apart * plane.unit), _marks(plane.height, apart * plane.unit)
        ticks += [path([(LEFT + x, bottom), (LEFT + x, bottom + size)]) for x in across]
        ticks += [path([(LEFT - 3, plane.bottom - y), (LEFT - 3 - size, plane.bottom - y)]) for y in up]
    yield f'<path class="ruler" d="{"".join(ticks)}"/><g class="numbers">'
    for i, x in enumerate(_marks(plane.width, numbered * plane.unit)):
        yield f'<text x="{number(LEFT + x)}" y="{number(bottom + NUMBER_DOWN - 2)}">{i * numbered}</text>'
    for i, y in enumerate(_marks(plane.height, numbered * plane.unit)):
        at = f'x="{LEFT - 3 - NUMBER_LEFT}" y="{number(plane.bottom - y + BASELINE)}"'
        yield f'<text class="y" {at}>{i * numbered}</text>'
    yield "</g>"


def _marks(extent: float, apart: float) -> list[float]:
    return [i * apart for i in range(int(extent / apart + 1e-9) + 1)]


def scale_bar(field: Field, plane: Plane) -> tuple[list[str], float]:
    """A bar of two or more pieces, black and white by turns; and where it ends."""
    piece = step(plane.unit, BAR_ROOM / 4)
    count = max(1, min(5, int(plane.width / (piece * plane.unit)), -(-BAR_ROOM // round(piece * plane.unit + 1))))
    top = plane.bottom + BAR_DOWN
    drawn = ['<g class="bar">']
    for i in range(count):
        look, x = ("full", "empty")[i % 2], LEFT + i * piece * plane.unit
        wide = number(piece * plane.unit)
        drawn.append(f'<rect class="{look}" x="{number(x)}" y="{number(top)}" width="{wide}" height="{BAR_HIGH}"/>')
    drawn.append('</g><g class="numbers">')
    unit = text_of(shortened(field.unit, UNIT_LETTERS))
    for i in range(count + 1):
        word = f"{i * piece} {unit}" if i == count else str(i * piece)
        x = LEFT + i * piece * plane.unit
        drawn.append(f'<text x="{number(x)}" y="{number(top + BAR_WORDS)}">{word}</text>')
    drawn.append(f"</g>{_north(plane, top)}")
    return drawn, top + BAR_WORDS


def _north(plane: Plane, top: float) -> str:
    x, y = plane.right - 12, top + 6
    arrow = path([(x, y - 20), (x + 8, y + 8), (x, y + 2), (x - 8, y + 8)], closed=True)
    letter = f'<g class="numbers"><text x="{number(x)}" y="{number(y + 24)}">N</text></g>'
    return f'<path d="{arrow}" fill="#3b3325"/>{letter}'
