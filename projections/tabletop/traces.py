"""Traces laid on a table: from its own points to those of the page."""

from __future__ import annotations

from domain.kernel.board import Board, Counter, Trace
from projections.drawing.labels import Box
from projections.drawing.plane import Plane, bounds, path
from projections.drawing.traces import Laid

EDGE = 3


def laid_on_table(board: Board, plane: Plane) -> list[Laid]:
    units = {counter.id: counter for counter in board.counters if counter.figure}
    return [_laid(trace, units.get(trace.unit), plane) for trace in board.traces if trace.points]


def _laid(trace: Trace, unit: Counter | None, plane: Plane) -> Laid:
    points = [plane.at(point) for point in trace.points if not isinstance(point, str)]
    bases = unit.figure.bases if unit and unit.figure else ()
    into = [Box(*bounds(plane.every(base))).grown(EDGE) for base in bases if base]
    stood = "".join(path(plane.every(base), closed=True) for base in trace.stood if base)
    ghost = f'<path class="ghost" d="{stood}"/>' if stood else ""
    return Laid(trace, tuple(points), tuple(into), ghost)
