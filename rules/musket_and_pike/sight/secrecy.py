"""5.5.3, 6.3.3 Who may see what: the two choices of the set-up are their own side's until both are made."""

from __future__ import annotations

from typing import Final

from domain.kernel import sealed
from domain.kernel.facts import Fact, Order, Side
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn.asks import ChooseOpenOrder, ChooseOrders
from rules.musket_and_pike.turn.facts import OpenOrderSealed, OrdersSealed

SEALED: Final[frozenset[type[Order] | type[Fact]]] = frozenset(
    {ChooseOrders, ChooseOpenOrder, OrdersSealed, OpenOrderSealed}
)


def seen_by(_state: State, fact: Fact) -> tuple[Side, ...] | None:
    """Asked before the fact is folded; None is everyone."""
    return sealed.seen_by(fact, SEALED)
