"""Facts of retreat and advance. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import put
from rules.gettysburg.state import Retreat, State


class RetreatBegan(Fact, frozen=True, kw_only=True):
    """9.3b These units of one hex must retreat, all at one time."""

    units: tuple[PieceId, ...]
    rule: str


class UnitRetreated(Fact, frozen=True, kw_only=True):
    """12.4a One hex back."""

    unit: PieceId
    to: HexId
    rule: str = "12.4a"


class RetreatContinued(Fact, frozen=True, kw_only=True):
    """12.4b, 12.4d The unit may not stay where it is."""

    unit: PieceId
    why: Reason


class UnitAdvanced(Fact, frozen=True, kw_only=True):
    """12.7a A unit goes into the hex it has won."""

    unit: PieceId
    to: HexId


def _retreats(state: State, fact: RetreatBegan) -> None:
    retreats = [Retreat(unit=unit, passed=[state.units[unit].at]) for unit in fact.units]
    state.fights[-1].retreats = retreats


def _retreated(state: State, fact: UnitRetreated) -> None:
    put(state, fact.unit, fact.to)
    for retreat in state.fights[-1].retreats:
        if retreat.unit == fact.unit:
            retreat.passed.append(fact.to)
            retreat.arrived = True


def _continued(state: State, fact: RetreatContinued) -> None:
    for retreat in state.fights[-1].retreats:
        if retreat.unit == fact.unit:
            retreat.arrived = False


def _advanced(state: State, fact: UnitAdvanced) -> None:
    put(state, fact.unit, fact.to)
    state.fights[-1].advanced.append(fact.unit)


FACTS = (
    Told(RetreatBegan, ("9.3b",), _retreats),
    Told(UnitRetreated, ("12.4a",), _retreated, draws=lambda sketch, x: sketch.step("retreat", x.unit, x.to)),
    Told(RetreatContinued, ("12.4b", "12.4d"), _continued),
    Told(UnitAdvanced, ("12.7a",), _advanced, draws=lambda sketch, x: sketch.step("move", x.unit, x.to)),
)
