"""Facts of reform, rally and rout. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier
from rules.musket_and_pike.ids import LeaderId, UnitId
from rules.musket_and_pike.state import State


class PistolReloaded(Fact, frozen=True, kw_only=True):
    """10.7.4"""

    unit: UnitId


class RallyRolled(Fact, frozen=True, kw_only=True):
    """13.2.5 At most its morale succeeds."""

    unit: UnitId
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    morale: int
    success: bool


class RalliedAtOnce(Fact, frozen=True, kw_only=True):
    """13.2.5, 13.3 A leader stands with it: no die is needed."""

    unit: UnitId
    leader: LeaderId


class UnitRouted(Fact, frozen=True, kw_only=True):
    """13.4.1, 13.4.2 It has fled as far as it can; what it could not spend costs strength."""

    unit: UnitId
    unspent: int = 0


def _reloaded(state: State, fact: PistolReloaded) -> None:
    state.units[fact.unit].pistols -= 1


def _routed(state: State, fact: UnitRouted) -> None:
    state.turn.routed.append(fact.unit)


FACTS = (
    Told(PistolReloaded, ("10.7.4",), _reloaded),
    Told(RallyRolled, ("13.2.5",)),
    Told(RalliedAtOnce, ("13.2.5",)),
    Told(UnitRouted, ("13.4.1",), _routed),
)
