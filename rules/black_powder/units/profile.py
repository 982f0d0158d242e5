"""BP.army.4 What kind of unit it is, what it is armed with, and which special rules it has."""

from __future__ import annotations

from rules.black_powder.state import State, Unit, Weapon
from rules.black_powder.tables import ALL_ROUND, FOOT, GUNS, HORSE, MIXED, REGULAR, Formation


def is_foot(unit: Unit) -> bool:
    return unit.profile.kind in FOOT


def is_horse(unit: Unit) -> bool:
    return unit.profile.kind in HORSE


def is_gun(unit: Unit) -> bool:
    """BP.army.8 A gun with its crew is a unit."""
    return unit.profile.kind in GUNS


def is_regular(unit: Unit) -> bool:
    return unit.profile.kind in REGULAR


def is_tiny(unit: Unit) -> bool:
    return unit.profile.size == "tiny"


def is_mixed(unit: Unit) -> bool:
    return unit.formation in MIXED


def is_all_round(unit: Unit) -> bool:
    """BP.form.5, BP.sq.2, BP.bld.3 It has neither flank nor rear."""
    return unit.formation in ALL_ROUND


def has_sides(unit: Unit) -> bool:
    """BP.sq.5, BP.bld.4 Squares and garrisons shoot and fight side by side; guns and tiny units in a block do not."""
    return unit.formation == "square" or (unit.formation == "building" and not is_gun(unit) and not is_tiny(unit))


def is_skirmishing(unit: Unit) -> bool:
    return unit.formation == "skirmish"


def has(unit: Unit, rule: str) -> bool:
    """BP.sr.0 Whether it has a special rule; fanatics have the two their rule stands for (BP.sr.Fana)."""
    rules = unit.profile.rules
    return rule in rules or (rule in ("BP.sr.Fero", "BP.sr.Terr") and "BP.sr.Fana" in rules)


def grade(unit: Unit, rule: str) -> int:
    """Elite 4+ is 4."""
    return unit.profile.rules.get(rule, 0)


def weapon(state: State, unit: Unit) -> Weapon:
    """BP.vis.6 A battery may shoot as another from a turn on, where the scenario has it so."""
    later = state.battle.ranges_from
    if later and later.unit == unit.name and state.core.turn >= later.turn:
        return state.battle.weapons[later.arm]
    return state.battle.weapons[unit.profile.arm]


def gun_class(state: State, unit: Unit) -> str:
    """BP.lim How it limbers; empty for troops."""
    return state.battle.weapons[unit.profile.arm].gun_class


def default_formation(unit: Unit) -> Formation:
    """BP.form.9, BP.irr.1 What a unit forms when it is broken up, or off its road."""
    if is_tiny(unit):
        return "skirmish"
    return "line" if is_regular(unit) else unit.usual or "warband"
