"""11.4 Facts of going back. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.state import State


class UnitRetreated(Fact, frozen=True, kw_only=True):
    """11.4.2 How far a unit has gone back, and by which hexes: of a two-hex unit those of its left half."""

    units: tuple[UnitId, ...]
    by: UnitId  # before whom; empty: nobody
    path: tuple[HexId, ...]
    short: int = 0  # hexes that it should have gone and could not


class StrandedRolled(Fact, frozen=True, kw_only=True):
    """11.4.5 A broken unit that cannot go back: it stands, loses men or is lost."""

    unit: UnitId
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    result: Literal["STAND", "CASUALTIES", "ELIMINATED"]
    source: str = ""  # where the chart comes from


def _retreated(state: State, fact: UnitRetreated) -> None:
    for name in fact.units:
        state.trails[name] = fact.path


def _reads(fact: StrandedRolled) -> Iterator[TableRead]:
    row = Reason("row of a chart", "11.4.5", (fact.net, fact.source))
    yield TableRead("Unable to Retreat Table", row, "", fact.result, "11.4.5")


FACTS = (
    Told(UnitRetreated, ("11.4.2",), _retreated),
    Told(StrandedRolled, ("11.4.5",), reads=_reads),
)
