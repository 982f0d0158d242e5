"""10.1, 10.2 Reinforcements: who comes on next, and how far he marches."""

from __future__ import annotations

from typing import Final

from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import costs, entry, modes
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.player.marches import CONTACT, CROWD
from rules.gettysburg.player.view import View
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import POOL, Unit
from rules.gettysburg.tables import NEAR

TO_ENTER: Final = ("cavalry", "infantry", "artillery", "train")


def entering(view: View) -> MoveUnit | None:
    """10.1a Reinforcements come on as soon as they may, brigades before guns, and march for the objective."""
    waiting = [name for name, unit in view.state.units.items() if unit.at == POOL and _is_due(view, unit)]
    waiting.sort(key=lambda name: (TO_ENTER.index(view.state.units[name].kind), name))
    shut_out = set[object]()  # 10.2a where one finds no room, nobody like it does
    for name in waiting:
        unit = view.state.units[name]
        order = _enter(view, name, unit) if (unit.due, unit.kind) not in shut_out else None
        if order is not None:
            return order
        shut_out.add((unit.due, unit.kind))
    return None


def _is_due(view: View, unit: Unit) -> bool:
    return unit.side == view.side and unit.due is not None and unit.due.turn <= view.state.core.turn


def _has_room(view: View, name: PieceId, due: Arrival) -> bool:
    """10.2a Whether the column at its entry hex leaves a piece points to come on with."""
    mover, field = costs.mover(view.state, name, view.side), view.field
    most = modes.allowance(mover)
    return any(entry.entry_cost(field, mover, due, at) <= most for at in entry.entry_hexes(field, due))


def _enter(view: View, name: PieceId, unit: Unit) -> MoveUnit | None:
    if not (unit.due and _has_room(view, name, unit.due)):
        return None

    def worth(at: HexId) -> float:
        value = -view.downhill(at) + CROWD * view.crowd(at)
        if view.from_enemy(at) <= NEAR:
            value += CONTACT
        return value

    at = view.best(name, _nothing if unit.kind == "train" else worth)
    return view.move(name, at) if at else None


def _nothing(_at: HexId) -> float:
    """The Train stays where it comes on."""
    return 0.0
