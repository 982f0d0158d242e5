"""One order that must be refused: the position, who gives it, and the order; made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.facts import Order
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.state import State
from tests.longstreet_lite.positions import give

Case = Callable[[], tuple[State, str, Order]]
Cases = Mapping[str, Case]  # by the number of the row and what is wrong with it


def after(state: State, *given: tuple[str, Order, tuple[int, ...]]) -> State:
    """The position once these orders have been given, each with its dice."""
    for by, order, dice in given:
        give(SYSTEM, state, by, order, *dice)
    return state
