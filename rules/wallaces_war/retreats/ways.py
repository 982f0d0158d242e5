"""10.3/S9e to S9h, 11.1e, 11.2.6 Ways back: one planner for retreats by step losses, by choice and from a charge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import can_enter, is_barred
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.movement.facts import UnitsMoved
from rules.wallaces_war.position import class_of, has_enemy, leaders_at
from rules.wallaces_war.rulings import is_on, reading
from rules.wallaces_war.state import State, enemy_of
from rules.wallaces_war.zones import is_controlled, is_threatened

How = Literal["retreat", "withdrawal", "rebound"]
FARTHEST = 6  # hexes beyond the last, held by friends, through which anybody ever has to go on


class Way(NamedTuple):
    """A legal way back."""

    path: tuple[HexId, ...]
    missing: int = 0  # hexes that cannot be gone, a step each (10.3/S9f)


def ways(state: State, units: tuple[UnitId, ...], hexes: int, how: How, fellows: tuple[UnitId, ...] = ()) -> list[Way]:
    """10.3/S9b, 10.3/S9f, 11.1h Every legal way back of a unit or stack by so many hexes, as far as it can go.

    One that withdraws goes all the way or not at all; D43 B so does one that is driven back. `fellows` have gone
    before by a way of their own, in the same retreat (D26 B).
    """
    search = _Search(state, units, how, fellows)
    for length in _lengths(state, hexes, how):
        found = list(search.paths(length))
        if found:
            return [Way(path, hexes - length) for path in found]
    return [] if how == "withdrawal" else [Way((), hexes)]


def way_by(
    state: State,
    units: tuple[UnitId, ...],
    hexes: int,
    how: How,
    path: tuple[HexId, ...],
    fellows: tuple[UnitId, ...] = (),
) -> Way | None:
    """10.3/S9g The way back that goes by these hexes, if it is legal: of those past friends not all are listed."""
    search = _Search(state, units, how, fellows)
    for length in _lengths(state, hexes, how):
        if any(True for _ in search.paths(length)):
            return Way(path, hexes - length) if search.allows(path, length) else None
    return Way((), hexes) if how != "withdrawal" and not path else None


def is_only(
    state: State, units: tuple[UnitId, ...], hexes: int, how: How, way: Way, fellows: tuple[UnitId, ...] = ()
) -> bool:
    """10.3/S9g Whether the one way that is listed is the only one, past friends too."""
    first = way.path[: hexes - way.missing]
    return len(list(islice(_Search(state, units, how, fellows).every(first), 2))) == 1 if first else True


def _lengths(state: State, hexes: int, how: How) -> Iterable[int]:
    """11.1h, D43 How far it may go: as far as it can, or all the way or not at all."""
    whole_only = how == "withdrawal" or reading(state, "D43") == "B"
    return (hexes,) if whole_only else range(hexes, 0, -1)


class _Search:
    """The ways of one party from where it stands; each hex is asked once whether it is open from another."""

    def __init__(self, state: State, units: tuple[UnitId, ...], how: How, fellows: tuple[UnitId, ...]) -> None:
        self.state, self.ground, self.start = state, state.ground, state.units[units[0]].at
        self.fellows = fellows
        self._is_open = cache(lambda a, b: is_open(state, units, a, b, how))

    def paths(self, length: int) -> Iterator[tuple[HexId, ...]]:
        """Each step leads farther from the start, so the end is so many hexes away; from a friend's hex one goes on."""
        paths: list[tuple[HexId, ...]] = [()]
        for step in range(1, length + 1):
            paths = [
                (*path, to)
                for path in paths
                for to in self._onward(path[-1] if path else self.start)
                if self._away(to) == step
            ]
        for path in paths:
            yield from self._to_vacant(path)

    def _to_vacant(self, path: tuple[HexId, ...]) -> Iterator[tuple[HexId, ...]]:
        """10.3/S9g Nobody ends on a friend who is not in the same retreat: he goes on, the shortest way to each end."""
        if self._is_vacant(path[-1]):
            yield path
            return
        seen, edge = set(path), [path]
        for _ in range(FARTHEST):
            longer = [(*one, to) for one in edge for to in self._farther(one[-1]) if to not in seen]
            first = {one[-1]: one for one in reversed(longer)}
            seen |= first.keys()
            yield from (one for to, one in first.items() if self._is_vacant(to))
            edge = [one for to, one in first.items() if not self._is_vacant(to)]

    def allows(self, path: tuple[HexId, ...], length: int) -> bool:
        """10.3/S9b, 10.3/S9g So many hexes away, then past friends alone, never nearer, to the first vacant hex."""
        if not length <= len(path) <= length + FARTHEST or len(set(path)) < len(path):
            return False
        hexes = (self.start, *path)
        if not all(b in self._onward(a) for a, b in pairwise(hexes)) or not self._is_vacant(path[-1]):
            return False
        if any(self._away(to) != step for step, to in enumerate(path[:length], 1)):
            return False
        on = path[length - 1 :]
        return all(not self._is_vacant(a) and b in self._farther(a) for a, b in pairwise(on))

    def every(self, path: tuple[HexId, ...], more: int = FARTHEST) -> Iterator[tuple[HexId, ...]]:
        """10.3/S9g The same, by every way; there may be hundreds."""
        if self._is_vacant(path[-1]):
            yield path
        elif more:
            for to in self._farther(path[-1]):
                if to not in path:
                    yield from self.every((*path, to), more - 1)

    def _is_vacant(self, at: HexId) -> bool:
        return all(unit in self.fellows for unit in self.state.stacks.get(at, ()))

    def _away(self, at: HexId) -> int:
        return self.ground.distance(self.start, at)

    def _onward(self, at: HexId) -> Iterator[HexId]:
        return (to for to in self.ground.near(at) if self._is_open(at, to))

    def _farther(self, at: HexId) -> Iterator[HexId]:
        return (to for to in self._onward(at) if self._away(to) >= self._away(at))


def is_open(state: State, units: tuple[UnitId, ...], a: HexId, b: HexId, how: How) -> bool:
    """10.3/S9e, 6.2c, 8.2a, 8.4a No enemy nor enemy zone, no ground that is closed, no more than two units in a hex.

    Nor enemy leaders, unless it is played that a way back drives them off like any other move (7.1d, 7.3b, 13.4c).
    """
    unit = state.units[units[0]]
    held = not is_on(state, "retreats_past_leaders") and leaders_at(state, b, enemy_of(state, unit.side))
    if held or has_enemy(state, b, unit.side):
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


def step_back(
    play: Play[State],
    units: tuple[UnitId, ...],
    to: HexId,
    how: How,
    leaders: tuple[LeaderId, ...] = (),
    fellows: tuple[UnitId, ...] = (),
    *,
    under: bool = False,
) -> tuple[UnitId, ...]:
    """10.3/S9h, 7.1d, 8.4b One hex, for no points; friends gone through test at once. Who is left to go on.

    D26 B Fellows of the same retreat do not test, and lie above or below as before.
    """
    state = play.state
    friends = tuple(name for name in state.stacks.get(to, ()) if name not in fellows)
    play.record(UnitsMoved(units=units, to=to, how=how, under=under, leaders=leaders))
    settle(play, collateral(state, units, friends, how))
    return tuple(name for name in units if state.units[name].at == to)


def meets_leaders(state: State, units: tuple[UnitId, ...]) -> bool:
    """13.4c Whether enemy leaders are in the hex that these have come to."""
    unit = state.units[units[0]]
    return bool(leaders_at(state, unit.at, enemy_of(state, unit.side)))


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
