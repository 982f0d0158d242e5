"""Positions of the Combat Phase for tests: who has declared what, and the facts of one kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from domain.kernel.chapter import Choice
from domain.kernel.facts import Fact
from rules.gettysburg import SYSTEM
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.state import Declared, State
from tests.gettysburg.positions import position
from tests.gettysburg.small_maps import small_ground

F = TypeVar("F", bound=Fact)
CLEAR = small_ground(entry_hexes={"A": "1234", "F": "4000"})
C, U = "confederate", "union"


def ground(**features: Any) -> Ground:
    return small_ground(entry_hexes={"A": "1234", "F": "4000"}, **features)


def combat(
    places: Mapping[str, str],
    attacks: Mapping[str, str] | None = None,
    *,
    charges: Mapping[str, str] | None = None,
    trains: Mapping[str, str] | None = None,
    shots: Mapping[str, tuple[str, str]] | None = None,
    aims: Mapping[str, str] | None = None,
    ground: Ground = CLEAR,
    **more: Any,
) -> State:
    """The Confederate Combat Phase after these declarations: unit to hex, artillery to hex and unit."""
    state = position(places, phase="combat", ground=ground, **more)
    declared = state.turn.declared
    for unit, target in (attacks or {}).items():
        declared[unit] = Declared(kind="attack", target=target, aim=(aims or {}).get(unit, ""))
    for unit, target in (charges or {}).items():
        declared[unit] = Declared(kind="charge", target=target)
    for unit, target in (trains or {}).items():
        declared[unit] = Declared(kind="train", target=target)
    for unit, (target, aim) in (shots or {}).items():
        declared[unit] = Declared(kind="bombardment", target=target, aim=aim)
    return state


def of(kind: type[F], facts: Sequence[Fact]) -> list[F]:
    return [fact for fact in facts if isinstance(fact, kind)]


def kinds(facts: Sequence[Fact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def listed(state: State) -> list[Choice]:
    return list(SYSTEM.book.choices(state))


def awaited(state: State) -> str:
    """The name of the window that is open; empty if none is."""
    return type(state.core.pending[-1]).__name__ if state.core.pending else ""
