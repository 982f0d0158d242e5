"""Counters of a drawn board: one card each, in stacks on the map and side by side in the boxes below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.board import Board, Counter
from projections.board_svg_layout import PAD, XY, Layout
from projections.board_svg_style import MARKS, SIGNS, Theme, corners_of, key_of, text_of
from projections.board_words import OFF, Standing, piece, plain, shortened
from projections.table_plane import Outline, moved, number, path, way
from projections.table_svg_labels import Box, text_width

WIDE, HIGH = 46, 40
STEP, ASIDE = 10, 2  # a counter shows its name above the one that lies on it, and a little of its right edge
MOST_STACK, MOST_FREE = 32, 70  # how much higher than the top one the lowest may lie, on hexes and elsewhere
DOWN, UP = 7, 47  # where the top counter lies: in its hex, or above its dot
NAME, SMALLEST, BADGE = 9.5, 6.5, 11
FREE, APART = 78, 84  # the width of a card where there is room; from stack to stack of different sides in one place
NAME_Y, RATING_Y, UNKNOWN_Y, KIND_Y, MARK_Y = -11.5, 17, 10, 4, 3  # from its middle
CORNER = 8
BOX_PAD, BOX_HEAD, BOX_GAP, BOX_COLUMNS = 12, 36, 14, 12
LETTER_WIDTH, LONG_HEAD, HEAD_Y, GAP = 13, 80, 25, 14


def counters(at: Standing, layout: Layout, theme: Theme) -> Iterator[str]:
    """The stacks on the map."""
    for counter, spot in stacked(at, layout):
        yield card(counter, spot, theme, width_of(layout))


def width_of(layout: Layout) -> int:
    """Of a card on the map."""
    return WIDE if layout.corners else FREE


def stacked(at: Standing, layout: Layout) -> Iterator[tuple[Counter, XY]]:
    """Each counter on the map and where its middle lies, the lowest of a stack first."""
    for name, centre in layout.at.items():
        here = at.get(name, ())
        if layout.corners:
            yield from _stack(here, centre, MOST_STACK, is_hex=True)
        else:
            yield from _beside(here, centre)


def _beside(here: Sequence[Counter], centre: XY) -> Iterator[tuple[Counter, XY]]:
    """Where there is room, those of each side on a stack of their own."""
    sides = list(dict.fromkeys(counter.side for counter in here))
    for i, side in enumerate(sides):
        x = centre[0] + round(APART * (i - (len(sides) - 1) / 2))
        yield from _stack(
            [counter for counter in here if counter.side == side], (x, centre[1]), MOST_FREE, is_hex=False
        )


def _stack(here: Sequence[Counter], centre: XY, most: int, *, is_hex: bool) -> Iterator[tuple[Counter, XY]]:
    """The lowest first, so that the top one is drawn last."""
    step = min(STEP, most / max(1, len(here) - 1))
    aside = min(ASIDE, 8 / max(1, len(here) - 1))
    top = centre[1] + (DOWN + round(step * (len(here) - 1) / 2) if is_hex else -UP)
    for depth in range(len(here) - 1, -1, -1):
        yield here[depth], (centre[0] + round(aside * depth), top - round(step * depth))


def card(counter: Counter, at: XY, theme: Theme, wide: int = WIDE) -> str:
    side = text_of(counter.side) or "no side"
    said = f"{side}: {text_of(piece(counter))}"
    look = theme.sides[counter.side]
    parts = [
        f'<g class="counter {look}" data-id="{text_of(counter.id)}"',
        f' transform="translate({at[0]},{at[1]})"><title>{said}</title>',
        _rect("under", wide, 1.5, 2),
        *face_down(look, wide),
        *([f'<text class="unknown" y="{UNKNOWN_Y}">?</text>'] if counter.hidden else _face(counter, wide)),
        "</g>",
    ]
    return "".join(parts)


def _rect(look: str, wide: int, x: float = 0, y: float = 0) -> str:
    left, top = number(x - wide / 2), number(y - HIGH / 2)
    return f'<rect class="{look}" x="{left}" y="{top}" width="{wide}" height="{HIGH}" rx="4"/>'


def face_down(look: str, wide: int = WIDE) -> Iterator[str]:
    """An empty card of a side: its colour, and its corners for whoever cannot tell the colour."""
    yield _rect("card", wide)
    x, y = wide / 2 - 1, HIGH / 2 - 1
    outline = [(-x, -y), (x, -y), (x, y), (-x, y)]
    yield from marked_corners(outline, look, CORNER)


def marked_corners(outline: Outline, look: str, size: float) -> Iterator[str]:
    """Of a rectangle: front left, front right, rear right, rear left."""
    places = {"front left": 0, "rear right": 2, "rear left": 3}
    drawn = ""
    for i in (places[corner] for corner in corners_of(look)):
        before, at, after = outline[i - 1], outline[i], outline[(i + 1) % 4]
        drawn += path([moved(at, way(at, before), size), at, moved(at, way(at, after), size)], closed=True)
    if drawn:
        yield f'<path class="corner" d="{drawn}"/>'


def _face(counter: Counter, wide: int) -> list[str]:
    """Marks stick out on the right, so that they show in a stack and leave room for the name."""
    name, size = _fitted(plain(counter.name), wide - 4)
    shown = counter.ratings or ("" if counter.strength is None else str(counter.strength))
    found = [f'<text y="{NAME_Y}" style="font-size:{number(size)}px">{text_of(name)}</text>']
    found.append(sign(counter.kind or counter.name))
    if shown:
        found.append(f'<text class="rating" y="{RATING_Y}">{text_of(shown)}</text>')
    return found + [badge(mark, (wide // 2 + 2 + i * BADGE, round(NAME_Y) - 3)) for i, mark in enumerate(counter.marks)]


def _fitted(name: str, room: float) -> tuple[str, float]:
    """As much of a name as fits, in type as large as may be."""
    while text_width(name, SMALLEST) > room:
        name = name[:-1].rstrip(" ,")
    return name, min(NAME, room / max(text_width(name, 1), 1))


def standing_boxes(at: Standing, layout: Layout) -> Iterator[Box]:
    """What the counters on the map cover, their marks with them."""
    for counter, (x, y) in stacked(at, layout):
        marks = 0 if counter.hidden else BADGE * len(counter.marks)
        half = width_of(layout) / 2
        yield Box(x - half, y - HIGH / 2, x + half + marks, y + HIGH / 2)


def sign(kind: str) -> str:
    """The sign of an arm, or the first letter of whatever it is."""
    shape = SIGNS.get(key_of(kind))
    if shape:
        return f'<use href="#{shape}"/>'
    return f'<use href="#unit"/><text class="kind" y="{KIND_Y}">{text_of(plain(kind)[:1].upper())}</text>'


def badge(mark: str, at: XY) -> str:
    x, y = at
    key = key_of(mark)
    letter = "?" if key == "questionable" else plain(mark)[:1].upper()
    return (
        f'<circle class="badge" cx="{x}" cy="{y}" r="{BADGE // 2 + 1}" fill="{MARKS.get(key, "#fff")}"/>'
        f'<text class="mark" x="{x}" y="{y + MARK_Y}">{text_of(letter)}</text>'
    )


# Boxes


def boxes(board: Board, at: Standing, layout: Layout, theme: Theme) -> tuple[list[str], int]:
    """Places without coordinates, those nobody listed, and what is off the board; and where they end."""
    named = [spot.name for spot in board.spots if spot.name not in layout.at]
    spots = set(named)
    known = {spot.name for spot in board.spots}
    drawn: list[str] = []
    x, y, lowest = PAD, layout.bottom + PAD // 2, layout.bottom
    for name in dict.fromkeys([*named, *(place for place in at if place not in known)]):
        here = at.get(name, ())
        wide, high = _box_size(_head(name), len(here))
        if x + wide > layout.width - PAD and x > PAD:
            x, y = PAD, lowest + BOX_GAP
        drawn += _box(name, here, (x, y), theme, is_spot=name in spots)
        x, lowest = x + wide + BOX_GAP, max(lowest, y + high)
    return drawn, lowest


def _head(name: str) -> str:
    return shortened(name, LONG_HEAD) or OFF


def _box_size(title: str, count: int) -> XY:
    columns = min(max(count, 1), BOX_COLUMNS)
    rows = -(-count // BOX_COLUMNS)
    wide = max(columns * (WIDE + GAP), len(title) * LETTER_WIDTH) + 2 * BOX_PAD
    return wide, BOX_HEAD + rows * (HIGH + GAP) + BOX_PAD


def _box(name: str, here: Sequence[Counter], corner: XY, theme: Theme, *, is_spot: bool) -> Iterator[str]:
    x, y = corner
    wide, high = _box_size(_head(name), len(here))
    tag = f' data-spot="{text_of(name)}"' if is_spot else ""
    yield f'<g{tag}><rect class="box" x="{x}" y="{y}" width="{wide}" height="{high}" rx="6"/>'
    yield f'<text class="head" x="{x + BOX_PAD}" y="{y + HEAD_Y}">{text_of(_head(name))}</text>'
    for i, counter in enumerate(here):
        row, column = divmod(i, BOX_COLUMNS)
        left, top = x + BOX_PAD + GAP // 2 + WIDE // 2, y + BOX_HEAD + HIGH // 2
        yield card(counter, (left + column * (WIDE + GAP), top + row * (HIGH + GAP)), theme)
    yield "</g>"
