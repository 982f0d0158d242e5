"""2.2, 5.1 The map as plain data, and what movement, sight and melee ask of its hexes, hexsides and facings."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from domain.hexes.grid import DIRECTIONS, Numbering, arc
from domain.hexes.map import HexMap, Pair, both_ways

LOW, HIGH = 1, 2  # 2.2.2
SIX = len(DIRECTIONS)
REACH = 3  # 9.2, 11.2.2
Arc = tuple[str, ...]


class Ground(HexMap, frozen=True, kw_only=True, dict=True):
    """2.2.1 The map; every hex not named is clear and of level 1. Directions: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW."""

    source: str = ""
    note: str = ""
    rows: tuple[int, int]  # first two digits, south to north
    places: tuple[int, int]  # last two digits, west to east
    shifted: Literal["odd", "even"] = "odd"  # these rows lie half a hex further east
    woods: tuple[str, ...] = ()
    marsh: tuple[str, ...] = ()
    level2: tuple[str, ...] = ()
    streams: dict[str, tuple[str, ...]] = {}  # name: hexsides
    rivers: tuple[str, ...] = ()  # hexsides, those under a bridge too
    bridges: tuple[str, ...] = ()
    steep: tuple[str, ...] = ()

    @cached_property
    def numbering(self) -> Numbering:
        """2.2b, 2.2c Every row has all its places: a half hex at its end is a hex like the others."""
        return Numbering(
            lines=self.rows, places=self.places, lines_grow="N", places_grow="E", shifted=self.shifted, shift="higher"
        )

    @cached_property
    def _woods(self) -> frozenset[str]:
        return frozenset(self.woods)

    @cached_property
    def _marsh(self) -> frozenset[str]:
        return frozenset(self.marsh)

    @cached_property
    def _high(self) -> frozenset[str]:
        return frozenset(self.level2)

    @cached_property
    def _terrain(self) -> dict[str, tuple[str, ...]]:
        kinds = (("woods", self._woods), ("marsh", self._marsh), ("high", self._high))
        return {hex: tuple(kind for kind, held in kinds if hex in held) or ("clear",) for hex in self.hexes}

    def terrain(self, hex: str) -> tuple[str, ...]:
        """2.2.1 Woods, marsh and `high` (level 2) as the hex holds them; `clear` if none."""
        return self._terrain[hex]

    def level(self, hex: str) -> int:
        """2.2.2"""
        return HIGH if hex in self._high else LOW

    def is_woods(self, hex: str) -> bool:
        return hex in self._woods

    @cached_property
    def _streams(self) -> frozenset[Pair]:
        return both_ways(*self.streams.values())

    @cached_property
    def _rivers(self) -> frozenset[Pair]:
        return both_ways(self.rivers)

    @cached_property
    def _bridges(self) -> frozenset[Pair]:
        return both_ways(self.bridges)

    @cached_property
    def _steep(self) -> frozenset[Pair]:
        return both_ways(self.steep)

    def is_stream(self, a: str, b: str) -> bool:
        return (a, b) in self._streams

    def is_river(self, a: str, b: str) -> bool:
        """7.4d Under a bridge too."""
        return (a, b) in self._rivers

    def is_bridge(self, a: str, b: str) -> bool:
        """7.4e"""
        return (a, b) in self._bridges

    def is_steep(self, a: str, b: str) -> bool:
        """20.2.2"""
        return (a, b) in self._steep

    def is_uphill(self, a: str, b: str) -> bool:
        """2.2.2 From level 1 up to level 2."""
        return b in self._high and a not in self._high

    def is_downhill(self, a: str, b: str) -> bool:
        """2.2.2 From level 2 down to level 1."""
        return a in self._high and b not in self._high

    @cached_property
    def _six(self) -> dict[str, tuple[str | None, ...]]:
        ids = self.ids
        return {hex: tuple([ids.get((q + dq, r + dr)) for dq, dr in DIRECTIONS]) for hex, (q, r) in self.at.items()}

    @cached_property
    def _directions(self) -> dict[Pair, int]:
        return {(hex, to): way for hex, six in self._six.items() for way, to in enumerate(six) if to is not None}

    def neighbour(self, hex: str, direction: int) -> str | None:
        """The hex next to it that way, in any count of sixths; None off the map."""
        return self._six[hex][direction % SIX]

    def direction(self, a: str, b: str) -> int:
        """The way from a hex to one next to it."""
        return self._directions[a, b]

    def offset(self, hex: str, q: int, r: int) -> str | None:
        """The hex so far away in axial coordinates; None off the map."""
        at = self.at[hex]
        return self.ids.get((at.q + q, at.r + r))

    @cached_property
    def _arcs(self) -> dict[tuple[str, int], tuple[Arc, Arc, Arc]]:
        return {
            (hex, facing): (
                _present(six[facing - 1], six[facing]),
                _present(six[facing - 2], six[(facing + 1) % SIX]),
                _present(six[facing - 3], six[(facing + 2) % SIX]),
            )
            for hex, six in self._six.items()
            for facing in range(SIX)
        }

    def front(self, hex: str, facing: int) -> Arc:
        """5.1 On the map of the two hexes beside the vertex faced: directions facing - 1 and facing."""
        return self._arcs[hex, facing][0]

    def flanks(self, hex: str, facing: int) -> Arc:
        """5.1 Directions facing - 2 and facing + 1."""
        return self._arcs[hex, facing][1]

    def rear(self, hex: str, facing: int) -> Arc:
        """5.1 Directions facing - 3 and facing + 2."""
        return self._arcs[hex, facing][2]

    @cached_property
    def _cones(self) -> dict[tuple[str, int, int], Arc]:
        return {}

    def cone(self, hex: str, facing: int, reach: int = REACH) -> Arc:
        """9.2, 11.2.2 The front cone, nearest first and each row from its left."""
        found = self._cones.get((hex, facing, reach))
        if found is None:
            ids = self.ids
            found = _present(*(ids.get(at) for at in arc(self.at[hex], facing - 1, 2, reach)))
            self._cones[hex, facing, reach] = found
        return found

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {hex: self.numbering.numbers(at)[0] for hex, at in self.at.items()}

    def row(self, hex: str) -> int:
        """2.2c"""
        return self._rows[hex]

    @cached_property
    def _banks(self) -> dict[str, str]:
        if not self.streams:
            return {}
        first, last = self.rows
        south = self._reached(hex for hex in self.hexes if self.row(hex) == first)
        north = self._reached(hex for hex in self.hexes if self.row(hex) == last)
        return dict.fromkeys(south - north, "south") | dict.fromkeys(north - south, "north")

    def _reached(self, starts: Iterable[str]) -> set[str]:
        """All hexes that can be walked to without crossing a stream."""
        found = set(starts)
        edge = list(found)
        while edge:
            at = edge.pop()
            new = {to for to in self.near(at) if to not in found and (at, to) not in self._streams}
            found |= new
            edge += new
        return found

    def bank(self, hex: str) -> str:
        """16.3.3b `north` or `south` of the streams; empty where they do not part the map."""
        return self._banks.get(hex, "")

    def is_by_stream(self, hex: str) -> bool:
        """16.3.3b"""
        return any((hex, to) in self._streams for to in self.near(hex))


def _present(*hexes: str | None) -> Arc:
    return tuple([hex for hex in hexes if hex is not None])
