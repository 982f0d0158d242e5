"""9.7 Facts of fire. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.sketch import Sketch
from rules.wallaces_war.state import State

Occasion = Literal["defensive", "offensive", "melee"]  # 9.4a, 9.5a, 9.4e


class ShotFired(Fact, frozen=True, kw_only=True):
    """9.7 One shot: the die and what modifies it, the row and column of the Fire Table, the steps lost."""

    unit: UnitId
    target: HexId
    occasion: Occasion
    range: int
    column: int  # 9.4d the first against a marked charge
    die: int
    modifiers: tuple[Modifier, ...]
    result: int
    row: str  # as the table has it: 8-9
    losses: int
    source: str  # where the table comes from


class ShotsDeclined(Fact, frozen=True, kw_only=True):
    """9.1a, 11.1b No use is made of a chance to fire, or to withdraw from fire."""

    at: HexId
    what: Reason


def _fired(state: State, fact: ShotFired) -> None:
    turn = state.turn
    state.segment.fired[fact.unit] = fact.target
    if fact.occasion == "offensive":
        if fact.range == 1:
            turn.aimed[fact.unit] = fact.target
        return
    turn.shot[fact.unit] = turn.round
    if fact.occasion == "defensive":
        for name in state.stacks.get(fact.target, ()):
            turn.shot_at.setdefault(name, []).append(fact.unit)


def _reads(fact: ShotFired) -> Iterator[TableRead]:
    row = Reason("row of fire", "9.7/S3", (fact.row, fact.source))
    yield TableRead("Fire Table", row, Reason("range", "9.7/S2", (fact.column,)), str(fact.losses or "-"), "9.7/S4")


def _draw(sketch: Sketch, fact: ShotFired) -> None:
    sketch.strike("fire", fact.unit, fact.target, Reason("steps hit", "", (fact.losses,)))


FACTS = (
    Told(ShotFired, ("9.7/S4",), _fired, _reads, _draw),
    Told(ShotsDeclined, ("9.1a",)),
)
