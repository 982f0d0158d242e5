"""8.1, 15.5, 22.4 What must hold before a piece moves, or moves on: its manner, its points, every step of its path."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from rules.gettysburg import tables
from rules.gettysburg.ids import OFF_MAP
from rules.gettysburg.movement import activation, costs, march_choices, marching, modes
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.marching import Outset
from rules.gettysburg.position import piece
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import POOL, State


class Plan(NamedTuple):
    """A move found to be in order."""

    field: Field
    mover: Mover
    here: Outset


def check_move(state: State, order: MoveUnit, by: Side) -> Plan:
    """O1 to O7, O11, O14, O16 All that can be known before the first step."""
    heed(activation.move_bar(state, order.unit, by, leaves_hex=bool(order.path)))
    mover = costs.mover(state, order.unit, by, order.pace)
    field = Field(state, mover.side, mover.name)
    at = piece(state, order.unit).at
    start = at if at in state.stacks else ""
    _check_purpose(order, at)
    heed(modes.pace_bar(field, mover, start))
    _check_disengagement(field, order)
    if order.recover:
        heed(modes.recovery_bar(field, mover, start))
    if order.forced:
        was = modes.bars_force(field, mover, recovers=order.recover)
        _check_forced(field, mover, order, so_far=0, was_disrupted=was)
    if order.charge:
        _check_charger(field, mover, order)
    left = modes.allowance(mover, charges=bool(order.charge))
    here = Outset(start, left, 0, bool(start) and modes.is_held(field, mover, start), order.charge)
    paid = tables.RECOVERY_COST if order.recover else 0
    purse = here._replace(left=left - paid + order.forced * tables.MP)
    _check_charge_end(field, mover, marching.check_path(field, mover, purse, order.path), more=order.more)
    return Plan(field, mover, here)


def _check_purpose(order: MoveUnit, at: str) -> None:
    if at == POOL and not order.path:
        raise IllegalOrder("entry hex first", "10.1a", order.unit)
    if not order.path and not order.recover and not order.charge:
        raise IllegalOrder("move without a purpose", "8.1a", order.unit)


def _check_disengagement(field: Field, order: MoveUnit) -> None:
    """D42 A One hex is no disengagement."""
    short = len(order.path) <= (0 if reading(field.state, "D42") == "B" else 1)
    if order.pace == "disengage" and short and not order.more:
        raise IllegalOrder("one hex is no disengagement", "22.2")


def _check_forced(field: Field, mover: Mover, order: MoveUnit, *, so_far: int, was_disrupted: bool) -> None:
    """22.4"""
    heed(modes.force_bar(field, mover, was_disrupted=was_disrupted))
    if so_far + order.forced > tables.MOST_FORCED:
        raise IllegalOrder("forced too far", "22.4", tables.MOST_FORCED, so_far + order.forced)
    if not order.path:
        raise IllegalOrder("forced nowhere", "22.4")


def _check_charger(field: Field, mover: Mover, order: MoveUnit) -> None:
    """15.5a"""
    heed(modes.charger_bar(field, mover))
    heed(modes.charged_bar(field, order.charge))
    if order.forced or order.recover or OFF_MAP in order.path:
        raise IllegalOrder("plain charge", "15.5a")


def _check_charge_end(field: Field, mover: Mover, end: Outset, *, more: bool) -> None:
    """15.5a A charge ends next to the hex it names; where it is to go on, that hex stays within its reach."""
    bar = march_choices.charge_bar(field, mover, end.at, end.charge) if end.charge else None
    if bar and not (more and march_choices.can_charge_on(field, mover, end.at, end.left, end.charge)):
        raise bar


def check_further(field: Field, mover: Mover, order: MoveUnit) -> None:
    """8.1a The same of a further order to the piece on the move."""
    march = field.state.on_march
    if order.pace not in ("normal", march.pace):
        raise IllegalOrder("pace is kept", "8.1a", mover.name, march.pace)
    if not order.path and not order.recover and not order.charge:
        raise IllegalOrder("nowhere to go on to", "8.1a")
    if order.recover:
        heed(march_choices.further_recovery_bar(field, mover))
    if order.forced:
        _check_further_force(field, mover, order)
    here = marching.outset(field.state, march)
    if order.charge and order.charge != march.charge:
        here = _check_late_charge(field, mover, order, here)
    paid = tables.RECOVERY_COST if order.recover else 0
    here = here._replace(left=here.left - paid + order.forced * tables.MP)
    _check_charge_end(field, mover, marching.check_path(field, mover, here, order.path), more=order.more)


def _check_further_force(field: Field, mover: Mover, order: MoveUnit) -> None:
    """22.4, D25 During a move, by whether it was Disrupted at its start; under B by whether it still would be."""
    march = field.state.on_march
    was = march.was_disrupted
    if reading(field.state, "D25") == "B":
        was = modes.bars_force(field, mover, recovers=order.recover)
    if march.charge or order.charge:
        raise IllegalOrder("plain charge", "15.5a")
    _check_forced(field, mover, order, so_far=march.forced // tables.MP, was_disrupted=was)


def _check_late_charge(field: Field, mover: Mover, order: MoveUnit, here: Outset) -> Outset:
    """15.5a, D66 Announced on the way, before it comes next to enemy infantry."""
    march = field.state.on_march
    _check_charger(field, mover, order)
    heed(march_choices.late_charge_bar(field, mover))
    return here._replace(left=tables.CHARGE_ALLOWANCE - march.spent, charge=order.charge)
