"""Where the enemy stands and how near, and where there is room: asked by a move or a listing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from domain.kernel.facts import Side
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import approach
from rules.gettysburg.position import ANY, command_state, contents, hexes_of, is_near, is_within, observed_by, side_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, TRAINS, State
from rules.gettysburg.tables import MP, NEAR, STACK

NOT_STACKED = frozenset(TRAINS.values())  # 9.6, 21.3


class Field:
    """The field as a piece of `side` finds it; the piece that moves does not stand in its own way.

    A step asks about its two hexes; what lies all over the map is worked out only for those who look at all of it.
    """

    def __init__(self, state: State, side: Side, moving: PieceId = "") -> None:
        self.state, self.side, self.moving = state, side, moving
        self.closed: dict[object, frozenset[HexId]] = {}  # what `reach` worked out for each kind of mover

    def holds_enemy(self, at: HexId) -> bool:
        """8.6(1)"""
        return side_at(self.state, at) == ENEMY[self.side]

    def count(self, at: HexId) -> int:
        """9.2a Own pieces in a hex."""
        stack = self.state.stacks.get(at)
        if not stack or self.holds_enemy(at):
            return 0
        return sum(1 for name in stack if name not in NOT_STACKED and name != self.moving)

    def is_near(self, at: HexId, kinds: frozenset[str] = ANY) -> bool:
        """Whether a hex is adjacent to enemies of these kinds."""
        return self.state.ground.is_on_map(at) and is_near(self.state, at, self.side, kinds)

    def is_close(self, at: HexId, kinds: frozenset[str] = ANY) -> bool:
        """8.6(2), 15.1 Adjacent to them or with one hex between."""
        return self.state.ground.is_on_map(at) and is_within(self.state, at, self.side, NEAR, kinds)

    @cached_property
    def held(self) -> frozenset[HexId]:
        """8.6(1) Hexes with any enemy piece."""
        return frozenset(hexes_of(self.state, ENEMY[self.side]))

    @cached_property
    def kinds(self) -> dict[str, set[HexId]]:
        """Hexes with enemies of a kind, as D24 counts HMCs."""
        found: dict[str, set[HexId]] = {}
        for at in self.held:
            for kind in self._kinds_at(at):
                found.setdefault(kind, set()).add(at)
        return found

    def _kinds_at(self, at: HexId) -> Iterator[str]:
        units = self.state.units
        for name in self.state.stacks[at]:
            if name in units:
                yield units[name].kind
            else:
                yield from self._hidden_kinds(name)

    def _hidden_kinds(self, hmc: PieceId) -> Iterable[str]:
        """18.4d, D24 What an enemy HMC counts as: by default as a unit, but not as infantry."""
        match reading(self.state, "D24"):
            case "A":
                return ("hmc",)
            case "B":
                return ()
        return {self.state.units[name].kind for name in contents(self.state, hmc)}

    @cached_property
    def anyone(self) -> frozenset[HexId]:
        """Hexes with any enemy that counts."""
        return frozenset().union(*self.kinds.values())

    @cached_property
    def counts(self) -> dict[HexId, int]:
        """9.2a Own pieces in each hex."""
        return {at: self.count(at) for at in self.state.stacks if at not in self.held}

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
    def near_anyone(self) -> frozenset[HexId]:
        """Hexes adjacent to any enemy unit."""
        return self._near(self.anyone)

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
        if command_state(self.state, self.side) == "attack":
            return frozenset()
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
