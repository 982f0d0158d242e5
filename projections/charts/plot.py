"""The parts of every plot: a page, a scale, lines that step over time, the bands they are expected in, and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from domain.words.phrases import phrase
from projections.drawing.colours import worn
from projections.drawing.style import text_of

# The colours of the boards, dark enough for thin lines and small letters; and strokes that differ for all who see none.
COLOURS = ("#0060a8", "#a86400", "#00785a", "#a3457c", "#2878a6", "#857800")
DASHES = ("", "11 4", "3 4", "14 4 3 4", "7 3", "2 6")
WIDTH, MARGIN, LEFT, LETTER = 1000, 28, 64, 8.4
LINE = 19
ROOM = 52  # between two marks on the scale of turns
MARKS = 8  # lines across a plot, at most
PAPER = "#fdfbf4"
STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
STYLE = """
text{font-family:sans-serif;fill:#2b2620}
.title{font-size:21px;font-weight:bold}
.head{font-size:14px;font-weight:bold}
.note,.key{font-size:13px}
.note{fill:#6b6355}
.axis text{font-size:11px;fill:#6b6355}
.axis path{stroke:#e2dbc9;fill:none}
.axis .zero{stroke:#8d846f;stroke-width:1.5}
.up{text-anchor:end}
.turn{text-anchor:middle}
.line{fill:none;stroke-width:2.5;stroke-linejoin:round}
.edge{fill:none;stroke-width:1;stroke-dasharray:5 4}
.halo{font-size:13px;font-weight:bold;paint-order:stroke;stroke:#fdfbf4;stroke-width:4px}
.mark circle{fill:#fdfbf4;stroke:#2b2620;stroke-width:1.5}
.mark text{font-size:10px;font-weight:bold;text-anchor:middle}
""".strip()


def looks(sides: Iterable[str]) -> dict[str, tuple[str, str]]:
    """The colour of each side, and how its line is dashed."""
    return {side: (COLOURS[i % len(COLOURS)], DASHES[i % len(DASHES)]) for side, i in worn(sides).items()}


def page(title: str, words: str, height: int, body: Iterable[str], style: str = "") -> Iterator[str]:
    """A whole picture around its parts."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="{WIDTH}" '
        f'height="{height}" viewBox="0 0 {WIDTH} {height}">'
    )
    yield f'<title id="t">{text_of(title)}</title>'
    yield f'<desc id="d">{text_of(words)}</desc>'
    yield f"<style>{STYLE}{style}</style>"
    yield f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
    yield from body
    yield "</svg>"


def text(kind: str, said: str, x: float, y: float, more: str = "") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{more}>{text_of(said)}</text>'


class Series(NamedTuple):
    """What one line shows: where it stood from each moment on, and how far it may stray."""

    name: str
    colour: str
    points: Sequence[tuple[int, float, float]]  # moment, value, half the width of the band
    dash: str = ""


class Axes(NamedTuple):
    """Where a plot lies on the page, and what it spans: moments from 0 to `last`, values from `floor` to `reach`.

    Without a floor values go as far below nought as above.
    """

    left: int
    top: int
    width: int
    height: int
    last: int
    reach: float
    floor: float | None = None

    @property
    def low(self) -> float:
        return -self.reach if self.floor is None else self.floor

    def x(self, moment: float) -> float:
        return self.left + self.width * moment / max(1, self.last)

    def y(self, value: float) -> float:
        return self.top + self.height * (self.reach - value) / (self.reach - self.low)


def reach_of(series: Sequence[Series]) -> float:
    """Room for every line and every band, and a little more."""
    return max([1.0, *(max(abs(value), wide) for one in series for _, value, wide in one.points)]) * 1.12


def grid(frame: Axes, turns: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Values across, turns along."""
    spread = frame.reach - frame.low
    steps = STEPS if frame.floor is None else [step for step in STEPS if step >= 1]  # what is counted is whole
    step = next((step for step in steps if spread / step <= MARKS), spread / MARKS)
    yield '<g class="axis">'
    right, bottom = frame.left + frame.width, frame.top + frame.height
    for moment, said in turns:
        yield f'<path d="M{frame.x(moment):.1f} {frame.top}V{bottom}"/>'
        yield f'<text class="turn" x="{frame.x(moment):.1f}" y="{bottom + 16}">{text_of(said)}</text>'
    for number in range(-int(-frame.low / step), int(frame.reach / step) + 1):
        y, kind = frame.y(number * step), ' class="zero"' if number == 0 else ""
        yield f'<path{kind} d="M{frame.left} {y:.1f}H{right}"/>'
        said = f"{number * step:{'+g' if frame.floor is None else 'g'}}" if number else "0"
        yield f'<text class="up" x="{frame.left - 8}" y="{y + 4:.1f}">{said}</text>'
    yield "</g>"


def band(frame: Axes, one: Series, opacity: float) -> Iterator[str]:
    """Where 19 in 20 such lines lie."""
    upper = [(moment, wide) for moment, _, wide in one.points]
    there = _steps(frame, upper)
    back = _steps(frame, [(moment, -wide) for moment, wide in upper])
    ring = there + back[::-1]
    yield f'<path d="M{"L".join(ring)}Z" fill="{one.colour}" opacity="{opacity}"/>'
    for edge in (there, back):
        yield f'<path class="edge" d="M{"L".join(edge)}" stroke="{one.colour}" opacity="0.55"/>'


def line(frame: Axes, one: Series) -> str:
    steps = _steps(frame, [(moment, value) for moment, value, _ in one.points])
    dash = f' stroke-dasharray="{one.dash}"' if one.dash else ""
    return f'<path class="line" d="M{"L".join(steps)}" stroke="{one.colour}"{dash}/>'


def _steps(frame: Axes, points: Sequence[tuple[int, float]]) -> list[str]:
    """Level from each moment to the next."""
    found: list[str] = []
    held = 0.0
    for moment, value in points:
        found += [_place(frame, moment, held), _place(frame, moment, value)]
        held = value
    return [*found, _place(frame, frame.last, held)]


def _place(frame: Axes, moment: float, value: float) -> str:
    return f"{frame.x(moment):.1f} {frame.y(value):.1f}"


def mark(frame: Axes, moment: int, value: float, said: str) -> str:
    """A numbered dot."""
    x, y = frame.x(moment), frame.y(value)
    return (
        f'<g class="mark"><circle cx="{x:.1f}" cy="{y:.1f}" r="8"/>'
        f'<text x="{x:.1f}" y="{y + 3.6:.1f}">{text_of(said)}</text></g>'
    )


def turn_marks(frame: Axes, begins: Iterable[tuple[int, int]]) -> list[tuple[int, str]]:
    """Where each turn begins, as far as there is room to say so."""
    found: list[tuple[int, str]] = []
    for moment, turn in begins:
        if not found or frame.x(moment) >= frame.x(found[-1][0]) + ROOM:
            found.append((moment, phrase("turn {0}", turn) if turn else phrase("start")))
    return found


def apart(places: Sequence[float]) -> list[float]:
    """Labels beside one another's lines, moved so that they do not lie on each other."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    found = list(places)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + 16)
    return found


def halo(x: float, y: float, said: str, colour: str) -> str:
    """Words in the colour of their line, readable on anything."""
    return f'<text class="halo" x="{x:.0f}" y="{y:.1f}" style="fill:{colour}">{text_of(said)}</text>'
