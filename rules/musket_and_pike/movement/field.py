"""8.1, 7.1.1 The field as the units of one side find it: who bars which hex, and where an enemy is adjacent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from domain.kernel.facts import Side
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import is_operational
from rules.musket_and_pike.state import State

FREE: Final = 0
FRIEND: Final = 1  # a unit of its own that is no gun
GUNS: Final = 2  # its own guns alone
FOE: Final = 3  # an enemy unit that is no gun
FOES_GUNS: Final = 4  # enemy guns alone
FAR: Final = 999


class Field:
    """One for each listing of orders, or check of one."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side, self.ground = state, side, state.ground
        self.strides: dict[Any, Any] = {}  # steps known for each mover (movement.strides)

    @cached_property
    def held(self) -> dict[HexId, int]:
        """Each hex in which units stand: who bars it."""
        return self._codes(self.state.stacks.items())

    def _codes(self, stacks: Iterable[tuple[HexId, Sequence[UnitId]]]) -> dict[HexId, int]:
        """Of these; those that are free are left out."""
        units, side, found = self.state.units, self.side, dict[HexId, int]()
        for hex, stack in stacks:
            for name in stack:
                unit = units[name]
                if unit.card.arm != tables.GUNS:
                    found[hex] = FRIEND if unit.side == side else FOE
                    break
                if is_operational(unit):
                    found[hex] = GUNS if unit.side == side else FOES_GUNS
        return found

    def refresh(self, hexes: Collection[HexId]) -> None:
        """After a step: who is in these hexes now. Guns that were taken are no enemies any more."""
        held, stacks = self.held, self.state.stacks
        now = self._codes([(hex, stacks.get(hex, ())) for hex in hexes])
        for hex in hexes:
            before, code = held.get(hex, FREE), now.get(hex, FREE)
            if code:
                held[hex] = code
            else:
                held.pop(hex, None)
            if (before >= FOE) != (code >= FOE):
                for known in ("foes", "contact", "_nearest"):
                    self.__dict__.pop(known, None)

    @cached_property
    def contact(self) -> frozenset[HexId]:
        """The hexes next to enemy units."""
        near = self.ground.near
        return frozenset(to for hex in self.foes for to in near(hex))

    @cached_property
    def foes(self) -> tuple[HexId, ...]:
        """The hexes that enemy units hold."""
        return tuple(hex for hex, code in self.held.items() if code >= FOE)

    @cached_property
    def _nearest(self) -> dict[HexId, int]:
        return {}

    def nearest(self, hexes: Iterable[HexId]) -> int:
        """How far the nearest enemy unit is from the nearest of these hexes; far beyond any map if there is none."""
        known, far = self._nearest, self.ground.distance
        best = FAR
        for hex in hexes:
            if hex not in known:
                known[hex] = min((far(hex, foe) for foe in self.foes), default=FAR)
            best = min(best, known[hex])
        return best

    def bars(self, hex: HexId) -> int:
        return self.held.get(hex, FREE)
