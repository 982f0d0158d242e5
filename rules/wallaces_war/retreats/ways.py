"""10.3/S9e to S9h, 11.1e, 11.2.6 Ways back: one planner for retreats by step losses, by choice and from a charge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import can_enter, is_barred
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.movement.facts import UnitsMoved
from rules.wallaces_war.position import class_of, has_enemy, leaders_at
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State, enemy_of
from rules.wallaces_war.zones import is_controlled, is_threatened

How = Literal["retreat", "withdrawal", "rebound"]
FARTHEST = 6  # hexes beyond the last, held by friends, through which anybody ever has to go on


class Way(NamedTuple):
    """A legal way back."""

    path: tuple[HexId, ...]
    missing: int = 0  # hexes that cannot be gone, a step each (10.3/S9f)


def ways(state: State, units: tuple[UnitId, ...], hexes: int, how: How) -> list[Way]:
    """10.3/S9b, 10.3/S9f, 11.1h Every legal way back of a unit or stack by so many hexes, as far as it can go.

    One that withdraws goes all the way or not at all; D43 B so does one that is driven back.
    """
    search = _Search(state, units, how)
    whole_only = how == "withdrawal" or reading(state, "D43") == "B"
    for length in (hexes,) if whole_only else range(hexes, 0, -1):
        found = list(dict.fromkeys(search.paths(length)))
        if found:
            return [Way(path, hexes - length) for path in found]
    return [] if how == "withdrawal" else [Way((), hexes)]


class _Search:
    """The ways of one party from where it stands; each hex is asked once whether it is open from another."""

    def __init__(self, state: State, units: tuple[UnitId, ...], how: How) -> None:
        self.state, self.ground, self.start = state, state.ground, state.units[units[0]].at
        self._is_open = cache(lambda a, b: is_open(state, units, a, b, how))

    def paths(self, length: int) -> Iterator[tuple[HexId, ...]]:
        """Each step leads farther from the start, so the end is so many hexes away; from a friend's hex one goes on."""
        paths: list[tuple[HexId, ...]] = [()]
        for step in range(1, length + 1):
            paths = [
                (*path, to)
                for path in paths
                for to in self._onward(path[-1] if path else self.start)
                if self.ground.distance(self.start, to) == step
            ]
        for path in paths:
            yield from self._to_vacant(path, FARTHEST)

    def _to_vacant(self, path: tuple[HexId, ...], more: int) -> Iterator[tuple[HexId, ...]]:
        """10.3/S9g Nobody ends on a friend who is not in the same retreat: he goes on until a hex is vacant."""
        if path[-1] not in self.state.stacks:
            yield path
        elif more:
            least = self.ground.distance(self.start, path[-1])
            for to in self._onward(path[-1]):
                if to not in path and self.ground.distance(self.start, to) >= least:
                    yield from self._to_vacant((*path, to), more - 1)

    def _onward(self, at: HexId) -> Iterator[HexId]:
        return (to for to in self.ground.near(at) if self._is_open(at, to))


def is_open(state: State, units: tuple[UnitId, ...], a: HexId, b: HexId, how: How) -> bool:
    """10.3/S9e, 6.2c, 8.2a, 8.4a No enemy nor enemy zone, no ground that is closed, no more than two units in a hex.

    A hex with an enemy leader is not gone through either: nobody stops to take him (7.3b).
    """
    unit = state.units[units[0]]
    if has_enemy(state, b, unit.side) or leaders_at(state, b, enemy_of(state, unit.side)):
        return False
    if len(state.stacks.get(b, ())) + len(units) > tables.STACK or is_barred(state, unit.side, b):
        return False
    if not all(can_enter(state, class_of(state.units[name]), a, b) for name in units):
        return False
    return not is_controlled(state, b, unit.side) and not _is_too_bold(state, units, b, how)


def _is_too_bold(state: State, units: tuple[UnitId, ...], at: HexId, how: How) -> bool:
    """14.4b, D73 A shaken unit keeps out of reach of horse where it chooses its way, under B always."""
    chosen = how == "withdrawal" or reading(state, "D73") == "B"
    shaken = any(state.units[name].shaken for name in units)
    return chosen and shaken and is_threatened(state, at, state.units[units[0]].side)


def go(
    play: Play[State],
    units: tuple[UnitId, ...],
    path: tuple[HexId, ...],
    how: How,
    leaders: tuple[LeaderId, ...] = (),
) -> None:
    """10.3/S9h, 7.1d, 8.4b Hex by hex, for no points; friends gone through test at once, who routs goes no farther."""
    state = play.state
    for to in path:
        friends = tuple(state.stacks.get(to, ()))
        play.record(UnitsMoved(units=units, to=to, how=how, leaders=leaders))
        settle(play, collateral(state, units, friends, how))
        units = tuple(name for name in units if state.units[name].at == to)
        if not units:
            return


def collateral(
    state: State, units: tuple[UnitId, ...], friends: tuple[UnitId, ...], how: How | Literal["charge"]
) -> list[Due]:
    """8.4b, 11.1g, D74 Who tests because friends go back, or charge, through its hex; for a withdrawal nobody."""
    if how == "withdrawal" or (how == "rebound" and reading(state, "D74") == "A"):
        return []
    steady = any(state.units[name].kind in ("HC", "SC") for name in friends)
    if steady and not any(state.units[name].kind in ("HC", "SC") for name in units):
        return []
    return [Due(name, Reason("friends through its hex", "8.4b", (units[0],))) for name in friends]
