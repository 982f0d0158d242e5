"""A board so small that only who stands where can be seen: for a list of games."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Board
from projections.drawing.colours import worn
from projections.drawing.layout import layout
from projections.drawing.plane import plane
from projections.drawing.style import PALETTE

WIDE, HIGH, EDGE = 160, 100, 6  # of the picture
DOT = 2.6
NOBODY = "#777"

XY = tuple[float, float]


def thumb(board: Board) -> str:
    """Dots in the colours of the sides on a plain ground; text needs no escaping, since there is none."""
    found = list(_standing(board))
    everywhere = _everywhere(board) or [at for at, _ in found] or [(0.0, 0.0)]
    left, right = min(x for x, _ in everywhere), max(x for x, _ in everywhere)
    top, bottom = min(y for _, y in everywhere), max(y for _, y in everywhere)
    scale = min((WIDE - 2 * EDGE) / max(right - left, 1), (HIGH - 2 * EDGE) / max(bottom - top, 1))
    aside, above = (WIDE - (right - left) * scale) / 2, (HIGH - (bottom - top) * scale) / 2
    places = worn(board.sides)
    own = dict(board.colours)
    colours = {side: own.get(side) or PALETTE[place % len(PALETTE)][0] for side, place in places.items()}
    dots = "".join(
        f'<circle cx="{aside + (x - left) * scale:.0f}" cy="{above + (y - top) * scale:.0f}" r="{DOT}" '
        f'fill="{colours.get(side, NOBODY)}"/>'
        for (x, y), side in found
    )
    ground = f'<rect width="{WIDE}" height="{HIGH}" rx="6" fill="#e4ebd2"/>'
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" aria-hidden="true">{ground}{dots}</svg>'


def _standing(board: Board) -> Iterator[tuple[XY, str]]:
    if board.field is not None:
        at = plane(board.field).at
        for counter in board.counters:
            if counter.figure and counter.figure.bases:
                yield at(counter.figure.bases[0][0]), counter.side
        return
    spots = layout(board).at
    for counter in board.counters:
        if counter.at in spots:
            yield spots[counter.at], counter.side


def _everywhere(board: Board) -> list[XY]:
    if board.field is None:
        return [(float(x), float(y)) for x, y in layout(board).at.values()]
    at = plane(board.field).at
    return [at((0, 0)), at((board.field.width, board.field.height))]
