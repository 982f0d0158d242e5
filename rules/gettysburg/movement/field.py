"""Where the enemy stands and how near, and where there is room: asked by a move or a listing.

16.4 to 16.6 And where an army's command state lets its units go next to enemy infantry; 16.4b no others matter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Set
from typing import Any, TypeVar

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.lazily import lazily
from rules.gettysburg import position
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, TRAINS, State
from rules.gettysburg.tables import MP, NEAR, STACK

OPENING = ("attack", "charge")  # a bombardment opens no way (D77)
CLOSED_BY = {"restricted": "16.4a", "passive": "16.5a", "panic": "16.6a"}


def opened_hexes(state: State, side: Side, infantry: Callable[[], Set[HexId]], near_infantry: Set[HexId]) -> Set[HexId]:
    """16.4(1), 16.4(2), 16.5a, 16.6a Hexes next to enemy infantry to which a Restricted army's declared attacks open
    the way; 16.4c, 16.5c all others are closed to an army that is not in Attack, to units beside it as well."""
    if position.command_state(state, side) != "restricted":
        return frozenset()
    near = state.ground.near
    struck: set[HexId] = set()
    opened: set[HexId] = set()
    for at, start, target in _triggers(state, side, near_infantry):
        if target in near(start) and _stood(state, target, position.INFANTRY):
            struck.add(target)
        if _began_near(state, start, side):
            opened |= {at, *near(at)}  # 16.4d where it may move it may also stack
    if struck:
        enough, held = any if reading(state, "D77") == "C" else all, infantry()
        opened |= {at for at in near_infantry if enough(to in struck for to in near(at) if to in held)}
    return opened


def _triggers(state: State, side: Side, near_infantry: Set[HexId]) -> Iterator[tuple[HexId, HexId, HexId]]:
    """16.4d Where each unit that declared an attack is, where it began the turn, and what it attacks."""
    turn = state.turn
    for name, declared in turn.declared.items():
        unit = state.units[name]
        start = turn.starts.get(name, unit.at)
        moved_up = name in turn.starts and unit.at in near_infantry
        came_up = moved_up or name in turn.deployed
        if declared.kind in OPENING and unit.side == side and start and unit.at in state.stacks and not came_up:
            yield unit.at, start, declared.target


def _stood(state: State, at: HexId, kinds: frozenset[str] = position.ANY) -> bool:
    """Whether a hex holds a unit of these kinds that did not come out of an HMC this turn."""
    stood = (name for name in state.stacks.get(at, ()) if name in state.units and name not in state.turn.deployed)
    return any(not kinds or state.units[name].kind in kinds for name in stood)


def lone_approach_is_open(state: State, side: Side) -> bool:
    """16.4O No brigade has used it, and no infantry began the turn next to enemy infantry."""
    return (
        is_on(state, "restricted_start")
        and position.command_state(state, side) == "restricted"
        and not any(_began_near(state, at, side, position.INFANTRY) for at in _starts_of_infantry(state, side))
    )


def _starts_of_infantry(state: State, side: Side) -> Iterator[HexId]:
    """Where each brigade began the turn, those too that have left the map since."""
    turn = state.turn
    for name, unit in state.units.items():
        if unit.side == side and unit.kind == "infantry" and name not in turn.deployed:
            start = turn.starts.get(name, unit.at)
            if state.ground.is_on_map(start):
                yield start


def _began_near(state: State, at: HexId, side: Side, kinds: frozenset[str] = position.ANY) -> bool:
    """Whether an enemy next to this hex was there at the start of the turn."""
    return any(position.side_at(state, to) == ENEMY[side] and _stood(state, to, kinds) for to in state.ground.near(at))


def approach_refusal(state: State, side: Side, unit: PieceId, to: HexId) -> IllegalOrder:
    """16.4a, 16.5a, 16.6a Why a hex next to enemy infantry is closed to this unit."""
    army, used, moving = position.command_state(state, side), state.turn.lone_approach, state.units.get(unit)
    if army != "restricted":
        return IllegalOrder("closed by command", CLOSED_BY[army], unit, to, army)
    if not is_on(state, "restricted_start") or not moving or moving.kind != "infantry":
        return IllegalOrder("closed, no attack opens it", CLOSED_BY[army], unit, to, army)
    if used:
        return IllegalOrder("another has closed up", "16.4O", used, unit, to)
    return IllegalOrder("infantry began close", "16.4O", unit, to)


T = TypeVar("T")
NOT_STACKED = frozenset(TRAINS.values())  # 9.6, 21.3


class Region(Set[HexId]):
    """Hexes of one sort: a step asks about its own, and all are worked out for those who look at the whole map."""

    def __init__(self, holds: Callable[[Any], bool], hexes: Callable[[], Iterable[HexId]]) -> None:
        self._holds, self._hexes = holds, hexes
        self._all: frozenset[HexId] | None = None

    def survey(self) -> frozenset[HexId]:
        """All of them; from then on no hex is judged by itself."""
        if self._all is None:
            self._all = frozenset(self._hexes())
        return self._all

    def __contains__(self, at: object) -> bool:
        return at in self._all if self._all is not None else self._holds(at)

    def __iter__(self) -> Iterator[HexId]:
        return iter(self.survey())

    def __len__(self) -> int:
        return len(self.survey())

    def __and__(self, other: Iterable[Any]) -> frozenset[HexId]:
        """Whoever meets it with other hexes looks at the whole map."""
        return self.survey().intersection(other)

    __rand__ = __and__

    @classmethod
    def _from_iterable(cls, hexes: Iterable[T]) -> frozenset[T]:
        return frozenset(hexes)


class Field:
    """The field as a piece of `side` finds it; the piece that moves does not stand in its own way.

    A step asks about its two hexes; what lies all over the map is worked out only for those who look at all of it.
    """

    def __init__(self, state: State, side: Side, moving: PieceId = "") -> None:
        self.state, self.side, self.moving = state, side, moving
        self.held = Region(self.holds_enemy, lambda: state.stacks.keys() - self._counts.keys())  # 8.6(1)
        self.full = Region(self.is_full, lambda: (at for at, count in self._counts.items() if count >= STACK))  # 9.1a
        self._uncounted = NOT_STACKED | {moving}
        self._known: dict[Hashable, Any] = {}

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was worked out about a kind of mover when it was first asked for."""
        found: T | None = self._known.get(key)
        if found is None:
            found = self._known[key] = make()
        return found

    def holds_enemy(self, at: HexId) -> bool:
        """8.6(1)"""
        return position.side_at(self.state, at) == ENEMY[self.side]

    def count(self, at: HexId) -> int:
        """9.2a Own pieces in a hex."""
        stack = self.state.stacks.get(at)
        if not stack or self.holds_enemy(at):
            return 0
        return self._stacked(stack)

    def _stacked(self, stack: list[PieceId]) -> int:
        return len(stack) - len(self._uncounted.intersection(stack))

    @lazily
    def _counts(self) -> dict[HexId, int]:
        """The same for all hexes at once."""
        units, hmcs = self.state.units, self.state.hmcs
        found = {
            at: len(stack)
            for at, stack in self.state.stacks.items()
            if (units.get(stack[0]) or hmcs[stack[0]]).side == self.side
        }
        for name in self._uncounted:
            piece = units.get(name) or hmcs.get(name)
            if piece and piece.at in found:
                found[piece.at] -= 1
        return found

    def is_near(self, at: HexId, kinds: frozenset[str] = position.ANY) -> bool:
        """Whether a hex is adjacent to enemies of these kinds."""
        return self.state.ground.is_on_map(at) and position.is_near(self.state, at, self.side, kinds)

    def is_close(self, at: HexId, kinds: frozenset[str] = position.ANY) -> bool:
        """8.6(2), 15.1 Adjacent to them or with one hex between."""
        return self.state.ground.is_on_map(at) and position.is_within(self.state, at, self.side, NEAR, kinds)

    def _with(self, kinds: frozenset[str] = position.ANY) -> frozenset[HexId]:
        return frozenset(at for at in self.held if position.has_enemy(self.state, at, self.side, kinds))

    @lazily
    def infantry(self) -> frozenset[HexId]:
        """Hexes with enemy infantry."""
        return self._with(position.INFANTRY)

    @lazily
    def anyone(self) -> frozenset[HexId]:
        """Hexes with any enemy that counts (D24)."""
        return self._with()

    @lazily
    def near_infantry(self) -> Region:
        """Hexes adjacent to enemy infantry."""
        return Region(lambda at: self.is_near(at, position.INFANTRY), lambda: self._around(self.infantry, 1))

    @lazily
    def near_anyone(self) -> Region:
        """Hexes adjacent to any enemy unit."""
        return Region(self.is_near, lambda: self._around(self.anyone, 1))

    @lazily
    def close_to_anyone(self) -> Region:
        """15.1 Hexes less than three hexes from an enemy unit."""
        return Region(self.is_close, lambda: self._around(self.anyone, NEAR))

    def _around(self, hexes: Iterable[HexId], reach: int) -> frozenset[HexId]:
        ground = self.state.ground
        return frozenset().union(*(ground.within(at, reach) for at in hexes))

    def is_full(self, at: HexId) -> bool:
        """9.1a"""
        return self.count(at) >= STACK

    @lazily
    def stacking(self) -> dict[HexId, int]:
        """9.2a Half-points that the pieces in a hex add to entering it."""
        return {at: count * MP for at, count in self._counts.items() if count}

    @lazily
    def observed(self) -> Region:
        """18.2a Hexes that the enemy observes."""
        state, side, enemy = self.state, self.side, ENEMY[self.side]
        return Region(lambda at: position.is_observed(state, at, side), lambda: position.observed_by(state, enemy))

    @lazily
    def is_restrained(self) -> bool:
        """16.4 to 16.6 Whether the army's command state closes hexes to it."""
        return position.command_state(self.state, self.side) != "attack"

    @lazily
    def barred(self) -> Region:
        """16.4 to 16.6 The hexes it closes: next to enemy infantry."""
        if not self.is_restrained:
            return Region(lambda _at: False, frozenset)
        near = self.near_infantry
        return Region(lambda at: at in near and at not in self._opened, lambda: near.survey() - self._opened)

    @lazily
    def _opened(self) -> Set[HexId]:
        return opened_hexes(self.state, self.side, lambda: self.infantry, self.near_infantry)

    @lazily
    def lone_is_open(self) -> bool:
        """16.4O Whether one infantry brigade may still go up to the enemy."""
        return lone_approach_is_open(self.state, self.side)

    @lazily
    def sum_in_hex(self) -> bool:
        return reading(self.state, "D12") == "B"

    @lazily
    def protected_both_ways(self) -> bool:
        return reading(self.state, "D15") == "A"
