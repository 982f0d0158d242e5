"""What the tables promise, reckoned with the very functions that decide: in victory points, ours above theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from domain.kernel.reasons import Modifier, total
from rules.musket_and_pike import charts
from rules.musket_and_pike.cards import Lookup
from rules.musket_and_pike.fire import pistol
from rules.musket_and_pike.fire.modifiers import column_of, modifiers, range_modifiers, table_of, takes_range
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.melee.modifiers import Fight, reckon
from rules.musket_and_pike.movement.strides import Here
from rules.musket_and_pike.position import TEN, is_guns, is_light, morale
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.turn import victory
from rules.musket_and_pike.work import FireMode, ResumeShots, Shot

SHAKEN, BROKEN, CAUGHT = 0.25, 0.6, 0.85  # what each costs of a unit's worth; caught: broken and ridden down
LIGHT: Final = 2.0  # what light infantry is worth, though it scores nothing
DISORDER: Final = 0.5  # a formation hit by fire
MELLAY: Final = {"FN": 0.5, "OO": 1.5, "FS": 1.2, "CO": 1.5}  # 11.2.F what a melee costs each who fights it
CHECK: Final = 0.2  # a failed check, of a unit's worth


def worth(state: State, unit: Unit) -> float:
    """15 What its loss is worth to the enemy."""
    if is_light(unit):
        return LIGHT
    if is_guns(unit):
        found: int = state.charts.victory_points.captured[unit.card.gun]  # type: ignore[index]
        return found
    return victory.lost(state, unit)


class Melee(NamedTuple):
    """11.4.1 How likely each side is shaken, broken, and broken with pursuit or gone."""

    attacker: tuple[float, float, float]
    defender: tuple[float, float, float]


def _melees(state: State, sum_: int) -> Melee:
    """T13 Over the ten faces of the die; where players read their own and the pack has none, an even slope."""
    if state.charts.melee is None:
        tilt = sum_ / TEN
        return Melee((0.2, max(0.0, 0.2 - tilt), 0.0), (0.2, max(0.0, 0.2 + tilt), 0.0))
    counts = {"A": [0.0, 0.0, 0.0], "D": [0.0, 0.0, 0.0]}
    for die in range(TEN):
        lookup = Lookup(table="T13", die=die, modifiers=(Modifier(sum_, "limit of the sum", "11.3.1"),))
        cell = charts.found(state, lookup)
        side, _, kind = cell.result.partition("_")
        if side in counts:
            counts[side][2 if kind == "ELIM" or cell.pursuit else 1 if kind == "MB" else 0] += 1 / TEN
    return Melee(tuple(counts["A"]), tuple(counts["D"]))  # type: ignore[arg-type]


def harm(unit: Unit, chances: tuple[float, float, float]) -> float:
    """12.4.6 The share of its worth that a unit stands to lose: who is shaken breaks, who is broken is gone."""
    shaken, broken, gone = chances
    if unit.morale == "MB":
        return shaken + broken + gone
    return shaken * (BROKEN if unit.morale == "MS" else SHAKEN) + broken * BROKEN + gone * CAUGHT


def melee(state: State, attackers: tuple[UnitId, ...], defender: UnitId, hexes: tuple[HexId, ...]) -> float:
    """11.3 What a melee promises the attackers, everybody's pistols spent (11.3.9)."""
    armed = tuple(name for name in (*attackers, defender) if pistol.has(state, name))
    sum_ = total(reckon(state, Fight(attackers, defender, hexes, armed)))
    odds: Melee = state.ground.kept(("player melee", sum_), lambda: _melees(state, sum_))
    foe = state.units[defender]
    given = worth(state, foe) * harm(foe, odds.defender) + MELLAY.get(foe.formation, 0.0)
    return given - sum([_risk(state, state.units[name], odds) for name in attackers])


def _risk(state: State, unit: Unit, odds: Melee) -> float:
    return worth(state, unit) * harm(unit, odds.attacker) + MELLAY.get(unit.formation, 0.0)


def standing(state: State, name: UnitId, here: Here, *, momentum: bool) -> State:
    """The position if one unit stood there: of use to whatever does not ask for stacks."""
    unit = msgspec.structs.replace(
        state.units[name], hexes=here.hexes, facing=here.facing, formation=here.formation, momentum=momentum
    )
    return msgspec.structs.replace(state, units={**state.units, name: unit})


class Hurt(NamedTuple):
    """10.6 What a shot does on average."""

    ch: float
    fh: float
    mc: float


def _hurt(state: State, table: str, column: str, sum_: int) -> Hurt:
    all_in_one = (Modifier(sum_, "limit of the sum", "11.3.1"),)
    lookups = (Lookup(table=table, die=die, modifiers=all_in_one, column=column) for die in range(TEN))  # type: ignore[arg-type]
    cells = [charts.found(state, lookup) for lookup in lookups]
    return Hurt(
        sum(cell.ch for cell in cells) / TEN,
        sum(cell.fh for cell in cells) / TEN,
        sum(bool(cell.mc or cell.ch) for cell in cells) / TEN,
    )


def fire(state: State, name: UnitId, mode: FireMode, shots: Iterable[Shot], *, salvo: bool = False) -> float:
    """10.5, 10.6 What these shots promise; those at friends count against it."""
    frame = ResumeShots(firer=name, mode=mode, shots=(), salvo=salvo)
    return sum([_shot(state, frame, shot) for shot in shots])


def _shot(state: State, frame: ResumeShots, shot: Shot) -> float:
    firer, target = state.units[frame.firer], state.units.get(shot.target)
    if target is None:
        return 0.0
    table = table_of(firer)
    sum_ = total(modifiers(state, frame, shot))
    if takes_range(state, firer):
        far = state.ground.distance(shot.at, shot.to)
        value = charts.found(state, Lookup(table="T10", die=far, column=firer.card.gun)).value
        sum_ += total(range_modifiers(state, firer, value))
    column = column_of(state, firer, shot, salvo=frame.salvo)
    hurt: Hurt = state.ground.kept(("player fire", table, column, sum_), lambda: _hurt(state, table, column, sum_))
    each = worth(state, target)
    checks = 1.0 if frame.salvo else hurt.mc
    fails = checks * (TEN - 1 - min(morale(target), TEN - 1)) / TEN
    found = hurt.ch * (1 + each / TEN) + DISORDER * hurt.fh + CHECK * fails * each
    return found if target.side != firer.side else -found


def chance(needed: int | None, found: Iterable[Modifier]) -> float:
    """2.2 How likely a modified die is at or under a number."""
    return 0.0 if needed is None else min(max(needed - total(found) + 1, 0), TEN) / TEN
