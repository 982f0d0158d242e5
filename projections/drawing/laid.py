"""Traces laid on a map of hexes or places: from the names of spots to points of the page."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

import msgspec

from domain.kernel.board import Board, Trace
from domain.words.phrases import word
from projections.drawing.counters import DOWN, HIGH, WIDE
from projections.drawing.labels import Box, around
from projections.drawing.layout import Layout
from projections.drawing.plane import XY, along, length, moved, number, way
from projections.drawing.spread import TILE
from projections.drawing.traces import BURST, RING, Laid, kind_of
from projections.drawing.words import Standing

LEAVES, STOPS = 18, 14  # how far from both middles an arrow of attack keeps
EDGE, DOT, DOT_RING, TILE_RING = 8, 34, 20, 40
THICK = 16  # what no name may lie on, around a way
GHOSTS = ("move", "retreat")
AT_CORNER, NEXT = 4, 16  # how far above the foot of a card a cross lies, and from one cross to the next


def laid_on_map(board: Board, layout: Layout, at: Standing) -> list[Laid]:
    """What can be drawn of them: a spot off the map is left out."""
    places = {counter.id: counter.at for counter in board.counters}
    told = _named(board)
    found: list[Laid] = []
    gone = Count[str]()
    for trace in board.traces:
        names = [name for name, _ in groupby(p for p in trace.points if isinstance(p, str) and p in layout.at)]
        if kind_of(trace) == "gone" and names:
            found.append(_gone(told(trace), names[0], gone[names[0]], layout, at))
            gone[names[0]] += 1
        elif len(names) > 1 or (names and len(trace.points) == 1):  # of a way that leaves the map, a point is no mark
            found.append(_laid(trace, names, layout, at, ghost=places.get(trace.unit) != names[0]))
    return found


def _named(board: Board) -> Callable[[Trace], Trace]:
    """Says of a trace with words who it was: in a stack nobody sees which is missing."""
    called = {counter.id: "" if counter.hidden else counter.name for counter in board.counters}

    def told(trace: Trace) -> Trace:
        who = called.get(trace.unit, trace.unit)
        return msgspec.structs.replace(trace, label=f"{who} {word(trace.label)}") if who and trace.label else trace

    return told


def _gone(trace: Trace, name: str, nth: int, layout: Layout, at: Standing) -> Laid:
    """Where others stand it lies at the corner of their cards: in the middle it would strike one of them out."""
    (x, y), ring = layout.at[name], RING if layout.corners else DOT_RING
    if at.get(name) and (layout.corners or name in layout.bare):
        x, y = x - WIDE // 2, y + DOWN + HIGH // 2 - AT_CORNER
    return Laid(trace, ((x + nth * NEXT, y),), ring=ring)


def _laid(trace: Trace, names: Sequence[str], layout: Layout, at: Standing, *, ghost: bool) -> Laid:
    points: list[XY] = [layout.at[name] for name in names]
    kind, is_hex, is_bare = kind_of(trace), bool(layout.corners), names[-1] in layout.bare
    if len(points) > 1 and kind in ("attack", "fire"):
        return Laid(trace, _between_cards(points))
    if len(points) > 1 and kind == "retreat" and is_hex:
        points[0] = moved(points[0], way(points[0], points[1]), LEAVES)
    end = points[-1]
    into: tuple[Box, ...] = ()
    if len(points) > 1:
        taken = around((end[0], end[1] + DOWN), WIDE + EDGE, HIGH + EDGE) if is_hex else around(end, DOT, DOT)
        taken = around(end, TILE + EDGE, HIGH + EDGE) if is_bare else taken
        into = (taken,) if at.get(names[-1]) or not (is_hex or is_bare) else ()
    drawn = _ghost(layout.at[names[0]]) if is_hex and ghost and len(points) > 1 and kind in GHOSTS else ""
    return Laid(trace, tuple(points), into, drawn, RING if is_hex else TILE_RING if is_bare else DOT_RING)


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
