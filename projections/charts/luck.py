"""Luck over time as a picture: the line of each side, in the band that fair dice keep in 19 of 20 games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from domain.words.phrases import about, later, phrase, word
from projections.charts.plot import (
    LEFT,
    LETTER,
    LINE,
    MARGIN,
    WIDTH,
    Axes,
    Series,
    apart,
    band,
    grid,
    halo,
    line,
    looks,
    mark,
    page,
    reach_of,
    text,
    turn_marks,
)
from projections.drawing.colours import worn
from projections.luck.luck import Height, Judged, Luck, curve, stood_out
from projections.luck.standing import Standing
from projections.luck.text import NOTHING, odds_of

TALL, LOW = 320, 200  # the plot of luck; that of the height of dice
LETTERS = 128  # of a line of words
BAND = later(
    "At any one moment 19 in 20 games with fair dice lie in the band; on its way a line may well leave it for a while."
)
HEIGHT = later("by who threw them (whether high is good, only the rule knows)")


def draw(found: Luck) -> str:
    """The whole picture: light, and the same for the same luck."""
    return "\n".join(_Page(found).lines())


class _Page:
    def __init__(self, found: Luck) -> None:
        self.found = found
        self.looks = looks(found.sides)
        self.y = MARGIN

    def lines(self) -> Iterator[str]:
        body = [*self._head(), *self._luck(), *self._heights()]
        return page(self._title(), self.found.words, self.y + MARGIN, body)

    def _title(self) -> str:
        return phrase("Luck of the dice: {0}", self.found.ref)

    def _text(self, kind: str, said: str, height: int = LINE, x: int = MARGIN) -> str:
        self.y += height
        return text(kind, said, x, self.y)

    def _head(self) -> Iterator[str]:
        yield self._text("title", self._title(), 12)
        self.y += 6
        for part in wrap(self.found.words, LETTERS):
            yield self._text("note", part)

    def _luck(self) -> Iterator[str]:
        """One line is enough for two sides: what is good for one is bad for the other."""
        judged = self.found.judged
        if not judged:
            return
        sides = list(worn(self.found.sides))
        drawn = sides[:1] if len(sides) == 2 else sides
        series = [self._series(side, ((one.entry, one.sides[side]) for one in judged)) for side in drawn]
        said = phrase("Luck, added up over {0} orders whose dice could change who wins, points or losses", len(judged))
        yield self._text("head", said, 34)
        self.y += 14
        frame = self._frame(TALL, series)
        yield from self._plot(frame, series, judged)
        if len(sides) == 2:
            yield halo(
                frame.left + 10, frame.top + 18, phrase("▲ lucky for {0}", word(sides[0])), self.looks[sides[0]][0]
            )
            low = frame.top + frame.height - 10
            yield halo(frame.left + 10, low, phrase("▼ lucky for {0}", word(sides[1])), self.looks[sides[1]][0])
        yield from self._marks(frame, series[0])
        self.y = frame.top + frame.height + 24
        yield self._text("note", phrase(BAND), LINE)
        yield from self._key()

    def _series(self, side: str, standings: Iterable[tuple[int, Standing]]) -> Series:
        colour, dash = self.looks[side]
        return Series(word(side), colour, curve(standings), dash)

    def _frame(self, height: int, series: Sequence[Series]) -> Axes:
        longest = max(len(word(side)) for side in self.found.sides) + len(" +10.0")  # the plots end below one another
        return Axes(
            LEFT, self.y, int(WIDTH - LEFT - 12 - LETTER * longest), height, self.found.entries, reach_of(series)
        )

    def _plot(self, frame: Axes, series: Sequence[Series], rolls: Sequence[Judged | Height]) -> Iterator[str]:
        begins = {roll.turn: roll.entry for roll in reversed(rolls)}
        yield from grid(frame, turn_marks(frame, sorted((entry, turn) for turn, entry in begins.items())))
        for one in series:
            yield from band(frame, one, 0.16 / len(series))
        for one in series:
            yield line(frame, one)
        ends = apart([frame.y(one.points[-1][1]) for one in series])
        for one, y in zip(series, ends, strict=True):
            yield halo(frame.left + frame.width + 6, y + 4, _label(one), one.colour)

    def _numbered(self) -> list[tuple[int, Judged, str]]:
        """What stood out, counted as it happened."""
        found = sorted(stood_out(self.found), key=lambda pair: pair[0].entry)
        return [(number, order, side) for number, (order, side) in enumerate(found, 1)]

    def _marks(self, frame: Axes, one: Series) -> Iterator[str]:
        values = {moment: value for moment, value, _ in one.points}
        for number, order, _ in self._numbered():
            yield mark(frame, order.entry, values[order.entry], str(number))

    def _key(self) -> Iterator[str]:
        self.y += 4
        for number, order, side in self._numbered():
            came, tail = order.came or phrase(NOTHING), odds_of(order.sides[side].tail)
            said = phrase(
                "{0}. entry {1}, {2}: {3}; lucky for {4}, as good or better: {5}",
                number, order.entry, about(order.kind), came, word(side), tail,
            )  # fmt: skip
            yield self._text("key", said)

    def _heights(self) -> Iterator[str]:
        heights = self.found.heights
        if not heights:
            return
        series = [
            self._series(side, ((one.entry, one.standing) for one in heights if one.by == side))
            for side in worn(self.found.sides)
            if any(one.by == side for one in heights)
        ]
        what = phrase("Height of the dice of all other throws" if self.found.judged else "Height of the dice")
        yield self._text("head", f"{what}, {phrase(HEIGHT)}", 40)
        self.y += 14
        frame = self._frame(LOW, series)
        yield from self._plot(frame, series, heights)
        self.y = frame.top + frame.height + 24


def _label(one: Series) -> str:
    return f"{one.name} {one.points[-1][1]:+.1f}".replace(".", phrase("."))
