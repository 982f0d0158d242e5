"""Counters of a drawn board: one card each, in stacks on the map and side by side in the boxes below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.board import Board, Counter
from projections.board_svg_layout import PAD, XY, Layout
from projections.board_svg_style import MARKS, SIGNS, Theme, key_of, text_of
from projections.board_words import OFF, Standing, piece, plain, shortened

WIDE, HIGH = 40, 34
STEP = 9  # a counter shows its name above the one that lies on it
MOST_STACK, MOST_FREE = 24, 60  # how much higher than the top one the lowest may lie, on hexes and elsewhere
DOWN, UP = 7, 34  # where the top counter lies: in its hex, or above its dot
NAME_LETTERS, BADGE = 9, 9
NAME_Y, RATING_Y, UNKNOWN_Y, KIND_Y, MARK_X, MARK_Y = -10, 15, 9, 4, 22, 3  # on the card, from its middle
BOX_PAD, BOX_HEAD, BOX_GAP, BOX_COLUMNS = 10, 28, 14, 12
LETTER_WIDTH, LONG_HEAD, HEAD_Y, GAP = 9, 80, 20, 14


def counters(at: Standing, layout: Layout, theme: Theme) -> Iterator[str]:
    """The stacks on the map."""
    for name, centre in layout.at.items():
        here = at.get(name, ())
        if here:
            most = MOST_STACK if layout.corners else MOST_FREE
            yield from _stack(here, centre, most, theme, is_hex=bool(layout.corners))


def _stack(here: Sequence[Counter], centre: XY, most: int, theme: Theme, *, is_hex: bool) -> Iterator[str]:
    """The lowest first, so that the top one is drawn last."""
    step = min(STEP, most / max(1, len(here) - 1))
    top = centre[1] + (DOWN + round(step * (len(here) - 1) / 2) if is_hex else -UP)
    for depth in range(len(here) - 1, -1, -1):
        yield card(here[depth], (centre[0], top - round(step * depth)), theme)


def card(counter: Counter, at: XY, theme: Theme) -> str:
    side = text_of(counter.side) or "no side"
    said = f"{side}: {text_of(piece(counter))}"
    parts = [
        f'<g class="counter {theme.sides[counter.side]}" data-id="{text_of(counter.id)}"',
        f' transform="translate({at[0]},{at[1]})"><title>{said}</title>',
        f'<rect class="card" x="{-WIDE // 2}" y="{-HIGH // 2}" width="{WIDE}" height="{HIGH}" rx="4"/>',
        *([f'<text class="unknown" y="{UNKNOWN_Y}">?</text>'] if counter.hidden else _face(counter)),
        "</g>",
    ]
    return "".join(parts)


def _face(counter: Counter) -> list[str]:
    """Marks stick out on the right, so that they show in a stack and leave room for the name."""
    name = plain(counter.name)[:NAME_LETTERS]
    shown = counter.ratings or ("" if counter.strength is None else str(counter.strength))
    found = [f'<text y="{NAME_Y}">{text_of(name)}</text>', sign(counter.kind or counter.name)]
    if shown:
        found.append(f'<text class="rating" y="{RATING_Y}">{text_of(shown)}</text>')
    return found + [badge(mark, (MARK_X + i * BADGE, NAME_Y - 2)) for i, mark in enumerate(counter.marks)]


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
