"""4.5 The limit of the chit on enemy zones entered, as far as charges and advances count against it (D12)."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.zones import controllers


def entered_by(state: State, unit: UnitId, path: tuple[HexId, ...]) -> tuple[HexId, ...]:
    """4.5a, D11 The enemy stacks whose zone a unit newly enters on its way; under B each hex counts once."""
    side, found = state.units[unit].side, list[HexId]()
    for at in path:
        new = [enemy for enemy in controllers(state, at, side)]
        if reading(state, "D11") == "B":
            found += new[:1]
        else:
            found += [enemy for enemy in new if enemy not in state.turn.entered and enemy not in found]
    return tuple(found)


def limit_bar(state: State, unit: UnitId, path: tuple[HexId, ...], *, advance: bool = False) -> IllegalOrder | None:
    """4.5a, D12 Why the chit does not let a unit ride, or advance, into these hexes."""
    most = tables.ZOC_LIMIT.get(state.turn.chit)
    if most is None or state.units[unit].battle != state.turn.battle:
        return None
    if reading(state, "D12") == "B" or (advance and reading(state, "D12") == "A"):
        return None
    new = entered_by(state, unit, path)
    if new and len(state.turn.entered) + len(new) > most:
        return IllegalOrder("zones beyond the chit", "4.5a", unit, state.turn.chit, most)
    return None
