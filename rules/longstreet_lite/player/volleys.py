"""LL.5 Firing: what each unit's fire promises, and who fires next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from domain.kernel.errors import is_legal
from domain.kernel.facts import Order, UnitId
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.fire.aiming import has_target, left_alone
from rules.longstreet_lite.fire.asks import EndFire, FireUnit
from rules.longstreet_lite.fire.firers import bar_of_unit
from rules.longstreet_lite.fire.firing import check_firing_order
from rules.longstreet_lite.fire.to_hit import ready
from rules.longstreet_lite.player import assaults
from rules.longstreet_lite.player.view import View
from rules.longstreet_lite.state import State, on_table
from rules.longstreet_lite.tables import DIE, TO_HIT


def sixths(view: View, unit_id: UnitId) -> int:
    """LL.5.hit Hits to be expected of a unit's fire, in sixths; 0 if it cannot fire."""
    if bar_of_unit(view.state, unit_id):
        return 0
    return view.kept(("sixths", unit_id), view.shots_of(unit_id), lambda: _sixths(view.state, unit_id))


def _sixths(state: State, unit_id: UnitId) -> int:
    fire = left_alone(state, unit_id)
    shots = [ready(fire.view, aim) for aim in fire.aims]
    return sum(TO_HIT[shot.mode].dice * (DIE + 1 - shot.needs) for shot in shots)


def is_worth_a_card(view: View) -> bool:
    """Whether all fire together, less that of units that had better charge, promises a hit."""
    return any(promised >= DIE for promised in accumulate(sixths(view, unit) for unit in _firing(view)))


def _firing(view: View) -> Iterator[UnitId]:
    """LL.7.elig.2 Smoke bars a charge: who is about to charge does not fire."""
    kept = {order.unit for order in assaults.wanted(view)}
    return (name for name in on_table(view.state, view.side) if name not in kept)


def next_order(view: View) -> Order:
    for unit in _firing(view):
        if _has_target(view, unit) and in_order(view.state, unit):
            named = effects.nameable(view.state, "die_modifier", unit, view.side)
            return FireUnit(unit=unit, use_card=named is not None)
    return EndFire()


def _has_target(view: View, unit_id: UnitId) -> bool:
    if bar_of_unit(view.state, unit_id):
        return False
    key = view.shots_of(unit_id)
    promised = view.recalled(("sixths", unit_id), key)
    if promised is not None:
        return promised > 0
    return view.kept(("target", unit_id), key, lambda: has_target(view.state, unit_id))


def in_order(state: State, unit: UnitId) -> bool:
    """LL.5.gen.2"""
    return is_legal(check_firing_order, state, unit)
