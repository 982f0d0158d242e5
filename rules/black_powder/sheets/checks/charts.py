"""BP.army.4, BP.vis.6, 3.5 Whether profiles, weapons and footprints can be played with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.packs import twice, under
from rules.black_powder.sheets.rows import (
    FootprintSheet,
    OtherPrint,
    ProfileRow,
    ProfileSheet,
    TroopPrint,
    WeaponRow,
    WeaponSheet,
)
from rules.black_powder.special_rules import HOOKS

LONGEST_NAME: Final = 80
STAMINA: Final = {"large": 4, "standard": 3, "small": 2, "tiny": 1}  # BP.army.7
NUMBERS: Final = {  # how many shooting values each kind of arm has
    "none": (1, "0 for no arm"),
    "small": (1, "one number, such as [3]"),
    "gun": (3, "short, medium and long, such as [3, 2, 1]"),
    "howitzer": (1, "one number, such as [2]"),
    "machine_gun": (0, "none, since it has no fixed number of dice (BP.mg.4)"),
    "rocket": (1, "one number, such as [2]"),
}
GRADED: Final = re.compile(r"(Elite) ([2-6])\+")
SIZES: Final = ("standard", "large", "small")
NARROW, WIDE = 2, 4  # BP.form.4
RANKS = (3, 6)  # BP.form.3, BP.form.7


def name_faults(name: str) -> Iterator[str]:
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or not any(map(str.isalnum, name)):
        yield f"name: {name!r} is no name of 1 to {LONGEST_NAME} characters that can be printed"


def weapon_faults(sheet: WeaponSheet) -> Iterator[str]:
    """BP.vis.6, BP.gun.5, section 15"""
    yield from (f"weapons: {name!r} stands there twice" for name in twice(row.name for row in sheet.weapons))
    for row in sheet.weapons:
        yield from under(f"weapons, {row.name}", _weapon_faults(row))
    for name, rule in sheet.special_rules.items():
        if rule not in HOOKS:
            yield f"special_rules, {name}: there is no special rule {rule!r} in section 15"
    yield from (f"special_rules: {rule} stands there twice" for rule in twice(sheet.special_rules.values()))


def _weapon_faults(row: WeaponRow) -> Iterator[str]:
    piece = row.kind not in ("small", "none")
    if (row.range == 0) != (row.kind == "none"):
        yield "range: only the kind none reaches 0 inches"
    if row.minimum >= row.range > 0:
        yield f"minimum: {row.minimum} leaves nothing of a range of {row.range}"
    if piece != bool(row.gun_class):
        yield "gun_class: pieces have one, and nobody else has (BP.lim)"
    if row.kind == "none" and row.firearm:
        yield "firearm: no arm is no firearm"


def profile_faults(sheet: ProfileSheet, weapons: WeaponSheet) -> Iterator[str]:
    """BP.army.4"""
    arms = {row.name: row for row in weapons.weapons}
    yield from (f"army: the id {id} stands there twice" for id in twice(army.id for army in sheet.army))
    every = (row.id for army in sheet.army for row in army.profiles)
    yield from (f"profiles: the id {id} stands there twice" for id in twice(every))
    for army in sheet.army:
        for row in army.profiles:
            yield from under(f"army, {army.id}, profiles, {row.id}", _profile_faults(row, arms, weapons))


def _profile_faults(row: ProfileRow, arms: Mapping[str, WeaponRow], weapons: WeaponSheet) -> Iterator[str]:
    yield from name_faults(row.name)
    if row.arm not in arms:
        yield f"arm: there is no weapon {row.arm!r} in weapons.toml"
        return
    yield from _arm_faults(row, arms[row.arm])
    if (row.kind == "A") != (row.size == "none"):
        yield "size: artillery has the size none, and nobody else has (BP.army.6)"
    elif row.size in STAMINA and row.stamina < STAMINA[row.size]:
        yield f"stamina: a {row.size} unit has {STAMINA[row.size]} at least (BP.army.7)"
    yield from under("rules", _rule_faults(row, weapons))


def _arm_faults(row: ProfileRow, arm: WeaponRow) -> Iterator[str]:
    if (row.kind == "A") != (arm.kind not in ("small", "none")):
        yield f"arm: {row.arm} is not for such troops"
    number, said = NUMBERS[arm.kind]
    if len(row.shooting) != number:
        yield f"shooting: {list(row.shooting)} is not {said}"
    elif arm.kind == "none" and any(row.shooting):
        yield "shooting: without an arm it must be [0]"


def _rule_faults(row: ProfileRow, weapons: WeaponSheet) -> Iterator[str]:
    """Section 15"""
    yield from (f"{rule} stands there twice" for rule in twice(row.rules))
    for rule in row.rules:
        graded = GRADED.fullmatch(rule)
        name = graded[1] if graded else rule
        if name not in weapons.special_rules:
            yield f"there is no special rule {rule!r}"
        elif name == "Elite" and not graded:
            yield "Elite bears its grade, such as Elite 4+ (BP.sr.Elite)"
    if "Untested" in row.rules and row.size in ("tiny", "none"):
        yield "Untested is for foot and horse that are not tiny (D49)"
    for rule in ("Form Square", "Mixed Formation"):
        if rule in row.rules and (row.kind != "RI" or row.size == "tiny"):
            yield f"{rule} is for regular infantry (BP.form.1)"


def footprint_faults(sheet: FootprintSheet) -> Iterator[str]:
    """BP.form.2, BP.form.3, BP.form.4, BP.form.7 Blocks of the shape their formation has."""
    yield from under("infantry", _troop_faults(sheet.infantry, ranks=2))
    yield from under("cavalry", _troop_faults(sheet.cavalry, ranks=1))
    yield from under("infantry", _column_faults(sheet.infantry))
    yield from under("artillery", _gun_faults(sheet.artillery))


def _troop_faults(found: TroopPrint, ranks: int) -> Iterator[str]:
    for formation in ("line", "march_column", "warband", "skirmish"):
        missing = [size for size in SIZES if size not in getattr(found, formation)]
        yield from (f"{formation}: there is no block for {size} units" for size in missing)
    yield from _march_faults(found)
    for size, (_, back) in found.line.items():
        if back != ranks:
            yield f"line.{size}: foot stands in two ranks, horse in one (BP.form.2)"
    for size, (_, back) in found.warband.items():
        if not RANKS[0] <= back <= RANKS[1]:
            yield f"warband.{size}: a warband has {RANKS[0]} to {RANKS[1]} ranks (BP.form.7)"


def _march_faults(found: TroopPrint) -> Iterator[str]:
    """BP.form.4"""
    wide, deep = found.figure
    for size, (files, back) in found.march_column.items():
        if files * wide >= back * deep:
            yield f"march_column.{size}: {files} by {back} is not deeper than wide (BP.form.4)"
        if size != "tiny" and not NARROW <= files <= WIDE:
            yield f"march_column.{size}: a march column is {NARROW} to {WIDE} figures wide (BP.form.4)"


def _column_faults(found: TroopPrint) -> Iterator[str]:
    for size in SIZES:
        if size not in found.attack_column or size not in found.square_side:
            yield f"attack_column, square_side: there is nothing for {size} units"
    for size, (files, back) in found.attack_column.items():
        if files < back or not RANKS[0] <= back <= RANKS[1]:
            yield f"attack_column.{size}: {RANKS[0]} to {RANKS[1]} ranks and at least as many files (BP.form.3)"


def _gun_faults(found: OtherPrint) -> Iterator[str]:
    for limbered, gun in (("limbered", "unlimbered"), ("battalion_limbered", "battalion_unlimbered")):
        if getattr(found, limbered)[1] <= getattr(found, gun)[1]:
            yield f"{limbered}: a limbered gun is longer than one in action"
