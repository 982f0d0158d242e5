"""LL.3 Setting up: armies as they are, the fewest pieces of terrain, and every unit on the first good place."""

from __future__ import annotations

from domain.kernel.facts import Order, Side
from rules.longstreet_lite import phases
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import sequence
from rules.longstreet_lite.turn.asks import Agree, BeginBattle, FinishDeployment, FinishTerrain

PHASES = (phases.MUSTER, phases.TERRAIN, phases.EDGES, phases.DEPLOY_ORDER, phases.DEPLOY, phases.READY)


def next_order(state: State, side: Side) -> Order | None:
    """A side that has agreed waits for the other."""
    if state.core.phase == phases.MUSTER:
        return None if side in state.set_up.agreed else Agree()
    if state.core.phase == phases.READY:
        return BeginBattle() if side == state.core.sides[0] else None
    offered = [choice.order for choice in sequence.choices(state) if choice.by == side]
    ends = (FinishTerrain, FinishDeployment)
    return next((order for order in offered if isinstance(order, ends)), offered[0])
