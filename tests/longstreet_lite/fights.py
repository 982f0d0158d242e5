"""Small positions of the Combat phase: charges made, combats carried as far as a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from domain.kernel.facts import Fact
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.combat.asks import Charge, EndCharges
from rules.longstreet_lite.combat.engagement import all_engaged
from rules.longstreet_lite.combat.facts import Engaged, UnitCharged
from rules.longstreet_lite.sheets.rows import Effect
from rules.longstreet_lite.state import Active, State, Terrain, Unit
from tests.longstreet_lite.positions import give, position, refusal, said

FULL = {"us": ("steady-boys",) * 6, "cs": ("steady-boys",) * 6}
F = TypeVar("F", bound=Fact)


def table(units: dict[str, Unit], *pieces: Terrain, **settings: Any) -> State:
    """US is active in a Combat phase invoked with one card; both hands are full, so that nobody draws after it."""
    return position(units, *pieces, **{"phase": "combat", "hands": FULL, **settings})


def charge(state: State, unit: str = "us", wheel: str = "") -> UnitCharged:
    """The charge as it was made."""
    (fact,) = give(SYSTEM, state, "us", Charge(unit=unit, wheel=wheel))
    assert isinstance(fact, UnitCharged)
    return fact


def refused(state: State, unit: str = "us", wheel: str = "") -> str:
    """The rule that refuses a charge."""
    return refusal(SYSTEM, state, "us", Charge(unit=unit, wheel=wheel))


def told(state: State, unit: str = "us", wheel: str = "") -> str:
    """What a refused charge is told."""
    return said(SYSTEM, state, "us", Charge(unit=unit, wheel=wheel))


def struck(fact: UnitCharged) -> dict[str, tuple[str, bool]]:
    """Whom a charge touched, where, and whether that flanks."""
    return {touched.unit: (touched.edge, touched.flanked) for touched in fact.touched}


def engaged_by(state: State, unit: str = "us") -> dict[str, Engaged]:
    """Whom a unit that has charged would attack."""
    facts = (fact for fact in all_engaged(state) if fact.unit == unit)
    return {met.unit: met for fact in facts for met in fact.engaged}


def fight(state: State, *dice: int) -> list[Fact]:
    """All charges are made: what follows of itself."""
    return give(SYSTEM, state, "us", EndCharges(), *dice)


def of(kind: type[F], facts: Sequence[Fact]) -> list[F]:
    return [fact for fact in facts if isinstance(fact, kind)]


def one(kind: type[F], facts: Sequence[Fact]) -> F:
    (fact,) = of(kind, facts)
    return fact


def card(state: State, by: str, unit: str = "", *, name: str = "cold-steel", **effect: Any) -> None:
    """An effect in force, as if a card had been played."""
    state.effects.append(Active(card=name, by=by, effect=Effect(**effect), unit=unit))
