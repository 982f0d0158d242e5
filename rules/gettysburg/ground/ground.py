"""MAP, 6.0 The map as plain data, and what movement and combat ask of its hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal

from domain.hexes.grid import Numbering
from domain.hexes.map import HexMap, Pair, Track, both_ways, facing
from rules.gettysburg.tables import HEXSIDE_COST, TERRAIN_COST


class Road(Track, frozen=True, kw_only=True):
    """6.3"""

    kind: Literal["road", "trail"]


class Ground(HexMap, frozen=True, kw_only=True, dict=True):
    """6.1a, MAP.2, MAP.4 The map: what lies in hexes, and apart from them on hexsides, one way or both ways."""

    ROAD_KINDS: ClassVar[tuple[str, ...]] = ("road", "trail")  # 6.3a

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

    @cached_property
    def numbering(self) -> Numbering:
        """MAP.1 Odd columns lie half a hex further west."""
        return Numbering(lines=self.columns, places=self.places, lines_grow="S", places_grow="W")

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
        return facing(self.slopes)

    @cached_property
    def _protected(self) -> frozenset[Pair]:
        return facing(self.protected)

    @cached_property
    def _streams(self) -> frozenset[Pair]:
        return both_ways(*self.streams.values())

    @cached_property
    def _ravines(self) -> frozenset[Pair]:
        return both_ways(*self.ravines.values())

    @cached_property
    def _clear_sides(self) -> frozenset[Pair]:
        return both_ways(self.clear_sides)

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
