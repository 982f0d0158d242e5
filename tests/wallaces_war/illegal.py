"""Orders that must be refused: the position, who gives each, and the order; made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Order
from rules.wallaces_war.state import State
from tests.wallaces_war.positions import at, give, position

Case = Callable[[], tuple[State, str, Order]]
Cases = Mapping[str, Case]  # by the number of the row and what is wrong with it
E, S = "english", "scots"
A = at(0, 0)
NW, NE, EAST, SE, SW, WEST = at(0, -1), at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0)


def after(state: State, *given: tuple[str, Order, tuple[int, ...]]) -> State:
    """The position once these orders have been given, each with its dice."""
    for by, order, dice in given:
        give(state, by, order, *dice)
    return state


def changed(state: State, **fields: Any) -> State:
    """A position with something of the turn set by hand."""
    for name, value in fields.items():
        setattr(state.turn, name, value)
    return state


def bidding(tracks: dict[str, list[int]], history: list[str], **more: Any) -> State:
    """B1 of a turn, with these chits on the tracks and none on the others."""
    state = position({}, phase="initiative", **more)
    state.turn.initiative, state.turn.battle, state.core.active = "", "", ""
    state.history = history
    for name, battle in state.battles.items():
        battle.track = tracks.get(name, [-1] * len(battle.track))
    return state
