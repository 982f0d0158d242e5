"""BP.fsq, BP.bsq Facts of the advanced chapter. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from rules.black_powder.ids import UnitId
from rules.black_powder.state import State

SquareResult = Literal["square", "disordered square", "no square"]


class SquareTested(Fact, frozen=True, kw_only=True):
    """BP.fsq.2 A unit forms square before a charge, or fails to."""

    unit: UnitId
    charger: UnitId
    dice: tuple[int, ...]
    result: SquareResult


class BrigadeSquareFormed(Fact, frozen=True, kw_only=True):
    """BP.bsq.2 These stand as a brigade square, under the name of the first."""

    name: UnitId
    units: tuple[UnitId, ...]


class BrigadeSquareDissolved(Fact, frozen=True, kw_only=True):
    """BP.bsq.7"""

    name: UnitId
    why: Reason


def _formed(state: State, fact: BrigadeSquareFormed) -> None:
    for name in fact.units:
        state.units[name].in_brigade_square = fact.name


def _dissolved(state: State, fact: BrigadeSquareDissolved) -> None:
    for unit in state.units.values():
        if unit.in_brigade_square == fact.name:
            unit.in_brigade_square = ""


def _tested(state: State, fact: SquareTested) -> None:
    unit = state.units[fact.unit]
    unit.turn.squared = fact.charger  # BP.fsq.3
    if fact.result != "no square":
        unit.formation = "square"


FACTS = (
    Told(SquareTested, ("BP.fsq.2",), _tested),
    Told(BrigadeSquareFormed, ("BP.bsq.2",), _formed),
    Told(BrigadeSquareDissolved, ("BP.bsq.7",), _dissolved),
)
