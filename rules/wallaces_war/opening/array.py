"""16.1a A plain array of a Battle about its leader: infantry in line, missile units ahead, horse on a flank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rules.wallaces_war import tables
from rules.wallaces_war.ids import BattleId, HexId, UnitId
from rules.wallaces_war.opening.places import reach_of, stack_bar, unit_hexes
from rules.wallaces_war.position import is_cavalry
from rules.wallaces_war.state import State

Place = tuple[UnitId, HexId]
Taste = Callable[[int, int], tuple[int, int]]  # hexes ahead, half hexes to the right: the lower, the better


class Field(NamedTuple):
    """The ground as the Battle sees it from its leader's hex."""

    state: State
    centre: HexId
    facing: int

    def seen(self, to: HexId) -> tuple[int, int]:
        """5.1 How many hexes ahead of the leader a hex lies, and how many half hexes to his right."""
        q, r = (b - a for a, b in zip(self.state.ground.at[self.centre], self.state.ground.at[to], strict=True))
        for _ in range(self.facing):
            q, r = q + r, -q  # a sixth back, so that what is faced lies north
        return -r, 2 * q + r


def _line(ahead: int, right: int) -> tuple[int, int]:
    """The rank before the leader first, then his own, from the middle outwards."""
    return abs(4 * ahead - 3), abs(right)


def _screen(ahead: int, right: int) -> tuple[int, int]:
    """Ahead of the line."""
    return abs(4 * ahead - 9), abs(right)


def _flank(ahead: int, right: int) -> tuple[int, int]:
    """In the leader's rank or the one before, as far to the right as it goes."""
    return -right, abs(2 * ahead - 1)


def array(state: State, battle: BattleId, facing: int) -> list[Place] | None:
    """16.1a Every unit of a Battle that is not on the map yet with its hex; None if there is no room for all."""
    units = [name for name, unit in state.units.items() if unit.battle == battle and unit.at not in state.stacks]
    field = Field(state, state.leaders[state.battles[battle].leader].at, facing)
    mounted = all(is_cavalry(state.units[name]) for name in units)
    found: list[Place] = []
    hexes: dict[str, list[HexId]] = {}
    for kinds, taste in (
        (tables.CAVALRY, _line if mounted else _flank),
        (tables.MISSILE - tables.CAVALRY, _screen),
        (tables.FIRST_RANK, _line),
    ):
        for unit in (name for name in units if state.units[name].kind in kinds):
            kind = state.units[unit].kind
            if kind not in hexes:
                hexes[kind] = _ranked(field, unit_hexes(state, unit, reach_of(state, unit)), taste)
            to = _best(field, unit, hexes[kind], found)
            if not to:
                return None
            found.append((unit, to))
    return found


def _ranked(field: Field, hexes: Iterable[HexId], taste: Taste) -> list[HexId]:
    """The best first."""
    ground, centre = field.state.ground, field.centre
    return sorted(hexes, key=lambda to: (ground.distance(centre, to) > tables.SET_UP_REACH, taste(*field.seen(to)), to))


def _best(field: Field, unit: UnitId, ranked: list[HexId], taken: list[Place]) -> HexId:
    """The first of these hexes with room for a unit, an empty one before a stack; empty if there is none."""
    held = field.state.stacks.keys() | {to for _, to in taken}
    empty = next((to for to in ranked if to not in held), "")
    return empty or next((to for to in ranked if _fits(field, unit, to, taken)), "")


def _fits(field: Field, unit: UnitId, to: HexId, taken: list[Place]) -> bool:
    """8.1a With who stands there, and with who is to stand there."""
    state, kinds = field.state, tables.PAIRS[field.state.units[unit].kind]
    new = [name for name, at in taken if at == to]
    if new and (len(new) + len(state.stacks.get(to, ())) >= tables.STACK or state.units[new[0]].kind not in kinds):
        return False
    return not stack_bar(state, unit, to, field.facing)
