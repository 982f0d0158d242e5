"""Counters of a drawn board: one card each, in stacks on the map and side by side in the boxes below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.board import Board, Counter
from domain.words.phrases import phrase, word
from projections.drawing.labels import Box, text_width
from projections.drawing.layout import PAD, XY, Layout
from projections.drawing.photos import face as photo_face
from projections.drawing.photos import photos
from projections.drawing.plane import Outline, moved, number, path, way
from projections.drawing.spread import TILE, TILE_HIGH, fan
from projections.drawing.style import LETTERS, MARKS, SIGNS, Theme, corners_of, key_of, text_of
from projections.drawing.words import OFF, Standing, counted, cut_name, is_half, piece, plain, shortened, side_of

WIDE, HIGH = 46, 40
STEP, ASIDE = 10, 2  # a counter shows its name above the one that lies on it, and a little of its right edge
MOST_STACK, MOST_FREE = 32, 70  # how much higher than the top one the lowest may lie, on hexes and elsewhere
DOWN, UP = 7, 47  # where the top counter lies: in its hex, or above its dot
NAME, SMALLEST, BADGE = 9.5, 6.5, 11
RATING = 11.5  # as the style has it
BREAKS = re.compile(r" |(?<=\w{3}-)(?=\w{3})")  # where a name may go on in the next line
ALONE, PLAINLY = 12.5, 0.85  # a name that is all there is; how wide its letters are, of the widest
SQUEEZE = 1.3  # widths are reckoned for a broad face: a name a little too wide fits in most
FREE, APART = 78, 84  # the width of a card where there is room; from stack to stack of different sides in one place
NAME_DOWN = 8.5  # from the upper edge of a card
NAME_Y, RATING_Y, UNKNOWN_Y, KIND_Y, MARK_Y = -11.5, 17, 10, 4, 3  # from its middle
LOWER_Y = 16  # of a badge at a lower corner
BAND = 13  # half of what joins both cards of a counter on two hexes
CORNER = 8
EDGE = 2  # of its side's colour, about a counter's own picture
BOX_PAD, BOX_HEAD, BOX_GAP, BOX_COLUMNS = 12, 36, 14, 12
LETTER_WIDTH, LONG_HEAD, HEAD_Y, GAP = 13, 80, 25, 14


def counters(at: Standing, layout: Layout, theme: Theme) -> Iterator[str]:
    """The stacks on the map."""
    tops = {at[name][0].id for name in layout.bare if at.get(name)}
    lowest: dict[str, int] = {}
    for counter, spot in stacked(at, layout):
        is_under = counter.at in layout.bare and counter.id not in tops
        lift = spot[1] - lowest.setdefault(counter.at, spot[1])
        joint = joined(counter, layout)
        yield card(counter, spot, theme, width_of(layout), is_under=is_under, lift=lift, joint=joint)
    for name in layout.at:
        if name in layout.bare and len(at.get(name, ())) > 1:
            yield _pile_count(len(at[name]), layout.at[name])


def joined(counter: Counter, layout: Layout) -> XY | None:
    """From the middle of one of its hexes halfway to the other, for a counter on two of them."""
    here, there = layout.at.get(counter.at), layout.at.get(counter.also) if counter.also else None
    return ((there[0] - here[0]) // 2, (there[1] - here[1]) // 2) if here and there else None


def width_of(layout: Layout) -> int:
    """Of a card on the map."""
    return WIDE if layout.corners else TILE if layout.bare else FREE


def _pile_count(count: int, centre: XY) -> str:
    """How many lie on each other, at the lower right corner of the top one."""
    x, y = centre[0] + TILE // 2 - 3, centre[1] + pile_down(count) + TILE_HIGH // 2 - 1
    wide = 12 + 6 * len(str(count))
    plate = f'<rect class="count" x="{x - wide / 2:g}" y="{y - 8}" width="{wide}" height="15" rx="7"/>'
    return f'<g class="pile">{plate}<text x="{x}" y="{y + 4}">{count}</text></g>'


def pile_down(count: int) -> int:
    """How far beneath the middle of its place the top one of a pile lies."""
    return round(fan(count) * (count - 1) / 2)


def stacked(at: Standing, layout: Layout) -> Iterator[tuple[Counter, XY]]:
    """Each counter on the map and where its middle lies, the lowest of a stack first."""
    for name, centre in layout.at.items():
        here = at.get(name, ())
        if layout.corners:
            yield from _stack(here, centre, MOST_STACK, is_hex=True)
        elif name in layout.bare:
            yield from _pile(here, centre)
        else:
            yield from _beside(here, centre)


def _pile(here: Sequence[Counter], centre: XY) -> Iterator[tuple[Counter, XY]]:
    """On the place itself, whosever they are."""
    top, step = centre[1] + pile_down(len(here)), fan(len(here))
    for depth in range(len(here) - 1, -1, -1):
        yield here[depth], (centre[0], top - round(step * depth))


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


def card(
    counter: Counter, at: XY, theme: Theme, wide: int = WIDE, *,
    is_under: bool = False, lift: int = 0, joint: XY | None = None,
) -> str:  # fmt: skip
    """Of one that lies under another only the name is seen, at its upper edge; `lift` is how much higher those lie.

    A counter on two hexes has a card in each, and a band from each to the `joint` where they meet.
    """
    side = text_of(side_of(counter.side))
    said = phrase("{0}: {1}", side, text_of(piece(counter)))
    look = theme.sides[counter.side]
    high = TILE_HIGH if wide == TILE and _is_bare(counter) else HIGH
    face = [_name(plain(counter.name), wide - 4, NAME_DOWN - high / 2)] if is_under else _face(counter, wide, look)
    layers = () if is_under else photos().layers(counter)
    if layers:
        high, face = HIGH, [photo_face(layers, wide - 2 * EDGE, HIGH - 2 * EDGE)]
    front = [] if is_under or counter.heading is None or counter.stack else [facing(counter.heading, lift)]
    parts = [
        f'<g class="counter {look}" {"data-half" if is_half(counter) else "data-id"}="{text_of(counter.id)}"',
        f' transform="translate({at[0]},{at[1]})"><title>{said}</title>',
        *([_band(joint)] if joint else []),
        *front,
        _rect("under", wide, 1.5, 2, high),
        *face_down(look, wide, high),
        *([f'<text class="unknown" y="{UNKNOWN_Y}">?</text>'] if counter.hidden else face),
        "</g>",
    ]
    return "".join(parts)


def _band(joint: XY) -> str:
    """In the colour of its side, open where the other half goes on."""
    along = way((0, 0), joint)
    left, right = (along[1] * BAND, -along[0] * BAND), (-along[1] * BAND, along[0] * BAND)
    ends = [(joint[0] + left[0], joint[1] + left[1]), left, right, (joint[0] + right[0], joint[1] + right[1])]
    return f'<path class="card" d="{path(ends)}"/>'


def facing(heading: int, lift: int = 0) -> str:
    """An arrow head beside the top card of a stack, on the side it looks to: upwards clear of the names above it."""
    raised = f"translate(0,{-lift}) " if lift and not heading else ""
    return f'<path class="facing" d="M-9,-25L0,-36L9,-25Z" transform="{raised}rotate({heading})"/>'


def _rect(look: str, wide: int, x: float = 0, y: float = 0, high: int = HIGH) -> str:
    left, top = number(x - wide / 2), number(y - high / 2)
    return f'<rect class="{look}" x="{left}" y="{top}" width="{wide}" height="{high}" rx="4"/>'


def face_down(look: str, wide: int = WIDE, high: int = HIGH) -> Iterator[str]:
    """An empty card of a side: its colour, and its corners for whoever cannot tell the colour."""
    yield _rect("card", wide, high=high)
    x, y = wide / 2 - 1, high / 2 - 1
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


def _is_bare(counter: Counter) -> bool:
    """Whether it shows nothing but a name, and one that says no arm."""
    if is_half(counter):
        return False
    shows = counter.hidden or counter.kind or counter.ratings or counter.marks or counter.strength is not None
    return not shows and bool(plain(counter.name)) and key_of(counter.name) not in SIGNS


def _called(name: str, wide: int) -> list[str]:
    """A name alone, on one line or on two, in type as large as may be."""
    room = wide - 5
    halves = [two for cut in BREAKS.finditer(name) if all(two := (name[: cut.start()], name[cut.end() :]))]
    broken = min(halves, key=lambda two: max(text_width(line, 1) for line in two), default=(name,))
    best = min(((name,), broken), key=lambda lines: max(text_width(line, 1) for line in lines) * (len(lines) + 3))
    size = min(ALONE, max(SMALLEST + 1, room / max(text_width(line, PLAINLY) for line in best)))
    kept = [cut_name(line, lambda text: text_width(text, size * PLAINLY) <= room) for line in best]
    top = size * (0.36 - 0.55 * (len(kept) - 1))
    style = f'style="font-size:{number(size)}px"'
    return [f'<text y="{number(top + i * size * 1.1)}" {style}>{text_of(line)}</text>' for i, line in enumerate(kept)]


def _face(counter: Counter, wide: int, look: str) -> list[str]:
    """Marks stick out on the right, so that they show in a stack and leave the name its room."""
    if is_half(counter):
        return [sign(counter.kind or counter.name)]
    if _is_bare(counter):
        return _called(plain(counter.name), wide)
    shown = counter.ratings or ("" if counter.strength is None else str(counter.strength))
    found = [_name(plain(counter.name), wide - 4, NAME_Y)]
    found.append(sign(counter.kind or counter.name))
    if shown:
        found.append(_rating(shown, wide, look))
    return found + list(_badges(counter.marks, wide))


def _rating(shown: str, wide: int, look: str) -> str:
    """In plain type; a long one squeezed, and clear of the corners that mark its side."""
    width = text_width(shown, RATING)
    if width <= wide - CORNER:
        return f'<text class="rating" y="{RATING_Y}">{text_of(shown)}</text>'
    left, right = (CORNER * (corner in corners_of(look)) for corner in ("rear left", "rear right"))
    room = number(min(width * PLAINLY, wide - 4 - left - right))
    at = f' x="{number((left - right) / 2)}"' if left != right else ""
    tight = f'textLength="{room}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="rating"{at} y="{RATING_Y}" {tight}>{text_of(shown)}</text>'


def _badges(marks: Sequence[str], wide: int) -> Iterator[str]:
    """Words along the upper edge, outwards; what counts at the lower corners, the first on the right."""
    words = [mark for mark in marks if not counted(mark)[1]]
    for i, mark in enumerate(words):
        yield badge(mark, (wide // 2 + BADGE // 2 + i * BADGE, round(NAME_Y) - 3))
    for i, mark in enumerate(mark for mark in marks if counted(mark)[1]):
        right, row = 1 - 2 * (i % 2), i // 2
        yield badge(mark, (right * (wide // 2 - 1), LOWER_Y - row * BADGE))


def _name(name: str, room: float, y: float) -> str:
    """As much of a name as fits, in type as large as may be; the smallest is squeezed a little before it is cut."""
    shown = cut_name(name, lambda text: text_width(text, SMALLEST) <= room * SQUEEZE)
    size = min(NAME, max(SMALLEST, room / max(text_width(shown, 1), 1)))
    tight = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if text_width(shown, size) > room else ""
    return f'<text y="{number(y)}" style="font-size:{number(size)}px"{tight}>{text_of(shown)}</text>'


def standing_boxes(at: Standing, layout: Layout) -> Iterator[Box]:
    """What the counters on the map cover, their marks with them."""
    for counter, (x, y) in stacked(at, layout):
        words = [mark for mark in counter.marks if not counted(mark)[1]]
        marks = 0 if counter.hidden else BADGE * len(words)
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
    what, number = counted(mark)
    key = key_of(what)
    letter = number or LETTERS.get(key) or plain(what)[:1].upper()
    small = ' style="font-size:7.5px"' if len(letter) > 1 else ""
    return (
        f'<circle class="badge" cx="{x}" cy="{y}" r="{BADGE // 2 + 1}" fill="{MARKS.get(key, "#fff")}"/>'
        f'<text class="mark" x="{x}" y="{y + MARK_Y}"{small}>{text_of(letter)}</text>'
    )


# Boxes


def boxes(board: Board, at: Standing, layout: Layout, theme: Theme) -> tuple[list[str], int]:
    """Places without coordinates, those nobody listed, and what is off the board; and where they end."""
    named = [spot.name for spot in board.spots if spot.name not in layout.at]
    spots = set(named)
    known = {spot.name for spot in board.spots}
    drawn: list[str] = []
    x, y, lowest = PAD, layout.bottom + PAD // 2, layout.bottom
    rows = Rows.of(layout)
    for name in dict.fromkeys([*named, *(place for place in at if place not in known)]):
        here = at.get(name, ())
        wide, high = rows.box(_head(name), len(here))
        if x + wide > layout.width - PAD and x > PAD:
            x, y = PAD, lowest + BOX_GAP
        drawn += _box(name, here, (x, y), theme, rows, is_spot=name in spots)
        x, lowest = x + wide + BOX_GAP, max(lowest, y + high)
    return drawn, lowest


def _head(name: str) -> str:
    return shortened(word(name), LONG_HEAD) or phrase(OFF)


class Rows(NamedTuple):
    """Cards side by side in a box: how wide each is, and how many stand in a row."""

    card: int
    columns: int

    @classmethod
    def of(cls, layout: Layout) -> Rows:
        """Narrow ones only beside a map of hexes, where all are."""
        card = WIDE if layout.corners else FREE
        return cls(card, max(1, min(BOX_COLUMNS, (layout.width - 2 * (PAD + BOX_PAD)) // (card + GAP))))

    def box(self, title: str, count: int) -> XY:
        """How wide and high it is."""
        across = min(max(count, 1), self.columns) * (self.card + GAP)
        wide = max(across, len(title) * LETTER_WIDTH) + 2 * BOX_PAD
        return wide, BOX_HEAD + -(-count // self.columns) * (HIGH + GAP) + BOX_PAD


def _box(name: str, here: Sequence[Counter], corner: XY, theme: Theme, rows: Rows, *, is_spot: bool) -> Iterator[str]:
    x, y = corner
    wide, high = rows.box(_head(name), len(here))
    tag = f' data-spot="{text_of(name)}"' if is_spot else ""
    yield f'<g{tag}><rect class="box" x="{x}" y="{y}" width="{wide}" height="{high}" rx="6"/>'
    yield f'<text class="head" x="{x + BOX_PAD}" y="{y + HEAD_Y}">{text_of(_head(name))}</text>'
    for i, counter in enumerate(here):
        row, column = divmod(i, rows.columns)
        left, top = x + BOX_PAD + GAP // 2 + rows.card // 2, y + BOX_HEAD + HIGH // 2
        yield card(counter, (left + column * (rows.card + GAP), top + row * (HIGH + GAP)), theme, rows.card)
    yield "</g>"
