"""8.1 The cheapest way of one piece to a hex, for whoever names only where it is to end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.chapter import Wayfinding
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import costs, march_choices, marching
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.marching import Outset
from rules.gettysburg.position import piece
from rules.gettysburg.state import State


def cheapest(state: State, by: Side, given: Mapping[str, Any], to: HexId) -> MoveUnit | None:
    """8.1b Of the legal moves that end there, in the manner asked for, the one of the least points.

    Another manner is never chosen for the giver: it may shake the unit or give up its attack.
    """
    asked = MoveUnit(**given)
    moves = [order for order in _moves(state, asked.unit, by) if order.path]
    there = [order for order in moves if order.path[-1] == to]
    fits = [order for order in there if _is_so(order, asked)]
    if not fits and there:
        raise IllegalOrder("reached in another manner", "8.1a", asked.unit, to, *_manner(there[0]))
    if not fits and moves and to not in state.ground.near(piece(state, asked.unit).at):
        raise IllegalOrder("out of reach", "6.2b", asked.unit, to)
    if not fits:
        return None  # the rules of a single step say why
    best = min(fits, key=lambda order: _halves(state, by, order))
    return msgspec.structs.replace(best, more=asked.more)


def _moves(state: State, name: PieceId, by: Side) -> Iterator[MoveUnit]:
    """What the piece can do now, begin or go on."""
    if state.march is not None:
        yield from march_choices.further_moves(state) if state.march.unit == name and state.march.by == by else ()
    elif state.core.phase == "movement":
        yield from march_choices.opening_moves(Field(state, state.core.active), name, by)


def _is_so(order: MoveUnit, asked: MoveUnit) -> bool:
    """As many forced points as are needed, and no more than were offered."""
    same = (order.recover, order.pace, order.charge) == (asked.recover, asked.pace, asked.charge)
    return same and order.forced <= asked.forced


def _manner(order: MoveUnit) -> Iterator[str]:
    if order.recover:
        yield "recover=yes"
    if order.pace != "normal":
        yield f"pace={order.pace}"
    if order.forced:
        yield f"forced={order.forced}"
    if order.charge:
        yield f"charge={order.charge}"


def price(state: State, by: Side, order: MoveUnit) -> Reason:
    return Reason("march costs", "8.1b", (_halves(state, by, order),))


def _halves(state: State, by: Side, order: MoveUnit) -> int:
    """8.1b The half-points of a whole path, step by step as the march itself will pay them."""
    mover = costs.mover(state, order.unit, by, order.pace)
    field, at = Field(state, mover.side, mover.name), piece(state, order.unit).at
    outset = Outset(at if at in state.stacks else "", costs.FAR, 0, False, order.charge)
    return costs.FAR - marching.check_path(field, mover, outset, order.path).left


WAY = Wayfinding(cheapest, price)
