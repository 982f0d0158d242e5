"""Traces laid on a map of hexes or places: from the names of spots to points of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from domain.board import Board, Trace
from projections.board_svg_counters import DOWN, HIGH, WIDE
from projections.board_svg_layout import Layout
from projections.board_words import Standing
from projections.table_plane import XY, along, length, moved, number, way
from projections.table_svg_labels import Box, around
from projections.trace_svg import BURST, RING, Laid, kind_of

LEAVES, STOPS = 18, 14  # how far from both middles an arrow of attack keeps
EDGE, DOT, DOT_RING = 8, 34, 20
THICK = 16  # what no name may lie on, around a way
GHOSTS = ("move", "retreat")


def laid_on_map(board: Board, layout: Layout, at: Standing) -> list[Laid]:
    """What can be drawn of them: a spot off the map is left out."""
    places = {counter.id: counter.at for counter in board.counters}
    found = []
    for trace in board.traces:
        names = [name for name, _ in groupby(p for p in trace.points if isinstance(p, str) and p in layout.at)]
        if len(names) > 1 or (names and len(trace.points) == 1):  # of a way that leaves the map, a point is no mark
            found.append(_laid(trace, names, layout, at, ghost=places.get(trace.unit) != names[0]))
    return found


def _laid(trace: Trace, names: Sequence[str], layout: Layout, at: Standing, *, ghost: bool) -> Laid:
    points: list[XY] = [layout.at[name] for name in names]
    kind, is_hex = kind_of(trace), bool(layout.corners)
    if len(points) > 1 and kind in ("attack", "fire"):
        return Laid(trace, _between_cards(points))
    if len(points) > 1 and kind == "retreat" and is_hex:
        points[0] = moved(points[0], way(points[0], points[1]), LEAVES)
    end = points[-1]
    into: tuple[Box, ...] = ()
    if len(points) > 1:
        taken = around((end[0], end[1] + DOWN), WIDE + EDGE, HIGH + EDGE) if is_hex else around(end, DOT, DOT)
        into = (taken,) if at.get(names[-1]) or not is_hex else ()
    drawn = _ghost(layout.at[names[0]]) if is_hex and ghost and len(points) > 1 and kind in GHOSTS else ""
    return Laid(trace, tuple(points), into, drawn, RING if is_hex else DOT_RING)


def _between_cards(points: Sequence[XY]) -> tuple[XY, ...]:
    towards, back = way(points[0], points[1]), way(points[-1], points[-2])
    short = min(1.0, length(points) / 70)
    start, end = moved(points[0], towards, LEAVES * short), moved(points[-1], back, STOPS * short)
    return (start, *points[1:-1], end)


def _ghost(at: XY) -> str:
    left, top = number(at[0] - WIDE / 2), number(at[1] + DOWN - HIGH / 2)
    return f'<rect class="ghost" x="{left}" y="{top}" width="{WIDE}" height="{HIGH}" rx="4"/>'


def ways_taken(traces: Sequence[Laid]) -> Iterator[Box]:
    """Small boxes all along what is drawn, so that no name lies on it."""
    for laid in traces:
        if len(laid.points) > 1:
            yield from (around(at, THICK, THICK) for at, _ in along(laid.points, THICK))
        else:
            wide = 2 * (BURST if kind_of(laid.trace) in ("loss", "gone") else laid.ring) + THICK / 2
            yield from (around(at, wide, wide) for at in laid.points)
