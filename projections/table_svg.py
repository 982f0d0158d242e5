"""A table without places drawn as a picture, to scale."""

from __future__ import annotations

from collections.abc import Iterator

from domain.board import Board, Field
from projections.board_svg_counters import boxes
from projections.board_svg_layout import LEAST_WIDTH, Layout
from projections.board_svg_legend import legend, notes
from projections.board_svg_style import DEFS, Theme, theme
from projections.board_words import standing
from projections.table_plane import LEFT, Plane, number, plane, rectangle
from projections.table_svg_frame import grid, rulers, scale_bar
from projections.table_svg_ground import areas, grass
from projections.table_svg_labels import Room
from projections.table_svg_legend import items
from projections.table_svg_lines import high_lines, low_lines
from projections.table_svg_names import covered, remarks, tags
from projections.table_svg_places import place_names, sampled
from projections.table_svg_style import DEFS as TABLE_DEFS
from projections.table_svg_style import style
from projections.table_svg_units import units, zones

SIGN = 7  # how much room around a name is kept free of trees and stones


def table_parts(board: Board, field: Field) -> tuple[list[str], int, int]:
    """The drawing under the title, and how wide and high the page is."""
    flat = plane(field)
    look = theme(board.sides, (counter.side for counter in board.counters))
    width = max(LEAST_WIDTH, round(flat.right) + LEFT)
    bar, lowest = scale_bar(field, flat)
    beside = standing(counter for counter in board.counters if not counter.figure)
    boxed, lowest = boxes(board, beside, Layout({}, (), width, round(lowest)), look)
    told, lowest = notes(board.notes, width, lowest)
    words, height = legend(items(board, look), width, lowest)
    return [
        f"<style>{look.style}\n{style()}</style>",
        f"<defs>{DEFS}\n{TABLE_DEFS}</defs>",
        f'<rect width="{width}" height="{height}" fill="#fffdf4"/>',
        f'<g data-unit="{number(flat.unit)}">',
        *_map(board, flat, look),
        "</g>",
        *bar, *boxed, *told, *words,
    ], width, height  # fmt: skip


def _map(board: Board, flat: Plane, look: Theme) -> Iterator[str]:
    """From the ground up; labels are placed before anything is drawn, those of units first."""
    room = Room(flat, covered(board, flat), sampled(board, flat))
    things = len(room.taken)
    plates, ranges = list(tags(board, flat, look, room)), list(remarks(board, flat, room))
    places = list(place_names(board, flat, room))
    clear = [box.grown(SIGN) for box in room.taken[things:]]
    yield from grass(flat)
    yield from areas(board, flat, clear)
    yield grid(flat)
    yield from low_lines(board, flat)
    yield from high_lines(board, flat)
    yield rectangle(flat, "frame")
    yield from rulers(flat)
    yield from zones(board, flat)
    yield from units(board, flat, look)
    yield from (*places, *ranges, *plates)
