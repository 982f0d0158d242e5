"""6.1, S3 The map as plain data, and what movement, sight and melee ask of its hexes, hexsides and facings."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from domain.hexes.grid import DIRECTIONS, Numbering, arc
from domain.hexes.map import HexMap, Pair, both_ways

SIX = len(DIRECTIONS)
CLEAR = "clear"
STEEP_UP, STEEP_DOWN, GENTLE = "steep_slope_up", "steep_slope_down", "gentle_slope"
Hexes = tuple[str, ...]
Step = tuple[str, str, tuple[str, ...]]  # who goes, the ground entered, what lies on the hexside


class Around(NamedTuple):
    """6.1 The hexes on the map next to a unit, each from its left to its right."""

    front: Hexes
    flanks: Hexes
    rear: Hexes


class Ground(HexMap, frozen=True, kw_only=True, dict=True):
    """The field; every hex not named is clear. Directions: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW."""

    places: tuple[int, int]  # first two digits, west to east
    rows: tuple[int, int]  # last two digits, north to south
    kinds: dict[str, Hexes] = {}  # woods, rough, village, town, castle, impassable: their hexes
    lines: dict[str, Hexes] = {}  # hedge, stream, bridge, berm, abatis, entrenchment, redoubt, gentle_slope: hexsides
    high: Hexes = ()  # 10.9.3 the upper ground: its sides towards the lower are steep unless they are gentle

    @cached_property
    def numbering(self) -> Numbering:
        return Numbering(lines=self.rows, places=self.places, lines_grow="S", places_grow="E", line_first=False)

    @cached_property
    def _terrain(self) -> dict[str, str]:
        return {hex: kind for kind, hexes in self.kinds.items() for hex in hexes}

    def terrain(self, hex: str) -> str:
        return self._terrain.get(hex, CLEAR)

    @cached_property
    def _high(self) -> frozenset[str]:
        return frozenset(self.high)

    def level(self, hex: str) -> int:
        """10.9.3"""
        return int(hex in self._high)

    @cached_property
    def _sides(self) -> dict[Pair, tuple[str, ...]]:
        found: dict[Pair, list[str]] = {}
        for kind, texts in self.lines.items():
            for side in both_ways(texts):
                found.setdefault(side, []).append(kind)
        for hex in self.high:
            for low in self.near(hex):
                if low not in self._high and GENTLE not in found.get((hex, low), ()):
                    found.setdefault((hex, low), []).append(STEEP_DOWN)
                    found.setdefault((low, hex), []).append(STEEP_UP)
        return {side: _bridged(kinds) for side, kinds in found.items()}

    @property
    def lined(self) -> Iterable[Pair]:
        """The hexsides on which anything lies, from each of their hexes."""
        return self._sides

    def sides(self, a: str, b: str) -> tuple[str, ...]:
        """14.4 What lies on the hexside as it is crossed this way; a bridge takes the stream away."""
        return self._sides.get((a, b), ())

    @cached_property
    def costs(self) -> dict[Step, int | None]:
        """What kinds of steps cost by the charts of its pack, as far as anybody has asked (`going`)."""
        return {}

    @cached_property
    def hits(self) -> dict[Step, tuple[str, ...]]:
        """The formation hits that they bring."""
        return {}

    @cached_property
    def six(self) -> dict[str, tuple[str | None, ...]]:
        """Each hex to its neighbours by direction; None off the map."""
        ids = self.ids
        return {hex: tuple([ids.get((q + dq, r + dr)) for dq, dr in DIRECTIONS]) for hex, (q, r) in self.at.items()}

    @cached_property
    def _directions(self) -> dict[Pair, int]:
        return {(hex, to): way for hex, six in self.six.items() for way, to in enumerate(six) if to is not None}

    def neighbour(self, hex: str, direction: int) -> str | None:
        """The hex next to it that way, in any count of sixths; None off the map."""
        return self.six[hex][direction % SIX]

    def direction(self, a: str, b: str) -> int:
        """The way from a hex to one next to it."""
        return self._directions[a, b]

    @cached_property
    def _arounds(self) -> dict[tuple[Hexes, int], Around]:
        return {}

    def around(self, hexes: Hexes, facing: int) -> Around:
        """DRV.geo1, DRV.geo2 Of a one-hex unit, or of one that stands abreast on two."""
        found = self._arounds.get((hexes, facing))
        if found is None:
            found = self._arounds[hexes, facing] = self._around(hexes, facing)
        return found

    def _around(self, hexes: Hexes, f: int) -> Around:
        left, right = self.six[hexes[0]], self.six[hexes[-1]]
        if len(hexes) == 1:
            return Around(
                _present(left[f % 6], left[(f + 1) % 6]),
                _present(left[(f - 1) % 6], left[(f + 2) % 6]),
                _present(left[(f + 4) % 6], left[(f + 3) % 6]),
            )
        return Around(
            _present(left[f % 6], left[(f + 1) % 6], right[(f + 1) % 6]),
            _present(left[(f - 1) % 6], right[(f + 2) % 6]),
            _present(left[(f + 4) % 6], left[(f + 3) % 6], right[(f + 3) % 6]),
        )

    def column(self, hexes: Hexes, way: int) -> Around:
        """6.3.4, D28 Of a two-hex Column, tail first: one front hex, straight ahead of its head."""
        tail, head = hexes
        front = _present(self.six[head][way % 6])
        flanks = _present(self.six[head][(way - 1) % 6], self.six[head][(way + 1) % 6])
        other = dict.fromkeys((*self.near(head), *self.near(tail)))
        return Around(front, flanks, tuple(hex for hex in other if hex not in (*hexes, *front, *flanks)))

    @cached_property
    def _arcs(self) -> dict[tuple[str, int, int, int], Hexes]:
        return {}

    def arc(self, hex: str, first: int, count: int, reach: int) -> Hexes:
        """Hexes on the map from one row of hexes round to another, nearest first."""
        key = (hex, first % SIX, count, reach)
        found = self._arcs.get(key)
        if found is None:
            ids = self.ids
            found = _present(*(ids.get(at) for at in arc(self.at[hex], first, count, reach)))
            self._arcs[key] = found
        return found

    def cone(self, hex: str, facing: int, reach: int) -> Hexes:
        """DRV.geo3 The front arc."""
        return self.arc(hex, facing, 2, reach)

    def half_plane(self, hex: str, facing: int, reach: int) -> Hexes:
        """DRV.geo3 Front and flanks."""
        return self.arc(hex, facing - 1, 4, reach)

    @cached_property
    def _numbers(self) -> dict[str, tuple[int, int]]:
        return {hex: self.numbering.numbers(at) for hex, at in self.at.items()}

    def row(self, hex: str) -> int:
        return self._numbers[hex][0]

    def to_edge(self, hex: str, edge: str) -> int:
        """13.4.1 Steps to leave the map by one of its edges."""
        row, place = self._numbers[hex]
        if edge == "north":
            return row - self.rows[0] + 1
        if edge == "south":
            return self.rows[1] - row + 1
        return place - self.places[0] + 1 if edge == "west" else self.places[1] - place + 1

    @cached_property
    def _near_bridges(self) -> frozenset[str]:
        return frozenset(hex for side, kinds in self._sides.items() if "bridge" in kinds for hex in side)

    def is_by_bridge(self, hex: str) -> bool:
        """7.3.5 Whether a bridge leads out of it."""
        return hex in self._near_bridges


def _bridged(kinds: list[str]) -> tuple[str, ...]:
    return tuple(kind for kind in kinds if kind != "stream") if "bridge" in kinds else tuple(kinds)


def _present(*hexes: str | None) -> Hexes:
    return tuple([hex for hex in hexes if hex is not None])
