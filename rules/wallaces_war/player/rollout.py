"""A cheap player, for thousands of games: every piece is looked at once a segment, and goes by the ground alone.

It keeps nothing between two orders. Each order is put together from the functions that would refuse it, so that it is
legal as it is given.
"""

from __future__ import annotations

from domain.kernel.facts import Order
from rules.wallaces_war import tables
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.movement.limits import moving_battle
from rules.wallaces_war.movement.movers import party
from rules.wallaces_war.player import files, marches
from rules.wallaces_war.player.minds import mind
from rules.wallaces_war.player.view import HEX, View
from rules.wallaces_war.player.walks import CHARGE, SHOT
from rules.wallaces_war.turn.asks import Decline


def _movement(view: View) -> Order:
    return files.next_order(view, view.units_of(moving_battle(view.state)), _move)


def _move(view: View, units: tuple[UnitId, ...]) -> Order | None:
    """7.1 Whoever may come up to the enemy looks where; everybody else goes by the ground."""
    unit, mover = view.state.units[units[0]], party(view.state, units)
    near = view.to_enemy(unit)
    if unit.shaken or near > mover.nature.allowance + 2 * HEX or not view.is_willing(unit.battle):
        return marches.plain(view, mover)
    if unit.kind in tables.FIRST_RANK:
        return marches.to_strike(view, mover)
    if near != (SHOT if unit.kind in tables.MISSILE else CHARGE):
        return marches.plain(view, mover)
    return marches.to_shoot(view, mover) if unit.kind in tables.MISSILE else marches.to_charge(view, mover)


MIND = mind(_movement, lambda _view: Decline())
choose = MIND.choose
