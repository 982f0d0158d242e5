"""LL.6.gen.1 The unit an order speaks of: whether it may act, and who else stands on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side, UnitId
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitConfusedMove
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.state import State, Unit, enemy_of, on_table


class Other(NamedTuple):
    """Another unit on the table."""

    id: UnitId
    body: Body


class Actor(NamedTuple):
    """A unit about to act; `confused` if a card lets its enemy give it its action (LL.4.int.6)."""

    state: State
    id: UnitId
    unit: Unit
    body: Body
    confused: bool
    friends: tuple[Other, ...]
    enemies: tuple[Other, ...]
    brief: bool = False  # refusals are not read by anyone, so they need not say how far a unit came


def _standing(state: State, side: Side) -> Iterator[Other]:
    for unit_id, unit in on_table(state, side).items():
        yield Other(unit_id, body_of(state, unit))


def confusion(state: State) -> AwaitConfusedMove | None:
    """LL.4.int.6 The question put to the passive player whose card moves an enemy unit."""
    frame = state.core.pending[-1] if state.core.pending else None
    return frame if isinstance(frame, AwaitConfusedMove) else None


def actor_of(state: State, by: Side, unit_id: UnitId) -> Actor:
    """LL.6.gen.1 The unit, if this side may give it its one action of the phase."""
    unit, frame = state.units.get(unit_id), confusion(state)
    if unit is None or not unit.is_on_table:
        raise IllegalOrder("nobody there", "LL.6.gen.1", unit_id)
    if frame:
        _check_confused(frame, unit_id)
    elif unit.side != by:
        raise IllegalOrder("not yours to move", "LL.6.gen.1", unit_id, unit.side, by)
    _check_free(state, unit_id, unit)
    friends = tuple(other for other in _standing(state, unit.side) if other.id != unit_id)
    enemies = tuple(_standing(state, enemy_of(unit.side)))
    return Actor(state, unit_id, unit, body_of(state, unit), frame is not None, friends, enemies)


def _check_confused(frame: AwaitConfusedMove, unit_id: UnitId) -> None:
    """LL.4.int.6 The card speaks of one unit."""
    if unit_id != frame.unit:
        raise IllegalOrder("card for another", "LL.4.int.6", frame.card, frame.side, frame.unit)


def _check_free(state: State, unit_id: UnitId, unit: Unit) -> None:
    """LL.6.gen.1 Each unit moves or changes formation once, and not at all if a card forbids it (D58)."""
    if unit.acted:
        raise IllegalOrder("acted already", "LL.6.gen.1", unit_id)
    if barred := effects.is_barred(state, "unit_may_not_move", unit_id):
        raise IllegalOrder("held by a card", "LL.4.int.3", barred.card, unit_id)
