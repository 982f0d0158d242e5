"""The Move phase for tests: a field with some units on it, and orders that move them."""

from __future__ import annotations

from typing import Any

from domain.kernel.facts import Fact, Order
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.movement.asks import MoveUnit
from rules.longstreet_lite.movement.facts import UnitFormed, UnitMoved
from rules.longstreet_lite.sheets.rows import Effect
from rules.longstreet_lite.state import Active, State, Terrain, Unit
from tests.longstreet_lite import positions
from tests.longstreet_lite.positions import give


def field(units: dict[str, Unit], *pieces: Terrain, **more: Any) -> State:
    """A Move phase of us with nothing awaited."""
    return positions.position(units, *pieces, **({"phase": "move"} | more))


def march(unit: str, *path: str, difficult: bool = False, use_card: bool = False) -> MoveUnit:
    return MoveUnit(unit=unit, path=path, difficult=difficult, use_card=use_card)


def moved(state: State, unit: str, *path: str, by: str = "us", **order: bool) -> UnitMoved:
    """The one fact of a move that is accepted."""
    fact = only(state, march(unit, *path, **order), by)
    assert isinstance(fact, UnitMoved)
    return fact


def formed(state: State, order: Order, by: str = "us") -> UnitFormed:
    fact = only(state, order, by)
    assert isinstance(fact, UnitFormed)
    return fact


def only(state: State, order: Order, by: str = "us") -> Fact:
    """The one fact an accepted order leads to."""
    (fact,) = give(SYSTEM, state, by, order)
    return fact


def refused(state: State, order: Order, by: str = "us") -> str:
    """The rule and what is said, in one line."""
    return str(positions._refused(SYSTEM, state, by, order))


def with_card(state: State, card: str, by: str = "us", unit: str = "", **effect: Any) -> State:
    """A card's effect in force."""
    state.effects.append(Active(card=card, by=by, effect=Effect(**effect), unit=unit))
    return state
