"""A cheap player, for thousands of games: every piece is looked at once a segment, and goes by the ground alone.

It keeps nothing between two orders. Each order is put together from the functions that would refuse it, so that it is
legal as it is given.
"""

from __future__ import annotations

from domain.kernel.facts import Order
from domain.kernel.player import Mind, answered, planned
from rules.wallaces_war import tables
from rules.wallaces_war.book import BOOK
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.movement.limits import moving_battle
from rules.wallaces_war.movement.movers import party
from rules.wallaces_war.player import assaults, bids, chits, facings, files, marches, posts, shots
from rules.wallaces_war.player.answers import ANSWERS
from rules.wallaces_war.player.view import HEX, View
from rules.wallaces_war.player.walks import CHARGE, SHOT
from rules.wallaces_war.state import (
    ACTIVATION,
    ADJUSTMENT,
    DECISION,
    DEFENSIVE_FIRE,
    EXTENSION,
    INITIATIVE,
    LISTS,
    MELEE,
    MOVEMENT,
    OFFENSIVE_FIRE,
    PLACING,
    REACTION,
    REPLACEMENT,
    SET_UP,
    TOP_UP,
    State,
)
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


def _reaction(view: View) -> Order | None:
    """4.6a"""
    return _movement(view) if view.state.turn.reacting else Decline()


MIND = Mind[State](
    book=BOOK,
    no=Decline,
    plans={
        LISTS: chits.listed,
        TOP_UP: chits.topped_up,
        PLACING: chits.placed,
        SET_UP: planned(View, posts.next_order),
        REPLACEMENT: chits.replaced,
        INITIATIVE: planned(View, bids.bid),
        ACTIVATION: planned(View, bids.activate),
        MOVEMENT: planned(View, _movement),
        ADJUSTMENT: planned(View, facings.next_order),
        DEFENSIVE_FIRE: planned(View, shots.next_order),
        OFFENSIVE_FIRE: planned(View, shots.next_order),
        MELEE: planned(View, assaults.next_order),
        EXTENSION: planned(View, assaults.further),
        DECISION: planned(View, bids.go_on),
        REACTION: planned(View, _reaction),
    },
    answers={frame: answered(View, reply) for frame, reply in ANSWERS.items()},
)
choose = MIND.choose
