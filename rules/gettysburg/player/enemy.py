"""What hangs on the enemy alone, as far as he is seen: it is kept until he moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from domain.kernel.facts import Side
from domain.kernel.lazily import lazily
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.player.spread import FAR, Spread, single_steps, step_costs
from rules.gettysburg.position import contents
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State
from rules.gettysburg.tables import NEAR

T = TypeVar("T")
Seen = tuple[PieceId, str]  # a piece and its kind; a counter has none
Stacks = tuple[tuple[HexId, tuple[Seen, ...]], ...]

OUT_OF_MIND: Final = 14  # hexes from which on an enemy is simply far
NEAR_COST: Final = 6  # half-points that a hex next to enemy infantry adds to a way


def stacks_of(state: State, side: Side) -> Stacks:
    """The hexes that a side holds and its pieces in them, top first."""
    units, hmcs = state.units, state.hmcs
    return tuple([
        (at, tuple([(name, units[name].kind if name in units else "") for name in stack]))
        for at, stack in state.stacks.items() if (units.get(stack[0]) or hmcs[stack[0]]).side == side
    ])  # fmt: skip


def crowd_of(state: State, side: Side) -> list[tuple[str, ...]]:
    """The same by names alone, which tell as much: to know it again by."""
    units, hmcs = state.units, state.hmcs
    return [
        (at, *stack) for at, stack in state.stacks.items() if (units.get(stack[0]) or hmcs[stack[0]]).side == side
    ]  # fmt: skip


def hidden_kinds(state: State, side: Side) -> Hashable:
    """D24 C Where the rules themselves look into counters: what each holds."""
    if reading(state, "D24") != "C":
        return ()
    return tuple(
        (name, *(state.units[unit].kind for unit in contents(state, name)))
        for name, hmc in state.hmcs.items() if hmc.side == side and hmc.at in state.stacks
    )  # fmt: skip


class Enemy:
    """Where he stands, and how far it is from him; made of his stacks and the map, and of nothing else."""

    def __init__(self, ground: Ground, stacks: Stacks) -> None:
        self.ground, self.stacks = ground, stacks
        self.held = frozenset(at for at, _ in stacks)
        self._known: dict[Hashable, Any] = {}

    def kept(self, key: Hashable, reckon: Callable[[], T]) -> T:
        """What others worked out that hangs on the key and on where he stands."""
        if key not in self._known:
            self._known[key] = reckon()
        found: T = self._known[key]
        return found

    def around(self, at: HexId, reach: int) -> frozenset[HexId]:
        """His hexes within so many of this one."""
        return self.kept((at, reach), lambda: self.held & self.ground.disc(at, reach))

    def stacks_within(self, at: HexId, reach: int) -> Stacks:
        """The same, with the pieces in them."""
        near = self.around(at, reach)
        return self.kept(("stacks", at, reach), lambda: tuple(held for held in self.stacks if held[0] in near))

    @lazily
    def infantry(self) -> frozenset[HexId]:
        """Hexes with infantry, or with counters that may hold it."""
        return frozenset(at for at, stack in self.stacks if any(kind in ("infantry", "") for _, kind in stack))

    @lazily
    def shown_infantry(self) -> frozenset[HexId]:
        """Hexes in which infantry is seen."""
        return frozenset(at for at, stack in self.stacks if any(kind == "infantry" for _, kind in stack))

    @lazily
    def holding(self) -> frozenset[HexId]:
        """8.6(2) Hexes near to infantry that is seen: it holds the infantry that stands there."""
        return frozenset().union(*(self.ground.disc(at, NEAR) for at in self.shown_infantry))

    @lazily
    def near(self) -> frozenset[HexId]:
        """Hexes next to any of his."""
        return frozenset().union(*map(self.ground.near, self.held))

    @lazily
    def near_infantry(self) -> frozenset[HexId]:
        """Hexes next to what is, or may be, infantry."""
        return frozenset().union(*map(self.ground.near, self.infantry))

    @lazily
    def steps(self) -> Spread:
        """Hexes to the nearest infantry."""
        return Spread(self.infantry, single_steps(self.ground), OUT_OF_MIND - 1)

    def ways_to(self, sources: frozenset[HexId]) -> Spread:
        """Half-points of marching from each hex to the nearest of these, around him where he stands."""
        return self.kept(("ways to", sources), lambda: Spread(
            sources, step_costs(self.ground), FAR * FAR, self.held, self.near_infantry, NEAR_COST
        ))  # fmt: skip
