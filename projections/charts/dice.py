"""Dice as a picture: how often each face fell, against what fair dice do in 19 of 20 such series."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from textwrap import wrap

from domain.kernel.facts import Side
from domain.words.phrases import later, phrase, word
from projections.charts.plot import LINE, MARGIN, Axes, grid, looks, page, text
from projections.drawing.words import shortened
from projections.models.dice import WIDE, DiceTest

HIGH, GAP, PANEL = 200, 36, 452  # of a panel
COLUMNS, MOST_PANELS = 2, 40
MOST_FACES = 30  # of a die whose faces are drawn one by one
LETTERS, TITLE = 70, 80
INDENT = 40  # left of a panel, for its scale
EXPLAINED = later(
    "Bars: how often a face fell. Whiskers: where it falls with fair dice in 19 of 20 series as long, about the dot."
)
STYLE = """
.bar{stroke:#2b2620;stroke-width:.8;fill-opacity:.55}
.whisker{stroke:#2b2620;stroke-width:1.8;fill:none}
.due{fill:#fdfbf4;stroke:#2b2620;stroke-width:1.6}
.face{font-size:12px;text-anchor:middle}
"""


def dice_svg(name: str, sides: Sequence[Side], tests: Sequence[DiceTest]) -> str:
    """A panel for each side, die and source, the sides apart before all dice together."""
    shown = sorted((test for test in tests if test.die <= MOST_FACES), key=lambda test: test.side is None)[:MOST_PANELS]
    title = phrase("How the dice fell: {0}", name)
    body = [
        text("title", shortened(title, TITLE), MARGIN, MARGIN + 12),
        text("note", phrase(EXPLAINED), MARGIN, MARGIN + 38),
    ]
    top = MARGIN + 2 * LINE
    colours = looks(sides)
    for row in range(0, len(shown), COLUMNS):
        heights = []
        for column, test in enumerate(shown[row : row + COLUMNS]):
            colour = colours[test.side][0] if test.side in colours else "#6b6355"
            drawn, bottom = _panel(test, MARGIN + column * (PANEL + GAP), top + GAP, colour)
            body += drawn
            heights.append(bottom)
        top = max(heights)
    if len(shown) < len(tests) or not tests:
        top += LINE * 2
        left_out = (
            phrase("{0} more are not drawn", len(tests) - len(shown)) if tests else phrase("No dice have been rolled.")
        )
        body.append(text("note", left_out, MARGIN, top))
    words = " ".join(test.words for test in shown)
    return "\n".join(page(title, words, top + MARGIN, body, STYLE)) + "\n"


def _panel(test: DiceTest, left: int, top: int, colour: str) -> tuple[list[str], int]:
    who = shortened(word(test.side) if test.side else phrase("all together"), LETTERS // 2)
    drawn = [text("head", phrase("{0}: {1}", who, f"{test.dice}d{test.die}, {phrase(test.source)}"), left, top)]
    expected = test.dice / test.die
    spread = WIDE * math.sqrt(test.dice / test.die * (1 - 1 / test.die))
    most = max(expected + spread, *test.faces.values())
    frame = Axes(left + INDENT, top + 14, PANEL - INDENT, HIGH, test.die, most * 1.08, 0.0)
    drawn += [*grid(frame, ()), *_bars(test, frame, colour, expected, spread)]
    bottom = frame.top + frame.height + LINE + 2
    for part in wrap(test.words, LETTERS):
        bottom += LINE - 3
        drawn.append(text("note", part, left, bottom))
    return drawn, bottom


def _bars(test: DiceTest, frame: Axes, colour: str, expected: float, spread: float) -> Iterator[str]:
    wide = frame.width / test.die
    low, high, due = frame.y(max(0.0, expected - spread)), frame.y(expected + spread), frame.y(expected)
    for place in range(test.die):
        face = test.least + place
        left, top = frame.x(place) + wide * 0.15, frame.y(test.faces.get(face, 0))
        size = f'width="{wide * 0.7:.1f}" height="{frame.y(0) - top:.1f}"'
        yield f'<rect class="bar" x="{left:.1f}" y="{top:.1f}" {size} fill="{colour}"/>'
        x, cap = frame.x(place + 0.5), min(6.0, wide * 0.2)
        caps = "".join(f"M{x - cap:.1f} {y:.1f}H{x + cap:.1f}" for y in (high, low))
        yield f'<path class="whisker" d="M{x:.1f} {high:.1f}V{low:.1f}{caps}"/>'
        yield f'<circle class="due" cx="{x:.1f}" cy="{due:.1f}" r="3"/>'
        yield text("face", str(face), round(x, 1), frame.top + frame.height + 15)
