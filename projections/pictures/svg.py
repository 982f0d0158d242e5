"""A board drawn as a picture: one SVG text that needs nothing else, no script, font or file."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Board
from domain.words.phrases import word
from projections.drawing.counters import boxes, counters, standing_boxes
from projections.drawing.labels import Box, Room
from projections.drawing.laid import laid_on_map, ways_taken
from projections.drawing.layout import Layout, layout
from projections.drawing.legend import scaled
from projections.drawing.page import Page, framed
from projections.drawing.photos import definitions
from projections.drawing.spread import NOTE, readable
from projections.drawing.style import DEFS, Theme, text_of, theme
from projections.drawing.traces import over, style, under
from projections.drawing.words import standing, table
from projections.hexmap.ground import ground
from projections.hexmap.head import head, head_grows, most_grown
from projections.hexmap.legend import items
from projections.hexmap.names import page_of
from projections.tabletop.picture import table_page, table_style
from projections.tabletop.words import lines

PAGE = "#fffdf4"
LINE = 10_000  # the description is read aloud: its lines need no folding


def draw_svg(board: Board, caption: str = "", begun: Board | None = None) -> str:
    """The whole board; the same board always gives the same text. With the board that its game began with all pictures
    of that game are of one size, as long as its map stays the same."""
    return "\n".join(_parts(board, caption, begun)) + "\n"


def _parts(whole: Board, caption: str, begun: Board | None) -> Iterator[str]:
    board = readable(whole)
    look = _look(board)
    page, scale = _page(board, look)
    down = most_grown(scale) if begun else head_grows(board, caption, page.width, scale)
    if begun:
        first = readable(begun)
        page = framed(page, _page(first, _look(first))[0], scale)
    drawn, width, height = [*page.above, *page.below], page.width, page.height + down
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="board-title board-words">'
    )
    yield f'<title id="board-title">{text_of(word(board.title))}</title>'
    words = lines(board, LINE) if board.field else table(board, standing(board.counters), LINE)
    said = [*([caption] if caption else []), *words, *map(word, board.notes)]
    yield f'<desc id="board-words">{"; ".join(text_of(line) for line in said)}</desc>'
    yield table_style() if board.field else _style(board)
    yield from definitions(board.counters)
    yield f'<rect width="{width}" height="{height}" fill="{PAGE}"/>'
    yield from [f'<g transform="translate(0,{down})">', *drawn, "</g>"] if down else drawn
    yield from head(board, caption, width, look, scale)
    yield "</svg>"


def _look(board: Board) -> Theme:
    others = [*(counter.side for counter in board.counters), *(trace.side for trace in board.traces)]
    return theme(board.sides, others)


def _style(board: Board) -> str:
    return f"<style>{theme(board.sides, (), board.colours).style}\n{style()}</style>\n<defs>{DEFS}</defs>"


def _page(board: Board, look: Theme) -> tuple[Page, float]:
    """The drawing under the title, and how large its words are."""
    return (table_page(board, board.field, look), 1.0) if board.field else _map_page(board, look)


def _map_page(board: Board, look: Theme) -> tuple[Page, float]:
    """A board of hexes or places."""
    laid = layout(board)
    taken, below, cards, above = _on_map(board, laid, look)
    boxed, lowest = boxes(board, standing(board.counters), laid, look)
    notes = (*map(word, board.notes), *([NOTE] if len(laid.bare) > 1 and not laid.is_pictured else []))
    words, height = scaled(notes, items(board, look), laid.width, lowest, laid.scale)
    drawn = [*ground(board, laid, taken), *below, *cards, *above]
    return Page(drawn, [*boxed, *words], laid.width, laid.bottom, height), laid.scale


def _on_map(board: Board, laid: Layout, look: Theme) -> tuple[list[Box], list[str], list[str], list[str]]:
    """What no name may cover; what lies under the counters, the counters, and what lies over them."""
    at = standing(board.counters)
    traces = laid_on_map(board, laid, at)
    room = Room(page_of(laid), [*standing_boxes(at, laid), *ways_taken(traces)])
    above = list(over(traces, look, room))
    return room.taken, list(under(traces, look)), list(counters(at, laid, look)), above
