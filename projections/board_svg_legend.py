"""The legend of a drawn board: each colour, line and sign that is used, with its word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.board import Board, Edge
from projections.board_svg_counters import badge, sign
from projections.board_svg_ground import edge_class, edge_path, road_class
from projections.board_svg_layout import PAD, Layout
from projections.board_svg_style import COVER, Theme, ground_colours, key_of, text_of
from projections.board_words import folded, grounds, shortened, spoken

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


def items(board: Board, theme: Theme) -> Iterator[tuple[str, str]]:
    """What is on a board of hexes or places: a sample and its word each."""
    for side in board.sides:
        sample = '<rect class="card" x="-18" y="-16" width="36" height="32" rx="4"/>'
        yield f'<g class="{theme.sides[side]}">{sample}</g>', side
    shown = [counter for counter in board.counters if not counter.hidden]
    for kind in once(counter.kind for counter in shown):
        yield large(sign(kind)), spoken(kind)
    for mark in once(mark for counter in shown for mark in counter.marks):
        yield large(badge(mark, (0, 0))), spoken(mark)
    if len(shown) < len(board.counters):
        yield large('<text class="kind" y="4">?</text>'), "face down"
    yield from _ground_items(board)
    for kind in once(edge.kind for edge in board.edges):
        yield f'<path class="{edge_class(kind)}" d="{edge_path(kind, SAMPLE, PAIR)}"/>', spoken(kind)
    for kind in once(road.kind for road in board.roads):
        yield f'<path class="{road_class(kind)}" d="M-24,0L24,0"/>', spoken(kind)


def _ground_items(board: Board) -> Iterator[tuple[str, str]]:
    words = list(once(word for spot in board.spots for word in grounds(spot)))
    colours = ground_colours(words)
    for word in words:
        fill = colours.get(word, "#f2efdc")
        cover = COVER.get(key_of(word))
        shape = f'<use href="#{cover}" transform="scale(.6)"/>' if cover else ""
        yield f'<rect class="hex" x="-24" y="-20" width="48" height="40" fill="{fill}"/>{shape}', spoken(word)


def large(sample: str) -> str:
    return f'<g transform="scale(2)">{sample}</g>'


def once(words: Iterable[str]) -> Iterable[str]:
    return (word for word in dict.fromkeys(words) if word)
