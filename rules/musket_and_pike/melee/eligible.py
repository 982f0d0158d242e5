"""11.1.2 to 11.1.4, 11.6 Who may attack which hex: one function for refusals, lists and players."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from rules.musket_and_pike import tables
from rules.musket_and_pike.going import cost
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import (
    active_side,
    arcs,
    body,
    guns_at,
    has_facing,
    is_foot,
    is_guns,
    is_light,
    is_operational,
    klass,
    leaders_at,
    main_at,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit, enemy_of

PAIR = 2  # hexes


def attack_bar(state: State, name: UnitId, hex: HexId, *, reaction: bool = False) -> IllegalOrder | None:
    """11.1.2, 11.1.5 Why this attack may not be declared; `reaction`: by the inactive side."""
    unit = state.units.get(name)
    if unit is None or not unit.hexes or not is_operational(unit):
        return IllegalOrder("nobody to attack with", "11.1.2", name)
    bar = _reaction_bar(state, name, hex) if reaction else _active_bar(state, unit, name)
    return bar or _declared_bar(state, name) or fight_bar(state, name, hex)


def _active_bar(state: State, unit: Unit, name: UnitId) -> IllegalOrder | None:
    if unit.wing != state.activation.wing:
        return IllegalOrder("not of the active Wing", "11.1.2", name)
    return None


def _reaction_bar(state: State, name: UnitId, hex: HexId) -> IllegalOrder | None:
    """11.1.2, 11.2.B, D58, D59 Units that are no target themselves, against units of the active Wing."""
    unit = state.units[name]
    if unit.side == active_side(state):
        return IllegalOrder("not the side that reacts", "11.2.B", name)
    designated = {one.hex for one in (state.melee.attacks if state.melee else ()) if not one.reaction}
    attacked = [at in designated for at in unit.hexes]
    if all(attacked) or (any(attacked) and reading(state, "D58") == "a"):
        return IllegalOrder("itself a target", "11.1.2", name)
    foe = main_at(state, hex) or guns_at(state, hex)
    if foe and state.units[foe].wing != state.activation.wing and reading(state, "D59") == "a":
        return IllegalOrder("target is not of the active Wing", "11.1.2", name, foe)
    return None


def _declared_bar(state: State, name: UnitId) -> IllegalOrder | None:
    if any(one.unit == name for one in (state.melee.attacks if state.melee else ())):
        return IllegalOrder("attacks one hex", "11.1.4", name)
    return None


def fight_bar(state: State, name: UnitId, hex: HexId) -> IllegalOrder | None:
    """6.3.2.a, 8.2.1, 11.1.2, 11.1.3, 11.3.1a, 11.6, 12.4.3 What bars it from attacking there at any moment."""
    unit = state.units[name]
    if is_guns(unit):
        return IllegalOrder("guns do not attack", "11.5.2", name)
    if unit.morale == "MB":
        return IllegalOrder("broken units do not attack", "12.4.3", name)
    if unit.formation == "HH":
        return IllegalOrder("Hedgehogs do not attack", "6.3.2.a", name)
    if body(state, name)[0] != name:
        return IllegalOrder("takes no part beside horse", "8.2.1", name)
    return _hex_bar(state, unit, hex) or _foe_bar(state, unit, hex)


def _hex_bar(state: State, unit: Unit, hex: HexId) -> IllegalOrder | None:
    name = unit.card.id
    if hex not in state.ground.at or not has_facing(unit) or hex not in attackable(state, unit):
        cite = "11.1.3" if len(unit.hexes) == PAIR else "11.1.2"
        return IllegalOrder("not before it", cite, name, hex)
    for at in unit.hexes:
        if state.ground.distance(at, hex) != 1:
            continue
        if "bridge" in state.ground.sides(at, hex) and len(unit.hexes) == PAIR and is_foot(unit):
            return IllegalOrder("not across a bridge", "7.3.5", name, hex)
        if cost(state.charts, state.ground, klass(unit), at, hex) is None:
            return IllegalOrder("could not enter it", "11.1.2", name, hex)
    return None


def attackable(state: State, unit: Unit) -> tuple[HexId, ...]:
    """11.1.2, 11.1.3 Its front hexes; of a two-hex unit abreast only the centre one."""
    front = arcs(state, unit).front
    if len(unit.hexes) < PAIR or unit.formation == "CO":
        return front
    centre = state.ground.neighbour(unit.hexes[0], unit.facing + 1)
    return (centre,) if centre else ()


def _foe_bar(state: State, unit: Unit, hex: HexId) -> IllegalOrder | None:
    name, foes = unit.card.id, enemy_of(state, unit.side)
    foe = main_at(state, hex)
    if foe and state.units[foe].side == unit.side:
        foe = ""
    guns = guns_at(state, hex)
    alone = (guns and state.units[guns].side == foes) or leaders_at(state, hex, foes)
    if not foe and (not alone or main_at(state, hex)):
        return IllegalOrder("no enemy there", "11.1.2", hex)
    if foe and is_light(unit) and not is_light(state.units[foe]):
        return IllegalOrder("light infantry fights only its like", "11.6", name, foe)
    return None


def attackers(state: State, *, reaction: bool = False) -> Iterator[tuple[UnitId, HexId]]:
    """Every attack that may be declared."""
    side = enemy_of(state, active_side(state)) if reaction else active_side(state)
    held = state.stacks.keys() | {leader.at for leader in state.leaders.values()}
    for name, unit in state.units.items():
        if unit.side != side or not unit.hexes or not has_facing(unit) or unit.card.arm == tables.GUNS:
            continue
        for hex in attackable(state, unit):
            if hex in held and not attack_bar(state, name, hex, reaction=reaction):
                yield name, hex
