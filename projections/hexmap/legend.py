"""The legend of a map of hexes or places: each colour, line and sign that is used, with its word."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Board, EdgeDrawn
from domain.words.phrases import phrase
from projections.drawing.counters import badge, face_down, facing, sign
from projections.drawing.layout import Layout
from projections.drawing.legend import large, once, sides_drawn
from projections.drawing.style import COVER, COVERS, MEADOW, RIMS, Theme, ground_colours, key_of
from projections.drawing.traces import samples
from projections.drawing.words import counted, grounds, side_of, spoken
from projections.hexmap.ground import OVERLAID, edge_class, edges_path, road_class

SAMPLE = EdgeDrawn(a="below", b="above", kind="")
# Two hexes standing on a side, small and flat, for hexsides to be shown between.
PAIR = Layout(
    {"below": (0, 35), "above": (0, -35)}, ((20, -35), (40, 0), (20, 35), (-20, 35), (-40, 0), (-20, -35)), 0, 0
)


def items(board: Board, theme: Theme) -> Iterator[tuple[str, str]]:
    """What is on a board of hexes or places: a sample and its word each."""
    for side in sides_drawn(board):
        look = theme.sides[side]
        yield f'<g class="{look}">{"".join(face_down(look))}</g>', side_of(side)
    shown = [counter for counter in board.counters if not counter.hidden]
    for kind in once(counter.kind for counter in shown):
        yield large(sign(kind)), spoken(kind)
    for mark in once(_sample_of(mark) for counter in shown for mark in counter.marks):
        yield large(badge(mark, (0, 0))), spoken(counted(mark)[0])
    if any(counter.heading is not None for counter in shown):
        yield f'<g transform="translate(0,30)">{facing(0)}</g>', phrase("the way it faces")
    if len(shown) < len(board.counters):
        yield large('<text class="kind" y="4">?</text>'), phrase("face down")
    yield from _ground_items(board)
    for kind in once(edge.kind for edge in board.edges):
        drawn, over = edges_path(kind, [SAMPLE], PAIR), OVERLAID.get(kind)
        second = f'<path class="{over}" d="{drawn}"/>' if over else ""
        yield f'<path class="{edge_class(kind)}" d="{drawn}"/>{second}', spoken(kind)
    yield from _road_items(board)
    mapped = {spot.name for spot in board.spots if spot.x is not None} | {name for link in board.links for name in link}
    yield from samples(trace for trace in board.traces if not mapped.isdisjoint(trace.points))


def _sample_of(mark: str) -> str:
    """One of a kind: how far a mark counts is no kind of its own."""
    what, number = counted(mark)
    return f"{what}:1" if number else mark


def _road_items(board: Board) -> Iterator[tuple[str, str]]:
    for kind in once(road.kind for road in board.roads):
        casing = f'<path class="casing {road_class(kind)}-casing" d="M-24,0L24,0"/>'
        yield f'{casing}<path class="{road_class(kind)}" d="M-24,0L24,0"/>', spoken(kind)


def _ground_items(board: Board) -> Iterator[tuple[str, str]]:
    """On a map; a place says under its name what it is."""
    if not board.cells:
        return
    words = list(once(word for spot in board.spots for word in grounds(spot)))
    colours = ground_colours(words)
    for word in words:
        cover = COVERS.get(COVER.get(key_of(word), ""))
        fill = cover.fill if cover and cover.fill else colours.get(word, MEADOW)
        shape = f'<use href="#{cover.signs[0]}" transform="scale(.62)"/>' if cover else ""
        rim = cover.rim if cover and cover.rim else RIMS.get(key_of(word), "#8a8066")
        yield (
            f'<rect class="patch" x="-24" y="-20" width="48" height="40" fill="{fill}" stroke="{rim}"/>{shape}',
            spoken(word),
        )
