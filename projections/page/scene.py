"""A board taken apart for the page: the ground, which stays, and the pieces on it, each drawn about its own middle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from domain.kernel.board import Board, Counter, Figure, Spot
from domain.words.phrases import phrase
from domain.words.phrases import word as told
from projections.drawing.counters import FREE, HIGH, STEP, UP, WIDE, card, joined, stacked, standing_boxes, width_of
from projections.drawing.labels import Box, Room, around
from projections.drawing.laid import laid_on_map, ways_taken
from projections.drawing.layout import XY, Layout, edge_of, layout
from projections.drawing.photos import photos, showing
from projections.drawing.plane import bounds
from projections.drawing.style import theme
from projections.drawing.traces import Laid, has_words, over, under
from projections.drawing.words import Standing, is_half, piece, plain, side_of, standing
from projections.hexmap.ground import ground as map_ground
from projections.hexmap.names import page_of
from projections.page.data import Ground
from projections.page.tabletop import LABEL, Tabletop, frame_of_table
from projections.tabletop.picture import table_ground
from projections.tabletop.traces import laid_on_table

ORIGIN = (0, 0)
MARGIN = 12  # around a board of hexes
BESIDE, ABOVE, BELOW = 165, 125, 70  # around a dot: room for its name and counters
_TITLE = re.compile(r"<title>.*?</title>", re.S)
_OWN = re.compile(r' data-(?:id|half)="[^"]*"| transform="translate\(0,0\)"')
_SIZE = re.compile(r' style="font-size:([\d.]+)px"')


class Drawn(NamedTuple):
    """A piece as it is to be drawn; without `x` and `y` it lies in the box `place`, or off the board."""

    id: str
    face: str  # SVG about its own middle
    words: str
    place: str
    x: float | None = None
    y: float | None = None


class Traced(NamedTuple):
    """What an order did: as it lies under the pieces, over them, and how far it reaches."""

    below: str
    above: str
    box: tuple[int, int, int, int]


class Scenery:
    """Draws the boards of one game; what does not change is drawn once."""

    def __init__(self) -> None:
        self.kept: tuple[Board, Stage] | None = None

    def stage(self, board: Board) -> Stage:
        """Of a board like the last one, the last one."""
        if self.kept is None or not _is_same_ground(self.kept[0], board):
            self.kept = board, Stage(board)
        return self.kept[1]


def _is_same_ground(a: Board, b: Board) -> bool:
    """Whether nothing differs but what lies on it; boxes without a place on the map are no ground."""
    if (a.sides, a.cells, a.field, a.links) != (b.sides, b.cells, b.field, b.links):
        return False
    if (a.edges, a.roads, a.areas, a.strokes) != (b.edges, b.roads, b.areas, b.strokes):
        return False
    return a.spots == b.spots or _mapped(a) == _mapped(b)


def _mapped(board: Board) -> tuple[Spot, ...]:
    """Without the boxes that come and go: they stand last."""
    end = len(board.spots)
    while end and board.spots[end - 1].x is None and not board.links:
        end -= 1
    return board.spots[:end]


class Stage:
    """One ground, and where things stand on it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table = Tabletop(board, board.field) if board.field else None
        self.map = Layout({}, (), 0, 0) if board.field else layout(board)
        self.units: dict[str, tuple[Counter, Drawn]] = {}  # as they last stood on a table
        self.cards: dict[tuple[Counter, int, bool, int, XY | None], str] = {}

    @cached_property
    def page(self) -> Box:
        return page_of(self.map)

    @cached_property
    def ground(self) -> Ground:
        if self.table:
            drawn = table_ground(self.board, self.table.field)
            return Ground(svg=tidy("".join(drawn)), frame=frame_of_table(self.table.plane))
        return Ground(svg=tidy("".join(map_ground(self.board, self.map, _stands(self.map)))), frame=_frame(self.map))

    def pieces(self, board: Board, places: Iterable[str] | None = None) -> Iterator[Drawn]:
        """All that lies in these places, or on the whole board; the lowest of a stack first."""
        if self.table:
            yield from self._on_table(self.table, board)
            return
        wanted = None if places is None else set(places)
        at = standing(
            counter for counter in board.counters if wanted is None or counter.at in wanted or counter.also in wanted
        )
        for place in at if places is None else places:
            here = at.get(place, ())
            yield from self._stacked(place, here) if place in self.map.at else self._boxed(here)

    def _on_table(self, table: Tabletop, board: Board) -> Iterator[Drawn]:
        for counter in board.counters:
            if counter.figure:
                yield self._unit(table, counter, counter.figure)
        yield from self._boxed(counter for counter in board.counters if not counter.figure)
        for id, svg in table.labels(board):
            yield Drawn(LABEL + id, tidy(svg), "", "", 0, 0)

    def _unit(self, table: Tabletop, counter: Counter, figure: Figure) -> Drawn:
        kept = self.units.get(counter.id)
        if kept is None or kept[0] != counter:
            svg, x, y = table.unit(counter, figure)
            drawn = Drawn(counter.id, bare(svg), table.words(counter), plain(counter.at), x, y)
            kept = self.units[counter.id] = counter, drawn
        return kept[1]

    def _stacked(self, place: str, here: Sequence[Counter]) -> Iterator[Drawn]:
        only = self.map._replace(at={place: self.map.at[place]})
        wide, lowest = width_of(self.map), 0
        for i, (counter, (x, y)) in enumerate(stacked({place: here}, only)):
            lowest = lowest if i else y
            words = "" if is_half(counter) else said(counter)  # who stands where is told once
            yield Drawn(counter.id, self._card(counter, wide, y - lowest), words, told(plain(place)), x, y)

    def _boxed(self, here: Iterable[Counter]) -> Iterator[Drawn]:
        for counter in here:
            yield Drawn(counter.id, self._card(counter), said(counter), told(plain(counter.at)))

    def _card(self, counter: Counter, wide: int = WIDE, lift: int = 0) -> str:
        """Wherever it lies it looks the same, but that only the top one of a stack shows how it faces."""
        shows = counter.heading is not None and not counter.stack
        lift, joint = lift if shows else 0, joined(counter, self.map)
        also = "~" if counter.also else ""  # which hex it is does not show, but that there is one does
        alike = msgspec.structs.replace(counter, at="", stack=0, also=also), wide, shows, lift, joint
        if alike not in self.cards:
            look = theme(self.board.sides, (counter.side,))
            with showing(photos()._replace(is_inline=True)):
                self.cards[alike] = bare(card(counter, ORIGIN, look, wide, lift=lift, joint=joint))
        return self.cards[alike]

    def traces(self, board: Board, everyone: Iterable[Counter]) -> Traced:
        """What the last order did. On the map the board may hold only those near it; `everyone` is asked for where
        words need room."""
        look = theme(board.sides, (trace.side for trace in board.traces))
        if self.table:
            laid = laid_on_table(board, self.table.plane)
            room = self.table.room(board, laid)
        else:
            laid = laid_on_map(board, self.map, standing(board.counters))
            taken = [*self._covered(standing(everyone)), *ways_taken(laid)] if has_words(laid) else ()
            room = Room(self.page, taken)
        below, above = (tidy(_TITLE.sub("", "".join(part))) for part in (under(laid, look), over(laid, look, room)))
        return Traced(below, above, _extent(laid))  # no pointer reaches them: their titles would never be read

    def _covered(self, at: Standing) -> Iterator[Box]:
        near = {place: self.map.at[place] for place in at if place in self.map.at}
        return standing_boxes(at, self.map._replace(at=near))


