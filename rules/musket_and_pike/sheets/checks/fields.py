"""S3 Whether the field of a scenario hangs together: hexes on it, hexsides between neighbours, roads unbroken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Final

from domain.hexes.grid import Numbering
from domain.hexes.map import HexMap, side_of
from domain.kernel.packs import twice, under
from rules.musket_and_pike.sheets.files import GroundLine, ScenarioLine

HEXES: Final = ("woods", "rough", "village", "town", "castle", "impassable")  # one of them in a hex
SIDES: Final = (
    "hedge_hexsides",
    "stream_hexsides",
    "bridge_hexsides",
    "berm_hexsides",
    "abatis_hexsides",
    "entrenchment_hexsides",
    "redoubt_hexsides",
    "gentle_slope_hexsides",
)


class Field(HexMap, frozen=True, kw_only=True, dict=True):
    """The hexes of a field, before anything lies on them."""

    rows: tuple[int, int]
    places: tuple[int, int]

    @cached_property
    def numbering(self) -> Numbering:
        return numbering(self.rows, self.places)


def numbering(rows: tuple[int, int], places: tuple[int, int]) -> Numbering:
    """Hex XXYY: the place from the west, then the row from the north; odd rows lie half a hex to the east."""
    return Numbering(lines=rows, places=places, lines_grow="S", places_grow="E", line_first=False)


def field_of(line: ScenarioLine) -> Field:
    return Field(rows=line.map.rows, places=line.map.places)


def field_faults(line: ScenarioLine) -> Iterator[str]:
    field, ground = field_of(line), line.terrain
    try:
        field.numbering  # noqa: B018
    except ValueError as error:
        yield f"map: {error}"
        return
    for key in (*HEXES, "high"):
        yield from under(f"terrain.{key}", off_map(field, getattr(ground, key)))
    for hex in twice(hex for key in HEXES for hex in getattr(ground, key)):
        yield f"terrain: {hex} holds two kinds of terrain, or one twice"
    for key in SIDES:
        yield from under(f"terrain.{key}", _side_faults(field, getattr(ground, key)))
    yield from under("terrain.bridge_hexsides", _bridge_faults(ground))
    yield from _road_faults(field, ground)
    rows = ground.high_rows
    if rows is not None and not field.rows[0] <= rows[0] <= rows[1] <= field.rows[1]:
        yield f"terrain.high_rows: {rows[0]} to {rows[1]} are not rows of the map"


def off_map(field: Field, hexes: Iterable[str]) -> Iterator[str]:
    """The hexes that are not on the map."""
    for hex in hexes:
        if not field.is_on_map(hex):
            yield f"hex {hex} is off the map, which runs from {field.hexes[0]} to {field.hexes[-1]}"


def _side_faults(field: Field, texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        a, b = side_of(text)
        if not field.is_on_map(a) or b not in field.near(a):
            yield f"{text} is no hexside of the map"


def _bridge_faults(ground: GroundLine) -> Iterator[str]:
    """7.3.5 A bridge lies over a stream."""
    streams = {frozenset(side_of(text)) for text in ground.stream_hexsides}
    for text in ground.bridge_hexsides:
        if frozenset(side_of(text)) not in streams:
            yield f"{text} is not a stream hexside"


def _road_faults(field: Field, ground: GroundLine) -> Iterator[str]:
    for road in ground.roads:
        where = f"terrain.roads[{road.name}].hexes"
        yield from under(where, off_map(field, road.hexes))
        for a, b in pairwise(road.hexes):
            if field.is_on_map(a) and b not in field.near(a):
                yield f"{where}: {a} and {b} are not next to each other"
