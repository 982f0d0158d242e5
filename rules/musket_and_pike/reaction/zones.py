"""9.1.2, 9.1.3 Who may react at all: sides, reaction zones, and what bars every kind of reaction."""

from __future__ import annotations

from collections.abc import Collection

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.musket_and_pike.fire.guns import arc
from rules.musket_and_pike.fire.targets import where
from rules.musket_and_pike.ground.sight import sees
from rules.musket_and_pike.ids import HexId, PieceId, UnitId
from rules.musket_and_pike.position import (
    active_side,
    adjacent_enemies,
    allowance,
    arcs,
    body,
    distance,
    has_facing,
    is_guns,
    is_infantry,
    is_operational,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import MELEE, State, Unit, enemy_of
from rules.musket_and_pike.work import Trigger

ANSWERED = ("TR5", "TR6")  # 9.1.3 only by who was fired at
AFTER_MELEE = ("advance", "pursuit")


def reacting(state: State, trigger: Trigger) -> Side:
    """9.1.1, D35 The side that may react; empty if nobody may.

    The active side reacts only to advances and pursuits in the Melee step, or read as b after interceptions too.
    """
    if is_leader(state, trigger):
        shows = reading(state, "D38") == "b"
        return enemy_of(state, state.leaders[trigger.unit].side) if shows else ""
    side = state.units[trigger.unit].side
    if side == active_side(state):
        return enemy_of(state, side)
    is_allowed = trigger.how in AFTER_MELEE and (state.core.phase == MELEE or reading(state, "D35") == "b")
    return enemy_of(state, side) if is_allowed else ""


def mover(state: State, trigger: Trigger) -> Unit:
    return state.units[trigger.unit]


def is_over(state: State, trigger: Trigger) -> bool:
    """9.5 Whether nobody can react any more: who gave cause is off the map."""
    return not where(state, trigger.unit)


def is_leader(state: State, trigger: Trigger) -> bool:
    """9.1.3, D38 A leader by himself: he may be fired at, or is not reacted to at all."""
    return trigger.unit in state.leaders


def bar(state: State, name: PieceId, trigger: Trigger, done: Collection[PieceId] = ()) -> IllegalOrder | None:
    """9.1.1, 9.1.1a, 9.1.3 What bars a unit from any reaction to this trigger."""
    unit = state.units.get(name)
    if unit is None or not unit.hexes or not is_operational(unit):
        return IllegalOrder("nobody to react", "9.1.1", name)
    if unit.side != reacting(state, trigger):
        return IllegalOrder("not the side that reacts", "9.1.1", name)
    if unit.morale == "MB":
        return IllegalOrder("broken units do not react", "9.1.1a", name)
    if name in done or name in trigger.spent:
        return IllegalOrder("one reaction for a trigger", "9.1.1a", name)
    if trigger.kind in ANSWERED and not (
        set(body(state, name)) & set(trigger.targets) or _is_bared(state, unit, trigger)
    ):
        return IllegalOrder("only who was fired at", "9.1.3", name)
    return None


def _is_bared(state: State, unit: Unit, trigger: Trigger) -> bool:
    """8.3.4 Infantry that lay under guns which this fire has disabled answers for them."""
    guns = (state.units[name] for name in trigger.targets if trigger.kind == "TR5")
    return is_infantry(unit) and any(is_guns(gun) and gun.disabled and gun.at in unit.hexes for gun in guns)


def is_spent(state: State, name: UnitId, done: Collection[PieceId]) -> bool:
    """8.2.1, 9.1.1 Whether horse or light infantry that is one with it has reacted: it may fire too, and no more."""
    return any(other in done for other in body(state, name) if other != name)


def is_in_fire_zone(state: State, name: UnitId, trigger: Trigger) -> bool:
    """9.1.2 Guns: the front arc to grazing range, to maximum range against fire at them; others: front and flanks."""
    unit, target = state.units[name], where(state, trigger.unit)
    if is_guns(unit):
        return _is_before_guns(state, unit, target, trigger)
    if not has_facing(unit) or unit.formation == "HH":
        return False
    around = arcs(state, unit)
    return any(hex in around.front or hex in around.flanks for hex in target)


def _is_before_guns(state: State, unit: Unit, target: tuple[HexId, ...], trigger: Trigger) -> bool:
    if unit.limbered:
        return False
    reach = unit.card.maximum if trigger.kind == "TR6" else unit.card.grazing
    if trigger.kind == "TR2" and reading(state, "D82") == "b":
        reach = 1
    before = arc(state, unit, reach)
    return any(hex in before for hex in target) and any(sees(state, unit.at, hex, but=target) for hex in target)


def is_no_faster(state: State, name: UnitId, trigger: Trigger) -> bool:
    """9.2.2, 9.2.4, 9.3.1 Whether the allowance of who gave cause, formation and all, is no greater than its own."""
    return 0 < allowance(state, name) >= allowance(state, trigger.unit)


def far(state: State, unit: Unit, trigger: Trigger) -> int:
    return distance(state, unit.hexes, mover(state, trigger).hexes)


def new_contacts(state: State, unit: Unit, hexes: Collection[HexId]) -> list[UnitId]:
    """5.4.3, 9.1.1a Enemies that it would be adjacent to there, and is not now."""
    now = adjacent_enemies(state, unit.hexes, unit.side)
    return [foe for foe in adjacent_enemies(state, hexes, unit.side) if foe not in now]
