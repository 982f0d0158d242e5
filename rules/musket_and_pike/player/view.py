"""What a side sees when it thinks about its next order: worked out once for each call, of open information alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, TypeVar

from domain.kernel.facts import Side
from rules.musket_and_pike import going
from rules.musket_and_pike.ids import HexId, UnitId, WingId
from rules.musket_and_pike.melee.eligible import attackers
from rules.musket_and_pike.movement.field import FOE, Field
from rules.musket_and_pike.position import enemies, is_guns, is_operational, klass, main_at
from rules.musket_and_pike.state import State, Unit, Wing, enemy_of

T = TypeVar("T")
FAR: Final = 99  # hexes, from which on the enemy is simply far


class View:
    """The position through the eyes of one side."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side, self.enemy = state, side, enemy_of(state, side)
        self.ground = state.ground
        self.field = Field(state, side)

    def kept(self, what: Hashable, key: object, make: Callable[[], T]) -> T:
        """What was worked out last, if all that it depends on is still the same: it lies with the map, one for each."""
        memory: dict[Hashable, Any] = self.ground.kept("player", dict)
        last = memory.get((what, self.side))
        if last is None or last[0] != key:
            last = memory[what, self.side] = key, make()
        found: T = last[1]
        return found

    @cached_property
    def foes(self) -> list[UnitId]:
        """Enemy units, each once; guns only where they stand alone."""
        state = self.state
        return [
            name
            for name in enemies(state, self.side)
            if not is_guns(state.units[name]) or not main_at(state, state.units[name].at)
        ]

    def away(self, kind: str) -> Mapping[HexId, int]:
        """Hexes from each to the nearest enemy, his own counted, by ground that a class of mover can enter."""
        held = self.field.held
        sources = tuple(hex for hex, code in held.items() if code >= FOE)
        return self.kept(("away", kind), sources, lambda: self._spread(sources, kind))

    def _spread(self, sources: Iterable[HexId], kind: str) -> dict[HexId, int]:
        into = self._into(kind)
        found = dict.fromkeys(sources, 0)
        edge, far = list(found), 0
        while edge:
            far += 1
            edge = [near for at in edge for near in into[at] if near not in found and found.setdefault(near, far)]
        return found

    def _into(self, kind: str) -> dict[HexId, tuple[HexId, ...]]:
        """The hexes from which a class comes into each hex."""
        ground, charts = self.ground, self.state.charts

        def made() -> dict[HexId, tuple[HexId, ...]]:
            return {
                at: tuple(near for near in ground.near(at) if going.cost(charts, ground, kind, near, at) is not None)
                for at in ground.hexes
            }

        return ground.kept(("player into", kind), made)

    def to_enemy(self, unit: Unit) -> int:
        """How far a unit is from the nearest enemy."""
        away = self.away(klass(unit))
        return min([away.get(at, FAR) for at in unit.hexes])

    # Own pieces

    def wing_of(self, unit: Unit) -> Wing:
        return self.state.wings[unit.wing]

    def units_of(self, wing: WingId) -> list[Unit]:
        """Those of a Wing on the map that can be used."""
        units = self.state.units.values()
        return [unit for unit in units if unit.wing == wing and unit.hexes and is_operational(unit)]

    def line_of(self, wing: WingId) -> list[Unit]:
        """Its horse and foot."""
        return [unit for unit in self.units_of(wing) if not is_guns(unit)]

    def in_contact(self, hexes: Iterable[HexId]) -> bool:
        contact = self.field.contact
        return any(hex in contact for hex in hexes)

    @cached_property
    def strikers(self) -> dict[UnitId, list[UnitId]]:
        """11.1.4 Who of the active Wing can strike each enemy as it stands."""
        found: dict[UnitId, list[UnitId]] = {}
        for name, hex in attackers(self.state):
            found.setdefault(main_at(self.state, hex), []).append(name)
        return found

    # Facing

    def facing(self, hexes: tuple[HexId, ...], kind: str, facings: Iterable[int]) -> int:
        """6.1 Of these facings the one that looks at the enemy."""
        away, around = self.away(kind), self.ground.around

        def rank(facing: int) -> tuple[int, int]:
            front = [away.get(hex, FAR) for hex in around((hexes[0],), facing).front]
            return min(front, default=FAR), sum(front)

        return min(facings, key=rank)
