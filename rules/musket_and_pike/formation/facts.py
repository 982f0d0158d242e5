"""Facts of formation: what brings units into disorder, and out of it. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import Facing, Formation, HexId, UnitId
from rules.musket_and_pike.state import State


class FormationHit(Fact, frozen=True, kw_only=True):
    """6.3.1 One formation hit, on a unit or on horse and the light infantry with it; and what they have come to."""

    units: tuple[UnitId, ...]
    formation: Formation
    why: Reason


class FormationSet(Fact, frozen=True, kw_only=True):
    """6.3, 13.2.3 Units are in another formation by a rule that is no hit.

    `hexes` where a two-hex unit that leaves Column counts its halves anew, and `facing` where it faces another way.
    """

    units: tuple[UnitId, ...]
    formation: Formation
    why: Reason
    facing: Facing | None = None
    hexes: tuple[HexId, ...] = ()


def _hit(state: State, fact: FormationHit) -> None:
    for name in fact.units:
        state.units[name].formation = fact.formation


def _set(state: State, fact: FormationSet) -> None:
    for name in fact.units:
        unit = state.units[name]
        unit.formation = fact.formation
        if fact.facing is not None:
            unit.facing = fact.facing
        if fact.hexes:
            unit.hexes = fact.hexes


FACTS = (
    Told(FormationHit, ("6.3.1",), _hit),
    Told(FormationSet, ("6.3",), _set),
)
