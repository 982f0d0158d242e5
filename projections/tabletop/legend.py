"""The legend of a drawn table: what is there and how it is drawn, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.kernel.board import Board
from domain.words.phrases import phrase
from projections.drawing.counters import badge, marked_corners, sign
from projections.drawing.legend import large, once, sides_drawn
from projections.drawing.plane import XY, path
from projections.drawing.style import SIGNS, Theme, key_of
from projections.drawing.words import side_of, spoken
from projections.tabletop.ground import patch
from projections.tabletop.lines import LOW, OVER, UNDER, standing_line
from projections.tabletop.names import DRAWN
from projections.tabletop.style import grounds_of, way_of, zone_strip
from projections.tabletop.units import LIMBERED, SMOKE, sign_on

PATCH: list[XY] = [(-24, -19), (24, -19), (24, 19), (-24, 19)]
BASE: list[XY] = [(-16, -14), (16, -14), (16, 18), (-16, 18)]
LINE: list[XY] = [(-24, 0), (24, 0)]


def items(board: Board, theme: Theme) -> Iterator[tuple[str, str]]:
    """A sample and its word each."""
    for side in filter(None, sides_drawn(board)):
        look = theme.sides[side]
        yield f'<g class="{look}">{_base()}{"".join(marked_corners(BASE, look, 10))}</g>', side_of(side)
    if any(counter.figure and counter.figure.front for counter in board.counters):
        yield (
            _blank(f'<path class="facing" d="M-6,-14L0,-23L6,-14Z"/><path class="front" d="{path(BASE[:2])}"/>'),
            phrase("front"),
        )
    shown = [counter for counter in board.counters if not counter.hidden]
    for kind in once(counter.kind for counter in shown):
        arm = SIGNS.get(key_of(kind), "")
        yield (_blank("".join(sign_on(BASE, arm))) if arm else large(sign(kind))), spoken(kind)
    yield from _marks(once(mark for counter in shown for mark in counter.marks))
    if len(shown) < len(board.counters):
        yield large('<text class="kind" y="4">?</text>'), phrase("face down")
    yield from _terrain(board)
    for kind in once(zone.kind for zone in board.zones):
        yield zone_strip(kind, path(PATCH, closed=True)), spoken(kind)


def _base() -> str:
    return f'<path class="base" d="{path(BASE, closed=True)}"/>'


def _blank(signs: str) -> str:
    """A sign on a base of no side."""
    return f'<g class="neutral">{_base()}{signs}</g>'


def _marks(marks: Iterable[str]) -> Iterator[tuple[str, str]]:
    for mark in marks:
        key = key_of(mark)
        if key == SMOKE:
            yield large('<use href="#puff"/>'), spoken(mark)
        elif key == LIMBERED:
            yield _blank("".join(sign_on(BASE, LIMBERED))), spoken(mark)
        elif key not in DRAWN:
            yield large(badge(mark, (0, 0))), spoken(mark)


def _terrain(board: Board) -> Iterator[tuple[str, str]]:
    looks = grounds_of(area.kind for area in board.areas)
    for i, kind in enumerate(once(looks)):
        yield "".join(patch(kind, PATCH, looks[kind], f"sample{i}")), spoken(kind)
    for kind in once(stroke.kind for stroke in board.strokes):
        look = way_of(kind)
        if look in LOW:
            layers = dict.fromkeys((UNDER.get(look, look), OVER.get(look, look)))
            yield "".join(f'<path class="way {layer}" d="{path(LINE)}"/>' for layer in layers), spoken(kind)
        else:
            yield "".join(standing_line(look, LINE, "right")), spoken(kind)
