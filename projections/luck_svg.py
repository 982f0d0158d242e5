"""Luck over time as a picture: the line of each side, in the band that fair dice keep in 19 of 20 games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import wrap

from domain.board import blue_first
from projections.board_svg_style import text_of
from projections.luck import Height, Judged, Luck, curve, stood_out
from projections.luck_text import odds_of
from projections.plot_svg import STYLE, Frame, Series, band, grid, line, mark, reach_of

# The colours of the boards, dark enough for thin lines and small letters.
COLOURS = ("#0060a8", "#a86400", "#00785a", "#a3457c", "#2878a6", "#857800")
WIDTH, MARGIN, LEFT, LETTER = 1000, 28, 64, 8.4
TALL, LOW = 320, 200  # the plot of luck; that of the height of dice
LINE, LETTERS = 19, 128
ROOM = 52  # between two marks on the scale of turns
BAND = (
    "At any one moment 19 in 20 games with fair dice lie in the band; on its way a line may well leave it for a while."
)
HEIGHT = "by who threw them (whether high is good, only the rule knows)"


def draw(found: Luck) -> str:
    """The whole picture: light, and the same for the same luck."""
    page = _Page(found)
    return "\n".join(page.lines())


class _Page:
    def __init__(self, found: Luck) -> None:
        self.found = found
        self.colours = {side: COLOURS[i % len(COLOURS)] for i, side in enumerate(blue_first(found.sides))}
        self.y = MARGIN

    def lines(self) -> Iterator[str]:
        body = [*self._head(), *self._luck(), *self._heights()]
        height = self.y + MARGIN
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="{WIDTH}" '
            f'height="{height}" viewBox="0 0 {WIDTH} {height}">'
        )
        yield f'<title id="t">{text_of(self._title())}</title>'
        yield f'<desc id="d">{text_of(self.found.words)}</desc>'
        yield f"<style>{STYLE}</style>"
        yield f'<rect width="{WIDTH}" height="{height}" fill="#fdfbf4"/>'
        yield from body
        yield "</svg>"

    def _title(self) -> str:
        return f"Luck of the dice: {self.found.ref}"

    def _text(self, kind: str, said: str, height: int = LINE, x: int = MARGIN) -> str:
        self.y += height
        return f'<text class="{kind}" x="{x}" y="{self.y}">{text_of(said)}</text>'

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
        sides = blue_first(self.found.sides)
        drawn = sides[:1] if len(sides) == 2 else sides
        series = [
            Series(side, self.colours[side], curve((one.entry, one.sides[side]) for one in judged)) for side in drawn
        ]
        orders = f"{len(judged)} orders whose dice could change who wins, points or losses"
        yield self._text("head", f"Luck, added up over {orders}", 34)
        self.y += 14
        frame = self._frame(TALL, series)
        yield from self._plot(frame, series, judged)
        if len(sides) == 2:
            yield _words(frame.left + 10, frame.top + 18, f"▲ lucky for {sides[0]}", self.colours[sides[0]])
            low = frame.top + frame.height - 10
            yield _words(frame.left + 10, low, f"▼ lucky for {sides[1]}", self.colours[sides[1]])
        yield from self._marks(frame, series[0])
        self.y = frame.top + frame.height + 24
        yield self._text("note", BAND, LINE)
        yield from self._key()

    def _frame(self, height: int, series: Sequence[Series]) -> Frame:
        longest = max(map(len, self.found.sides)) + len(" +10.0")  # the plots end below one another
        return Frame(
            LEFT, self.y, int(WIDTH - LEFT - 12 - LETTER * longest), height, self.found.entries, reach_of(series)
        )

    def _plot(self, frame: Frame, series: Sequence[Series], rolls: Sequence[Judged | Height]) -> Iterator[str]:
        yield from grid(frame, _turns(frame, rolls))
        for one in series:
            yield from band(frame, one, 0.16 / len(series))
        for one in series:
            yield line(frame, one)
        ends = _apart([frame.y(one.points[-1][1]) for one in series])
        for one, y in zip(series, ends, strict=True):
            yield _words(frame.left + frame.width + 6, y + 4, _label(one), one.colour)

    def _numbered(self) -> list[tuple[int, Judged, str]]:
        """What stood out, counted as it happened."""
        found = sorted(stood_out(self.found), key=lambda pair: pair[0].entry)
        return [(number, order, side) for number, (order, side) in enumerate(found, 1)]

    def _marks(self, frame: Frame, one: Series) -> Iterator[str]:
        values = {moment: value for moment, value, _ in one.points}
        for number, order, _ in self._numbered():
            yield mark(frame, order.entry, values[order.entry], str(number))

    def _key(self) -> Iterator[str]:
        self.y += 4
        for number, order, side in self._numbered():
            came = order.came or "nothing lost or won"
            said = f"{number}. entry {order.entry}, {order.kind}: {came}; lucky for {side}, {_tail(order, side)}"
            yield self._text("key", said)

    def _heights(self) -> Iterator[str]:
        heights = self.found.heights
        if not heights:
            return
        series = [
            Series(side, self.colours[side], curve((one.entry, one.standing) for one in heights if one.by == side))
            for side in blue_first(self.found.sides)
            if any(one.by == side for one in heights)
        ]
        what = "Height of the dice of all other throws" if self.found.judged else "Height of the dice"
        yield self._text("head", f"{what}, {HEIGHT}", 40)
        self.y += 14
        frame = self._frame(LOW, series)
        yield from self._plot(frame, series, heights)
        self.y = frame.top + frame.height + 24


def _tail(order: Judged, side: str) -> str:
    return f"as good or better: {odds_of(order.sides[side].tail)}"


def _label(one: Series) -> str:
    return f"{one.name} {one.points[-1][1]:+.1f}"


def _turns(frame: Frame, rolls: Sequence[Judged | Height]) -> list[tuple[int, str]]:
    """Where each turn begins to roll, as far as there is room to say so."""
    first: dict[int, int] = {}
    for roll in rolls:
        first.setdefault(roll.turn, roll.entry)
    found: list[tuple[int, str]] = []
    for turn, entry in first.items():
        if not found or frame.x(entry) >= frame.x(found[-1][0]) + ROOM:
            found.append((entry, f"turn {turn}" if turn else "start"))
    return found


def _apart(places: Sequence[float]) -> list[float]:
    """Labels beside one another's lines, moved so that they do not lie on each other."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    found = list(places)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + 16)
    return found


def _words(x: float, y: float, said: str, colour: str) -> str:
    return f'<text class="halo" x="{x:.0f}" y="{y:.1f}" style="fill:{colour}">{text_of(said)}</text>'
