"""Facts of casualties and morale. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, LossTaken
from domain.kernel.reasons import Modifier, Reason
from rules.musket_and_pike.ids import Facing, Level, UnitId
from rules.musket_and_pike.movement.facts import lift
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import State

CASUALTIES = "casualties"
STRENGTH = "strength"  # what an eliminated unit had left


class ThresholdReached(Fact, frozen=True, kw_only=True):
    """12.5.2 So many casualties: a level is lost, and never quite regained; of a stack (8.2.1) by both."""

    units: tuple[UnitId, ...]
    casualties: int
    threshold: int


class MoraleTested(Fact, frozen=True, kw_only=True):
    """12.2 A morale check: why, the morale it is held against, the die and what modifies it."""

    unit: UnitId
    morale: int
    die: int
    modifiers: tuple[Modifier, ...]
    passed: bool
    causes: tuple[Reason, ...] = ()


class MoraleSet(Fact, frozen=True, kw_only=True):
    """12.1, 12.4.3, 13.2.4 A unit, or horse with its light infantry, comes to another level.

    Broken it has no formation; from there it comes back Formation Broken, facing as its owner says.
    """

    units: tuple[UnitId, ...]
    level: Level
    why: Reason
    facing: Facing | None = None


class UnitEliminated(Fact, frozen=True, kw_only=True):
    """10.6.1, 12.4.6 Off the map for good, and lost."""

    units: tuple[UnitId, ...]
    why: Reason


def _lost(state: State, fact: LossTaken) -> None:
    if fact.kind == CASUALTIES and fact.unit in state.units:
        state.units[fact.unit].casualties += fact.amount


def _reached(state: State, fact: ThresholdReached) -> None:
    for name in fact.units:
        state.units[name].threshold = True


def _set(state: State, fact: MoraleSet) -> None:
    for name in fact.units:
        unit = state.units[name]
        rallied = unit.morale == "MB" and fact.level != "MB"
        unit.morale = fact.level
        if fact.level == "MB":
            unit.formation, unit.momentum = "", False
        elif rallied and unit.card.arm != "ART":
            unit.formation = "FB"
        if fact.facing is not None:
            unit.facing = fact.facing


def _eliminated(state: State, fact: UnitEliminated) -> None:
    for name in fact.units:
        lift(state, name)
        unit = state.units[name]
        unit.hexes, unit.gone, unit.momentum = (), "eliminated", False


def _draw_gone(sketch: Sketch, fact: UnitEliminated) -> None:
    for name in fact.units:
        sketch.gone(name, fact.why)


FACTS = (
    Told(LossTaken, ("10.6.1",), _lost),
    Told(ThresholdReached, ("12.5.2",), _reached),
    Told(MoraleTested, ("12.2",)),
    Told(MoraleSet, ("12.1",), _set),
    Told(UnitEliminated, ("10.6.1",), _eliminated, draws=_draw_gone),
)
