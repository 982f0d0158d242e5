"""7.0 Facts of what befalls a unit. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import PieceId
from rules.gettysburg.position import lift
from rules.gettysburg.sketch import Sketch
from rules.gettysburg.state import CAPTURED, ELIMINATED, State


class UnitTested(Fact, frozen=True, kw_only=True):
    """7.2, 7.6 What a morale, rout or elimination test came to; the dice stand before it."""

    unit: PieceId
    test: Reason
    die: int
    rating: str  # as the counter prints it
    passed: bool


class UnitDisrupted(Fact, frozen=True, kw_only=True):
    """7.3c The unit gets a Disrupted marker."""

    unit: PieceId
    why: Reason


class UnitRecovered(Fact, frozen=True, kw_only=True):
    """7.3d Out of Disruption; `cost` in half-points was paid by a unit that is moving."""

    unit: PieceId
    cost: int = 0
    rule: str = "7.3d"


class UnitShaken(Fact, frozen=True, kw_only=True):
    """7.4a A brigade turns to its Shaken face."""

    unit: PieceId
    why: Reason


class UnitQuestioned(Fact, frozen=True, kw_only=True):
    """22.3 The unit gets a Questionable marker."""

    unit: PieceId


class UnitSteadied(Fact, frozen=True, kw_only=True):
    """22.3 The unit loses its Questionable marker."""

    unit: PieceId


class UnitRouted(Fact, frozen=True, kw_only=True):
    """7.5 To the Routed box, captured, or out of play."""

    unit: PieceId
    box: Literal["routed", "captured", "out_of_play"]
    why: Reason


class UnitEliminated(Fact, frozen=True, kw_only=True):
    """7.6 A brigade that failed its elimination test is out of play."""

    unit: PieceId
    why: Reason


class UnitCaptured(Fact, frozen=True, kw_only=True):
    """4.3 Taken by the enemy, and out of play."""

    unit: PieceId
    why: Reason


class GunsFired(Fact, frozen=True, kw_only=True):
    """13.1b An artillery unit has done what it may do until its next player turn."""

    unit: PieceId
    why: Reason


def _fired(state: State, fact: GunsFired) -> None:
    state.units[fact.unit].fired = True


def _disrupted(state: State, fact: UnitDisrupted) -> None:
    unit = state.units[fact.unit]
    unit.disrupted = True
    if unit.kind == "artillery":
        unit.fired = True  # 13.1d


def _recovered(state: State, fact: UnitRecovered) -> None:
    unit = state.units[fact.unit]
    unit.disrupted = False
    if state.march and state.march.unit in (fact.unit, unit.at):
        state.march.left -= fact.cost
        state.march.spent += fact.cost


def _shaken(state: State, fact: UnitShaken) -> None:
    state.units[fact.unit].shaken = True


def _questioned(state: State, fact: UnitQuestioned) -> None:
    state.units[fact.unit].questionable = True


def _steadied(state: State, fact: UnitSteadied) -> None:
    state.units[fact.unit].questionable = False


def _routed(state: State, fact: UnitRouted) -> None:
    lift(state, fact.unit, fact.box)
    unit = state.units[fact.unit]
    unit.broken, unit.left_on = True, 0  # 7.5c: out of play by rout, it has no way back, wherever it once was


def _eliminated(state: State, fact: UnitEliminated) -> None:
    lift(state, fact.unit, ELIMINATED)
    unit = state.units[fact.unit]
    unit.broken, unit.questionable = True, False  # D68: a rebuilt unit gets the marker anew, if at all


def _captured(state: State, fact: UnitCaptured) -> None:
    lift(state, fact.unit, CAPTURED)


def _draw_lost(sketch: Sketch, fact: UnitRouted | UnitEliminated | UnitCaptured) -> None:
    sketch.gone(fact.unit, type(fact).__name__.removeprefix("Unit").lower())


FACTS = (
    Told(UnitTested, ("7.2", "7.6")),
    Told(UnitDisrupted, ("7.3c",), _disrupted),
    Told(UnitRecovered, ("7.3d",), _recovered),
    Told(UnitShaken, ("7.4a",), _shaken),
    Told(UnitQuestioned, ("22.3",), _questioned),
    Told(UnitSteadied, ("22.3",), _steadied),
    Told(UnitRouted, ("7.5",), _routed, draws=_draw_lost),
    Told(UnitEliminated, ("7.6",), _eliminated, draws=_draw_lost),
    Told(UnitCaptured, ("4.3",), _captured, draws=_draw_lost),
    Told(GunsFired, ("13.1b",), _fired),
)
