"""How the facts of the Combat phase change the state: one small function each, no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from domain.measure import Pose
from rules.longstreet_lite.combat import facts as f
from rules.longstreet_lite.combat import retreat_evolve
from rules.longstreet_lite.combat.state import Attack, Charging, CombatPhase, Defence, Fought
from rules.longstreet_lite.state import State


def _charged(state: State, fact: f.UnitCharged) -> None:
    unit = state.units[fact.unit]
    x, y, heading = fact.pose
    unit.pose, unit.acted = Pose(x=x, y=y, heading=heading), True
    touched = tuple(touched.unit for touched in fact.touched)
    flanked = tuple(touched.unit for touched in fact.touched if touched.flanked)
    state.combat.charges.append(Charging(unit=fact.unit, touched=touched, flanked=flanked))


def _engaged(state: State, fact: f.UnitsEngaged) -> None:
    combat = state.combat
    for met in fact.engaged:
        combat.attacks.append(
            Attack(
                attacker=fact.unit, defender=met.unit, contact=met.contact, spaces=met.spaces, barely=met.barely,
                cover=met.cover,
            )
        )  # fmt: skip
        if met.flanked and met.unit not in combat.flanked:
            combat.flanked.append(met.unit)


def _stage(state: State, fact: f.CombatStageBegan) -> None:
    state.combat.stage = fact.stage
    if not fact.stage:
        state.combat = CombatPhase()


def _asked(state: State, fact: f.OwnerAsked) -> None:
    state.combat.asked.append(fact.about)


def _allocated(state: State, fact: f.DiceAllocated) -> None:
    state.combat.allocated.append(fact.unit)
    for attack in state.combat.attacks:
        if attack.attacker == fact.unit:
            attack.dice = fact.dice[attack.defender]


def _defended(state: State, fact: f.DefenceRolled) -> None:
    combat = state.combat
    combat.defences[fact.unit] = Defence(needs=fact.needs, faces=fact.faces)
    if fact.vulnerable:
        combat.vulnerable.append(fact.unit)


def _attacked(state: State, fact: f.AttackRolled) -> None:
    state.combat.attacked.append(fact.unit)
    parts = {part.unit: part for part in fact.parts}
    for attack in state.combat.attacks:
        if attack.defender == fact.unit and attack.attacker in parts:
            part = parts[attack.attacker]
            attack.needs, attack.faces = part.needs, part.faces


def _rerolled(state: State, fact: f.DiceRerolled) -> None:
    rolls = {roll.against: roll for roll in fact.rolls}
    if fact.dice == "defence":
        defence, roll = state.combat.defences[fact.unit], rolls[fact.unit]
        defence.faces, defence.again = roll.faces, (*defence.again, *roll.places)
        return
    for attack in state.combat.attacks:
        if attack.attacker == fact.unit and attack.defender in rolls:
            roll = rolls[attack.defender]
            attack.faces, attack.again = roll.faces, (*attack.again, *roll.places)


def _resolved(state: State, fact: f.CombatResolved) -> None:
    if fact.winner != "nobody":
        state.combat.fought[fact.unit] = Fought(attack=fact.attack, defence=fact.defence)


def _morale(state: State, fact: f.MoralePlayed) -> None:
    fought = state.combat.fought[fact.unit]
    fought.saved += fact.saved
    fought.defence += fact.added


def _beaten(state: State, fact: f.UnitBeaten) -> None:
    state.combat.paid.append(fact.unit)


EVOLVE: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    f.UnitCharged: _charged,
    f.UnitsEngaged: _engaged,
    f.CombatStageBegan: _stage,
    f.OwnerAsked: _asked,
    f.DiceAllocated: _allocated,
    f.DefenceRolled: _defended,
    f.AttackRolled: _attacked,
    f.DiceRerolled: _rerolled,
    f.CombatResolved: _resolved,
    f.MoralePlayed: _morale,
    f.UnitBeaten: _beaten,
    **retreat_evolve.EVOLVE,
}
