"""Orders that must be refused: the position, who gives each, and the order; made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Order
from rules.musket_and_pike.state import State
from tests.musket_and_pike.positions import give, position

Case = Callable[[], tuple[State, str, Order]]
Cases = Mapping[str, Case]  # by the row of the reference and what is wrong with it

BLUE_GUN, LIGHT_GUNS, WITH_HORSE, ON_FOOT, DRAGOONS, PIKES = (
    "blue-heavy-battery", "blue-light-guns", "blue-muskets-with-the-horse", "blue-horse-on-foot", "blue-dragoons",
    "blue-guns-with-the-foot",
)  # fmt: skip


def blue(given: Order, places: Mapping[str, str], **more: Any) -> Case:
    """An order of the active side, blue, in this position."""
    return lambda: (position(places, **more), "blue", given)


def after(state: State, *given: tuple[str, Order, tuple[int, ...]]) -> State:
    """The position once these orders have been given, each with its dice."""
    for by, order, dice in given:
        give(state, by, order, *dice)
    return state


def marked(state: State, unit: str, **fields: Any) -> State:
    """With something of a unit set by hand."""
    for name, value in fields.items():
        setattr(state.units[unit], name, value)
    return state
