"""9 Facts of reactions. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.musket_and_pike.ids import PieceId, Standing, UnitId
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Trigger

Deed = Literal["fire", "face", "hedgehog", "withdraw", "intercept", "restack"]


class TriggerRaised(Fact, frozen=True, kw_only=True):
    """9.1.3 Somebody may react to this."""

    trigger: Trigger


class ReactionMade(Fact, frozen=True, kw_only=True):
    """9.1.1 What a unit, or a leader alone, does about it."""

    unit: PieceId
    deed: Deed


class InterceptionRolled(Fact, frozen=True, kw_only=True):
    """9.3.2 An attempt, which is the only one of this activation (9.3.6)."""

    unit: UnitId
    target: UnitId
    order: Standing
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    success: bool
    source: str = ""  # where the chart comes from


def _made(state: State, fact: ReactionMade) -> None:
    if fact.deed == "withdraw":
        state.activation.withdrew.append(fact.unit)
    elif fact.deed == "fire" and fact.unit in state.activation.intercepted:
        state.activation.shot.append(fact.unit)


def _rolled(state: State, fact: InterceptionRolled) -> None:
    state.activation.intercepted.append(fact.unit)


def _reads(fact: InterceptionRolled) -> Iterator[TableRead]:
    row = Reason("row of a chart", "9.3.2", (fact.net, fact.source))
    yield TableRead("Interception Table", row, fact.order, "success" if fact.success else "failure", "9.3.2")


def _draw(sketch: Sketch, fact: InterceptionRolled) -> None:
    if not fact.success:
        sketch.strike("attack", fact.unit, sketch.places.get(fact.target, ""), Reason("not intercepted", "9.3.2"))


FACTS = (
    Told(TriggerRaised, ("9.1.3",), aside=True),
    Told(ReactionMade, ("9.1.1",), _made, aside=True),
    Told(InterceptionRolled, ("9.3.2",), _rolled, _reads, _draw),
)
