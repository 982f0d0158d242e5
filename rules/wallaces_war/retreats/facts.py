"""11.1 Facts of ways back. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.state import State


class UnitsWithdrew(Fact, frozen=True, kw_only=True):
    """11.1e A voluntary retreat begins; at most one a segment (11.1f)."""

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]


def _withdrew(state: State, fact: UnitsWithdrew) -> None:
    state.segment.withdrawn.extend(fact.units)


FACTS = (Told(UnitsWithdrew, ("11.1e",), _withdrew),)
