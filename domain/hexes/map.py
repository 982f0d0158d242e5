"""A printed map of hexes: its ids, neighbours, hexsides and roads, what is known of it, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

import msgspec

from domain.hexes.grid import DIRECTIONS, Hex, Numbering, steps_around
from domain.hexes.sight import centre
from domain.kernel.board import Board, EdgeDrawn, Road, Spot

T = TypeVar("T")
Pair = tuple[str, str]  # a hexside, seen from the first of its two hexes


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """A road of any kind: a chain of adjacent hexes, crossing the hexside between each two."""

    name: str
    kind: str
    hexes: tuple[str, ...]


class _Near(dict[str, tuple[str, ...]]):
    """Neighbours by hex, found when they are first looked up."""

    def __init__(self, within: Callable[[str, int], tuple[str, ...]]) -> None:
        super().__init__()
        self.within = within

    def __missing__(self, hex: str) -> tuple[str, ...]:
        found = self[hex] = self.within(hex, 1)
        return found


class HexMap(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Base of a system's map, whose hexes are printed ids; plain data, so that all else is worked out, once."""

    ROAD_KINDS: ClassVar[tuple[str, ...]] = ("road",)  # the best first: it counts where two cross the same side

    roads: tuple[Track, ...] = ()

    @cached_property
    def numbering(self) -> Numbering:
        """How the map prints its ids: each system says it."""
        raise NotImplementedError

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    @cached_property
    def memory(self) -> dict[Any, Any]:
        """What other modules worked out about this map."""
        return {}

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gave when the map was first asked for the key."""
        if key not in self.memory:
            self.memory[key] = make()
        found: T = self.memory[key]
        return found

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
    def _within(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}

    @cached_property
    def _discs(self) -> dict[tuple[str, int], frozenset[str]]:
        return {}

    def is_on_map(self, hex: str) -> bool:
        return hex in self.at

    @cached_property
    def near(self) -> Callable[[str], tuple[str, ...]]:
        """The neighbours of a hex on the map, clockwise from direction 0: no question is asked as often."""
        return _Near(self.within).__getitem__

    def within(self, hex: str, reach: int) -> tuple[str, ...]:
        """Other hexes on the map at this distance or less, nearest first."""
        found = self._within.get((hex, reach))
        if found is None:
            ids, (q, r) = self.ids, self.at[hex]
            found = tuple([ids[to] for dq, dr in steps_around(reach) if (to := (q + dq, r + dr)) in ids])
            self._within[hex, reach] = found
        return found

    def disc(self, hex: str, reach: int) -> frozenset[str]:
        """The hex and all others within this distance, to be met with other sets."""
        found = self._discs.get((hex, reach))
        if found is None:
            found = self._discs[hex, reach] = frozenset((hex, *self.within(hex, reach)))
        return found

    def distance(self, a: str, b: str) -> int:
        """Steps from one hex to the other."""
        (aq, ar), (bq, br) = self.at[a], self.at[b]  # as `grid.distance`, which is asked too often to be called
        dq, dr = aq - bq, ar - br
        return (abs(dq) + abs(dr) + abs(dq + dr)) >> 1

    def apart(self, ones: Iterable[str], others: Collection[str]) -> int:
        """Steps between the nearest hexes of two groups, neither of them empty."""
        at, least = self.at, -1
        for a in ones:
            aq, ar = at[a]
            for b in others:
                bq, br = at[b]
                dq, dr = aq - bq, ar - br
                far = abs(dq) + abs(dr) + abs(dq + dr)
                if far < least or least < 0:
                    least = far
        if least < 0:
            raise ValueError("nothing is no distance from anything")
        return least >> 1

    def is_edge(self, hex: str) -> bool:
        """Whether the map ends beside this hex."""
        return hex in self.edge_hexes

    @cached_property
    def edge_hexes(self) -> frozenset[str]:
        return frozenset(hex for hex in self.hexes if len(self.near(hex)) < len(DIRECTIONS))

    @cached_property
    def _crossings(self) -> dict[Pair, str]:
        """The kind of road by each side crossed, both ways."""
        found: dict[Pair, str] = {}
        for road in sorted(self.roads, key=lambda road: self.ROAD_KINDS.index(road.kind), reverse=True):
            for a, b in pairwise(road.hexes):
                found[a, b] = found[b, a] = road.kind
        return found

    @cached_property
    def _road_hexes(self) -> frozenset[str]:
        return frozenset(hex for road in self.roads for hex in road.hexes)

    def road(self, a: str, b: str) -> str:
        """The kind of road that crosses the side between two hexes; empty if none does."""
        return self._crossings.get((a, b), "")

    def has_road(self, hex: str) -> bool:
        return hex in self._road_hexes


def side_of(text: str) -> Pair:
    """The two hexes of a hexside written `2917-3017`."""
    a, _, b = text.partition("-")
    return a, b


def facing(symbols: Mapping[str, Iterable[str]]) -> frozenset[Pair]:
    """Sides that count one way: each hex faced, with the hex that holds the symbol."""
    return frozenset((faced, holder) for holder, towards in symbols.items() for faced in towards)


def both_ways(*courses: Iterable[str]) -> frozenset[Pair]:
    """Sides that count whichever of their hexes comes first."""
    pairs = [side_of(text) for course in courses for text in course]
    return frozenset([*pairs, *((b, a) for a, b in pairs)])


class MapDrawn(NamedTuple):
    """What of a board never changes."""

    spots: tuple[Spot, ...]
    edges: tuple[EdgeDrawn, ...]
    roads: tuple[Road, ...]

    def board(self, boxes: Iterable[str], **told: Any) -> Board:
        """With what stands on it, and the boxes beside it."""
        spots = (*self.spots, *(Spot(name=name) for name in boxes))
        return Board(spots=spots, cells="pointy", edges=self.edges, roads=self.roads, **told)


def drawn(
    map: HexMap, terrain: Callable[[str], Sequence[str]], labels: Mapping[str, str], edges: Iterable[EdgeDrawn]
) -> MapDrawn:
    """The map with the terrain of each hex, the chief one first, and what is printed there."""
    spots = (_spot(name, map, terrain(name), labels.get(name, "")) for name in map.hexes)
    roads = (Road(kind=road.kind, spots=road.hexes, name=road.name) for road in map.roads)
    return MapDrawn(tuple(spots), tuple(edges), tuple(roads))


def _spot(name: str, map: HexMap, terrain: Sequence[str], label: str) -> Spot:
    x, y = centre(map.at[name], map.numbering.orientation)
    return Spot(name=name, x=x, y=y, terrain=terrain[0], tags=tuple(terrain[1:]), label=label)


def edges_facing(kind: str, symbols: Mapping[str, Iterable[str]]) -> Iterator[EdgeDrawn]:
    """Sides that count one way, as they are drawn: they belong to the hex with the symbol."""
    return (EdgeDrawn(a=faced, b=holder, kind=kind) for holder, towards in symbols.items() for faced in towards)


def edges_along(kind: str, courses: Mapping[str, Iterable[str]]) -> Iterator[EdgeDrawn]:
    """Sides of streams and the like, by the name of each course."""
    for name, sides in courses.items():
        for a, b in map(side_of, sides):
            yield EdgeDrawn(a=a, b=b, kind=kind, name=name)
