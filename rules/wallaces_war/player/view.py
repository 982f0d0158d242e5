"""What a side sees when it thinks about its next order: worked out once for each call, of open information alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable
from functools import cached_property
from typing import Any, Final, TypeVar

from domain.hexes.search import settled
from domain.kernel.facts import Side
from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import known
from rules.wallaces_war.ids import BattleId, HexId, LeaderId, UnitId
from rules.wallaces_war.movement.field import Field
from rules.wallaces_war.player.odds import WILLING
from rules.wallaces_war.position import class_of, values
from rules.wallaces_war.state import Leader, State, Unit, enemy_of
from rules.wallaces_war.tables import HALVES

T = TypeVar("T")
FAR: Final = 200  # halves of a point from which on the enemy is simply far
HEX: Final = HALVES  # what a hex of open ground costs
RESTLESS: Final = 15  # turns after which both sides grow bolder
BOLDER: Final = 0.02  # by so much a turn


class Distances:
    """How many halves of a point it is from each hex to the nearest of some others: found as far as it is asked."""

    def __init__(self, sources: Iterable[HexId], steps: Callable[[HexId], Iterable[tuple[HexId, int]]]) -> None:
        first = [(at, 0) for at in sources]
        self._found = dict(first)
        self._walk = settled("", FAR - 1, lambda at: steps(at) if at else first)

    def __call__(self, at: HexId) -> int:
        found = self._found.get(at)
        if found is not None:
            return found
        for node, cost, _ in self._walk:
            self._found[node] = cost
            if node == at:
                return cost
        self._found[at] = FAR
        return FAR


class View:
    """The position through the eyes of one side."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side, self.enemy = state, side, enemy_of(state, side)
        self.ground = state.ground
        self.field = Field(state, side)
        self._known: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gave when this call first asked for the key."""
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found

    def kept(self, what: Hashable, key: object, make: Callable[[], T]) -> T:
        """What was worked out last, if all that it depends on is still the same: it lies with the map, one for each."""
        memory = known(self.state)
        last = memory.get(("player", what, self.side))
        if last is None or last[0] != key:
            last = memory["player", what, self.side] = key, make()
        found: T = last[1]
        return found

    @cached_property
    def boldness(self) -> float:
        """Grows as the turns go by, so that no game lasts for ever."""
        return BOLDER * max(self.state.core.turn - RESTLESS, 0)

    # How far it is

    def away(self, mover: str) -> Distances:
        """Halves of a point from each hex to the nearest enemy, his own hex counted, for a class of mover."""
        foes = self.field.enemies
        return self.kept(("away", mover), foes, lambda: Distances(foes, self._into(mover)))

    def _into(self, mover: str) -> Callable[[HexId], Iterable[tuple[HexId, int]]]:
        """7.2 The hexes from which a class comes into a hex, and what that costs."""
        ground, exits = self.ground, self.field.exits(mover)
        kept: dict[HexId, list[tuple[HexId, int]]] = known(self.state).setdefault(("player into", mover), {})

        def into(at: HexId) -> list[tuple[HexId, int]]:
            found = kept.get(at)
            if found is None:
                costs = ((near, exits(near).costs.get(at)) for near in ground.near(at))
                found = kept[at] = [(near, cost) for near, cost in costs if cost is not None]
            return found

        return into

    def to_enemy(self, unit: Unit) -> int:
        """How far a unit is from the nearest enemy, in halves of a point."""
        return self.away(class_of(unit))(unit.at)

    def foes_near(self, at: HexId) -> list[HexId]:
        """Enemy stacks next to a hex."""
        enemies = self.field.enemies
        return [near for near in self.ground.near(at) if near in enemies]

    @cached_property
    def contact(self) -> frozenset[HexId]:
        """Hexes next to an enemy."""
        return frozenset().union(*map(self.ground.near, self.field.enemies))

    @cached_property
    def threats(self) -> Counter[HexId]:
        """How many stacks of enemy foot could come up to each hex and strike."""
        state, found = self.state, Counter[HexId]()
        for at in self.field.enemies:
            top = state.units[state.stacks[at][0]]
            if top.kind in tables.FIRST_RANK and not top.shaken and self.is_willing(top.battle):
                found.update(self.ground.within(at, values(top).ma + 1))
        return found

    # Own pieces

    def units_of(self, battle: BattleId) -> list[UnitId]:
        stacks = self.state.stacks
        return [name for name, unit in self.state.units.items() if unit.battle == battle and unit.at in stacks]

    @cached_property
    def battles(self) -> list[BattleId]:
        return [name for name, battle in self.state.battles.items() if battle.side == self.side]

    def is_willing(self, battle: BattleId) -> bool:
        """10.2i Whether a Battle may still attack."""
        return self.state.battles[battle].standing in WILLING

    def captain(self, battle: BattleId) -> tuple[LeaderId, Leader] | None:
        """The leader of a Battle, if he is on the map."""
        name = self.state.battles[battle].leader
        leader = self.state.leaders.get(name)
        return (name, leader) if leader and leader.at in self.ground.at else None

    # Facing

    def facing(self, at: HexId, mover: str, current: int) -> int:
        """5.1 The facing that looks at the enemy: nearest hex first, then both; the present one among equals."""
        away, ground = self.away(mover), self.ground

        def rank(facing: int) -> tuple[int, int, bool]:
            ahead = [away(to) for to in ground.front(at, facing)] or [FAR]
            return min(ahead), sum(ahead) + FAR * (2 - len(ahead)), facing != current

        return min(range(6), key=rank)


def after_last(names: list[UnitId], used: Container[str]) -> list[UnitId]:
    """Those behind the last that was used: the others have had their turn."""
    return names[next((place for place in range(len(names), 0, -1) if names[place - 1] in used), 0) :]
