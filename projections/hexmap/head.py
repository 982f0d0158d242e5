"""The head of a drawn board: its title, where in the game it is, and how each side stands."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Board, Tally
from domain.words.phrases import phrase, some, word
from projections.drawing.counters import face_down
from projections.drawing.labels import text_width
from projections.drawing.layout import PAD
from projections.drawing.plane import number
from projections.drawing.style import Theme, text_of
from projections.drawing.words import plain, shortened, side_of

TITLE_DOWN, CAPTION_DOWN, TALLY_DOWN = 46, 78, 116
TITLE, LEAST_TITLE, CAPTION, TALLY = 32, 18, 20, 19  # heights of type
PLAIN, CAPTION_ROW, MOST_LINES = 0.88, 27, 3  # how wide plain letters are, of bold ones; lines of a caption
PARTED = "; "  # where a caption that needs several lines begins a new one
CHIP, GAP, TURN = 34, 44, 20  # room for a small card, between two sides, and for the sign of whose turn it is
MOST_TITLE, MOST_CAPTION, MOST_SIDE, MOST_LOSSES = 200, 300, 24, 60


def captioned(caption: str, width: float, scale: float = 1.0) -> list[str]:
    """The caption on as many lines as it needs, up to three."""
    room = (width / scale - 2 * PAD) / PLAIN
    whole = plain(caption)
    if text_width(whole, CAPTION) <= room:
        return [whole]
    lines = [line for part in whole.split(PARTED) for line in _wrapped(part, room)]
    if len(lines) > MOST_LINES:
        lines = _wrapped(whole, room)
    return [*lines[: MOST_LINES - 1], _cut(" ".join(lines[MOST_LINES - 1 :]), room)] if lines[2:] else lines


def _wrapped(text: str, room: float) -> list[str]:
    lines = [""]
    for each in text.split(" "):
        longer = f"{lines[-1]} {each}".lstrip()
        if lines[-1] and text_width(longer, CAPTION) > room:
            lines.append(each)
        else:
            lines[-1] = longer
    return [_cut(line, room) for line in lines]


def head_grows(board: Board, caption: str, width: float, scale: float = 1.0) -> int:
    """How much higher the head is than with one line of caption and one of tallies."""
    rows = (len(captioned(caption, width, scale)) - 1) * CAPTION_ROW
    is_bare = bool(board.tallies) and not any(_is_told(tally, board) for tally in board.tallies)
    return round((rows - (TALLY_DOWN - CAPTION_DOWN if is_bare else 0)) * scale)


def most_grown(scale: float) -> int:
    """The same with as many lines as there can be: for pictures that are to be of one size."""
    return round((MOST_LINES - 1) * CAPTION_ROW * scale)


def head(board: Board, caption: str, width: float, theme: Theme, scale: float = 1.0) -> Iterator[str]:
    """Title, caption and tallies, as large as the page asks for; a long title is set in smaller type."""
    room = width / scale - 2 * PAD
    lines = captioned(caption, width, scale)
    yield f'<g class="head-block" transform="scale({number(scale)})">'
    title = shortened(word(board.title), MOST_TITLE)
    size = max(LEAST_TITLE, min(TITLE, room / max(text_width(title, 1), 1)))
    yield f'<text class="title" x="{PAD}" y="{TITLE_DOWN}" style="font-size:{number(size)}px">{text_of(title)}</text>'
    for i, line in enumerate(lines if caption else ()):
        yield f'<text class="caption" x="{PAD}" y="{CAPTION_DOWN + i * CAPTION_ROW}">{text_of(line)}</text>'
    yield from _tallies(board, room, TALLY_DOWN + (len(lines) - 1) * CAPTION_ROW, theme)
    yield "</g>"


def _tallies(board: Board, room: float, down: int, theme: Theme) -> Iterator[str]:
    """All sides in one row, which is drawn smaller where it would be too long."""
    drawn = [_tally(tally, board.active == tally.side, theme) for tally in board.tallies if _is_told(tally, board)]
    long = sum(wide for _, wide in drawn) + GAP * (len(drawn) - 1)
    yield f'<g transform="translate({PAD},{down}) scale({min(1.0, room / max(long, 1)):.3f})">'
    x = 0.0
    for parts, wide in drawn:
        yield f'<g transform="translate({number(x)},0)">{parts}</g>'
        x += wide + GAP
    yield "</g>"


def _is_told(tally: Tally, board: Board) -> bool:
    """Not who only keeps the table: a side without a counter, and nothing won or lost."""
    has_done = bool(tally.points or tally.losses) or tally.side == board.active
    return has_done or any(counter.side == tally.side for counter in board.counters)


def _cut(text: str, room: float) -> str:
    """As much of it as fits."""
    most = min(MOST_CAPTION, len(text))
    while most > 1 and text_width(shortened(text, most), CAPTION) > room:
        most -= 1
    return shortened(text, most)


def _tally(tally: Tally, has_turn: bool, theme: Theme) -> tuple[str, float]:
    """A card of the side, its name and its count; and how wide that is."""
    look = theme.sides.get(tally.side, "neutral")
    side, told = shortened(side_of(tally.side), MOST_SIDE), _told(tally)
    turn = '<path class="turn" d="M0,-14V2L13,-6Z"><title>' + phrase("its turn") + "</title></path>" if has_turn else ""
    left = TURN if has_turn else 0
    chip = f'<g class="{look}" transform="translate({left + 14},-6) scale(.6)">{"".join(face_down(look))}</g>'
    parts = f'<tspan class="of">{text_of(side)}</tspan><tspan dx="9">{text_of(told)}</tspan>'
    words = f'<text class="tally" x="{left + CHIP}">{parts}</text>'
    return turn + chip + words, left + CHIP + text_width(f"{side}  ", TALLY) + text_width(told, TALLY) * PLAIN


def _told(tally: Tally) -> str:
    points = "" if tally.points is None else some(tally.points, "point", "points")
    lost = phrase("lost {0}", shortened(tally.losses, MOST_LOSSES)) if tally.losses else phrase("no losses")
    return ", ".join(part for part in (points, lost) if part)
