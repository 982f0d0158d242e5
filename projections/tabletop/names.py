"""Names of units and ranges on a drawn table: small plates in the colour of their side, and numbers on the zones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.board import Board, Counter, Figure
from projections.drawing.counters import badge
from projections.drawing.labels import BESIDE, TYPE, Box, Room, around, places_about, text_width
from projections.drawing.named import text_at
from projections.drawing.plane import XY, Plane, between, bounds, length, moved, number, path
from projections.drawing.style import Theme, key_of, text_of
from projections.drawing.words import plain, shortened
from projections.tabletop.style import zone_colour
from projections.tabletop.units import FACING, LIMBERED, PUFF_AHEAD, SMOKE, ahead_of, range_lines
from projections.tabletop.words import strength_of

PLATE, CHIP, PAD, MARK, PIN = 22, 24, 6, 13, 2.4
LONG_UNIT = 30
DRAWN = (SMOKE, LIMBERED)  # marks that need no badge: they are seen


class Tag(NamedTuple):
    """The label of a unit: what it says, and how wide it and its parts are."""

    counter: Counter
    figure: Figure
    name: str
    bases: str
    marks: tuple[str, ...]

    @property
    def chip(self) -> float:
        return max(CHIP, text_width(self.bases) + PAD) if self.bases else PAD

    @property
    def width(self) -> float:
        return self.chip + PAD + text_width(self.name) + PAD / 2 + len(self.marks) * MARK


def covered(board: Board, plane: Plane) -> Iterator[Box]:
    """What no label may lie on: bases, and the arrow heads and smoke before them."""
    for counter in board.counters:
        if counter.figure:
            yield from (Box(*bounds(plane.every(base))) for base in counter.figure.bases if base)
            yield from _before(counter, counter.figure, plane)


def _before(counter: Counter, figure: Figure, plane: Plane) -> Iterator[Box]:
    found = ahead_of(figure, plane)
    if found:
        (left, right), ahead = found
        smokes = SMOKE in map(key_of, counter.marks)
        ends = (left, right) if smokes else (between(left, right, 0.45), between(left, right, 0.55))
        deep = PUFF_AHEAD + 12 if smokes else FACING
        yield Box(*bounds([*ends, *(moved(end, ahead, deep) for end in ends)]))


def tags(board: Board, plane: Plane, theme: Theme, room: Room) -> Iterator[str]:
    """The widest first, as they find a place least easily; without a free place a name is left to the tooltip."""
    found = [tag_of(counter, counter.figure) for counter in board.counters if counter.figure]
    placed = [(tag, *_placed(tag, plane, room)) for tag in sorted(found, key=lambda tag: -tag.width)]
    yield from (line for _, thing, box in placed if thing and box for line in _leader(box, thing))
    for tag, _, box in placed:
        if box:
            look = theme.sides[tag.counter.side]
            yield from (f'<g class="tag {look}" data-for="{text_of(tag.counter.id)}">', *_plate(tag, box), "</g>")


def tag_of(counter: Counter, figure: Figure) -> Tag:
    if counter.hidden:
        return Tag(counter, figure, shortened(f"? {plain(counter.id)}", LONG_UNIT), "", ())
    strength = strength_of(counter)
    marks = tuple(mark for mark in counter.marks if key_of(mark) not in DRAWN)
    return Tag(counter, figure, shortened(counter.name, LONG_UNIT), "" if strength is None else str(strength), marks)


def _placed(tag: Tag, plane: Plane, room: Room) -> tuple[Box, Box] | tuple[None, None]:
    """The unit, and its label; nothing for a unit without bases."""
    corners = [point for base in tag.figure.bases for point in plane.every(base)]
    if not corners:
        return None, None
    thing, found = Box(*bounds(corners)), ahead_of(tag.figure, plane)
    box = room.place(places_about(thing, tag.width, PLATE, found[1] if found else (0.0, -1.0)))
    return (thing, box) if box else (None, None)


def _plate(tag: Tag, box: Box) -> Iterator[str]:
    left, baseline = box.left + tag.chip, box.bottom - PAD
    yield _rect(box, "plate")
    yield _rect(box._replace(right=left), "chip")
    if tag.bases:
        yield text_at(tag.bases, (box.left + tag.chip / 2, baseline), "count")
    yield text_at(tag.name, ((left + box.right - MARK * len(tag.marks)) / 2, baseline), "called")
    for i, mark in enumerate(tag.marks):
        yield badge(mark, (round(box.right - MARK * (len(tag.marks) - i) + PAD), round(box.centre[1])))


def _leader(box: Box, thing: Box) -> Iterator[str]:
    """A line from a label that had to move away, pinned to its unit."""
    x, y = thing.centre
    near = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    edge = min(max(near[0], thing.left), thing.right), min(max(near[1], thing.top), thing.bottom)
    if length([near, edge]) > 2 * BESIDE:
        end = between(edge, (x, y), 0.4)
        yield f'<path class="leader" d="{path([near, end])}"/>'
        yield f'<circle class="pin" cx="{number(end[0])}" cy="{number(end[1])}" r="{PIN}"/>'


def _rect(box: Box, look: str) -> str:
    left, top, right, bottom = box
    return (
        f'<rect class="{look}" x="{number(left)}" y="{number(top)}" width="{number(right - left)}" '
        f'height="{number(bottom - top)}" rx="3"/>'
    )


# Zones


class Remark(NamedTuple):
    """A word on a zone, and where it may stand."""

    text: str
    colour: str
    spots: tuple[XY, ...]


def remarks(board: Board, plane: Plane, room: Room) -> Iterator[str]:
    """Each range once, at the left end of its line; and what a zone is called, at its far edge."""
    said: set[str] = set()
    for text, colour, spots in _remarks(board, plane):
        wide = text_width(text)
        box = None if text in said else room.place(around(spot, wide, TYPE + 2) for spot in spots)
        if box:
            said.add(text)
            yield text_at(text, (box.centre[0], box.centre[1] + PAD - 1), "reach", f' style="fill:{colour}"')


def _remarks(board: Board, plane: Plane) -> Iterator[Remark]:
    per_unit = board.field.per_unit if board.field else 1
    for zone in board.zones:
        colour = zone_colour(zone.kind)
        for reach, (left, right) in range_lines(zone, plane):
            yield Remark(f"{reach / per_unit:g}", colour, (left, right, between(left, right, 0.5)))
        if zone.label and len(zone.points) > 2:
            a, b = plane.every(zone.points[2:4] if len(zone.points) == 4 else zone.points[:2])
            spots = tuple(between(a, b, share) for share in (0.5, 0.0, 1.0))
            yield Remark(shortened(zone.label, LONG_UNIT), colour, spots)
