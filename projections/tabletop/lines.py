"""Lines on a drawn table: roads and water, walls and fences, crests with their hachures, and lines that only mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.board import Board, Stroke
from projections.drawing.plane import (
    XY,
    Outline,
    Plane,
    along,
    bounds,
    inside,
    leftwards,
    length,
    moved,
    path,
    to_rim,
)
from projections.drawing.style import key_of, text_of
from projections.drawing.words import spoken
from projections.tabletop.ground import HEIGHTS
from projections.tabletop.style import way_of

POST, POST_APART = 5, 15
HACHURE, HACHURE_FOOT, HACHURE_APART = 15, 1.9, 9.5
TICK, TICK_APART = 7, 10
LOW = ("stream", "road", "track", "railway")  # lie under everything that stands up
UNDER = {"road": "casing", "railway": "ties", "stream": "stream", "wall": "wall"}
OVER = {"road": "road", "railway": "railway", "stream": "water", "wall": "stones"}


def low_lines(board: Board, plane: Plane) -> Iterator[str]:
    """Water first, then ways over it: first all their edges, so that crossings are open."""
    lines = [stroke for kind in LOW for stroke in board.strokes if way_of(stroke.kind) == kind]
    for layer in (UNDER, OVER):
        for stroke in lines:
            kind = way_of(stroke.kind)
            if kind in layer or layer is OVER:
                yield _line(stroke, layer.get(kind, kind), plane, speaks=layer is OVER)


def _line(stroke: Stroke, look: str, plane: Plane, *, speaks: bool) -> str:
    drawn = path(plane.every(stroke.points)) if len(stroke.points) > 1 else ""
    if not drawn:
        return ""
    said = f"<title>{_said(stroke)}</title>" if speaks else ""
    tag = f' data-stroke="{text_of(stroke.kind)}"' if speaks else ""
    return f'<path class="way {look}" d="{drawn}"{tag}>{said}</path>'


def _said(stroke: Stroke) -> str:
    return text_of(f"{stroke.name}: {spoken(stroke.kind)}" if stroke.name else spoken(stroke.kind))


def high_lines(board: Board, plane: Plane) -> Iterator[str]:
    """What stands up, and what only marks."""
    hills = [plane.every(area.points) for area in board.areas if key_of(area.kind) in HEIGHTS and len(area.points) > 2]
    for stroke in board.strokes:
        kind = way_of(stroke.kind)
        if kind not in LOW and len(stroke.points) > 1:
            points = plane.every(stroke.points)
            yield f'<g data-stroke="{text_of(stroke.kind)}"><title>{_said(stroke)}</title>'
            yield from standing_line(kind, points, _falls(stroke, points, hills) if kind == "crest" else "")
            yield "</g>"


def standing_line(kind: str, points: Outline, falls: str) -> Iterator[str]:
    """One line with its posts, stones or hachures; also a sample in the legend."""
    yield f'<path class="way {kind}" d="{path(points)}"/>'
    if kind == "wall":
        yield f'<path class="way stones" d="{path(points)}"/>'
    elif kind == "fence":
        yield f'<path class="way posts" d="{_across(points, POST_APART, POST, -POST)}"/>'
    elif kind in ("works", "embankment"):
        yield f'<path class="way ticks" d="{_across(points, TICK_APART, TICK, -TICK)}"/>'
    elif kind == "crest":
        sides = {"left": (1,), "right": (-1,), "both": (1, -1)}[falls]
        yield f'<path class="hachures" d="{"".join(_hachures(points, sides))}"/>'


def _across(points: Outline, apart: float, left: float, right: float) -> str:
    """Short strokes across a line, from so far left of it to so far right."""
    found = []
    for at, towards in along(points, apart, apart / 2):
        aside = leftwards(towards)
        found.append(path([moved(at, aside, left), moved(at, aside, right)]))
    return "".join(found)


def _hachures(points: Outline, sides: Sequence[int]) -> Iterator[str]:
    """Wedges that stand on the crest and point downhill, every other one shorter."""
    for i, (at, towards) in enumerate(along(points, HACHURE_APART, HACHURE_APART / 2)):
        for side in sides:
            aside = leftwards(towards)
            tip = moved(at, aside, side * (HACHURE if i % 2 else HACHURE * 0.62))
            foot = moved(at, towards, -HACHURE_FOOT), moved(at, towards, HACHURE_FOOT)
            yield path([foot[0], tip, foot[1]], closed=True)


def _falls(stroke: Stroke, points: Outline, hills: Sequence[Outline]) -> str:
    """As it says itself, else to the rim of its hill that is nearer; to both if it lies in the middle, or on none."""
    if stroke.falls:
        return stroke.falls
    at, towards = _halfway(points)
    hill = next((hill for hill in hills if _is_near(hill, at)), None)
    if hill is None:
        return "both"
    left, right = (_run(hill, at, leftwards(towards), side) for side in (1, -1))
    return "both" if left == right else "left" if left < right else "right"


def _is_near(hill: Outline, at: XY) -> bool:
    return inside(hill, at) or to_rim(hill, at) < 2


def _run(hill: Outline, at: XY, aside: XY, side: int) -> int:
    """How many steps of a few pixels lead out of the hill; counted coarsely, so that a middle is one."""
    left, top, right, bottom = bounds(hill)
    most = int(max(right - left, bottom - top) // 8) + 1
    return next((n for n in range(1, most) if not inside(hill, moved(at, aside, side * 8 * n))), most)


def _halfway(points: Outline) -> tuple[XY, XY]:
    """The middle of the line, and the way it runs there."""
    half = length(points) / 2
    return next(along(points, half or 1, half or 0), (points[0], (1.0, 0.0)))
