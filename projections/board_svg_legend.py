"""The legend of a drawn board: each colour, line and sign that is used, with its word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.board import Board, Edge
from projections.board_svg_counters import badge, face_down, sign
from projections.board_svg_ground import OVERLAID, edge_class, edges_path, road_class
from projections.board_svg_layout import PAD, Layout
from projections.board_svg_style import COVER, COVERS, MEADOW, RIMS, Theme, ground_colours, key_of, text_of
from projections.board_words import folded, grounds, shortened, spoken
from projections.table_plane import number
from projections.trace_svg import samples

ITEM, ROW, WORD = 230, 58, 34  # room for an item, and how far its word stands from its middle
WORD_Y, LETTER, MOST_LETTERS = 6, 11, 60
NOTE_LETTER, NOTE_ROW, MOST_NOTE = 10, 26, 2000
SAMPLE = Edge(a="below", b="above", kind="")
# Two hexes standing on a side, small and flat, for hexsides to be shown between.
PAIR = Layout(
    {"below": (0, 35), "above": (0, -35)}, ((20, -35), (40, 0), (20, 35), (-20, 35), (-40, 0), (-20, -35)), 0, 0
)


def legend(items: Iterable[tuple[str, str]], width: int, top: int) -> tuple[list[str], int]:
    """Samples and their words in rows; and where they end."""
    columns = max(1, (width - 2 * PAD) // ITEM)
    drawn: list[str] = []
    row = column = 0
    for sample, said in items:
        word = shortened(said, MOST_LETTERS)
        needed = min(columns, -(-(2 * WORD + len(word) * LETTER) // ITEM))
        if column + needed > columns:
            row, column = row + 1, 0
        x, y = PAD + WORD + column * ITEM, top + PAD + row * ROW
        text = f'<text class="word" x="{WORD}" y="{WORD_Y}">{text_of(word)}</text>'
        drawn.append(f'<g transform="translate({x},{y})">{sample}{text}</g>')
        column += needed
    bottom = top + PAD + (row + 1) * ROW if drawn else top + PAD
    return ['<g class="legend">', *drawn, "</g>"] if drawn else [], bottom


def notes(told: Iterable[str], width: int, top: int) -> tuple[list[str], int]:
    """Lines of text, folded to the width of the page; and where they end."""
    letters = (width - 2 * PAD) // NOTE_LETTER
    lines = [line for note in told for line in folded(shortened(note, MOST_NOTE), letters)]
    drawn = [
        f'<text class="note" x="{PAD}" y="{top + PAD + i * NOTE_ROW}">{text_of(line)}</text>'
        for i, line in enumerate(lines)
    ]
    return drawn, top + (PAD // 2 + len(lines) * NOTE_ROW if lines else 0)


def scaled(
    told: Iterable[str], items: Iterable[tuple[str, str]], width: int, top: int, scale: float
) -> tuple[list[str], int]:
    """Notes and legend as large as the page asks for; and where the page ends."""
    written, lowest = notes(told, round(width / scale), 0)
    words, bottom = legend(items, round(width / scale), lowest)
    if not (written or words):
        return [], top + PAD
    return [f'<g transform="translate(0,{top}) scale({number(scale)})">', *written, *words, "</g>"], top + round(
        bottom * scale
    )


def items(board: Board, theme: Theme) -> Iterator[tuple[str, str]]:
    """What is on a board of hexes or places: a sample and its word each."""
    for side in sides_drawn(board):
        look = theme.sides[side]
        yield f'<g class="{look}">{"".join(face_down(look))}</g>', side or "no side"
    shown = [counter for counter in board.counters if not counter.hidden]
    for kind in once(counter.kind for counter in shown):
        yield large(sign(kind)), spoken(kind)
    for mark in once(mark for counter in shown for mark in counter.marks):
        yield large(badge(mark, (0, 0))), spoken(mark)
    if len(shown) < len(board.counters):
        yield large('<text class="kind" y="4">?</text>'), "face down"
    yield from _ground_items(board)
    for kind in once(edge.kind for edge in board.edges):
        drawn, over = edges_path(kind, [SAMPLE], PAIR), OVERLAID.get(kind)
        second = f'<path class="{over}" d="{drawn}"/>' if over else ""
        yield f'<path class="{edge_class(kind)}" d="{drawn}"/>{second}', spoken(kind)
    yield from _road_items(board)
    mapped = {spot.name for spot in board.spots if spot.x is not None} | {name for link in board.links for name in link}
    yield from samples(trace for trace in board.traces if not mapped.isdisjoint(trace.points))


def sides_drawn(board: Board) -> Iterator[str]:
    """Those that have something on the board, and at last nobody, if some things are nobody's."""
    seen = {counter.side for counter in board.counters} | {trace.side for trace in board.traces}
    yield from (side for side in board.sides if side in seen)
    yield from [""] if any(not counter.side for counter in board.counters) else []


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


def large(sample: str) -> str:
    return f'<g transform="scale(1.7)">{sample}</g>'


def once(words: Iterable[str]) -> Iterable[str]:
    return (word for word in dict.fromkeys(words) if word)
