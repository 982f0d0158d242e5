"""A board drawn as a picture: one SVG text that needs nothing else, no script, font or file."""

from __future__ import annotations

from collections.abc import Iterator

from domain.board import Board
from projections.board_svg_counters import boxes, counters
from projections.board_svg_ground import ground
from projections.board_svg_layout import PAD, layout
from projections.board_svg_legend import items, legend, notes
from projections.board_svg_style import DEFS, text_of, theme
from projections.board_words import standing, table
from projections.table_svg import table_parts
from projections.table_words import lines

TITLE_DOWN, CAPTION_DOWN = 62, 96
LINE = 10_000  # the description is read aloud: its lines need no folding


def draw_svg(board: Board, caption: str = "") -> str:
    """The whole board; the same board always gives the same text."""
    return "\n".join(_parts(board, caption)) + "\n"


def _parts(board: Board, caption: str) -> Iterator[str]:
    drawn, width, height = table_parts(board, board.field) if board.field else _map_parts(board)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="board-title board-words">'
    )
    yield f'<title id="board-title">{text_of(board.title)}</title>'
    words = lines(board, LINE) if board.field else table(board, standing(board.counters), LINE)
    said = [*([caption] if caption else []), *words, *board.notes]
    yield f'<desc id="board-words">{"; ".join(text_of(line) for line in said)}</desc>'
    yield from drawn
    yield f'<text class="title" x="{PAD}" y="{TITLE_DOWN}">{text_of(board.title)}</text>'
    if caption:
        yield f'<text class="caption" x="{PAD}" y="{CAPTION_DOWN}">{text_of(caption)}</text>'
    yield "</svg>"


def _map_parts(board: Board) -> tuple[list[str], int, int]:
    """A board of hexes or places, and how wide and high the page is."""
    laid = layout(board)
    at = standing(board.counters)
    look = theme(board.sides, (counter.side for counter in board.counters))
    boxed, lowest = boxes(board, at, laid, look)
    told, lowest = notes(board.notes, laid.width, lowest)
    words, height = legend(items(board, look), laid.width, lowest)
    return [
        f"<style>{look.style}</style>",
        f"<defs>{DEFS}</defs>",
        f'<rect width="{laid.width}" height="{height}" fill="#fffdf4"/>',
        *ground(board, laid), *counters(at, laid, look), *boxed, *told, *words,
    ], laid.width, height  # fmt: skip
