"""6.3.1, 6.3.2.e, 6.3.3, 6.3.4 What a formation hit does to a formation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.formation.facts import FormationHit, FormationSet
from rules.musket_and_pike.ids import Formation, UnitId
from rules.musket_and_pike.state import State, Unit

# Open Order and Column have no step between them and Formation Broken (6.3.3, D27).
WORSE: Mapping[Formation, Formation] = {"FN": "FS", "FS": "FB", "OO": "FB", "CO": "FB"}


def absorbs(unit: Unit) -> bool:
    """6.3.1, 6.3.2.e Whether a hit changes its formation: not of one that is broken, in Hedgehog or without one."""
    return unit.formation in WORSE


def suffers_ground(unit: Unit) -> bool:
    """6.3.3, 6.3.4, 7.3.3 Whether movement can disorder it at all: not in Open Order or Column, nor limbered guns."""
    return unit.formation in ("FN", "FS")


def hit(play: Play[State], units: Sequence[UnitId], count: int, why: Reason) -> None:
    """6.3.1 So many hits on a unit, or on horse and its light infantry together; those beyond Broken are ignored."""
    for _ in range(count):
        unit = play.state.units[units[0]]
        if not absorbs(unit):
            return
        facing = leaves_column(play.state, unit)
        if facing is None:
            play.record(FormationHit(units=tuple(units), formation=WORSE[unit.formation], why=why))
        else:
            play.record(FormationSet(units=tuple(units), formation="FB", why=why, facing=facing))


def leaves_column(state: State, unit: Unit) -> int | None:
    """6.3.4 The facing of a two-hex unit thrown out of Column: its head is its right half; None for all others."""
    if unit.formation != "CO" or len(unit.hexes) == 1:
        return None
    return (state.ground.direction(*unit.hexes) - 2) % 6
