"""8.1 The cheapest way of one piece to a hex, what a way costs, and where one that is begun may lead next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from domain.kernel.chapter import Wayfinding
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import checks, costs, march_choices, marching
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
        mover = costs.mover(state, asked.unit, by, asked.pace)
        costs.terms(Field(state, mover.side, mover.name), mover).check_open(to)
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


def onward(state: State, by: Side, given: Mapping[str, Any], begun: tuple[HexId, ...]) -> Iterator[HexId]:
    """8.1a Every hex that may be entered next on a path as far as it goes; each is judged as the order would be."""
    for to in _next_to(state, given["unit"], begun):
        order = MoveUnit(**{**given, "path": (*begun, to), "more": to != OFF_MAP})
        with suppress(IllegalOrder):
            _check(state, by, order)
            yield to


def _next_to(state: State, name: PieceId, begun: tuple[HexId, ...]) -> tuple[HexId, ...]:
    """Where a step may lead at all; a piece that is yet to enter begins at an entry hex."""
    known = name in state.units or name in state.hmcs
    if not known or (begun and not state.ground.is_on_map(begun[-1])):
        return ()
    at = begun[-1] if begun else piece(state, name).at
    if begun or at in state.stacks:
        return (*state.ground.near(at), OFF_MAP)
    return tuple(dict.fromkeys(state.ground.entry_hexes.values()))


def _check(state: State, by: Side, order: MoveUnit) -> None:
    if state.march is None:
        checks.check_move(state, order, by)
        return
    march = state.march
    if (march.unit, march.by) != (order.unit, by):
        raise IllegalOrder("on the move", "8.1a", march.unit)
    mover = costs.mover(state, march.unit, march.by, march.pace)
    checks.check_further(Field(state, mover.side, mover.name), mover, order)


WAY = Wayfinding(cheapest, price, onward)
