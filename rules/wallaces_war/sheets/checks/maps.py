"""2.2, 7.4 Whether the maps of a pack hang together: hexes on them, hexsides between neighbours, roads unbroken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from domain.hexes.map import side_of
from domain.kernel.packs import under
from rules.wallaces_war.ground.ground import Ground
from rules.wallaces_war.sheets.files import MapLine, MapSheet


def map_faults(sheet: MapSheet) -> Iterator[str]:
    for key, line in sheet.maps.items():
        yield from (f"maps.{key}.{fault}" for fault in _faults(line))


def _faults(line: MapLine) -> Iterator[str]:
    ground = line.ground()
    try:
        ground.numbering  # noqa: B018
    except ValueError as error:
        yield f"rows, places: {error}"
        return
    for key, hexes in _listed_hexes(line):
        yield from under(key, off_map(ground, hexes))
    for key, a, b in _listed_sides(line):
        if not ground.is_on_map(a) or b not in ground.near(a):
            yield f"{key}: {a} and {b} share no hexside of the map"
    yield from under("bridge_hexsides", _bridge_faults(line, ground))


def off_map(ground: Ground, hexes: Iterable[str]) -> Iterator[str]:
    """The hexes that are not on the map."""
    for hex in hexes:
        if not ground.is_on_map(hex):
            yield f"hex {hex} is off the map, which runs from {ground.hexes[0]} to {ground.hexes[-1]}"


def _listed_hexes(line: MapLine) -> Iterator[tuple[str, Iterable[str]]]:
    for key in ("woods", "marsh", "level2"):
        yield key, getattr(line, key)
    for road in line.roads:
        yield f"roads[{road.name}].hexes", road.hexes


def _listed_sides(line: MapLine) -> Iterator[tuple[str, str, str]]:
    """Every hexside the map speaks of, with its key."""
    courses = {key: getattr(line, key) for key in ("river_hexsides", "bridge_hexsides", "steep_hexsides")}
    courses |= {f"streams.{name}": sides for name, sides in line.streams.items()}
    for key, texts in courses.items():
        yield from ((key, *side_of(text)) for text in texts)
    for road in line.roads:
        yield from ((f"roads[{road.name}].hexes", a, b) for a, b in pairwise(road.hexes))


def _bridge_faults(line: MapLine, ground: Ground) -> Iterator[str]:
    """7.4e A bridge carries a road over a river."""
    for text in line.bridge_hexsides:
        a, b = side_of(text)
        if not ground.is_river(a, b):
            yield f"{text} is not a river hexside"
        if not ground.road(a, b):
            yield f"no road crosses {text}"
