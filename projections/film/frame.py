"""A picture of a film as SVG: the part of the board that it is about; beneath it when that was, and what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from projections.drawing.labels import Box, text_width
from projections.drawing.plane import number
from projections.drawing.style import DEFS, text_of, theme
from projections.drawing.traces import style as trace_style
from projections.drawing.words import shortened
from projections.film.brief import brief
from projections.film.shots import Reel, Shot, joined
from projections.page.data import Ground, Piece
from projections.tabletop.style import DEFS as TABLE_DEFS
from projections.tabletop.style import style as table_style

NEAREST, NEAREST_TABLE, READABLE = 1.4, 1.0, 1.2  # pixels for a unit: at most, and for names on cards to be read
BAND, TITLE, WORDS, LINE, LINES = 0.19, 27, 21, 29, 3  # of the height; heights of type and lines of it, at 1280 pixels
USUAL = 1280
PLAIN = 0.74  # how wide letters of the typeface are, of the widest one
PAD = 22
INK, PAPER, PAGE = "#f4f0e6", "#1f1d19", "#fffdf4"


class Size(NamedTuple):
    width: int
    height: int

    @classmethod
    def of(cls, width: int) -> Size:
        """Sixteen to nine, and even, as films have to be."""
        return cls(width // 2 * 2, width * 9 // 32 * 2)

    @property
    def scale(self) -> float:
        return self.width / USUAL

    @property
    def board(self) -> int:
        """How much of the height is board."""
        return self.height - round(self.height * BAND)


class Frame(NamedTuple):
    """What is seen of the ground, and the drawing that lies over it."""

    ground: int
    seen: Box
    svg: str


def frame(reel: Reel, shot: Shot, size: Size) -> Frame:
    whole = reel.game.tables.grounds[shot.ground].frame
    board = Box(whole[0], whole[1], whole[0] + whole[2], whole[1] + whole[3])
    seen = view(joined(shot.about), board, size, NEAREST_TABLE if reel.is_table else NEAREST)
    return Frame(shot.ground, seen, "".join(_drawn(reel, shot, seen, size)))


def view(about: Box | None, whole: Box, size: Size, nearest: float = NEAREST) -> Box:
    """Near what happened, in the shape of the picture, and on the board as far as that is large enough."""
    shape = size.width / size.board
    wide, high = whole.right - whole.left, whole.bottom - whole.top
    most = max(wide, high * shape)
    about = about or whole
    least = size.width / nearest / size.scale
    across = max(about.right - about.left, (about.bottom - about.top) * shape, least)
    across = min(across, most)
    x, y = about.centre
    left = _within(x - across / 2, across, whole.left, wide)
    top = _within(y - across / shape / 2, across / shape, whole.top, high)
    return Box(left, top, left + across, top + across / shape)


def _within(at: float, size: float, low: float, room: float) -> float:
    return low + (room - size) / 2 if size >= room else min(max(at, low), low + room - size)


def styles() -> str:
    """Of all drawings."""
    return f"<style>{theme((), ()).style}\n{trace_style()}\n{table_style()}</style><defs>{DEFS}{TABLE_DEFS}</defs>"


def ground_svg(ground: Ground) -> str:
    """The board without its pieces, by itself: it is drawn once for a whole film."""
    left, top, wide, high = ground.frame
    box = f"{number(left)} {number(top)} {number(wide)} {number(high)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{styles()}{ground.svg}</svg>'


def whole_svg(ground: Ground, found: Frame, size: Size) -> str:
    """With its ground: one picture needs no other."""
    head, rest = found.svg.split("</defs>", 1)
    moved = f"scale({size.width / (found.seen.right - found.seen.left):.4f}) translate("
    moved += f"{number(-found.seen.left)},{number(-found.seen.top)})"
    paper = f'<rect width="{size.width}" height="{size.height}" fill="{PAGE}"/>'
    return f'{head}</defs>{paper}<g transform="{moved}">{ground.svg}</g>{rest}'


def _drawn(reel: Reel, shot: Shot, seen: Box, size: Size) -> Iterator[str]:
    faces = reel.game.tables.faces
    wide = seen.right - seen.left
    is_brief = size.width / wide / size.scale < READABLE
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width} {size.height}">{styles()}'
    moved = f"scale({size.width / wide:.4f}) translate({number(-seen.left)},{number(-seen.top)})"
    yield f'<g transform="{moved}">'  # what reaches beyond its part lies under the caption
    yield from (faces[trace.below] for trace in shot.traces)
    for piece in sorted(shot.pieces.values(), key=lambda one: (reel.is_label(one), one.y or 0, one.x or 0)):
        if piece.x is not None and piece.y is not None and (reel.is_label(piece) or _is_seen(piece, seen)):
            face = brief(faces[piece.face]) if is_brief else faces[piece.face]
            yield f'<g transform="translate({number(piece.x)},{number(piece.y)})">{face}</g>'
    yield from (faces[trace.above] for trace in shot.traces)
    yield "</g>"
    yield from _band(shot, size)
    yield "</svg>"


def _is_seen(piece: Piece, seen: Box) -> bool:
    about = seen.grown((seen.right - seen.left) * 0.2)
    return piece.x is not None and piece.y is not None and about.holds((piece.x, piece.y))


def _band(shot: Shot, size: Size) -> Iterator[str]:
    """The caption: where in the game, and what happened, on as many lines as there is room for."""
    scale, top = size.scale, size.board
    room = size.width / scale - 2 * PAD
    yield f'<rect y="{top}" width="{size.width}" height="{size.height - top}" fill="{PAPER}"/>'
    yield f'<g transform="translate(0,{top}) scale({scale:.3f})" class="said">'
    yield _line(shortened(shot.title, 110), PAD + 14, TITLE, bold=True)
    for i, said in enumerate(wrapped(shot.words, room)):
        yield _line(said, PAD + 14 + LINE * (i + 1) + 2, WORDS)
    yield "</g>"


def _line(said: str, down: float, size: int, *, bold: bool = False) -> str:
    style = f"font-size:{size}px;font-weight:{'bold' if bold else 'normal'};fill:{INK};text-anchor:start"
    return f'<text x="{PAD}" y="{number(down)}" style="{style}">{text_of(said)}</text>'


def wrapped(words: str, room: float) -> list[str]:
    """On so many lines; what is left over is cut."""
    lines, rest = [""], " ".join(words.split()).split(" ")
    for i, word in enumerate(rest):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, WORDS) * PLAIN <= room or not lines[-1]:
            lines[-1] = longer
        elif len(lines) == LINES:
            lines[-1] = f"{lines[-1]} …" if i < len(rest) else lines[-1]
            break
        else:
            lines.append(word)
    return [line for line in lines if line]
