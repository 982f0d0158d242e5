"""Names of places: as the grid has them, as the file itself calls that very pixel, or else the pixel."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from domain.formats.vassal.chat import ChatLine
from domain.formats.vassal.commands import MovePiece
from domain.formats.vassal.grid import Grid, hexes_in, name_at
from domain.formats.vassal.gridlearning import proven_grid
from domain.kernel.happenings import PlaceTold
from domain.words.scan import short

OFF_BOARD = ""
MOST_HEXES = 400
_NO_NAMES = frozenset({"", "?", "offboard"})  # given to all kinds of pixels
_STAR = re.compile(r"\s*\*$")


class MapPixel(NamedTuple):
    """A pixel of a map; without a map it is off the board."""

    map: str
    x: int
    y: int


class Names:
    """What the file says of its own pixels, gathered before any place is named."""

    def __init__(self, scrub: Callable[[str], str]) -> None:
        self._scrub = scrub
        self.said: dict[MapPixel, str] = {}
        self.pieces: Counter[str] = Counter()  # on each map

    def say(self, point: MapPixel, name: str) -> None:
        name = _STAR.sub("", name.strip())
        if not name.isdigit():  # a player may be named there; but a hex stays one, though its number is a password
            name = self._scrub(name)
        if point.map and name not in _NO_NAMES and len(name) <= 80:
            self.said.setdefault(point, name)

    def say_moves(self, moves: Sequence[MovePiece], lines: Sequence[ChatLine]) -> None:
        """Each line of a step tells of all that moved between two points, in the order of the moves."""
        ways = list(dict.fromkeys((_old(move), _new(move)) for move in moves))
        if len(ways) == len(lines):
            for (old, new), line in zip(ways, lines, strict=True):
                self.say(old, line.start)
                self.say(new, line.to)


def _old(move: MovePiece) -> MapPixel:
    return MapPixel(move.old_map, move.old_x, move.old_y)


def _new(move: MovePiece) -> MapPixel:
    return MapPixel(move.map, move.x, move.y)


class Places:
    """Names places, and keeps a list of those it named."""

    def __init__(self, names: Names, grid: Grid | None) -> None:
        self._said = names.said
        self._grids = _grids(names, grid)
        self._given, self._fullest = grid, _fullest(names)
        self._is_alone = len([map for map, count in names.pieces.items() if map and count]) <= 1
        self._named: dict[MapPixel, str] = {}
        self._whose: dict[str, str] = {}  # a name -> the map that has it
        self.places: dict[str, PlaceTold] = {}
        self.inferred = 0  # named by a grid that was learnt

    def name(self, point: MapPixel) -> str:
        if not point.map:
            return OFF_BOARD
        if point not in self._named:
            self._named[point] = self._new(point)
        return self._named[point]

    @property
    def hex_size(self) -> int:
        """How far it is from hex to hex at most, on the map that is drawn."""
        grid = self._grids.get(self._fullest)
        return round(max(grid.dx, grid.dy)) if grid else 0

    def hexes(self) -> tuple[PlaceTold, ...]:
        """Of the map that is drawn, all about those where something was; none if nobody could look at so many."""
        grid = self._grids.get(self._fullest)
        seen = [(place.x, place.y) for place in self.places.values() if place.x is not None and place.y is not None]
        if grid is None or not seen:
            return ()
        (west, east), (north, south) = ((min(each), max(each)) for each in zip(*seen, strict=True))
        edge = self.hex_size
        found = islice(hexes_in(grid, west - edge, north - edge, east + edge, south + edge), MOST_HEXES + 1)
        listed = tuple(PlaceTold(name=name, x=x, y=y) for name, x, y in found)
        return listed if len(listed) <= MOST_HEXES else ()

    def _new(self, point: MapPixel) -> str:
        name = self._unlike_others(point, self._called(point))
        is_main = point.map == self._fullest  # only one map can be drawn; what lies on others is listed beside it
        self.places.setdefault(name, PlaceTold(name=name, x=point.x, y=point.y) if is_main else PlaceTold(name=name))
        return name

    def _called(self, point: MapPixel) -> str:
        grid = self._grids.get(point.map)
        if grid is not None and grid is self._given:
            return name_at(grid, point.x, point.y)
        if point in self._said:
            return self._said[point]
        if grid is not None:
            self.inferred += 1
            return name_at(grid, point.x, point.y)
        pixel = f"{point.x},{point.y}"
        return pixel if self._is_alone else f"{point.map} {pixel}"

    def _unlike_others(self, point: MapPixel, name: str) -> str:
        """Two maps may have the same name for a place."""
        if self._whose.setdefault(name, point.map) != point.map:
            name = f"{point.map} {name}"
            self._whose.setdefault(name, point.map)
        return name


def _grids(names: Names, given: Grid | None) -> Mapping[str, Grid]:
    """The grid that was given, for its own map; for others one that the file's own words prove."""
    by_map: dict[str, dict[tuple[int, int], str]] = {}
    for point, name in names.said.items():
        by_map.setdefault(point.map, {})[point.x, point.y] = name
    found = {map: grid for map, pairs in by_map.items() if (grid := proven_grid(pairs))}
    if given is not None:
        found[given.map or _fullest(names)] = given
    return found


def _fullest(names: Names) -> str:
    return max((map for map in names.pieces if map), key=lambda map: names.pieces[map], default="")


def pixel_text(point: MapPixel) -> str:
    return f"{short(point.map)} {point.x},{point.y}" if point.map else "off the board"
