"""A table without places drawn as a picture, to scale."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Board, Field
from domain.words.phrases import word
from projections.drawing.counters import boxes
from projections.drawing.labels import Room
from projections.drawing.laid import ways_taken
from projections.drawing.layout import LEAST_WIDTH, Layout
from projections.drawing.legend import scaled
from projections.drawing.page import Page
from projections.drawing.plane import LEFT, Plane, number, plane, rectangle
from projections.drawing.style import DEFS, Theme, theme
from projections.drawing.traces import over, samples, under
from projections.drawing.traces import style as trace_style
from projections.drawing.words import standing
from projections.tabletop.frame import grid, rulers, scale_bar
from projections.tabletop.ground import areas, grass
from projections.tabletop.legend import items
from projections.tabletop.lines import high_lines, low_lines
from projections.tabletop.names import covered, remarks, tags
from projections.tabletop.places import place_names, sampled
from projections.tabletop.style import DEFS as TABLE_DEFS
from projections.tabletop.style import hatches, style
from projections.tabletop.traces import laid_on_table
from projections.tabletop.units import units, zones

SIGN = 7  # how much room around a name is kept free of trees and stones


def table_style() -> str:
    sheet = f"<style>{theme((), ()).style}\n{style()}\n{trace_style()}</style>"
    return f"{sheet}\n<defs>{DEFS}\n{TABLE_DEFS}\n{hatches()}</defs>"


def table_page(board: Board, field: Field, look: Theme) -> Page:
    """The drawing under the title."""
    flat = plane(field)
    width = max(LEAST_WIDTH, round(flat.right) + LEFT)
    bar, lowest = scale_bar(field, flat)
    top = round(lowest)
    beside = standing(counter for counter in board.counters if not counter.figure)
    boxed, lowest = boxes(board, beside, Layout({}, (), width, top), look)
    signs = [*items(board, look), *samples(board.traces)]
    words, height = scaled(map(word, board.notes), signs, width, lowest, 1.0)
    room, pieces = _placed(board, flat, look)
    drawn = [f'<g data-unit="{number(flat.unit)}">', *_ground(board, flat, room), *pieces, "</g>"]
    return Page([*drawn, *bar], [*boxed, *words], width, top, height)


def table_ground(board: Board, field: Field) -> Iterator[str]:
    """What stays as it is: terrain with its names, rulers, and a bar to measure with."""
    flat = plane(field)
    yield from _ground(board, flat, Room(flat, (), sampled(board, flat)), has_spare=True)
    yield from scale_bar(field, flat)[0]


def _ground(board: Board, flat: Plane, room: Room, *, has_spare: bool = False) -> Iterator[str]:
    """From the grass up; names find a place first, and no tree stands where one does."""
    named = len(room.taken)
    places = list(place_names(board, flat, room, has_spare=has_spare))
    clear = [box.grown(SIGN) for box in room.taken[named:]]
    yield from grass(flat)
    yield from areas(board, flat, clear)
    yield grid(flat)
    yield from low_lines(board, flat)
    yield from high_lines(board, flat)
    yield rectangle(flat, "frame")
    yield from rulers(flat)
    yield from places


def _placed(board: Board, flat: Plane, look: Theme) -> tuple[Room, list[str]]:
    """Zones, units, traces and their words, and the room they leave; names of units find a place first."""
    traces = laid_on_table(board, flat)
    room = Room(flat, [*covered(board, flat), *ways_taken(traces)], sampled(board, flat))
    plates, ranges = list(tags(board, flat, look, room)), list(remarks(board, flat, room))
    above = list(over(traces, look, room))
    return room, [*zones(board, flat), *under(traces, look), *units(board, flat, look), *ranges, *plates, *above]