def tidy(svg: str) -> str:
    """Sizes as attributes: the page allows no style but its own."""
    return _SIZE.sub(r' font-size="\1"', svg)


def bare(svg: str) -> str:
    """Without whose it is, where it lies and what it says: these change while it looks the same."""
    return tidy(_OWN.sub("", _TITLE.sub("", svg, count=1), count=2))


def said(counter: Counter) -> str:
    return phrase("{0}: {1}", side_of(counter.side), piece(counter))


def _extent(laid: Iterable[Laid]) -> tuple[int, int, int, int]:
    points = [point for one in laid for point in one.points]
    if not points:
        return (0, 0, 0, 0)
    left, top, right, bottom = map(round, bounds(points))
    return left, top, right, bottom


def _stands(map: Layout) -> list[Box]:
    """Above each dot a small stack will stand, sooner or later: its name had better lie elsewhere."""
    return [] if map.corners else [around((x, y - UP - STEP), FREE, HIGH + 2 * STEP) for x, y in map.at.values()]


def _frame(map: Layout) -> tuple[float, float, float, float]:
    """All places with their hexes, or with room for names and counters; or the picture of the map."""
    if map.is_pictured and not map.corners:
        left, top, right, bottom = edge_of(map)
        return left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    across = [x for x, _ in map.corners] or [-BESIDE, BESIDE]
    down = [y for _, y in map.corners] or [-ABOVE, BELOW]
    xs, ys = [x for x, _ in map.at.values()] or [0], [y for _, y in map.at.values()] or [0]
    left, top = min(xs) + min(across) - MARGIN, min(ys) + min(down) - MARGIN
    return left, top, max(xs) + max(across) + MARGIN - left, max(ys) + max(down) + MARGIN - top
