"""18.1, 9.1b Who may see what: the contents of a Hidden Movement Counter are its owner's secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Fact, GameStarted, OrderGiven, Side
from rules.gettysburg.hidden.asks import HideUnits
from rules.gettysburg.hidden.facts import HiddenBrokenUp, HiddenFilled, HiddenTired
from rules.gettysburg.ids import PieceId
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.facts import HiddenRecovered, MarchBegan, MarchEnded, PieceRestored
from rules.gettysburg.state import State
from rules.gettysburg.turn.facts import GunsReadied


def hides(started: GameStarted) -> bool:
    """18.1 Only with Hidden Movement Counters is anything secret."""
    return "hidden_movement" in started.options


def seen_by(state: State, fact: Fact) -> tuple[Side, ...] | None:
    """18.1, 9.1b Whatever tells what an HMC holds is for its owner only; None is everyone."""
    of_its_kind = SEEN_BY.get(type(fact))
    return of_its_kind(state, fact) if of_its_kind else _inside(state, getattr(fact, "unit", ""))


def _owner(state: State, fact: HiddenFilled | HiddenTired | HiddenRecovered | HiddenBrokenUp) -> tuple[Side, ...]:
    return (state.hmcs[fact.hmc].side,)


def _restored_seen_by(state: State, fact: PieceRestored) -> tuple[Side, ...] | None:
    hmc = state.hmcs.get(fact.unit)
    return (hmc.side,) if hmc else _inside(state, fact.unit)


def _guns_seen_by(state: State, fact: GunsReadied) -> tuple[Side, ...] | None:
    """In the Command Phase hidden guns are left out; this stands guard."""
    return _inside(state, fact.units[0])


def _order_seen_by(state: State, given: OrderGiven[Any]) -> tuple[Side, ...] | None:
    order = given.order
    if isinstance(order, HideUnits):
        return (given.by,)
    if isinstance(order, MoveUnit) and order.unit in state.hmcs:
        return _unless_controlled(state, order.unit, given.by)
    return _inside(state, getattr(order, "unit", ""))


def _march_seen_by(state: State, fact: MarchBegan | MarchEnded) -> tuple[Side, ...] | None:
    """D26 The steps of an HMC are open; whether points were set aside for recovery, or spent on it alone, is not."""
    name, march = fact.unit, state.march
    if name not in state.hmcs or (isinstance(fact, MarchEnded) and name in state.turn.starts):
        return None
    by = fact.by if isinstance(fact, MarchBegan) else march.by if march else state.hmcs[name].side
    return _unless_controlled(state, name, by)


def _unless_controlled(state: State, hmc: PieceId, by: Side) -> tuple[Side, ...] | None:
    """17.5a An opponent who moves an HMC knows how he moved it, and so does everyone."""
    side = state.hmcs[hmc].side
    return (side,) if by == side else None


def _inside(state: State, name: PieceId) -> tuple[Side, ...] | None:
    """The owner of a unit that is in an HMC."""
    unit = state.units.get(name)
    return (unit.side,) if unit and unit.at in state.hmcs else None


SEEN_BY: Mapping[type[Fact], Callable[[State, Any], tuple[Side, ...] | None]] = {
    OrderGiven: _order_seen_by,
    HiddenFilled: _owner,
    HiddenTired: _owner,
    HiddenRecovered: _owner,
    HiddenBrokenUp: _owner,
    PieceRestored: _restored_seen_by,
    MarchBegan: _march_seen_by,
    MarchEnded: _march_seen_by,
    GunsReadied: _guns_seen_by,
}
