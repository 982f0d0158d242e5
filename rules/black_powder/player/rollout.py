"""A cheap player, for many games: everybody goes at the nearest enemy, shoots the nearest, and charges his like.

It keeps nothing between two orders. Each order is put together from the functions that would refuse it, so that it is
legal as it is given.
"""

from __future__ import annotations

from domain.kernel.errors import is_legal
from domain.tabletop.angles import Point
from rules.black_powder.charges import charging
from rules.black_powder.ids import UnitId
from rules.black_powder.movement.actor import allowance
from rules.black_powder.movement.limits import must_reform
from rules.black_powder.player import odds, shots, wishes
from rules.black_powder.player.commands import Manner
from rules.black_powder.player.minds import mind
from rules.black_powder.player.view import View
from rules.black_powder.player.wishes import Wish
from rules.black_powder.tables import INCH
from rules.black_powder.units.profile import default_formation, is_gun

HALTS = 8 * INCH  # of an enemy


def _wish(view: View, name: UnitId, aim: Point | None) -> Wish | None:
    """Straight at the nearest enemy."""
    unit, foe = view.state.units[name], view.nearest(name)
    if foe is None or aim is None or unit.formation in ("building", "unlimbered", "square"):
        return None
    if must_reform(view.state, unit):
        return Wish("form", formation=default_formation(unit))
    toward = view.bearing_to(name, foe.at)
    if foe.gap <= wishes.LINE_AT and unit.formation in ("march_column", "attack_column"):
        return Wish("form", toward, formation=default_formation(unit))
    if is_gun(unit) and foe.gap <= view.range_of(unit) // 2:
        return Wish("unlimber", toward)
    length = min(allowance(view.state, unit), foe.gap - HALTS)
    return Wish("advance", toward, length) if length >= wishes.WORTH_A_MOVE else None


def _charge(view: View, name: UnitId) -> Wish | None:
    """The nearest, if it is no stronger."""
    state, unit, foe = view.state, view.state.units[name], view.nearest(name)
    if foe is None or not wishes.may_think_of_charging(unit) or foe.gap > allowance(state, unit):
        return None
    if odds.strength(unit) < odds.strength(state.units[foe.name]) or not is_legal(
        charging.check, state, name, foe.name
    ):
        return None
    return Wish("charge", target=foe.name)


MIND = mind(Manner(_wish, _charge, tries=3, rallies=False, alone=False), shots.nearest)
choose = MIND.choose
