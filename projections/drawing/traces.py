"""What the last orders did, drawn over a board: ways, attacks, fire and retreats, with a ghost where a unit stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from domain.kernel.board import Trace
from domain.words.phrases import deed, word
from projections.drawing.labels import TYPE, Box, Room, around, text_width
from projections.drawing.plane import (
    XY,
    Outline,
    along,
    between,
    leftwards,
    length,
    middle,
    moved,
    number,
    pair,
    path,
    way,
)
from projections.drawing.shapes import soft
from projections.drawing.style import PALETTE, Theme, key_of, text_of
from projections.drawing.words import plain, shortened, unlined

HEAD, HALF = 17, 10  # the head of an arrow
BROAD_HEAD, BROAD_HALF, BROAD_NECK, BROAD_TAIL = 24, 19, 9, 3.5
SHORTEST = 30  # a shorter arrow is drawn out to this
BURST, RAYS = 13, 8
RING, CROSS, TICK, SLANT = 31, 12, 8, 0.707
LONG_LABEL = 34
PLATE, PAD = 22, 7
SAMPLE = 4  # pixels from one looked-at point of a way to the next
UNDER = ("move",)  # drawn beneath the units
LIKE = {"march": "move", "advance": "move", "charge": "attack", "assault": "attack", "bombardment": "fire",
        "shot": "fire", "rout": "retreat", "removed": "gone", "eliminated": "gone"}  # fmt: skip

STYLE = """
.trace .light{fill:none;stroke:#fffdf4;stroke-linejoin:round;stroke-linecap:round}
.trace .dark{fill:none;stroke:#15171a;stroke-linejoin:round;stroke-linecap:round}
.trace .go{fill:none;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}
.trace .tip{stroke:#15171a;stroke-width:1.5;stroke-linejoin:round}
.trace .broad{stroke:#15171a;stroke-width:1.8;stroke-linejoin:round;fill-opacity:.88}
.trace .shot{fill:none;stroke:#8c1a12;stroke-width:2.6;stroke-dasharray:9 6}
.trace .burst{fill:#ffd84d;stroke:#8c1a12;stroke-width:1.8;stroke-linejoin:round}
.trace .hollow{fill:#fffdf4;stroke-width:2.4;stroke-linejoin:round}
.trace .dots{fill:none;stroke-width:5.5;stroke-linecap:round;stroke-dasharray:.1 10}
.trace .around{fill:none;stroke-width:4.5}
.trace .aim{fill:none;stroke:#8c1a12;stroke-width:3;stroke-linecap:round}
.trace .cross{fill:none;stroke:#8c1a12;stroke-width:5.5;stroke-linecap:round}
.trace .ghost{fill:#fffdf4;fill-opacity:.4;stroke:#15171a;stroke-width:1.6;stroke-dasharray:5 4;stroke-linejoin:round}
.trace .plate{fill:#fffdf4;fill-opacity:.95;stroke:#8c1a12;stroke-width:1.2}
.trace text.told{font-size:15px;font-weight:bold;fill:#15171a}
""".strip()


class Laid(NamedTuple):
    """A trace on the page: its points, what hides its end, and the ghost of its unit."""

    trace: Trace
    points: tuple[XY, ...]
    into: tuple[Box, ...] = ()  # a way stops where it comes to one of these
    ghost: str = ""  # SVG
    ring: float = RING  # how large a mark on a place is


def style() -> str:
    """With the colour of each side."""
    sides = [f".trace.side{i} .go,.trace.side{i} .dots,.trace.side{i} .around,.trace.side{i} .hollow{{stroke:{fill}}}"
             for i, (fill, _) in enumerate(PALETTE)]  # fmt: skip
    neutral = ".trace.neutral .go,.trace.neutral .dots,.trace.neutral .around,.trace.neutral .hollow{stroke:#555}"
    return "\n".join([STYLE, *sides, neutral])


def kind_of(trace: Trace) -> str:
    """How it is drawn: an unknown word as a ring, or as a way if it leads somewhere."""
    key = LIKE.get(key_of(trace.kind), key_of(trace.kind))
    known = key in _WAYS if len(trace.points) > 1 else key in _MARKS
    return key if known else "move" if len(trace.points) > 1 else "arrive"


def under(traces: Iterable[Laid], theme: Theme) -> Iterator[str]:
    """What lies beneath the units: ghosts and ways."""
    every = list(traces)
    yield from (_group(laid, theme, laid.ghost) for laid in every if laid.ghost)
    yield from (_group(laid, theme, _drawn(laid)) for laid in every if kind_of(laid.trace) in UNDER)


def has_words(traces: Iterable[Laid]) -> bool:
    """Whether any of them needs room for its words."""
    return any(laid.trace.label and laid.points for laid in traces)


def over(traces: Iterable[Laid], theme: Theme, room: Room) -> Iterator[str]:
    """What lies above them: attacks, fire, marks, and at last the words."""
    every = list(traces)
    marks = [laid for laid in every if kind_of(laid.trace) not in UNDER]
    for laid in sorted(marks, key=lambda laid: kind_of(laid.trace) == "gone"):  # no arrow hides that a unit is gone
        yield _group(laid, theme, _drawn(laid))
    for laid in every:
        told = _label(laid, room) if laid.trace.label and laid.points else ""
        if told:
            yield _group(laid, theme, told)


def _group(laid: Laid, theme: Theme, drawn: str) -> str:
    trace = laid.trace
    look = theme.sides.get(trace.side, "neutral")
    whose = f"{trace.unit}: " if trace.unit else ""
    said = text_of(f"{whose}{deed(unlined(trace.kind))}{f', {word(trace.label)}' if trace.label else ''}")
    tag = f'class="trace {look}" data-trace="{text_of(trace.kind)}" data-unit="{text_of(trace.unit)}"'
    return f"<g {tag}><title>{said}</title>{drawn}</g>"


def _drawn(laid: Laid) -> str:
    kind = kind_of(laid.trace)
    if len(laid.points) > 1:
        return "".join(_WAYS.get(kind, _move)(laid))
    return "".join(_MARKS.get(kind, _arrive)(laid.points[0], laid.ring)) if laid.points else ""


# Ways


def trimmed(points: Outline, into: Sequence[Box]) -> list[XY]:
    """A line as far as the first box at its end; whole if it never leaves the box."""
    fine = [at for at, _ in along(points, SAMPLE)]
    while fine and any(box.holds(fine[-1]) for box in into):
        fine.pop()
    if len(fine) * SAMPLE < SHORTEST / 2:
        return list(points)
    kept = length(fine)
    found, gone = [points[0]], 0.0
    for a, b in pairwise(points):
        gone += length([a, b])
        if gone >= kept:
            break
        found.append(b)
    return [*found, fine[-1]]


def _arrow(points: Outline, head: float) -> tuple[list[XY], XY, XY]:
    """The line without the head of its arrow, the tip, and the way it points."""
    tip, before = points[-1], points[-2]
    towards = way(before, tip)
    if length([before, tip]) > head:
        return [*points[:-1], moved(tip, towards, -head)], tip, towards
    rest = list(points[:-1])
    if len(rest) == 1:
        return [rest[0], between(rest[0], tip, 0.3)], tip, towards
    return rest, tip, way(rest[-1], tip)


def _head(tip: XY, towards: XY, long: float, half: float) -> list[XY]:
    foot, aside = moved(tip, towards, -long), leftwards(towards)
    return [moved(foot, aside, half), tip, moved(foot, aside, -half)]


def _move(laid: Laid) -> Iterator[str]:
    line, tip, towards = _arrow(trimmed(laid.points, laid.into), HEAD)
    drawn, head = soft(line), path(_head(tip, towards, HEAD, HALF), closed=True)
    yield f'<path class="light" d="{drawn}{head}" stroke-width="11"/>'
    yield f'<path class="dark" d="{drawn}" stroke-width="7.2"/><path class="go" d="{drawn}"/>'
    yield f'<path class="tip" d="{head}"/>'


def _retreat(laid: Laid) -> Iterator[str]:
    line, tip, towards = _arrow(trimmed(laid.points, laid.into), HEAD)
    drawn, head = soft(line), path(_head(tip, towards, HEAD, HALF + 1), closed=True)
    yield f'<path class="dark" d="{drawn}" stroke-width="10.5"/><path class="light" d="{drawn}" stroke-width="8"/>'
    yield f'<path class="dots" d="{drawn}"/><path class="hollow" d="{head}"/>'


def _attack(laid: Laid) -> Iterator[str]:
    """Broad, and broader towards its head; straight, however it came about."""
    end = trimmed(laid.points, laid.into)[-1]
    start, long = laid.points[0], length([laid.points[0], end])
    towards = way(start, end)
    end = moved(start, towards, max(long, SHORTEST))
    head = min(BROAD_HEAD, max(long, SHORTEST) * 0.6)
    neck, aside = moved(end, towards, -head), leftwards(towards)
    left, right = ([moved(start, aside, side * BROAD_TAIL), moved(neck, aside, side * BROAD_NECK)] for side in (1, -1))
    outline = path([*left, *_head(end, towards, head, BROAD_HALF), *reversed(right)], closed=True)
    yield f'<path class="light" d="{outline}" stroke-width="6"/><path class="broad" d="{outline}"/>'


def _fire(laid: Laid) -> Iterator[str]:
    drawn = path(laid.points)
    yield f'<path class="light" d="{drawn}" stroke-width="5"/><path class="shot" d="{drawn}"/>'
    yield burst(laid.points[-1])


def burst(at: XY, size: float = BURST) -> str:
    rays = [(size if i % 2 else size * 0.45, pi * i / RAYS) for i in range(2 * RAYS)]
    star = [(at[0] + reach * sin(turn), at[1] - reach * cos(turn)) for reach, turn in rays]
    return f'<path class="burst" d="{path(star, closed=True)}"/>'


# Marks


def _ring(at: XY, look: str, size: float, more: str = "") -> str:
    return f'<circle class="{look}" cx="{number(at[0])}" cy="{number(at[1])}" r="{number(size)}"{more}/>'


def _arrive(at: XY, size: float) -> Iterator[str]:
    yield _ring(at, "light", size, ' stroke-width="9"')
    yield _ring(at, "dark", size, ' stroke-width="6.5"')
    yield _ring(at, "around", size)


def _revealed(at: XY, size: float) -> Iterator[str]:
    yield _ring(at, "light", size, ' stroke-width="9"')
    yield _ring(at, "around", size, ' stroke-dasharray="8 5"')


def _gone(at: XY, _size: float) -> Iterator[str]:
    (x, y), c = at, CROSS
    drawn = path([(x - c, y - c), (x + c, y + c)]) + path([(x - c, y + c), (x + c, y - c)])
    yield f'<path class="light" d="{drawn}" stroke-width="10"/><path class="cross" d="{drawn}"/>'


def _loss(at: XY, _size: float) -> Iterator[str]:
    yield burst(at)


def _target(at: XY, size: float) -> Iterator[str]:
    """A ring with four ticks, aslant: beneath the middle of a card stands its strength."""
    (x, y), far = at, size + TICK
    ticks = "".join(
        path([(x + dx * (size - TICK), y + dy * (size - TICK)), (x + dx * far, y + dy * far)])
        for dx, dy in ((SLANT, -SLANT), (SLANT, SLANT), (-SLANT, SLANT), (-SLANT, -SLANT))
    )
    yield _ring(at, "light", size, ' stroke-width="6"')
    yield f'<path class="light" d="{ticks}" stroke-width="6"/><path class="aim" d="{ticks}"/>'
    yield _ring(at, "aim", size)


_WAYS = {"move": _move, "retreat": _retreat, "attack": _attack, "fire": _fire}
_MARKS = {"arrive": _arrive, "revealed": _revealed, "gone": _gone, "loss": _loss, "target": _target}


# Words


def _label(laid: Laid, room: Room) -> str:
    """Beside the middle of a way or beside a mark, where nothing else stands."""
    said = shortened(word(laid.trace.label), LONG_LABEL)
    wide = text_width(said) + 2 * PAD
    at = middle(laid.points[-2:])
    box = room.place(_spots(at, wide))
    if box is None:
        return ""
    left, top = number(box.left), number(box.top)
    size = f'width="{number(wide)}" height="{PLATE}" rx="4"'
    return (
        f'<rect class="plate" data-at="{pair(at)}" x="{left}" y="{top}" {size}/>'
        f'<text class="told" x="{number(box.centre[0])}" y="{number(box.bottom - PAD + 0.5)}">{text_of(said)}</text>'
    )


def _spots(at: XY, wide: float) -> Iterator[Box]:
    for ring in (1, 1.5, 2, 2.6, 3.4):
        for x, y in ((0, -1), (1, -0.4), (-1, -0.4), (0, 1), (0.7, 1), (-0.7, 1), (0.7, -1), (-0.7, -1)):
            yield around((at[0] + x * (wide / 2 + 20 * ring), at[1] + y * (TYPE + 22 * ring)), wide, PLATE)


# The legend


def samples(traces: Iterable[Trace]) -> Iterator[tuple[str, str]]:
    """A sample and its word for each kind there is."""
    for kind, trace in {plain(deed(trace.kind)): trace for trace in traces if trace.points}.items():
        drawn = kind_of(trace)
        if drawn in _WAYS:
            laid = Laid(trace, ((-28.0, 6.0), (11.0, -4.0) if drawn == "fire" else (26.0, -6.0)))
            inside = "".join(_WAYS[drawn](laid))
        else:
            inside = f'<g transform="scale(.6)">{"".join(_MARKS[drawn]((0.0, 0.0), RING))}</g>'
        yield f'<g class="trace neutral">{inside}</g>', kind
