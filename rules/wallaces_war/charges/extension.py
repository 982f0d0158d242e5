"""11.2.7 Charge extension: heavy cavalry that took its hex rides on after the melee, and strikes again."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.wallaces_war import tables
from rules.wallaces_war.charges.facts import ChargeMade
from rules.wallaces_war.charges.ride import room_bar
from rules.wallaces_war.corrections import FELLOWS, is_corrected
from rules.wallaces_war.ground.costs import step_cost
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.asks import ExtendCharge
from rules.wallaces_war.melee.crossing import ground_bar
from rules.wallaces_war.melee.declare import check_hex
from rules.wallaces_war.melee.eligible import SPENT, shaken_fellow_bar, target_bar
from rules.wallaces_war.melee.facts import MeleeBegan, MeleeStepped
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.position import class_of, is_on_map, stack_of, values
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import EXTENSION, State
from rules.wallaces_war.zones import is_controlled


def decide_extension(play: Play[State], order: ExtendCharge) -> None:
    """11.2.7g"""
    state = play.state
    check_hex(state, order.target)
    heed(rider_bar(state, order.unit, play.by))
    units = riders(state, order.unit)
    heed(way_bar(state, units, order.path))
    heed(end_bar(state, units, order.path, order.target))
    heed(leaders_bar(state, units, order.leaders))
    start = state.units[order.unit].at
    play.record(MeleeBegan(kind="extension", side=play.by))
    play.record(
        ChargeMade(
            units=units, start=start, at=(start, *order.path)[-1], target=order.target, kind="extension",
            path=order.path, leaders=order.leaders,
        )
    )  # fmt: skip
    play.record(MeleeStepped(stage="strike"))


def rider_bar(state: State, unit: UnitId, by: Side) -> IllegalOrder | None:
    """8.2g, 11.2.1i, 11.2.6e, 11.2.7a to 11.2.7c, 11.2.7i Why a unit may not extend its charge; None if it may."""
    one, turn = state.units.get(unit), state.turn
    if one is None or one.side != by or not is_on_map(state, unit):
        return IllegalOrder("no such attacker", "11.2.7b", unit)
    if unit in state.segment.extended:
        return IllegalOrder("extended once", "11.2.7i", unit)
    if unit not in turn.charged or turn.advanced.get(unit) != one.at:
        return IllegalOrder("did not advance from a charge", "11.2.7b", unit)
    if unit in turn.turned:
        return IllegalOrder("turned after its advance", "11.2.7c", unit)
    if not one.in_command:
        return IllegalOrder("extension out of command", "11.2.7a", unit)
    if one.shaken:
        return IllegalOrder("shaken horse cannot charge", "11.2b", unit)
    if state.battles[one.battle].standing in SPENT:
        return IllegalOrder("Battle cannot attack", "10.2i", unit, state.battles[one.battle].standing)
    return shaken_fellow_bar(state, unit) if is_corrected(state, FELLOWS) else None


def riders(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """8.2f Who rides on with it."""
    by = state.units[unit].side
    return tuple(other for other in stack_of(state, unit) if other == unit or not rider_bar(state, other, by))


def way_bar(state: State, units: tuple[UnitId, ...], path: tuple[HexId, ...]) -> IllegalOrder | None:
    """11.2.7d Why it may not ride these hexes, as far as they go."""
    at, spent = state.units[units[0]].at, 0
    for count, to in enumerate(path):
        bar = step_bar(state, units, at, to, first=count == 0)
        if bar:
            return bar
        spent += price(state, units, at, to)
        if count and spent > allowance(state, units):
            return IllegalOrder("beyond its points", "11.2.7d", units[0], to)
        at = to
    return None


def allowance(state: State, units: tuple[UnitId, ...]) -> int:
    """8.2d In halves of a point."""
    return min(values(state.units[unit]).ma for unit in units) * tables.HALVES


def price(state: State, units: tuple[UnitId, ...], a: HexId, b: HexId) -> int:
    """11.2.7d, 7.4f No road is of use."""
    return step_cost(state, class_of(state.units[units[0]]), a, b, road=False) or 0


def step_bar(state: State, units: tuple[UnitId, ...], a: HexId, b: HexId, *, first: bool) -> IllegalOrder | None:
    """11.2.7d, 6.3c, D23 Why it may not ride from one hex to the next."""
    one = state.units[units[0]]
    if b not in state.ground.front(a, one.facing):
        return IllegalOrder("extension not straight ahead", "11.2.7d", units[0], b)
    held = is_controlled(state, a, one.side)
    if held and is_controlled(state, b, one.side):
        return IllegalOrder("from zone to zone", "6.3c", units[0], a, b)
    if held and not first and reading(state, "D23") == "B":
        return IllegalOrder("stops in the zone", "6.2a", units[0], a)
    return ground_bar(state, units, a, b) or room_bar(state, units, b)


def end_bar(state: State, units: tuple[UnitId, ...], path: tuple[HexId, ...], target: HexId) -> IllegalOrder | None:
    """11.2.7e, 11.2.7h Why it may not end there and strike this hex; no distance and no chit keeps it from that."""
    one = state.units[units[0]]
    end = (one.at, *path)[-1]
    ahead = state.ground.front(end, one.facing)
    if target not in ahead or target not in state.stacks:
        return IllegalOrder("nobody ahead at the end", "11.2.7e", units[0], target)
    room = room_bar(state, units, end, facing=one.facing) if path else None
    return room or target_bar(state, units[0], end, target, ahead)


def choices(state: State) -> Iterator[Choice]:
    """11.2.7 Every extension."""
    if state.core.phase != EXTENSION or state.melee:
        return
    by = state.turn.initiative
    for unit in state.turn.advanced:
        if is_on_map(state, unit) and not rider_bar(state, unit, by):
            units = riders(state, unit)
            if units[0] == unit:
                yield from (Choice(by, order) for order in extensions(state, units))


def extensions(state: State, units: tuple[UnitId, ...]) -> Iterator[ExtendCharge]:
    one = state.units[units[0]]
    for path in ways(state, units, (), 0):
        for target in state.ground.front((one.at, *path)[-1], one.facing):
            if target in state.stacks and not end_bar(state, units, path, target):
                for leaders in variants(state, units):
                    yield ExtendCharge(unit=units[0], path=path, target=target, leaders=leaders)


def ways(state: State, units: tuple[UnitId, ...], path: tuple[HexId, ...], spent: int) -> Iterator[tuple[HexId, ...]]:
    """Every way it may ride, the shortest of each branch first."""
    yield path
    one = state.units[units[0]]
    at = (one.at, *path)[-1]
    for to in state.ground.front(at, one.facing):
        if not step_bar(state, units, at, to, first=not path):
            cost = spent + price(state, units, at, to)
            if not path or cost <= allowance(state, units):
                yield from ways(state, units, (*path, to), cost)
