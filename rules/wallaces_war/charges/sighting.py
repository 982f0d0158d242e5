"""11.2.2a, 11.2.2d Which heavy cavalry must test for a reaction charge, and by which ways it could ride."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import can_cross, can_stand
from rules.wallaces_war.ground.sight import has_sight
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.crossing import ground_bar
from rules.wallaces_war.position import class_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import REACTION, State
from rules.wallaces_war.zones import controllers, threatens

Ride = tuple[HexId, ...]
ABLE = ("resolute", "wavering")  # 11.2.2a


class Horse(NamedTuple):
    """Heavy cavalry of one hex that must test, or charge."""

    at: HexId
    units: tuple[UnitId, ...]  # those that would charge, top first
    rides: tuple[Ride, ...]  # the shortest ways to the trigger; none of no hexes


def sighted(state: State, movers: tuple[UnitId, ...]) -> Iterator[Horse]:
    """11.2.2a, D51 The horse that has to test because these units have entered their hex."""
    target = state.units[movers[0]].at
    if target not in state.stacks or (reading(state, "D51") == "B" and state.segment.provoked.count(movers[0])):
        return
    if _passes_through(state, movers):
        return
    side = state.units[movers[0]].side
    for at in state.ground.within(target, tables.REACH):
        if at in state.stacks and state.units[state.stacks[at][0]].side != side:
            units = chargers(state, at)
            if units and threatens(state, at, target) and not is_held(state, units, target):
                rides = shortest(state, units, target)
                if rides and has_sight(state, at, target):
                    yield Horse(at, units, rides)


def _passes_through(state: State, movers: tuple[UnitId, ...]) -> bool:
    """8.2a, 8.2b Whether the hex holds a friend with whom they may not stay: a charge would stop them there."""
    one = state.units[movers[0]]
    others = (state.units[name] for name in state.stacks[one.at] if name not in movers)
    return any(
        other.battle != one.battle or other.kind not in tables.PAIRS[one.kind] or other.facing != one.facing
        for other in others
    )


def chargers(state: State, at: HexId) -> tuple[UnitId, ...]:
    """11.2.2a, 11.2.2g, D50, D52 The heavy cavalry of a hex that would charge; nobody if it may not."""
    stack = state.stacks[at]
    horse = [unit for unit in stack if state.units[unit].kind == "HC"]
    if not horse or any(unit in state.segment.reacted for unit in horse):
        return ()
    battle = state.units[horse[0]].battle
    if state.battles[battle].standing not in ABLE:
        return ()
    if state.core.phase == REACTION and battle != state.turn.battle and reading(state, "D50") == "A":
        return ()
    good = [unit for unit in horse if not state.units[unit].shaken]
    if len(good) < len(horse) and (reading(state, "D52") == "B" or state.units[horse[0]].shaken):
        return ()
    return tuple(good)


def is_held(state: State, units: tuple[UnitId, ...], target: HexId) -> bool:
    """11.2.2f Horse that another enemy holds in his zone does not charge."""
    one = state.units[units[0]]
    return any(enemy != target for enemy in controllers(state, one.at, one.side))


def shortest(state: State, units: tuple[UnitId, ...], target: HexId) -> tuple[Ride, ...]:
    """11.2.2d The ways of fewest hexes, without a turn, to where it can strike the trigger."""
    one = state.units[units[0]]
    rides: list[Ride] = [()]
    for _ in range(tables.CHARGE + 1):
        found = tuple(ride for ride in rides if _strikes(state, units, (one.at, *ride)[-1], target))
        if found:
            return found
        rides = [
            (*ride, to)
            for ride in rides
            for to in state.ground.front((one.at, *ride)[-1], one.facing)
            if _is_open(state, units, (one.at, *ride)[-1], to, target)
        ]
    return ()


def _strikes(state: State, units: tuple[UnitId, ...], at: HexId, target: HexId) -> bool:
    """11.2.2a, 10.2g, 10.2n, D93 Whether it has the trigger in front of it there, and may attack it."""
    mover = class_of(state.units[units[0]])
    if target not in state.ground.front(at, state.units[units[0]].facing) or not can_cross(state, mover, at, target):
        return False
    return reading(state, "D93") == "B" or can_stand(state, mover, target)


def _is_open(state: State, units: tuple[UnitId, ...], a: HexId, b: HexId, target: HexId) -> bool:
    """11.2.2a, 11.2.2f A hex it may enter, free of units and of every enemy zone but the trigger's."""
    if b in state.stacks or ground_bar(state, units, a, b):
        return False
    return all(enemy == target for enemy in controllers(state, b, state.units[units[0]].side))
