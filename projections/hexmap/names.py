"""Names on a drawn map: hills and towns, letters in rings, roads and streams; no two lie over each other."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from domain.kernel.board import Board, Spot
from projections.drawing.labels import Box, Room, around, places_about, text_width
from projections.drawing.layout import XY, Layout, common_side
from projections.drawing.named import Named, along_line
from projections.drawing.plane import along, bounds, number
from projections.drawing.shapes import courses
from projections.drawing.style import key_of, text_of
from projections.drawing.words import cut_name, grounds, shortened, spoken

PLACE, WAY = 21, 17  # heights of type
NAME, GROUND = 15, 12  # under a dot
LONG_NAME, LONG_GROUND = 34, 40
RING, LETTER_DOWN, SHORT_LABEL = 16, 7, 2
EVERY = 4  # a road or stream is named along so many of its hexes
SAMPLED = 14
MARGIN = 12  # of the page
HEX_WIDE, HEX_HIGH = 50, 44  # what a name leaves free around the centre of its hex
DOT_WIDE = 30
NORTH = (0.0, -1.0)
NEAR, NEAR_ENOUGH = 20, 37  # of the places about a thing: those beside it, and those on it or not far off
LONG_LINE, LEAST_LINE = 20, 12  # letters: a longer name stands on two lines; a shorter line is not made


def page_of(layout: Layout) -> Box:
    """What the map covers."""
    corners = layout.corners or ((-90, -90), (90, 60))
    at = [(x + dx, y + dy) for x, y in layout.at.values() for dx, dy in (min(corners), max(corners))]
    return Box(*bounds(at)) if at else Box(0, 0, 0, 0)


def names(board: Board, layout: Layout, on_map: Sequence[Spot], things: Iterable[Box]) -> Iterator[str]:
    """Places first, then ways and waters, each once; one without a free place is left to its tooltip."""
    ringed = [spot for spot in on_map if 0 < len(spot.label) <= SHORT_LABEL]
    rings = [around(layout.at[spot.name], 2 * RING, 2 * RING) for spot in ringed]
    room = Room(page_of(layout), [*things, *rings], _sampled(board, layout))
    yield '<g class="label">'
    yield from (_ring(spot.label, layout.at[spot.name]) for spot in ringed)
    for spot in on_map:
        if len(spot.label) > SHORT_LABEL:
            yield from _place(spot, layout.at[spot.name], room)
    yield from _ways(board, layout, room)
    yield "</g>"


def _ring(label: str, at: XY) -> str:
    """Letters of one or two signs."""
    x, y = at
    return (
        f'<circle class="ring" cx="{x}" cy="{y}" r="{RING}"/>'
        f'<text class="letter" x="{x}" y="{y + LETTER_DOWN}">{text_of(label)}</text>'
    )


def _place(spot: Spot, at: XY, room: Room) -> Iterator[str]:
    """Beside its hex, on it, or a little off; further away it would name another."""
    thing = around(at, HEX_WIDE, HEX_HIGH)
    for first, count in ((0, NEAR), (NEAR, NEAR_ENOUGH)):
        for form in _forms(spot.label):
            box = room.place(islice(_about(thing, *form.size), first, count))
            if box:
                yield from _beside(form, box, thing)
                return


def _forms(label: str) -> Iterator[Named]:
    """On one line if it is not long, on two, and without what stands in brackets."""
    for said in dict.fromkeys((shortened(label, LONG_NAME), cut_name(label, lambda text: "(" not in text))):
        if len(said) <= LONG_LINE:
            yield Named((said,), 0.0, PLACE)
        yield Named(tuple(textwrap.wrap(said, max(len(said) // 2 + 3, LEAST_LINE))), 0.0, PLACE)


def _about(thing: Box, wide: float, high: float) -> Iterator[Box]:
    beside = places_about(thing, wide, high, NORTH)
    yield from islice(beside, NEAR)
    yield around(thing.centre, wide, high)
    yield from beside


def _beside(form: Named, box: Box, thing: Box) -> Iterator[str]:
    """Set from the side where its hex is: the box is as wide as the widest face, and most are not."""
    if box.left >= thing.right:
        yield from form.drawn((box.left, box.centre[1]), "place-name from-left")
    elif box.right <= thing.left:
        yield from form.drawn((box.right, box.centre[1]), "place-name from-right")
    else:
        yield from form.drawn(box.centre, "place-name")


def _ways(board: Board, layout: Layout, room: Room) -> Iterator[str]:
    said: set[str] = set()
    for name, look, line in _named_lines(board, layout):
        drawn = [] if name in said else list(along_line(name, [*line[:-1:EVERY], line[-1]], room, look, WAY))
        said |= {name} if drawn else set()
        yield from drawn


def _named_lines(board: Board, layout: Layout) -> Iterator[tuple[str, str, list[XY]]]:
    for road in board.roads:
        points = [layout.at[name] for name in road.spots if name in layout.at]
        if road.name and len(points) > 1:
            yield road.name, "way-name", points
    waters: dict[str, list[tuple[XY, XY]]] = {}
    for edge in board.edges:
        if edge.name and edge.a in layout.at and edge.b in layout.at:
            side = common_side(layout.at[edge.a], layout.at[edge.b], layout.corners)
            waters.setdefault(edge.name, []).extend([side] if side else [])
    for name, sides in waters.items():
        for line in sorted(courses(sides), key=len, reverse=True):
            yield name, "way-name water-name", line


def _sampled(board: Board, layout: Layout) -> Iterator[XY]:
    """Points of all roads and streams, close together."""
    for road in board.roads:
        line = [layout.at[name] for name in road.spots if name in layout.at]
        yield from ((round(x), round(y)) for (x, y), _ in along(line, SAMPLED))


def dot_names(
    links: Iterable[tuple[XY, XY]], layout: Layout, on_map: Sequence[Spot], things: Iterable[Box]
) -> Iterator[str]:
    """Beside each dot its name, and beneath that what kind of place it is, if there is room; off the links."""
    dots = [around(layout.at[spot.name], DOT_WIDE, DOT_WIDE) for spot in on_map]
    page = Box(MARGIN, MARGIN, layout.width - MARGIN, layout.bottom)
    room = Room(page, [*things, *dots], (at for link in links for at, _ in along(link, SAMPLED)))
    yield '<g class="label">'
    for spot in on_map:
        yield from _dot_name(spot, layout.at[spot.name], room)
    yield "</g>"


def _dot_name(spot: Spot, at: XY, room: Room) -> Iterator[str]:
    said = shortened(spot.label or spot.name, LONG_NAME)
    kind = shortened(", ".join(spoken(word) for word in grounds(spot)), LONG_GROUND)
    told = [(said, "name", NAME), *([(kind, "kind-of", GROUND)] if kind and key_of(kind) != key_of(said) else [])]
    for lines in (told, told[:1]):
        wide = max(text_width(text, size) for text, _, size in lines)
        high = sum(size + 4 for _, _, size in lines)
        box = room.place_clear(
            list(islice(places_about(around(at, DOT_WIDE, DOT_WIDE), wide, high, NORTH), NEAR_ENOUGH))
        )
        if box:
            down = box.top
            for text, look, size in lines:
                down += size + 4
                x, y = number(box.centre[0]), number(down - 5)
                yield f'<text class="{look}" x="{x}" y="{y}">{text_of(text)}</text>'
            return
