"""BP.mov Who moves: the unit, the ground it covers, and who stands about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.tabletop.bodies import do_overlap, extent_of
from domain.tabletop.bounds import Bounds
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.position import commanders_with, is_engaged, may_be_near, on_table, own_unit
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import (
    BATTALION_HAND_MOVE,
    FOOT_MOVE,
    HAND_MOVE,
    HORSE_MOVE,
    INCH,
    SQUARE_MOVE,
    TOUCH,
)
from rules.black_powder.units.footprint import Body, body_of
from rules.black_powder.units.measuring import scaled
from rules.black_powder.units.profile import gun_class, is_gun, is_horse

Company = tuple[tuple[CommanderId, ...], tuple[CommanderId, ...]]  # commanders left behind, and those who go along


class Actor(NamedTuple):
    state: State
    id: UnitId
    unit: Unit
    body: Body


def actor_of(state: State, side: Side, name: UnitId) -> Actor:
    """BP.hth.2 A unit that may move at all: engaged units do not."""
    unit = own_unit(state, side, name, "BP.mov.2")
    if is_engaged(state, name):
        raise IllegalOrder("engaged", "BP.hth.2", name)
    return Actor(state, name, unit, body_of(state, unit))


def allowance(state: State, unit: Unit) -> int:
    """BP.mov.1 One move; siege guns as foot artillery; guns in position are moved by hand."""
    return scaled(state, _inches(state, unit))


def _inches(state: State, unit: Unit) -> int:
    if is_gun(unit):
        kind = gun_class(state, unit)
        if unit.formation == "unlimbered":
            return BATTALION_HAND_MOVE if kind == "battalion" else HAND_MOVE
        return HORSE_MOVE if kind == "horse" else FOOT_MOVE
    if unit.formation == "square":
        return SQUARE_MOVE
    return HORSE_MOVE if is_horse(unit) else FOOT_MOVE


def others(actor: Actor, within: Bounds) -> Iterator[tuple[UnitId, Unit, Body]]:
    """Everyone else who may stand on this ground or touch it; those far off are passed over by where they stand."""
    west, south, east, north = within
    for name, unit in on_table(actor.state).items():
        if name != actor.id and may_be_near(actor.state, unit, west, east, south, north, INCH):
            yield name, unit, body_of(actor.state, unit)


def friend_under(actor: Actor, end: Body) -> UnitId:
    """BP.mov.5 A friend one would stand on."""
    near = others(actor, extent_of(end))
    found = (name for name, unit, body in near if unit.side == actor.unit.side and do_overlap(end, body, TOUCH))
    return next(found, "")


def company(state: State, name: UnitId) -> Company:
    """BP.cdm.4, BP.foll.3 Commanders whom a move of the Command phase leaves behind, and him who leads it."""
    order, with_it = state.order, commanders_with(state, name)
    along = tuple(who for who in with_it if order and order.kind == "follow me" and order.commander == who)
    return tuple(who for who in with_it if who not in along), along
