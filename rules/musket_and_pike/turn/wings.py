"""4.2, 5.8 Which Wing may act: the level of orders, who activates, what forces a Wing to rally."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import Side
from domain.kernel.reasons import Modifier
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import LeaderId, WingId
from rules.musket_and_pike.position import (
    army_commander,
    commander_of,
    has_enemy,
    is_cavalry_wing,
    is_foot,
    is_operational,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit, enemy_of


def is_due(state: State, wing: WingId) -> bool:
    """7.4 Whether units of the Wing may come in now."""
    arrives = state.wings[wing].arrives
    return bool(arrives) and arrives <= state.core.turn and _has(state, wing, due=True)


def _has(state: State, wing: WingId, *, due: bool) -> bool:
    return any(
        unit.wing == wing and (unit.gone == "due" if due else bool(unit.hexes) and is_operational(unit))
        for unit in state.units.values()
    )


def has_units(state: State, wing: WingId) -> bool:
    """4.2.3 In play, or due."""
    return _has(state, wing, due=False) or is_due(state, wing)


def is_led(state: State, wing: WingId) -> bool:
    """5.3.2"""
    return commander_of(state, state.wings[wing]) is not None


def is_candidate(state: State, wing: WingId) -> bool:
    """DRV.select Not Finished, with its commander, and with units in play or due."""
    return state.wings[wing].status == "ready" and is_led(state, wing) and has_units(state, wing)


def candidates(state: State, side: Side = "") -> Iterator[WingId]:
    return (name for name, wing in state.wings.items() if side in ("", wing.side) and is_candidate(state, name))


def level(state: State, side: Side = "") -> str:
    """4.2.1 The highest order among those that may still act; empty if none may."""
    orders = {state.wings[name].order for name in candidates(state, side)}
    return next((order for order in tables.ORDERS if order in orders), "")


def actor(state: State) -> Side:
    """DRV.select, D5 Who activates: the next player if he has a Wing of the level, else the other."""
    due = state.turn.next
    if reading(state, "D5") == "b" and level(state, due):
        return due
    highest = level(state)
    has = any(state.wings[name].order == highest for name in candidates(state, due))
    return due if has else enemy_of(state, due)


def selectable(state: State, side: Side) -> list[WingId]:
    """4.2.1 The Wings one of which that side activates or passes."""
    highest = level(state, side if reading(state, "D5") == "b" else "")
    return [name for name in candidates(state, side) if state.wings[name].order == highest]


def is_forced(state: State, wing: WingId) -> bool:
    """5.8, D24 Whether all its horse and heavy infantry is gone, broken or shaken: it must rally."""
    own = [unit for unit in state.units.values() if unit.wing == wing]
    if any(unit.gone == "due" for unit in own):
        return False
    line = [unit for unit in own if is_foot(unit) or unit.card.arm == tables.HORSE]
    if not line and reading(state, "D24") != "b":
        return False
    return all(_is_spent(unit) for unit in line)


def _is_spent(unit: Unit) -> bool:
    return not unit.hexes or unit.formation == "FB" or unit.morale != "MN"


def is_mostly_spent(state: State, wing: WingId) -> bool:
    """5.7.3 More than half of its units are shaken, broken or gone; those in pursuit off the map too."""
    own = [unit for unit in state.units.values() if unit.wing == wing and unit.gone not in ("due", "removed", "unused")]
    lost = [unit for unit in own if not unit.hexes or unit.morale != "MN" or not is_operational(unit)]
    return 2 * len(lost) > len(own)


# Modifiers that T1, T2 and T3 share


def helper(state: State, wing: WingId) -> LeaderId:
    """5.1.2 The Army Commander, if he is stacked with the Wing Commander or next to him."""
    side = state.wings[wing].side
    chief, leader = army_commander(state, side), commander_of(state, state.wings[wing])
    if chief is None or leader is None or not leader.at or state.ground.distance(chief.at, leader.at) > 1:
        return ""
    return state.commanders[side]


def ratings(state: State, wing: WingId, *, commander: bool) -> Iterator[Modifier]:
    """5.5.2, 5.1.2 The Wing Commander's rating, and the Army Commander's if he helps."""
    name = state.wings[wing].commander
    if state.leaders[name].rating:
        yield Modifier(state.leaders[name].rating, "rating of the Wing Commander", "5.2.1", (name,))
    chief = state.commanders.get(state.wings[wing].side, "")
    if commander and chief and state.leaders[chief].rating:
        yield Modifier(state.leaders[chief].rating, "rating of the Army Commander", "5.1.2", (chief,))


def nearness(state: State, wing: WingId, value: int, cite: str) -> Iterator[Modifier]:
    """T1, T2, T3 The Wing Commander is next to an enemy unit that is not broken."""
    leader = commander_of(state, state.wings[wing])
    if leader is None or not leader.at or not value:
        return
    near = (hex for hex in state.ground.near(leader.at) if has_enemy(state, hex, leader.side))
    if any(state.units[name].morale != "MB" for hex in near for name in state.stacks[hex]):
        yield Modifier(value, "Wing Commander next to the enemy", cite)


def cavalry(state: State, wing: WingId, value: int, cite: str) -> Iterator[Modifier]:
    """G.wing"""
    if value and is_cavalry_wing(state, wing):
        yield Modifier(value, "cavalry Wing", cite)
