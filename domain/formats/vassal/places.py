"""Names of places: as the grid has them, as the file itself calls that very pixel, or else the pixel."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from domain.formats.vassal.chat import ChatLine
from domain.formats.vassal.commands import MovePiece
from domain.formats.vassal.gridlearning import proven_grid
from domain.hexes.printed import Grid, cell_at, cell_name, name_at
from domain.kernel.happenings import BoardImage, GridTold, PlaceTold
from domain.words.scan import short

OFF_BOARD = ""
_NO_NAMES = frozenset({"", "?", "offboard"})  # given to all kinds of pixels
_TURN = re.compile(r"(?i)(?:game[ -]?)?turn[ #]*([1-9][0-9]{0,2})")
_STAR = re.compile(r"\s*\*$")


class MapPixel(NamedTuple):
    """A pixel of a map; without a map it is off the board."""

    map: str
    x: int
    y: int


class PlaceKnown(NamedTuple):
    """A point: a place of its own with a middle, or only the zone it lies in."""

    name: str
    is_place: bool
    x: int = 0  # the middle, on its map
    y: int = 0
    cell: tuple[int, int] | None = None  # column and row, of the board that is drawn


class GridKnown(NamedTuple):
    """The grid of the board that is drawn, and how far it goes."""

    grid: Grid
    columns: tuple[int, int]
    rows: tuple[int, int]


class PlacesKept(msgspec.Struct, frozen=True, kw_only=True):
    """What points were called, and by which grids: a further log calls them the same."""

    named: list[tuple[str, int, int, str]] = []
    said: list[tuple[str, int, int, str]] = []
    words: dict[str, str] = {}
    whose: dict[str, str] = {}
    grids: dict[str, Grid] = {}
    given: str = ""  # the map whose grid the user gave
    fullest: str = ""
    is_alone: bool = True


class PlaceLore(Protocol):
    """Somebody who knows the map."""

    def place(self, point: MapPixel) -> PlaceKnown | None: ...

    def drawn(self, map: str) -> GridKnown | None: ...

    def boards(self, map: str) -> tuple[BoardImage, ...]: ...


class Names:
    """What the file says of its own pixels, gathered before any place is named."""

    def __init__(self, scrub: Callable[[str], str]) -> None:
        self._scrub = scrub
        self.said: dict[MapPixel, str] = {}
        self.pieces: Counter[str] = Counter()  # on each map
        self.played: Counter[str] = Counter()  # moves on each map
        self.points: set[MapPixel] = set()  # where pieces lie and go

    def say(self, point: MapPixel, name: str) -> None:
        name = _STAR.sub("", name.strip())
        if point.map and name not in _NO_NAMES and len(name) <= 80:
            self.said.setdefault(point, name)

    def scrubbed(self) -> dict[MapPixel, str]:
        """Without players' names, now that all are known; a hex stays one, though its number be a password."""
        return {point: name if name.isdigit() else self._scrub(name) for point, name in self.said.items()}

    def zones(self) -> Mapping[str, frozenset[str]]:
        return zones_in(self.said)

    def say_moves(self, moves: Sequence[MovePiece], lines: Sequence[ChatLine]) -> None:
        """Each line of a step tells of all that moved between two points, in the order of the moves."""
        ways = list(dict.fromkeys((_old(move), _new(move)) for move in moves))
        if len(ways) == len(lines):
            for (old, new), line in zip(ways, lines, strict=True):
                self.say(old, line.start)
                self.say(new, line.to)


def turn_in(name: str) -> int:
    """The turn that a box of a turn track is called after; 0 for any other place."""
    found = _TURN.fullmatch(name.strip())
    return int(found[1]) if found else 0


def zones_in(said: Mapping[MapPixel, str]) -> Mapping[str, frozenset[str]]:
    """On each map the names that stand for more than one point: of zones and boxes, and of no place in a grid."""
    times: dict[str, Counter[str]] = {}
    for point, name in said.items():
        times.setdefault(point.map, Counter())[name] += 1
    return {map: frozenset(name for name, count in found.items() if count > 1) for map, found in times.items()}


def _old(move: MovePiece) -> MapPixel:
    return MapPixel(move.old_map, move.old_x, move.old_y)


def _new(move: MovePiece) -> MapPixel:
    return MapPixel(move.map, move.x, move.y)


