"""BP.hth.1, BP.hth.3 Engagements: components of contact, worked out anew each round; which are still to be fought."""

from __future__ import annotations

from domain.kernel.facts import Side
from rules.black_powder.ids import UnitId
from rules.black_powder.position import engagements
from rules.black_powder.state import State


def unresolved(state: State) -> list[tuple[UnitId, ...]]:
    """BP.hth.3, BP.win.6 Those that have not been fought in this phase, or into which somebody has charged since."""
    found = []
    for members in engagements(state):
        fresh = any(name not in state.turn.fought or state.units[name].fight.charging for name in members)
        if fresh:
            found.append(tuple(sorted(members)))
    return found


def of_side(state: State, units: tuple[UnitId, ...], side: Side) -> tuple[UnitId, ...]:
    """Those of a side that still stand."""
    return tuple(name for name in units if state.units[name].side == side and state.units[name].is_on_table)


def sides_of(state: State, units: tuple[UnitId, ...]) -> tuple[Side, ...]:
    return tuple(side for side in state.core.sides if any(state.units[name].side == side for name in units))
