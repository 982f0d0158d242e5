"""MAP, 6.0 The map as plain data, and what movement and combat ask of its hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal

import msgspec

from domain.hexes.grid import DIRECTIONS, Hex, Numbering, steps_around
from domain.hexes.grid import distance as hex_distance
from rules.gettysburg.tables import HEXSIDE_COST, TERRAIN_COST

RoadKind = Literal["road", "trail"]
Pair = tuple[str, str]


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """6.3 A road or trail: a chain of adjacent hexes, crossing the hexside between each two."""

    name: str
    kind: RoadKind
    hexes: tuple[str, ...]


class Ground(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """6.1a The map: hexes are printed ids, hexsides apart from them, as `2917-3017`; all else is worked out."""

    source: str = ""
    columns: tuple[int, int]  # first two digits, north to south
    places: tuple[int, int]  # last two digits, east to west
    named_hills: dict[str, tuple[str, ...]] = {}
    heavy_woods: tuple[str, ...] = ()
    light_woods: tuple[str, ...] = ()
    rough: tuple[str, ...] = ()
    town: tuple[str, ...] = ()
    clear_sides: tuple[str, ...] = ()  # between two woods hexes, yet not wooded
    slopes: dict[str, tuple[str, ...]] = {}  # hex with the symbol: the lower hexes it faces
    protected: dict[str, tuple[str, ...]] = {}  # hex with the symbol: the hexes it faces
    streams: dict[str, tuple[str, ...]] = {}  # name: hexsides
    ravines: dict[str, tuple[str, ...]] = {}
    roads: tuple[Road, ...] = ()
    entry_hexes: dict[str, str] = {}

    def __copy__(self) -> Ground:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Ground:
        return self

    @cached_property
    def numbering(self) -> Numbering:
        """MAP.1 Odd columns lie half a hex further west."""
        return Numbering(lines=self.columns, places=self.places, lines_grow="S", places_grow="W")

    @cached_property
    def memory(self) -> dict[Any, Any]:
        """What other modules worked out about this map."""
        return {}

    @cached_property
    def at(self) -> dict[str, Hex]:
        """Printed id to coordinates, for the modules that reckon with lines."""
        return self.numbering.by_id()

    @cached_property
    def ids(self) -> dict[tuple[int, int], str]:
        """Coordinates to printed id; a plain pair finds it too, and is made sooner than a Hex."""
        return {at: printed for printed, at in self.at.items()}

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        return tuple(self.at)

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _within(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}

    def is_on_map(self, hex: str) -> bool:
        return hex in self.at

    def near(self, hex: str) -> tuple[str, ...]:
        """MAP.1 The neighbours on the map, clockwise from the north-east."""
        found = self._near.get(hex)
        if found is None:
            found = self._near[hex] = self.within(hex, 1)
        return found

    def within(self, hex: str, reach: int) -> tuple[str, ...]:
        """MAP.2 Other hexes on the map at this distance or less, nearest first."""
        found = self._within.get((hex, reach))
        if found is None:
            ids, (q, r) = self.ids, self.at[hex]
            found = tuple([ids[to] for dq, dr in steps_around(reach) if (to := (q + dq, r + dr)) in ids])
            self._within[hex, reach] = found
        return found

    def distance(self, a: str, b: str) -> int:
        """MAP.2 Steps from one hex to the other."""
        return hex_distance(self.at[a], self.at[b])

    def is_edge(self, hex: str) -> bool:
        """8.5 Whether a unit can leave the map from here."""
        return len(self.near(hex)) < len(DIRECTIONS)

    @cached_property
    def hills(self) -> frozenset[str]:
        return frozenset(hex for hexes in self.named_hills.values() for hex in hexes)

    @cached_property
    def woods(self) -> frozenset[str]:
        return frozenset(self.heavy_woods + self.light_woods)

    @cached_property
    def _kinds(self) -> dict[str, frozenset[str]]:
        """The terrain types that may stand in a hex, by the names of the glossary."""
        return {
            "hill": self.hills,
            "heavy_woods": frozenset(self.heavy_woods),
            "light_woods": frozenset(self.light_woods),
            "rough": frozenset(self.rough),
            "town": frozenset(self.town),
        }

    @cached_property
    def _terrain(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for kind, held in self._kinds.items():
            found.update({hex: (*found.get(hex, ()), kind) for hex in held})
        return {hex: found.get(hex, ("clear",)) for hex in self.hexes}

    def terrain(self, hex: str) -> tuple[str, ...]:
        """6.1b Every type the hex holds; `clear` if none."""
        return self._terrain[hex]

    def is_hill(self, hex: str) -> bool:
        return hex in self.hills

    def is_heavy_woods(self, hex: str) -> bool:
        return hex in self._kinds["heavy_woods"]

    def is_light_woods(self, hex: str) -> bool:
        return hex in self._kinds["light_woods"]

    def is_woods(self, hex: str) -> bool:
        return hex in self.woods

    def is_rough(self, hex: str) -> bool:
        return hex in self._kinds["rough"]

    def is_town(self, hex: str) -> bool:
        return hex in self._kinds["town"]

    def is_clear(self, hex: str) -> bool:
        """TET Neither hill, woods, rough nor town."""
        return self._terrain[hex] == ("clear",)

    @cached_property
    def _uphill(self) -> frozenset[Pair]:
        return _facing(self.slopes)

    @cached_property
    def _protected(self) -> frozenset[Pair]:
        return _facing(self.protected)

    @cached_property
    def _streams(self) -> frozenset[Pair]:
        return _both_ways(*self.streams.values())

    @cached_property
    def _ravines(self) -> frozenset[Pair]:
        return _both_ways(*self.ravines.values())

    @cached_property
    def _clear_sides(self) -> frozenset[Pair]:
        return _both_ways(self.clear_sides)

    def is_uphill(self, a: str, b: str) -> bool:
        """6.5a From a up to b, which holds the slope symbol."""
        return (a, b) in self._uphill

    def is_protected(self, a: str, b: str) -> bool:
        """6.6a The hexside towards a is protected for b, which holds the symbol."""
        return (a, b) in self._protected

    def has_protected(self, a: str, b: str) -> bool:
        """6.6 The symbol lies in either of the two hexes."""
        return (a, b) in self._protected or (b, a) in self._protected

    def is_stream(self, a: str, b: str) -> bool:
        return (a, b) in self._streams

    def is_ravine(self, a: str, b: str) -> bool:
        """D16 A ravine lies on a hexside and counts both ways."""
        return (a, b) in self._ravines

    def is_wooded_side(self, a: str, b: str) -> bool:
        """6.4 D17 Both hexes are woods and the map does not show the side clear."""
        return a in self.woods and b in self.woods and (a, b) not in self._clear_sides

    @cached_property
    def _crossings(self) -> dict[Pair, RoadKind]:
        crossings: dict[Pair, RoadKind] = {}
        for road in sorted(self.roads, key=lambda road: road.kind, reverse=True):  # a road outdoes a trail
            for a, b in zip(road.hexes, road.hexes[1:], strict=False):
                crossings[a, b] = crossings[b, a] = road.kind
        return crossings

    @cached_property
    def _road_hexes(self) -> frozenset[str]:
        return frozenset(hex for road in self.roads for hex in road.hexes)

    def road(self, a: str, b: str) -> str:
        """6.3a `road` or `trail` if one crosses the common hexside, else nothing."""
        return self._crossings.get((a, b), "")

    def has_road(self, hex: str) -> bool:
        return hex in self._road_hexes

    @cached_property
    def _costs(self) -> dict[tuple[str, bool, bool], dict[Pair, int | None]]:
        return {}

    def step_cost(
        self, kind: str, a: str, b: str, *, sum_in_hex: bool = False, protected_both_ways: bool = True
    ) -> int | None:
        """6.2a TET Half-points to go from a to b off the road, without stacking; None where it is prohibited."""
        table = self._costs.get((kind, sum_in_hex, protected_both_ways))
        if table is None:
            table = self._costs[kind, sum_in_hex, protected_both_ways] = {}
        if (a, b) not in table:
            inside = _cost_in_hex(self._terrain[b], kind, sum_in_hex)
            features = self._crossed(a, b, protected_both_ways)
            table[a, b] = None if inside is None else inside + sum(HEXSIDE_COST[each][kind] for each in features)
        return table[a, b]

    def _crossed(self, a: str, b: str, protected_both_ways: bool) -> Iterator[str]:
        """6.5, 6.6 What lies on the hexside that makes the step dearer; D15 the sunken road in either direction."""
        if self.is_uphill(a, b):
            yield "slope"
        if self.is_stream(a, b):
            yield "stream"
        if self.has_protected(a, b) if protected_both_ways else self.is_protected(a, b):
            yield "protected"
        if self.is_ravine(a, b):
            yield "ravine"


def _cost_in_hex(terrain: tuple[str, ...], kind: str, sum_in_hex: bool) -> int | None:
    """6.2a D12 The highest of the types in the hex, or their sum; None if any is prohibited."""
    costs = [TERRAIN_COST[held][kind] for held in terrain]
    allowed = [cost for cost in costs if cost is not None]
    if len(allowed) < len(costs):
        return None
    return sum(allowed) if sum_in_hex else max(allowed)


def _facing(symbols: dict[str, tuple[str, ...]]) -> frozenset[Pair]:
    """MAP.4 Each pair of a hex faced and the hex that holds the symbol."""
    return frozenset((faced, holder) for holder, towards in symbols.items() for faced in towards)


def _both_ways(*courses: tuple[str, ...]) -> frozenset[Pair]:
    pairs = [side_of(text) for course in courses for text in course]
    return frozenset([*pairs, *((b, a) for a, b in pairs)])


def side_of(text: str) -> Pair:
    """The two hexes of a hexside written `2917-3017`."""
    a, _, b = text.partition("-")
    return a, b
