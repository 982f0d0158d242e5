"""5.6.1 The Charge order: whom a unit must make for, what holds it, and when its duty is met."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator

from rules.musket_and_pike import tables
from rules.musket_and_pike.ground.sight import unit_sees
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.reach import Limits, ways
from rules.musket_and_pike.movement.strides import Here, Mover
from rules.musket_and_pike.position import (
    adjacent_enemies,
    arcs,
    arcs_at,
    distance,
    enemies,
    has_facing,
    is_foot,
    is_guns,
    is_in_front,
    is_light,
    is_operational,
    main_at,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit


def counts(state: State, name: UnitId) -> bool:
    """D18 Whether an enemy unit draws a Charge: broken ones too, and lone guns, unless they are read otherwise."""
    unit = state.units[name]
    letter = reading(state, "D18")
    if letter == "b" and unit.morale == "MB":
        return False
    return not is_guns(unit) or (letter != "c" and not main_at(state, unit.at))


def is_met(state: State, enemy: UnitId, but: UnitId) -> bool:
    """5.6.1, 10.8.9 Whether it stands in the front of a friend of the unit `but`, who is no wrecked or captured gun."""
    foe, side = state.units[enemy], state.units[but].side
    own, near = state.units[but].hexes, state.ground.near
    for beside in dict.fromkeys(hex for at in foe.hexes for hex in near(at)):
        for name in state.stacks.get(beside, ()):
            friend = state.units[name]
            is_friend = friend.side == side and friend.hexes != own and is_operational(friend)
            if is_friend and is_in_front(state, friend, foe):
                return True
    return False


def targets(state: State, name: UnitId) -> list[UnitId]:
    """5.6.1 The nearest enemy it can see that no friend has in front of it; several that are equally near."""
    unit = state.units[name]
    far = sorted((distance(state, unit.hexes, state.units[foe].hexes), foe) for foe in enemies(state, unit.side))
    found: list[UnitId] = []
    nearest = 0
    for away, foe in far:
        if found and away > nearest:
            break
        is_free = counts(state, foe) and not is_met(state, foe, name)
        if is_free and unit_sees(state, unit, state.units[foe], ignore=unit.side):
            found.append(foe)
            nearest = away
    return found


def holders(state: State, name: UnitId, hexes: Collection[HexId]) -> Iterator[UnitId]:
    """5.6.1, D20 Enemies that would hold it there: those adjacent whom no friend has in front of him."""
    any_holds = reading(state, "D20") == "c"
    for foe in adjacent_enemies(state, hexes, state.units[name].side):
        if counts(state, foe) and (any_holds or not is_met(state, foe, name)):
            yield foe


def is_held(state: State, name: UnitId) -> bool:
    return any(True for _ in holders(state, name, state.units[name].hexes))


class Stops(Container[HexId]):
    """5.6.1 The hexes where a unit would be held, found as they are asked for."""

    def __init__(self, state: State, name: UnitId) -> None:
        self.state, self.name, self.known = state, name, dict[HexId, bool]()

    def __contains__(self, hex: object) -> bool:
        at = str(hex)
        found = self.known.get(at)
        if found is None:
            found = self.known[at] = any(True for _ in holders(self.state, self.name, (at,)))
        return found


def may_linger(state: State, name: UnitId) -> bool:
    """D20 b Whether it stands next to an enemy whom a friend has in front of him, and may stay there."""
    return reading(state, "D20") == "b" and bool(
        adjacent_enemies(state, state.units[name].hexes, state.units[name].side)
    )


def is_closer(state: State, name: UnitId, hexes: Collection[HexId], foes: Collection[UnitId]) -> bool:
    """5.6.1, D19 Whether it would be nearer to one of these than it is."""
    start = state.units[name].hexes
    return any(
        distance(state, hexes, state.units[foe].hexes) < distance(state, start, state.units[foe].hexes) for foe in foes
    )


def is_farther(state: State, name: UnitId, hexes: Collection[HexId], foes: Collection[UnitId]) -> bool:
    start = state.units[name].hexes
    return all(
        distance(state, hexes, state.units[foe].hexes) > distance(state, start, state.units[foe].hexes) for foe in foes
    )


def faces(state: State, unit: Unit, here: Here, foes: Collection[UnitId]) -> bool:
    """5.6.1 Whether a step to its front would bring it nearer to one of these."""
    front = arcs_at(state, unit, here.hexes, here.facing).front
    return any(
        distance(state, front, state.units[foe].hexes) < distance(state, here.hexes, state.units[foe].hexes)
        for foe in foes
        if front
    )


def fronts(state: State, side: str) -> frozenset[HexId]:
    """5.6.1 Hexes in front of enemy heavy infantry: no light infantry need go there."""
    return frozenset(
        hex
        for foe in enemies(state, side)
        if is_foot(state.units[foe]) and has_facing(state.units[foe])
        for hex in arcs(state, state.units[foe]).front
    )


def can_close(field: Field, mover: Mover, here: Here, limits: Limits, foes: Collection[UnitId]) -> bool:
    """5.6.1 Whether there is a way nearer that it need not shun: light infantry stops short of heavy infantry."""
    state = field.state
    unit = state.units[mover.unit]
    if is_light(unit):
        foes = [foe for foe in foes if not _stops_short(state, unit, state.units[foe])]
    shunned = fronts(state, unit.side) if is_light(unit) else frozenset()
    for way in ways(field, mover, here, limits):
        if is_closer(state, mover.unit, way.here.hexes, foes) and shunned.isdisjoint(way.here.hexes):
            return True
    return False


def _stops_short(state: State, unit: Unit, foe: Unit) -> bool:
    """5.6.1 Even from two hexes away."""
    return is_foot(foe) and distance(state, unit.hexes, foe.hexes) <= tables.NEAR


def can_face(field: Field, mover: Mover, here: Here, limits: Limits, foes: Collection[UnitId]) -> bool:
    """5.6.1 Whether it does not look their way and could turn to."""
    state = field.state
    unit = state.units[mover.unit]
    if mover.free or faces(state, unit, here, foes):
        return False
    return any(faces(state, unit, way.here, foes) for way in ways(field, mover, here, limits))