class Places:
    """Names places, and keeps a list of those it named."""

    def __init__(self, names: Names, grid: Grid | None, lore: PlaceLore | None = None) -> None:
        names.said = names.scrubbed()
        self._said, self._zones, self._lore = names.said, names.zones(), lore
        self._grids = _grids(names, grid)
        self._given, self._fullest = grid, _fullest(names)
        self._is_alone = len({map for map in (*names.pieces, *names.played) if map}) <= 1
        self._named: dict[MapPixel, str] = {}
        self._words: dict[str, str] = {}  # a place -> what the file calls it
        self._whose: dict[str, str] = {}  # a name -> the map that has it
        self.places: dict[str, PlaceTold] = {}
        self.inferred = 0  # named by a grid that was learnt
        self._drawn = self._grid_drawn()

    def kept(self) -> PlacesKept:
        """For whoever reads a further log of the same game."""
        given = next((map for map, grid in self._grids.items() if grid is self._given), "")
        return PlacesKept(
            named=[(*point, name) for point, name in self._named.items()],
            said=[(*point, name) for point, name in self._said.items()],
            words=self._words, whose=self._whose, grids=dict(self._grids), given=given, fullest=self._fullest,
            is_alone=self._is_alone,
        )  # fmt: skip

    def go_on(self, kept: PlacesKept) -> None:
        """What has a name keeps it, and no grid is learnt on the way: a game has one map."""
        self._said = {**self._said, **{MapPixel(map, x, y): name for map, x, y, name in kept.said}}
        self._zones = zones_in(self._said)
        self._named = {MapPixel(map, x, y): name for map, x, y, name in kept.named}
        self._words, self._whose = dict(kept.words), dict(kept.whose)
        self._grids, self._given = kept.grids, kept.grids.get(kept.given)
        self._fullest, self._is_alone = kept.fullest, kept.is_alone

    def name(self, point: MapPixel) -> str:
        if not point.map:
            return OFF_BOARD
        if point not in self._named:
            self._named[point] = self._new(point)
        return self._named[point]

    def called(self, place: str) -> str:
        """What the file's own lines call a place that is named here."""
        return self._words.get(place, place)

    def turn_of(self, point: MapPixel) -> int:
        """The turn whose box a point lies in, as the module or the file calls it."""
        known = self._lore.place(point) if self._lore and point.map else None
        return turn_in(known.name if known else self._said.get(point, ""))

    def zone_of(self, point: MapPixel) -> str:
        """The map, and what its module or the file calls the point: what is told of a box is told of all in it."""
        known = self._lore.place(point) if self._lore and point.map else None
        return f"{point.map} {known.name if known else self._said.get(point, '')}"

    # The grid that is drawn

    def _grid_drawn(self) -> GridKnown | None:
        known = self._lore.drawn(self._fullest) if self._lore else None
        grid = self._grids.get(self._fullest)
        if known is not None or grid is None or grid.kind != "hex":
            return known
        return GridKnown(grid, (0, -1), (0, -1))  # how far it goes the file does not say

    def grid_told(self) -> GridTold | None:
        """The hexes of the map that is drawn; nobody may know how far it goes."""
        if self._drawn is None:
            return None
        grid, columns, rows = self._drawn
        return GridTold(values=msgspec.to_builtins(grid), columns=columns, rows=rows)

    def boards_told(self) -> tuple[BoardImage, ...]:
        """The pictures of the map that is drawn, if it lies on the module's own."""
        return self._lore.boards(self._fullest) if self._lore else ()

    # A place

    def _new(self, point: MapPixel) -> str:
        known = self._lore.place(point) if self._lore else None
        zone = known.name if known is not None else ""
        called = zone if known is not None and known.is_place else self._called(point, zone)
        name = self._unlike_others(point, called)
        if point in self._said or known is not None:
            self._words.setdefault(name, self._said.get(point, "") or called)
        self.places.setdefault(name, self._told(name, point, known))
        return name

    def _told(self, name: str, point: MapPixel, known: PlaceKnown | None) -> PlaceTold:
        """Only one map can be drawn; what lies on others is listed beside it. A cell has its place in the grid."""
        if point.map != self._fullest:
            return PlaceTold(name=name)
        cell = known.cell if known else None
        if self._drawn is not None and known is None and cell is None and self._lore is None:
            at = cell_at(self._drawn.grid, point.x, point.y)
            cell = at if cell_name(self._drawn.grid, *at) == name else None
        if self._drawn is not None:
            return PlaceTold(name=name, cell=cell)
        x, y = (known.x, known.y) if known is not None and known.is_place else (point.x, point.y)
        return PlaceTold(name=name, x=x, y=y)

    def _called(self, point: MapPixel, zone: str) -> str:
        """A zone's name stands beside the pixel: many points bear it, and a piece that moves about in it moves."""
        grid = self._grids.get(point.map)
        if grid is not None and grid is self._given:
            return name_at(grid, point.x, point.y)
        said = zone or self._said.get(point, "")
        if said and said != zone and said not in self._zones[point.map]:
            return said
        name = name_at(grid, point.x, point.y) if grid is not None and not zone else ""
        if name and said in ("", name):
            self.inferred += not said
            return name
        return " ".join(filter(None, ("" if self._is_alone else point.map, said, f"{point.x},{point.y}")))

    def _unlike_others(self, point: MapPixel, name: str) -> str:
        """Two maps may have the same name for a place."""
        if self._whose.setdefault(name, point.map) != point.map:
            name = f"{point.map} {name}"
            self._whose.setdefault(name, point.map)
        return name


def _grids(names: Names, given: Grid | None) -> Mapping[str, Grid]:
    """The grid that was given, for its own map; for others one that the file's own words prove."""
    by_map: dict[str, dict[tuple[int, int], str]] = {}
    zones = names.zones()
    for point, name in names.said.items():
        if name not in zones[point.map]:
            by_map.setdefault(point.map, {})[point.x, point.y] = name
    found = {map: grid for map, pairs in by_map.items() if (grid := proven_grid(pairs))}
    if given is not None:
        found[given.map or _fullest(names)] = given
    return found


def _fullest(names: Names) -> str:
    """The map that the game is played on: where most moves end, and of those alike the one with the most pieces."""
    maps = dict.fromkeys(map for map in (*names.pieces, *names.played) if map)
    return max(maps, key=lambda map: (names.played[map], names.pieces[map]), default="")


def pixel_text(point: MapPixel) -> str:
    return f"{short(point.map)} {point.x},{point.y}" if point.map else "off the board"
