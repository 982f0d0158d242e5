"""2.0, 3.0, 23.0 What the three files of a pack hold, read once for each text."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from domain.kernel.packs import Sheet, sheet_of
from rules.gettysburg.ground.ground import Ground, Road
from rules.gettysburg.tables import HMCS

UNITS: Final = "units.toml"
MAP: Final = "map.toml"
SCENARIOS: Final = "scenarios.toml"
SIDES: Final = ("confederate", "union")
LETTERS: Final = {"confederate": "C", "union": "U"}

SideName = Literal["confederate", "union"]
Kind = Literal["infantry", "cavalry", "artillery"]  # 2.4
Number = int | Literal["train"]
Victory = Literal["points", "cemetery_hill", "second_day", "little_round_top"]
Hexes = tuple[str, ...]


def unit_id(side: str, number: Number) -> str:
    """2.5 Numbers are unique within a side only."""
    return f"{LETTERS[side]}-{'Train' if number == 'train' else number}"


def hmc_ids(side: str) -> list[str]:
    """18.1 The eight Hidden Movement Counters of a side."""
    return [f"{LETTERS[side]}-HMC{number}" for number in range(1, HMCS + 1)]


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """2.6-2.10 What a counter prints; pairs are front and shaken side, zero means not printed."""

    combat: tuple[int, int] = (0, 0)
    morale: tuple[int, int] = (0, 0)  # D58 (0, 0): the pack gives artillery none
    loss: str = ""
    range: int = 0
    off_support: int = 0
    def_support: int = 0
    self_defence: int = 0


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """2.5 One combat unit of the order of battle."""

    side: str
    number: int
    name: str
    corps: str
    division: str
    kind: str
    ratings: Ratings
    men: int = 0
    guns: int = 0

    @property
    def id(self) -> str:
        return unit_id(self.side, self.number)


class Marker(Sheet, frozen=True, kw_only=True):
    """2.11 One side of an Army Marker."""

    span_low: int
    span_high: int
    panic_rating: int
    coordination_value: int


class MarkerLine(Sheet, frozen=True, kw_only=True):
    source: str
    front: Marker
    back: Marker


class UnitLine(Sheet, frozen=True, kw_only=True):
    number: int
    name: str
    corps: str
    division: str
    kind: Kind
    combat: tuple[int, int] = (0, 0)
    morale: int | tuple[int, int] = 0
    loss: int | str = ""
    range: int = 0
    off_support: int = 0
    def_support: int = 0
    self_defence: int = 0
    men: int = 0
    guns: int = 0

    def row(self, side: str) -> UnitRow:
        morale = (self.morale, self.morale) if isinstance(self.morale, int) else self.morale
        values = msgspec.structs.asdict(self) | {"morale": morale, "loss": str(self.loss)}
        return msgspec.convert(values | {"side": side, "ratings": values}, UnitRow)


class ArmyLists(Sheet, frozen=True, kw_only=True):
    source: str
    confederate: tuple[UnitLine, ...]
    union: tuple[UnitLine, ...]


class MarkerLines(Sheet, frozen=True, kw_only=True):
    confederate: MarkerLine
    union: MarkerLine


class UnitSheet(Sheet, frozen=True, kw_only=True):
    source: str
    pack_id: str
    markers: MarkerLines
    units: ArmyLists

    def rows(self) -> tuple[UnitRow, ...]:
        return tuple(line.row(side) for side in SIDES for line in getattr(self.units, side))


class Grid(Sheet, frozen=True, kw_only=True):
    source: str
    scale_yards: int
    columns: tuple[int, int]
    rows: tuple[int, int]
    town_square: str


class EntryHex(Sheet, frozen=True, kw_only=True):
    hex: str
    road: str
    source: str


class NamedHexes(Sheet, frozen=True, kw_only=True):
    source: str
    hexes: dict[str, Hexes] = {}


class PlainHexes(Sheet, frozen=True, kw_only=True):
    source: str
    hexes: Hexes = ()


class Woods(Sheet, frozen=True, kw_only=True):
    source: str
    heavy: Hexes = ()
    light: Hexes = ()
    clear_hexsides: tuple[str, ...] = ()


class Slopes(Sheet, frozen=True, kw_only=True):
    source: str
    up: dict[str, Hexes] = {}


class Protected(Sheet, frozen=True, kw_only=True):
    source: str
    sides: dict[str, Hexes] = {}


class Courses(Sheet, frozen=True, kw_only=True):
    source: str
    hexsides: dict[str, tuple[str, ...]] = {}


class RoadLine(Sheet, frozen=True, kw_only=True):
    name: str
    kind: Literal["road", "trail"]  # 6.3
    source: str
    hexes: Hexes


class MapSheet(Sheet, frozen=True, kw_only=True):
    source: str
    grid: Grid
    entry_hexes: dict[str, EntryHex]
    hills: NamedHexes
    woods: Woods
    rough: PlainHexes
    town: PlainHexes
    slopes: Slopes
    protected: Protected
    streams: Courses
    ravines: Courses
    roads: tuple[RoadLine, ...]

    def ground(self) -> Ground:
        return Ground(
            source=self.source,
            columns=self.grid.columns,
            places=self.grid.rows,
            named_hills=self.hills.hexes,
            heavy_woods=self.woods.heavy,
            light_woods=self.woods.light,
            rough=self.rough.hexes,
            town=self.town.hexes,
            clear_sides=self.woods.clear_hexsides,
            slopes=self.slopes.up,
            protected=self.protected.sides,
            streams=self.streams.hexsides,
            ravines=self.ravines.hexsides,
            roads=tuple(Road(name=road.name, kind=road.kind, hexes=road.hexes) for road in self.roads),
            entry_hexes={letter: entry.hex for letter, entry in self.entry_hexes.items()},
        )


unit_sheet = sheet_of(UNITS, UnitSheet)
map_sheet = sheet_of(MAP, MapSheet)
