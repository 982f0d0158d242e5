"""What a charge promises: casualties done and taken in the first round, with supports, by the tables of the fight."""

from __future__ import annotations

from domain.kernel.reasons import total
from domain.tabletop.measure import Edge
from rules.black_powder.charges.declaring import face_of, side_struck
from rules.black_powder.combat import dice
from rules.black_powder.combat.allocation import SIDE_DICE
from rules.black_powder.combat.score import GARRISON, SQUARE
from rules.black_powder.combat.support import can_support
from rules.black_powder.ids import UnitId
from rules.black_powder.player.view import View, distance
from rules.black_powder.position import is_engaged, is_shaken
from rules.black_powder.rulings import is_on
from rules.black_powder.shooting import closing, saves
from rules.black_powder.shooting.cover import cover_of
from rules.black_powder.shooting.shots import EASIEST, HARDEST, TO_HIT
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import DIE, INCH
from rules.black_powder.units.footprint import body_of, centre
from rules.black_powder.units.profile import has, is_foot, is_gun, is_horse, is_skirmishing

NEVER = -99.0
BACKED = 9 * INCH  # from middle to middle: a friend so near will probably be in support
MOST_BACKED = 2


def of_charge(view: View, name: UnitId, target: UnitId) -> float:
    """BP.res.1 How far ahead the charger may expect to be after the first round."""
    state, unit, foe = view.state, view.state.units[name], view.state.units[target]
    flank = face_of(foe, side_struck(state, name, target)) != "front"
    if is_horse(unit) and _forms_square(state, foe, flank):
        return NEVER
    done = _blows(state, name, unit, charging=True) * _unsaved(state, foe, unit)
    taken = _blows(state, target, foe, charging=False, flank=flank) * _unsaved(state, unit, None)
    backing = backed(view, name) - (0 if flank else backed(view, target))
    return done + backing - taken - _fire(state, name, target, flank=flank) - _walls(unit, foe)


def _forms_square(state: State, foe: Unit, flank: bool) -> bool:
    """BP.fsq.1 Horse is wasted on troops that will stand in square."""
    return has(foe, "BP.sr.FSq") and not flank and not is_on(state, "no_squares") and foe.formation != "march_column"


def chance(modifiers: int) -> float:
    """BP.hth.6"""
    return (DIE + 1 - min(max(TO_HIT - modifiers, EASIEST), HARDEST)) / DIE


def _blows(state: State, name: UnitId, unit: Unit, *, charging: bool, flank: bool = False) -> float:
    """BP.hth.4, BP.hth.6 Hits to be expected."""
    if unit.formation in ("square", "building") and not is_gun(unit):
        number = SIDE_DICE
    else:
        number = total(dice.dice_of(state, name))
    modifiers = charging - (unit.disordered or is_shaken(unit)) - is_skirmishing(unit) - flank
    return chance(modifiers) * (number / 2 if flank else number)


def _unsaved(state: State, unit: Unit, by: Unit | None) -> float:
    """BP.hth.7, BP.hth.8 The share of hits that become casualties; who is charged has his cover."""
    bonus = 0
    if by is not None:
        cover = cover_of(state, unit, centre(body_of(state, by)))
        bonus = cover.bonus if cover and cover.counts else 0
    if not unit.profile.save:
        return 1.0
    needs = min(max(unit.profile.save - bonus, saves.EASIEST), saves.HARDEST)
    return (needs - 1) / DIE


def _fire(state: State, name: UnitId, target: UnitId, *, flank: bool) -> float:
    """BP.clo.4 What closing fire costs."""
    unit, foe = state.units[name], state.units[target]
    if flank or is_engaged(state, target) or closing.bar(state, target, name):
        return 0.0
    modifiers = 1 - (foe.disordered or is_shaken(foe)) - is_skirmishing(unit)
    number = foe.profile.shooting[0] if foe.profile.shooting else 0
    fails = 1.0 if is_gun(foe) else _unsaved(state, unit, None)
    return number * chance(modifiers) * fails


def _walls(unit: Unit, foe: Unit) -> float:
    """BP.sq.7, BP.bld.6"""
    if foe.formation == "building" and not is_gun(foe):
        return GARRISON.get(foe.profile.size, 0)
    return SQUARE if foe.formation == "square" and is_horse(unit) else 0


def backed(view: View, name: UnitId) -> int:
    """BP.sup.2 Friends that would be in support, at a guess."""
    state, here = view.state, view.middle(name)
    if state.units[name].formation in ("skirmish", "square", "building") or is_gun(state.units[name]):
        return 0
    side = state.units[name].side
    near = (
        other
        for other, unit in state.units.items()
        if other != name and unit.is_on_table and unit.side == side and can_support(state, other)
    )
    return min(sum(1 for other in near if distance(here, view.middle(other)) <= BACKED), MOST_BACKED)


def is_soft(state: State, target: UnitId) -> bool:
    """Disordered, shaken, or a gun: whom it is good to charge."""
    foe = state.units[target]
    return foe.disordered or is_shaken(foe) or is_gun(foe) or foe.formation == "march_column"


def is_taken_in_flank(state: State, name: UnitId, target: UnitId) -> bool:
    foe = state.units[target]
    return (
        face_of(foe, side_struck(state, name, target)) != "front" and side_struck(state, name, target) is not Edge.FRONT
    )


def strength(unit: Unit) -> int:
    """Dice and stamina left, for the cheap player."""
    worn = is_shaken(unit) or unit.disordered
    return unit.profile.hth - unit.casualties - (2 if worn else 0) + (1 if is_foot(unit) else 0)
