"""A fight while it is read: who strikes whom, and from how far, before it is told what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

import msgspec

from domain.kernel.board import Board, Counter, Spot, Trace
from domain.tabletop.angles import Point
from domain.tabletop.measure import distance
from domain.words.phrases import decimal, some
from projections.drawing.plane import inside
from projections.drawing.traces import kind_of

STRIKES = ("attack", "fire")
TARGET = "target"


def strikes(traces: Iterable[Trace]) -> tuple[Trace, ...]:
    return tuple(trace for trace in traces if kind_of(trace) in STRIKES and len(trace.points) > 1)


def foreseen(traces: Iterable[Trace], board: Board) -> tuple[Trace, ...]:
    """Each blow of an order that is only being told: its arrow, its range if it is fire, and its target."""
    found = strikes(traces)
    arrows = {(one.kind, one.unit, one.points): one for one in found}.values()
    told = [msgspec.structs.replace(one, label=_range(one, board), stood=()) for one in arrows]
    aims = dict.fromkeys(one.points[-1] for one in told)
    return (*told, *(Trace(kind=TARGET, points=(aim,)) for aim in aims))


def _range(trace: Trace, board: Board) -> str:
    if kind_of(trace) != "fire":
        return ""
    if board.field:
        return _on_table(trace, board)
    return _on_map(trace, board) if board.cells else ""


def _on_map(trace: Trace, board: Board) -> str:
    places = {spot.name: spot for spot in board.spots}
    ends = [places[name] for name in (trace.points[0], trace.points[-1]) if isinstance(name, str) and name in places]
    if len(ends) < 2 or any(spot.x is None or spot.y is None for spot in ends):
        return ""
    return some(_apart(*ends, is_pointy=board.cells == "pointy"), "hex", "hexes")


def _apart(a: Spot, b: Spot, *, is_pointy: bool) -> int:
    """In hexes: a row is three units of the plane down and one across, a column two across."""
    across, down = abs((a.x or 0) - (b.x or 0)), abs((a.y or 0) - (b.y or 0))
    rows, rest = (down // 3, across) if is_pointy else (across // 3, down)
    return rows + max(0, (rest - rows) // 2)


def _on_table(trace: Trace, board: Board) -> str:
    """From the nearest base to the nearest base, as one measures; nothing where it is not seen who was aimed at."""
    assert board.field
    at = trace.points[-1]
    ours = next((one for one in board.counters if one.id == trace.unit), None)
    theirs = next((one for one in board.counters if one is not ours and _covers(one, at)), None)
    if ours is None or theirs is None:
        return ""
    far = min((distance(a, b) for a in _bases(ours) for b in _bases(theirs)), default=inf)
    return "" if far == inf else f"{decimal(far / board.field.per_unit, 1)} {board.field.unit}"


def _bases(counter: Counter) -> Sequence[tuple[Point, ...]]:
    return [base for base in counter.figure.bases if len(base) > 2] if counter.figure else ()


def _covers(counter: Counter, at: Point | str) -> bool:
    return not isinstance(at, str) and any(inside(base, at) for base in _hulls(counter))


def _hulls(counter: Counter) -> Iterator[list[Point]]:
    """Its bases, and what lies between them: the middle of a unit may fall into a gap."""
    bases = _bases(counter)
    yield from map(list, bases)
    points = [point for base in bases for point in base]
    if points:
        (left, right), (low, high) = ((min(side), max(side)) for side in zip(*points, strict=True))
        yield [Point(left, low), Point(right, low), Point(right, high), Point(left, high)]
