"""BP.clo Closing fire: who is charged on the front may shoot at the charger, once a turn."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import contacts_of, foes_touching
from rules.black_powder.rulings import reading
from rules.black_powder.shooting import machine_guns, volley
from rules.black_powder.shooting.guns import Arm, arm_of
from rules.black_powder.shooting.looking import ALL, Look
from rules.black_powder.shooting.shots import Shot
from rules.black_powder.shooting.sight import eye_of
from rules.black_powder.shooting.targets import Aim
from rules.black_powder.state import State, Unit
from rules.black_powder.units.profile import is_all_round, is_gun, is_horse, is_skirmishing

FORMATIONS = ("line", "attack_column", "square", "mixed_line", "mixed_attack_column", "building")  # BP.clo.1
# D72 Which other pieces may: letters by kind.
OTHERS = {"machine_gun": "AB", "howitzer": "BD", "rocket": "BD"}


def struck_side(state: State, name: UnitId, charger: UnitId) -> Face | None:
    """The side on which the charger touches a unit, if it does."""
    for one in contacts_of(state, name):
        if charger in (one.unit, one.foe):
            return one.side if one.unit == name else one.foe_side
    return None


def bar(state: State, name: UnitId, charger: UnitId) -> IllegalOrder | None:
    """BP.clo.1 to BP.clo.3, BP.clo.6"""
    unit = state.units[name]
    if unit.turn.reacted:
        return IllegalOrder("has reacted", "BP.clo.6", name)
    if unit.turn.squared == charger:
        return IllegalOrder("was forming square", "BP.fsq.3", name)
    if any(foe != charger for foe in foes_touching(state, name)):
        return IllegalOrder("engaged already", "BP.clo.1", name)
    if struck_side(state, name, charger) not in (None, "front") and not is_all_round(unit):
        return IllegalOrder("not charged on the front", "BP.clo.1", name)
    return _arm_bar(state, name, unit)


def _arm_bar(state: State, name: UnitId, unit: Unit) -> IllegalOrder | None:
    arm = arm_of(state, unit)
    if is_gun(unit):
        if unit.formation not in ("unlimbered", "building") or unit.limbering or unit.jammed:
            return IllegalOrder("no gun in action", "BP.clo.2", name)
        return None if _piece_may(state, arm) else IllegalOrder("no closing fire of this piece", "BP.clo.2", name)
    if is_horse(unit):
        fit = arm.firearm and unit.formation == "line" and unit.profile.shooting[0]
        return None if fit else IllegalOrder("no closing fire of this horse", "BP.clo.3", name)
    if unit.formation == "building" and reading(state, "D56") == "B":
        return IllegalOrder("no closing fire from a building", "BP.bld.4", name)
    if unit.formation not in FORMATIONS or not arm.firearm or not unit.profile.shooting[0]:
        return IllegalOrder("no closing fire", "BP.clo.1", name, unit.formation)
    return None


def _piece_may(state: State, arm: Arm) -> bool:
    """D72"""
    return arm.kind == "gun" or reading(state, "D72") in OTHERS.get(arm.kind, "")


def fire(play: Play[State], name: UnitId, charger: UnitId, met: int = 1) -> None:
    """BP.clo.4, BP.clo.5 At contact; D27 B: only from the second on that shoots is the charger no clear target."""
    state = play.state
    shot = [foe for foe in foes_touching(state, charger) if state.units[foe].turn.reacted]
    counted = met if reading(state, "D27") == "A" else 1 + len(shot)
    run(play, shot_at(state, name, charger, counted))


def shot_at(state: State, name: UnitId, charger: UnitId, met: int) -> Shot:
    """All of the charger is before the front, and nothing between."""
    unit, face = state.units[name], struck_side(state, name, charger) or "front"
    look = Look(state, name, unit, eye_of(state, unit, face), face, arm_of(state, unit))
    unclear = ("skirmishers",) if is_skirmishing(state.units[charger]) else ()
    return Shot(look, Aim(charger, 0, ALL, ALL, None, unclear), "closing fire", met)


def run(play: Play[State], shot: Shot) -> None:
    if shot.look.arm.kind == "machine_gun":
        machine_guns.begin(play, shot)
    else:
        volley.fire(play, shot)
