"""11.4.2 to 11.4.4 Ways back: all that are equally good over the whole distance, and by how much they fall short."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Literal, NamedTuple

from domain.hexes.search import Prices
from domain.kernel.facts import Side
from rules.musket_and_pike import tables
from rules.musket_and_pike.going import cost
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import (
    body,
    has_enemy,
    is_horse,
    is_light,
    klass,
    main_at,
    neighbours,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.work import InMelee

Hexes = tuple[HexId, ...]
Bar = Literal["units", "enemies", "ground"]  # D68 what closes a hex to a retreat
OFF: Hexes = ()  # 13.4.3 it has left the map
SIX = 6
FARTHEST = 300  # movement points to any edge, more than any map costs
DEAR = FARTHEST  # what a hex costs from which no way leads to the edge


class Way(NamedTuple):
    """The hexes it holds after each step, none at the end if it leaves the map."""

    steps: tuple[Hexes, ...]
    edge: int  # 11.4.2 how far from its friendly edge it then stands
    price: int  # 11.4.2 the points to the edge by this way
    ends: bool = False  # 11.4.3 it ends with horse or light infantry and goes no further

    @property
    def path(self) -> tuple[HexId, ...]:
        """As it is told: of a two-hex unit the hexes of its left half."""
        return tuple(hexes[0] if hexes else "off" for hexes in self.steps)

    @property
    def is_off(self) -> bool:
        return bool(self.steps) and self.steps[-1] == OFF


class Ways(NamedTuple):
    """11.4.2, 11.4.5 The best ways, in the order of the map, and the hexes that even these fall short."""

    best: tuple[Way, ...]
    short: int
    due: int  # hexes it has to go


def ways(state: State, name: UnitId, by: UnitId, hexes: int, spare: Collection[Bar] = ()) -> Ways:
    """11.4.2, D67 Away from the enemy of the melee, towards the edge, and cheaply; `spare`: what does not bar it."""
    unit = state.units[name]
    foe = [hex for enemy in _enemies(state, name, by) for hex in state.units[enemy].hexes]
    shunned = frozenset((*foe, *neighbours(state, foe))) if foe else frozenset[HexId]()
    start = Way((), _edge(state, unit, unit.hexes), 0)
    onward = partial(_onward, state, name, shunned, frozenset(spare))
    found = _ahead(start, hexes, onward) if reading(state, "D67") == "a" else _step_by_step(start, hexes, onward)
    longest = max(_length(way, hexes) for way in found)
    rest = [way for way in found if _length(way, hexes) == longest]
    nearest = min(way.edge for way in rest)
    near = [(way.price + _to_edge(state, unit, way), way) for way in rest if way.edge == nearest]
    least = min(price for price, _ in near)
    kept = {way.path: way for price, way in near if price == least}
    return Ways(tuple(kept[path] for path in sorted(kept)), hexes - longest, hexes)


def _enemies(state: State, name: UnitId, by: UnitId) -> tuple[UnitId, ...]:
    """11.4.2 Whom it goes away from: in a melee everybody who fought against it; who did not fight, from who came."""
    melee = next((frame for frame in reversed(state.core.pending) if isinstance(frame, InMelee)), None)
    fought = (*melee.attackers, melee.defender) if melee else ()
    if not by or melee is None or by not in fought or name not in fought:
        return (by,) if by else ()
    return melee.attackers if name == melee.defender else (melee.defender,)


def _length(way: Way, hexes: int) -> int:
    """Who has left the map has gone far enough."""
    return hexes if way.is_off else len(way.steps)


def _ahead(way: Way, left: int, onward: partial[Iterator[Way]]) -> list[Way]:
    """D67 a All ways of any length up to the whole distance."""
    found = [way]
    if left and not way.is_off and not way.ends:
        for further in onward(way):
            found += _ahead(further, left - 1, onward)
    return found


def _step_by_step(way: Way, left: int, onward: partial[Iterator[Way]]) -> list[Way]:
    """D67 b At each step the best hex, whatever lies behind it."""
    if not left or way.is_off or way.ends:
        return [way]
    following = list(onward(way))
    if not following:
        return [way]
    best = min((further.edge, further.price) for further in following)
    equal = (further for further in following if (further.edge, further.price) == best)
    return [end for further in equal for end in _step_by_step(further, left - 1, onward)]


def _onward(
    state: State, name: UnitId, shunned: frozenset[HexId], spare: frozenset[Bar], way: Way
) -> Iterator[Way]:  # fmt: skip
    """One hex further each way: both halves of a two-hex unit together (11.4.4)."""
    unit = state.units[name]
    held = way.steps[-1] if way.steps else unit.hexes
    been = {hex for step in (unit.hexes, *way.steps) for hex in step}
    for direction in range(SIX):
        to = tuple(state.ground.neighbour(hex, direction) for hex in held)
        if None in to:
            if _leaves(state, unit, held, direction):
                yield Way((*way.steps, OFF), 0, way.price)
            continue
        hexes = tuple(hex for hex in to if hex is not None)
        fresh = [hex for hex in hexes if hex not in held]
        if any(hex in been for hex in fresh):
            continue
        if any(_bars(state, name, a, b, shunned) - spare for a, b in zip(held, hexes, strict=True) if b in fresh):
            continue
        price = max(cost(state.charts, state.ground, klass(unit), a, b) or 0 for a, b in zip(held, hexes, strict=True))
        joins = any(_friend(state, name, hex) for hex in fresh)
        yield Way((*way.steps, hexes), _edge(state, unit, hexes), way.price + price, joins)


def _bars(state: State, name: UnitId, a: HexId, b: HexId, shunned: frozenset[HexId]) -> set[Bar]:
    """11.4.2, 11.4.3, D68 What closes a hex: units, enemies and hexes beside the one it flees, ground."""
    unit, found = state.units[name], set[Bar]()
    if has_enemy(state, b, unit.side) or b in shunned:
        found.add("enemies")
    if cost(state.charts, state.ground, klass(unit), a, b) is None:
        found.add("ground")
    friend = _friend(state, name, b)
    if friend and not may_join(state, name, friend):
        found.add("units")
    return found


def _friend(state: State, name: UnitId, hex: HexId) -> UnitId:
    """11.4.3 The friendly unit in a hex that is no gun, and not of its own body; empty if there is none."""
    other = main_at(state, hex)
    is_friend = other and state.units[other].side == state.units[name].side and other not in body(state, name)
    return other if is_friend else ""


def may_join(state: State, name: UnitId, other: UnitId) -> bool:
    """8.2.1, 11.4.3 Horse and small light infantry of one Wing, each alone."""
    one, two = state.units[name], state.units[other]
    light = [unit for unit in (one, two) if is_light(unit)]
    return (
        len(light) == 1
        and any(map(is_horse, (one, two)))
        and one.wing == two.wing
        and "MB" not in (one.morale, two.morale)
        and light[0].card.sp <= tables.SMALL
        and len(body(state, name)) == len(body(state, other)) == 1
    )


def _leaves(state: State, unit: Unit, held: Hexes, direction: int) -> bool:
    """11.4.1, 13.4.3 Whether a step that way leads over the friendly edge."""
    edge, ground = state.engagement.edges[unit.side], state.ground
    beyond = {"north": (5, 0), "south": (2, 3), "east": (0, 1, 2), "west": (3, 4, 5)}[edge]
    out = [hex for hex in held if ground.neighbour(hex, direction) is None]
    return direction in beyond and all(ground.to_edge(hex, edge) == 1 for hex in out)


def _edge(state: State, unit: Unit, hexes: Hexes) -> int:
    return min(state.ground.to_edge(hex, state.engagement.edges[unit.side]) for hex in hexes) if hexes else 0


def _to_edge(state: State, unit: Unit, way: Way) -> int:
    """11.4.2 What is left to pay from where it stands to the edge, whoever stands in between."""
    if way.is_off:
        return 0
    held = way.steps[-1] if way.steps else unit.hexes
    prices = edge_prices(state, klass(unit), unit.side)
    return max(prices.of(hex) for hex in held)


class EdgePrices:
    """13.4.1 Points from each hex to beyond the friendly edge by the cheapest way over the ground alone."""

    def __init__(self, state: State, klass: str, edge: str) -> None:
        self.ground, self.charts, self.klass, self.edge = state.ground, state.charts, klass, edge
        self._prices = Prices(FARTHEST, self._steps, self._left)
        self._plain: dict[HexId, bool] = {}

    def _is_plain(self, hex: HexId) -> bool:
        """Whether steps of one point lead straight to the edge: no way is cheaper."""
        found = self._plain.get(hex)
        if found is None:
            far = self.ground.to_edge(hex, self.edge)
            found = self._plain[hex] = far == 1 or any(
                self.ground.to_edge(to, self.edge) < far
                and (cost(self.charts, self.ground, self.klass, hex, to) or DEAR) <= 1
                and self._is_plain(to)
                for to in self.ground.near(hex)
            )
        return found

    def _steps(self, hex: HexId) -> Iterator[tuple[HexId, int]]:
        for to in self.ground.near(hex):
            price = cost(self.charts, self.ground, self.klass, hex, to)
            if price is not None:
                yield to, max(1, price)

    def _left(self, hex: HexId) -> tuple[int, bool]:
        """A point for each step to the edge, if not more."""
        return self.ground.to_edge(hex, self.edge), self._is_plain(hex)

    def of(self, hex: HexId) -> int:
        found = self._prices.of(hex)
        return DEAR if found is None else found


def edge_prices(state: State, klass: str, side: Side) -> EdgePrices:
    edge = state.engagement.edges[side]
    return state.ground.kept(("edge", klass, edge), lambda: EdgePrices(state, klass, edge))
