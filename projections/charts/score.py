"""Points and losses over time as pictures: a line for each side that steps up when something is scored or lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.facts import Side
from domain.words.phrases import phrase, word
from projections.charts.plot import (
    LEFT,
    LETTER,
    LINE,
    MARGIN,
    WIDTH,
    Axes,
    Series,
    apart,
    grid,
    halo,
    line,
    looks,
    page,
    text,
    turn_marks,
)
from projections.drawing.style import text_of
from projections.drawing.words import folded, shortened
from projections.models.casualties import Losses, said
from projections.models.victory_points import Score

TALL, LOW = 360, 220  # a plot alone on its page; one of several
MOST_LABEL = 26
MOST_DOTS = 400
NOTE, MOST_WORDS = 130, 390  # letters of a line above the plots, and of all of them
DOTS = """
.dot{stroke:#fdfbf4;stroke-width:1}
"""


class Event(NamedTuple):
    """What moved a line, and to where."""

    entry: int
    side: Side
    total: int
    words: str


class Panel(NamedTuple):
    head: str
    events: tuple[Event, ...]


def points_svg(
    name: str, sides: Sequence[Side], found: Score, turns: Sequence[tuple[int, int]], stands: str = ""
) -> str:
    """`turns` are the entries at which each turn began, with its number; `stands` says who has won, or leads."""
    events = tuple(
        Event(row.entry, row.side, row.total, f"{row.side} {row.points:+}: {row.why or phrase('no reason given')}")
        for row in found.rows
    )
    totals = ", ".join(f"{side} {points}" for side, points in found.totals.items())
    words = "; ".join(filter(None, (totals, stands)))
    title = phrase("Victory points: {0}", name)
    return _drawn(title, phrase("No victory points."), words, sides, [Panel("", events)], turns)


def losses_svg(name: str, sides: Sequence[Side], found: Losses, turns: Sequence[tuple[int, int]]) -> str:
    """Each kind of loss apart, as they cannot be added; and men, where they are counted."""
    kinds = dict.fromkeys(row.kind for row in found.rows)
    panels = [
        Panel(
            word(kind),
            tuple(
                Event(
                    row.entry,
                    row.side,
                    row.side_total,
                    f"{row.unit} {row.amount}: {row.cause or phrase('no cause given')}",
                )
                for row in found.rows
                if row.kind == kind
            ),
        )
        for kind in kinds
    ]
    men = tuple(
        Event(row.entry, row.side, row.side_men, f"{row.unit} {phrase('about {0} men', row.men)}")
        for row in found.rows
        if row.men
    )
    panels += [Panel(phrase("men, about"), men)] if men else []
    words = "; ".join(f"{side}: {said(lost, found.men[side])}" for side, lost in found.by_side.items())
    return _drawn(phrase("Losses: {0}", name), phrase("No losses."), words, sides, panels, turns)


def _drawn(
    title: str,
    nothing: str,
    words: str,
    sides: Sequence[Side],
    panels: Sequence[Panel],
    turns: Sequence[tuple[int, int]],
) -> str:
    y = MARGIN + 12
    body, y = [text("title", shortened(title, 80), MARGIN, y)], y + 6
    for row in folded(shortened(words, MOST_WORDS), NOTE, ""):
        y += LINE
        body.append(text("note", row, MARGIN, y))
    y += LINE - 6
    last = max([1, *(entry for entry, _ in turns), *(e.entry for panel in panels for e in panel.events)])
    shown = [panel for panel in panels if panel.events]
    for panel in shown:
        y += 24
        body += [text("head", panel.head, MARGIN, y)] if panel.head else []
        frame = _frame(y + 14, TALL if len(shown) == 1 else LOW, last, sides, panel.events)
        body += _panel(frame, sides, panel.events, turns)
        y = frame.top + frame.height + 24
    if not shown:
        y += LINE
        body.append(text("note", nothing, MARGIN, y))
    return "\n".join(page(title, words, y + MARGIN, body, DOTS)) + "\n"


def _frame(top: int, height: int, last: int, sides: Sequence[Side], events: Iterable[Event]) -> Axes:
    totals = [event.total for event in events]
    longest = max((len(shortened(side, MOST_LABEL)) for side in sides), default=0) + 7
    floor = min(0, *totals, 0) * 1.1
    return Axes(LEFT, top, int(WIDTH - LEFT - 12 - LETTER * longest), height, last, max(1, *totals, 1) * 1.1, floor)


def _panel(
    frame: Axes, sides: Sequence[Side], events: Sequence[Event], turns: Sequence[tuple[int, int]]
) -> Iterator[str]:
    yield from grid(frame, turn_marks(frame, turns))
    seen = looks(dict.fromkeys([*sides, *(event.side for event in events)]))
    ends = []
    for side, (colour, dash) in seen.items():
        own = [event for event in events if event.side == side]
        points = [(0, 0.0, 0.0), *((event.entry, float(event.total), 0.0) for event in own)]
        yield line(frame, Series(side, colour, points, dash))
        yield from (_dot(frame, event, colour) for event in own[:MOST_DOTS])
        ends.append((side, colour, points[-1][1]))
    for (side, colour, value), y in zip(ends, apart([frame.y(value) for *_, value in ends]), strict=True):
        yield halo(frame.left + frame.width + 6, y + 4, f"{shortened(side, MOST_LABEL)} {value:g}", colour)


def _dot(frame: Axes, event: Event, colour: str) -> str:
    at = f'cx="{frame.x(event.entry):.1f}" cy="{frame.y(event.total):.1f}"'
    told = f"<title>{text_of(phrase('entry {0}: {1}', event.entry, event.words))}</title>"
    return f'<circle class="dot" {at} r="3.5" fill="{colour}">{told}</circle>'
