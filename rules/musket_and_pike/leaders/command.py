"""5.4.2 Who is in command: a line of links from a unit to its Wing Commander."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from domain.kernel.facts import Side
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import HexId, UnitId, WingId
from rules.musket_and_pike.position import has_enemy, is_operational
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit

IMPASSABLE = "impassable"


class Links(NamedTuple):
    """What a unit of a Wing may trace to, and what bars its way."""

    hexes: dict[HexId, int]  # in command, each with the reach of a link to it; 0: that of the unit that traces (D15)

    def __bool__(self) -> bool:
        return bool(self.hexes)


def reach_of(unit: Unit) -> int:
    """5.4.2 Three hexes for cavalry, two for others."""
    return tables.LINK[unit.card.arm]


def links(state: State, wing: WingId, *, without: UnitId = "") -> Links:
    """5.4.2 The Wing Commander and every unit chained to him, but for one that is on its way."""
    leader = state.leaders.get(state.wings[wing].commander)
    if leader is None or not leader.at:
        return Links({})
    by_receiver = reading(state, "D15") == "b"
    found = Links({leader.at: 0})
    left = [unit for name, unit in state.units.items() if unit.wing == wing and _links(state, name, without)]
    grew = True
    while grew and left:
        grew = False
        for unit in tuple(left):
            if is_commanded(state, unit, unit.hexes, found):
                left.remove(unit)
                found.hexes.update(dict.fromkeys(unit.hexes, reach_of(unit) if by_receiver else 0))
                grew = True
    return found


def _barred(state: State, side: Side, near: frozenset[HexId]) -> set[HexId]:
    """5.4.2 No line passes an enemy unit, or impassable ground."""
    foes = {hex for hex in state.stacks.keys() & near if has_enemy(state, hex, side)}
    return foes | near.intersection(state.ground.kinds.get(IMPASSABLE, ()))


def _links(state: State, name: UnitId, without: UnitId) -> bool:
    """5.4.2, D15 Guns that cannot be used are no link; read as c, broken units are none either."""
    unit = state.units[name]
    if not unit.hexes or name == without or not is_operational(unit):
        return False
    return unit.morale != "MB" or reading(state, "D15") != "c"


def is_commanded(state: State, unit: Unit, hexes: Collection[HexId], found: Links) -> bool:
    """5.4.2 Whether it would be in command there: a way of so many hexes that meets nothing that bars it."""
    away, usual = state.ground.distance, reach_of(unit)
    for at in hexes:
        for to, own in found.hexes.items():
            far, reach = away(at, to), own or usual
            if far <= reach and (far <= 1 or _is_open(state, unit.side, at, to, reach)):
                return True
    return False


def _is_open(state: State, side: Side, at: HexId, to: HexId, reach: int) -> bool:
    ground = state.ground
    barred = _barred(state, side, ground.disc(at, reach))
    if not barred:
        return True
    seen, edge = {at}, [at]
    for _ in range(reach):
        edge = [near for hex in edge for near in ground.near(hex) if near not in seen and near not in barred]
        seen.update(edge)
    return to in seen


def in_command(state: State, name: UnitId) -> bool:
    """5.4.2 As it stands now."""
    unit = state.units[name]
    return is_commanded(state, unit, unit.hexes, links(state, unit.wing, without=name))


def shortfall(state: State, unit: Unit, hexes: Collection[HexId], found: Links) -> int:
    """5.4.3 How many hexes it is from command; 0 in it."""
    if is_commanded(state, unit, hexes, found):
        return 0
    far = state.ground.distance
    return min(
        (max(1, far(at, to) - (own or reach_of(unit))) for at in hexes for to, own in found.hexes.items()), default=99
    )
