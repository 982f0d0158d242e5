"""7.4, 11.2b Ground over which nobody charges or advances: the road is of no use there, a bridge as D94 says."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from rules.wallaces_war.ground.costs import can_cross, can_stand, is_barred
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.position import class_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State


def ground_bar(state: State, units: tuple[UnitId, ...], a: HexId, b: HexId) -> IllegalOrder | None:
    """11.2b, 7.4e, D94 Why these units may not ride from one hex to the next, by the ground; no road is of use here."""
    if state.ground.is_bridge(a, b) and reading(state, "D94") == "B":
        return IllegalOrder("charge over a bridge", "7.4e", a, b)
    mover = class_of(state.units[units[0]])
    if not can_cross(state, mover, a, b) or not can_stand(state, mover, b):
        return IllegalOrder("closed to a charge", "11.2b", units[0], b)
    if is_barred(state, state.units[units[0]].side, b):
        return IllegalOrder("entry hexes kept clear", "16.2.4f", b)
    return None
