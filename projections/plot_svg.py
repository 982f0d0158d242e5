"""A small plot over time: lines that step, the bands they are expected in, and a scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from projections.board_svg_style import text_of

STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
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


class Series(NamedTuple):
    """What one line shows: where it stood from each moment on, and how far it may stray."""

    name: str
    colour: str
    points: Sequence[tuple[int, float, float]]  # moment, value, half the width of the band


class Frame(NamedTuple):
    """Where a plot lies on the page, and what it spans: moments from 0 to `last`, values up to `reach` either way."""

    left: int
    top: int
    width: int
    height: int
    last: int
    reach: float

    def x(self, moment: float) -> float:
        return self.left + self.width * moment / max(1, self.last)

    def y(self, value: float) -> float:
        return self.top + self.height * (1 - value / self.reach) / 2


def reach_of(series: Sequence[Series]) -> float:
    """Room for every line and every band, and a little more."""
    return max([1.0, *(max(abs(value), wide) for one in series for _, value, wide in one.points)]) * 1.12


def grid(frame: Frame, turns: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Values across, turns along."""
    step = next((step for step in STEPS if frame.reach / step <= 4), STEPS[-1])
    yield '<g class="axis">'
    right, bottom = frame.left + frame.width, frame.top + frame.height
    for moment, said in turns:
        yield f'<path d="M{frame.x(moment):.1f} {frame.top}V{bottom}"/>'
        yield f'<text class="turn" x="{frame.x(moment):.1f}" y="{bottom + 16}">{text_of(said)}</text>'
    whole = int(frame.reach / step)
    for number in range(-whole, whole + 1):
        y, kind = frame.y(number * step), ' class="zero"' if number == 0 else ""
        yield f'<path{kind} d="M{frame.left} {y:.1f}H{right}"/>'
        said = f"{number * step:+g}" if number else "0"
        yield f'<text class="up" x="{frame.left - 8}" y="{y + 4:.1f}">{said}</text>'
    yield "</g>"


def band(frame: Frame, one: Series, opacity: float) -> Iterator[str]:
    """Where 19 in 20 such lines lie."""
    upper = [(moment, wide) for moment, _, wide in one.points]
    there = _steps(frame, upper)
    back = _steps(frame, [(moment, -wide) for moment, wide in upper])
    ring = there + back[::-1]
    yield f'<path d="M{"L".join(ring)}Z" fill="{one.colour}" opacity="{opacity}"/>'
    for edge in (there, back):
        yield f'<path class="edge" d="M{"L".join(edge)}" stroke="{one.colour}" opacity="0.55"/>'


def line(frame: Frame, one: Series) -> str:
    steps = _steps(frame, [(moment, value) for moment, value, _ in one.points])
    return f'<path class="line" d="M{"L".join(steps)}" stroke="{one.colour}"/>'


def _steps(frame: Frame, points: Sequence[tuple[int, float]]) -> list[str]:
    """Level from each moment to the next."""
    found: list[str] = []
    held = 0.0
    for moment, value in points:
        found += [_place(frame, moment, held), _place(frame, moment, value)]
        held = value
    return [*found, _place(frame, frame.last, held)]


def _place(frame: Frame, moment: float, value: float) -> str:
    return f"{frame.x(moment):.1f} {frame.y(value):.1f}"


def mark(frame: Frame, moment: int, value: float, said: str) -> str:
    """A numbered dot."""
    x, y = frame.x(moment), frame.y(value)
    return (
        f'<g class="mark"><circle cx="{x:.1f}" cy="{y:.1f}" r="8"/>'
        f'<text x="{x:.1f}" y="{y + 3.6:.1f}">{text_of(said)}</text></g>'
    )
