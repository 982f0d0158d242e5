"""BP.hth.5 How a unit divides its dice over the enemies it touches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from domain.kernel.errors import IllegalOrder
from rules.black_powder.combat.asks import AwaitSplit
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import contacts_of
from rules.black_powder.rulings import reading
from rules.black_powder.state import State
from rules.black_powder.units.profile import has_sides, is_skirmishing

SIDE_DICE = 2  # BP.sq.6, BP.bld.5


def touching(state: State, name: UnitId) -> tuple[tuple[UnitId, Face], ...]:
    """The enemies a unit touches, each with the side of the unit it stands on."""
    return tuple(
        (one.foe, one.side) if one.unit == name else (one.unit, one.foe_side) for one in contacts_of(state, name)
    )


def limits(state: State, name: UnitId, dice: int) -> dict[Face, tuple[int, int]]:
    """BP.hth.5, D39 For each side touched, the least and the most dice that may strike there."""
    faces = list(dict.fromkeys(face for _, face in touching(state, name)))
    unit = state.units[name]
    if is_skirmishing(unit) or (unit.formation == "building" and not has_sides(unit)):
        return dict.fromkeys(faces, (0, dice))  # every side is a front
    if has_sides(unit):
        extra = max(dice - SIDE_DICE * len(faces), 0)
        return dict.fromkeys(faces, (0, SIDE_DICE + extra))
    half = max(dice // 2, 1) if dice else 0
    found: dict[Face, tuple[int, int]] = {}
    for face in faces:
        found[face] = (dice - dice // 2, dice) if face == "front" else (0, half)
    if "front" not in faces and reading(state, "D39") == "B":
        return dict.fromkeys(faces, (0, dice))
    return found


def usable(state: State, name: UnitId, dice: int) -> int:
    """D39 Dice that may be used at all: a unit taken only in flank loses the rest."""
    return min(dice, sum(most for _, most in limits(state, name, dice).values()))


def fault(state: State, name: UnitId, dice: int, split: tuple[int, ...]) -> IllegalOrder | None:
    """BP.hth.5 Why dice may not be divided so."""
    touched = touching(state, name)
    whole = usable(state, name, dice)
    if len(split) != len(touched) or sum(split) != whole:
        return IllegalOrder("dice do not add up", "BP.hth.5", name, sum(split), whole)
    for face, (least, most) in limits(state, name, dice).items():
        there = [number for number, (_, side) in zip(split, touched, strict=True) if side == face]
        if sum(there) < least:
            return IllegalOrder("too few dice to the front", "BP.hth.5", name, sum(there), least)
        if sum(there) > most:
            return IllegalOrder("too many dice to a side", "BP.hth.5", name, face, sum(there), most)
        if max(there) - min(there) > 1:
            return IllegalOrder("dice not shared evenly", "BP.hth.5", name, face)
    return None


def splits(state: State, name: UnitId, dice: int) -> Iterator[tuple[int, ...]]:
    """Every lawful division, those that strike the front hardest first."""
    count = len(touching(state, name))
    whole = usable(state, name, dice)
    for split in product(range(whole, -1, -1), repeat=count):
        if sum(split) == whole and fault(state, name, dice, split) is None:
            yield split


def question(state: State, name: UnitId, dice: int) -> AwaitSplit:
    touched = touching(state, name)
    return AwaitSplit(
        side=state.units[name].side,
        unit=name,
        dice=dice,
        foes=tuple(foe for foe, _ in touched),
        sides=tuple(face for _, face in touched),
    )
