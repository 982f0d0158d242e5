"""A legend and notes laid out below a drawn board, whichever kind it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.kernel.board import Board
from projections.drawing.layout import PAD
from projections.drawing.plane import number
from projections.drawing.style import text_of
from projections.drawing.words import folded, shortened

ITEM, ROW, WORD = 230, 58, 34  # room for an item, and how far its word stands from its middle
WORD_Y, LETTER, MOST_LETTERS = 6, 11, 60
NOTE_LETTER, NOTE_ROW, MOST_NOTE = 10, 26, 2000


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


def sides_drawn(board: Board) -> Iterator[str]:
    """Those that have something on the board, and at last nobody, if some things are nobody's."""
    seen = {counter.side for counter in board.counters} | {trace.side for trace in board.traces}
    yield from (side for side in board.sides if side in seen)
    yield from [""] if any(not counter.side for counter in board.counters) else []


def large(sample: str) -> str:
    return f'<g transform="scale(1.7)">{sample}</g>'


def once(words: Iterable[str]) -> Iterable[str]:
    return (word for word in dict.fromkeys(words) if word)
