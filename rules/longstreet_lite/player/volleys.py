"""LL.5 Firing: what each unit's fire promises, and who fires next."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order, Side, UnitId
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.fire.aiming import plan_fire
from rules.longstreet_lite.fire.asks import EndFire, FireUnit
from rules.longstreet_lite.fire.firers import bar_of_unit
from rules.longstreet_lite.fire.firing import check_firing_order
from rules.longstreet_lite.fire.to_hit import ready
from rules.longstreet_lite.player import assaults
from rules.longstreet_lite.state import State, on_table
from rules.longstreet_lite.tables import DIE, TO_HIT

WORTH_A_CARD = DIE  # sixths: one hit


def sixths(state: State, side: Side, unit_id: UnitId) -> int:
    """LL.5.hit Hits to be expected of a unit's fire, in sixths; 0 if it cannot fire."""
    try:
        fire = plan_fire(state, side, FireUnit(unit=unit_id))
    except IllegalOrder:
        return 0
    shots = [ready(fire.view, aim) for aim in fire.aims]
    return sum(TO_HIT[shot.mode].dice * (DIE + 1 - shot.needs) for shot in shots)


def promise(state: State, side: Side) -> int:
    """What all fire together, less that of units that had better charge, promises."""
    return sum(sixths(state, side, unit) for unit in _firing(state, side))


def _firing(state: State, side: Side) -> Iterator[UnitId]:
    """LL.7.elig.2 Smoke bars a charge: who is about to charge does not fire."""
    kept = {order.unit for order in assaults.wanted(state, side)}
    return (name for name in on_table(state, side) if name not in kept)


def next_order(state: State, side: Side) -> Order:
    for unit in _firing(state, side):
        if bar_of_unit(state, unit) is None and sixths(state, side, unit):
            named = effects.nameable(state, "die_modifier", unit, side)
            order = FireUnit(unit=unit, use_card=named is not None)
            if in_order(state, unit):
                return order
    return EndFire()


def in_order(state: State, unit: UnitId) -> bool:
    """LL.5.gen.2"""
    try:
        check_firing_order(state, unit)
    except IllegalOrder:
        return False
    return True
