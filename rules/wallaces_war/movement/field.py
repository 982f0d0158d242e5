"""5 to 8 The field as the moving side finds it, worked out once for all its pieces: ground, enemies, zones, friends."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from domain.kernel.facts import Side
from rules.wallaces_war.ground.costs import is_barred, is_road, known, step_cost
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.movement.limits import is_over, zoc_limit
from rules.wallaces_war.position import is_cavalry
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.tables import REACH
from rules.wallaces_war.zones import threatens, zone

SIX = 6
T = TypeVar("T")
Edge = tuple[HexId, int]  # to, and what it costs in halves of a point
Step = tuple[tuple[HexId, int], int]  # a hex and how one faces there, and what it costs


class Exits(NamedTuple):
    """7.2 The ways out of a hex that the ground allows."""

    by_facing: tuple[tuple[Edge, ...], ...]  # 5.1 into the two front hexes of each facing
    all: tuple[Edge, ...]
    costs: dict[HexId, int]
    roads: tuple[tuple[HexId, int], ...]  # 7.4a along the road, and the direction it leaves by
    near: frozenset[HexId]  # where they lead
    ahead: tuple[tuple[Step, ...], ...]  # `by_facing` as steps of a search: a hex and the facing taken there, its price
    around: tuple[tuple[Step, ...], ...]  # `all` in the same way, by facing


class Field:
    """What holds for every piece of one side as long as no enemy moves."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side = state, side
        self._kept: dict[Hashable, Any] = {}

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    @cached_property
    def enemies(self) -> frozenset[HexId]:
        """7.3b Hexes with enemy units."""
        units = self.state.units
        return frozenset(at for at, stack in self.state.stacks.items() if units[stack[0]].side != self.side)

    @cached_property
    def captains(self) -> frozenset[HexId]:
        """7.3b Hexes with enemy leaders."""
        return frozenset(leader.at for leader in self.state.leaders.values() if leader.side != self.side)

    @cached_property
    def zones(self) -> dict[HexId, list[HexId]]:
        """6.1 Each hex in an enemy zone, with the stacks that control it."""
        found: dict[HexId, list[HexId]] = {}
        for at in self.state.stacks:
            if at in self.enemies:
                for to in zone(self.state, at):
                    found.setdefault(to, []).append(at)
        return found

    @cached_property
    def horse(self) -> frozenset[HexId]:
        """6.3b Enemy stacks of cavalry."""
        units, stacks = self.state.units, self.state.stacks
        return frozenset(at for at in self.enemies if is_cavalry(units[stacks[at][0]]))

    @cached_property
    def over_limit(self) -> frozenset[HexId]:
        """4.5 Hexes in the zones of more stacks than the chit allows."""
        if zoc_limit(self.state) is None:
            return frozenset()
        return frozenset(at for at, stacks in self.zones.items() if is_over(self.state, stacks))

    @cached_property
    def dangers(self) -> frozenset[HexId]:
        """14.4b The reaction-charge zones of enemy heavy cavalry that is not shaken."""
        state, found = self.state, set[HexId]()
        horse = {unit.at for unit in state.units.values() if unit.kind == "HC" and not unit.shaken}
        for at in horse & self.enemies:
            found.update(to for to in state.ground.within(at, REACH) if threatens(state, at, to))
        return frozenset(found)

    @cached_property
    def closed(self) -> frozenset[HexId]:
        """16.2.4f"""
        if self.side != self.state.engagement.closed_until_arrival:
            return frozenset()
        return frozenset(at for at in self.state.ground.hexes if is_barred(self.state, self.side, at))

    @cached_property
    def friends(self) -> dict[HexId, list[UnitId]]:
        """8.2i"""
        return {at: stack for at, stack in self.state.stacks.items() if at not in self.enemies}

    @cached_property
    def passes_any_kind(self) -> bool:
        """D25 B"""
        return reading(self.state, "D25") == "B"

    def exits(self, mover: str) -> Callable[[HexId], Exits]:
        """7.2a The ways out of each hex for a class of mover; kept with the map, since the ground does not change."""
        state = self.state
        kept: dict[HexId, Exits] = known(state).setdefault(("exits", mover), {})

        def out_of(at: HexId) -> Exits:
            found = kept.get(at)
            if found is None:
                found = kept[at] = _exits(state, mover, at)
            return found

        return out_of


def _exits(state: State, mover: str, at: HexId) -> Exits:
    ground = state.ground
    costs = {to: cost for to in ground.near(at) if (cost := step_cost(state, mover, at, to)) is not None}
    arcs = tuple(tuple((to, costs[to]) for to in ground.front(at, facing) if to in costs) for facing in range(SIX))
    roads = tuple((to, ground.direction(at, to)) for to in costs if is_road(state, at, to))
    ahead = tuple(tuple(((to, facing), cost) for to, cost in arc) for facing, arc in enumerate(arcs))
    around = tuple(tuple(((to, facing), cost) for to, cost in costs.items()) for facing in range(SIX))
    return Exits(arcs, tuple(costs.items()), costs, roads, frozenset(costs), ahead, around)
