"""Where the enemy stands and how near, and where there is room: worked out once for a move or a listing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from domain.facts import Side
from rules.gettysburg.movement import approach
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.position import contents, observed_by
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, TRAINS, State
from rules.gettysburg.tables import MP, NEAR, STACK

NOT_STACKED = frozenset(TRAINS.values())  # 9.6, 21.3


class Field:
    """The field as a piece of `side` finds it; the piece that moves does not stand in its own way."""

    def __init__(self, state: State, side: Side, moving: PieceId = "") -> None:
        self.state, self.side, self.moving = state, side, moving
        self.held: set[HexId] = set()  # by any enemy piece (8.6(1))
        self.kinds: dict[str, list[HexId]] = {}  # hexes with enemies of a kind, as D24 counts HMCs
        self.anyone: list[HexId] = []  # hexes with any enemy that counts
        self.counts: dict[HexId, int] = {}  # own pieces in a hex (9.2a)
        self.closed: dict[object, frozenset[HexId]] = {}  # what `reach` worked out for each kind of mover
        self._survey()

    def _survey(self) -> None:
        units, hmcs = self.state.units, self.state.hmcs
        for at, stack in self.state.stacks.items():
            first = stack[0]
            if (units[first] if first in units else hmcs[first]).side == self.side:
                self.counts[at] = sum(1 for name in stack if name not in NOT_STACKED and name != self.moving)
            else:
                self.held.add(at)
                self._note(at, stack)

    def _note(self, at: HexId, stack: list[PieceId]) -> None:
        found: set[str] = set()
        for name in stack:
            unit = self.state.units.get(name)
            if unit:
                found.add(unit.kind)
            else:
                found.update(self._hidden_kinds(name))
        for kind in found:
            self.kinds.setdefault(kind, []).append(at)
        if found:
            self.anyone.append(at)

    def _hidden_kinds(self, hmc: PieceId) -> Iterable[str]:
        """18.4d, D24 What an enemy HMC counts as: by default as a unit, but not as infantry."""
        match reading(self.state, "D24"):
            case "A":
                return ("hmc",)
            case "B":
                return ()
        return {self.state.units[name].kind for name in contents(self.state, hmc)}

    def _near(self, hexes: Iterable[HexId]) -> frozenset[HexId]:
        return frozenset().union(*map(self.state.ground.near, hexes))

    def _within(self, hexes: Iterable[HexId]) -> frozenset[HexId]:
        ground = self.state.ground
        return frozenset().union(*(ground.within(at, NEAR) for at in hexes))

    @cached_property
    def infantry(self) -> frozenset[HexId]:
        return frozenset(self.kinds.get("infantry", ()))

    @cached_property
    def near_infantry(self) -> frozenset[HexId]:
        """Hexes adjacent to enemy infantry."""
        return self._near(self.infantry)

    @cached_property
    def near_cavalry(self) -> frozenset[HexId]:
        return self._near(self.kinds.get("cavalry", ()))

    @cached_property
    def near_anyone(self) -> frozenset[HexId]:
        """Hexes adjacent to any enemy unit."""
        return self._near(self.anyone)

    @cached_property
    def close_to_infantry(self) -> frozenset[HexId]:
        """8.6(2) Hexes adjacent to enemy infantry or with one hex between."""
        return self._within(self.infantry)

    @cached_property
    def close_to_anyone(self) -> frozenset[HexId]:
        """15.1 Hexes less than three hexes from an enemy unit."""
        return self._within(self.anyone)

    @cached_property
    def full(self) -> frozenset[HexId]:
        """9.1a"""
        return frozenset(at for at, count in self.counts.items() if count >= STACK)

    @cached_property
    def stacking(self) -> dict[HexId, int]:
        """9.2a Half-points that the pieces in a hex add to entering it."""
        return {at: count * MP for at, count in self.counts.items() if count}

    @cached_property
    def observed(self) -> frozenset[HexId]:
        """18.2a Hexes that the enemy observes."""
        return observed_by(self.state, ENEMY[self.side])

    @cached_property
    def barred(self) -> frozenset[HexId]:
        """16.4 to 16.6 Hexes next to enemy infantry that the army's command state closes."""
        return approach.barred_hexes(self.state, self.side, self.infantry, self.near_infantry)

    @cached_property
    def lone_is_open(self) -> bool:
        """16.4O Whether one infantry brigade may still go up to the enemy."""
        return approach.lone_is_open(self.state, self.side)

    @cached_property
    def sum_in_hex(self) -> bool:
        return reading(self.state, "D12") == "B"

    @cached_property
    def protected_both_ways(self) -> bool:
        return reading(self.state, "D15") == "A"
