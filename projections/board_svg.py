"""A board drawn as a picture: one SVG text that needs nothing else, no script, font or file."""

from __future__ import annotations

from collections.abc import Iterator

from domain.board import Board
from projections.board_svg_counters import boxes, counters
from projections.board_svg_ground import ground
from projections.board_svg_layout import PAD, layout
from projections.board_svg_legend import legend
from projections.board_svg_style import DEFS, text_of, theme
from projections.board_words import standing, table

TITLE_DOWN, CAPTION_DOWN = 62, 96
LINE = 10_000  # the description is read aloud: its lines need no folding


def draw_svg(board: Board, caption: str = "") -> str:
    """The whole board; the same board always gives the same text."""
    return "\n".join(_parts(board, caption)) + "\n"


def _parts(board: Board, caption: str) -> Iterator[str]:
    laid = layout(board)
    at = standing(board.counters)
    look = theme(board.sides, (counter.side for counter in board.counters))
    boxed, lowest = boxes(board, at, laid, look)
    words, height = legend(board, look, laid.width, lowest)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {laid.width} {height}" role="img" '
        f'aria-labelledby="board-title board-words">'
    )
    yield f'<title id="board-title">{text_of(board.title)}</title>'
    said = [*([caption] if caption else []), *table(board, at, LINE)]
    yield f'<desc id="board-words">{"; ".join(text_of(line) for line in said)}</desc>'
    yield f"<style>{look.style}</style>"
    yield f"<defs>{DEFS}</defs>"
    yield f'<rect width="{laid.width}" height="{height}" fill="#fffdf4"/>'
    yield f'<text class="title" x="{PAD}" y="{TITLE_DOWN}">{text_of(board.title)}</text>'
    if caption:
        yield f'<text class="caption" x="{PAD}" y="{CAPTION_DOWN}">{text_of(caption)}</text>'
    yield from ground(board, laid)
    yield from counters(at, laid, look)
    yield from boxed
    yield from words
    yield "</svg>"
