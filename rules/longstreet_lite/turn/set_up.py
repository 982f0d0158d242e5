"""LL.3 Setting up: the armies, the terrain, the edges, the deployment, and the opening of the battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order
from domain.kernel import Choice, Play
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import deployment, ground, muster, opening, phases
from rules.longstreet_lite.turn.start import initial as initial

Decision = Callable[[Play[State], Any], None]


def proceed(_play: Play[State]) -> bool:
    """Nothing follows of itself."""
    return False


def choices(state: State) -> Iterator[Choice]:
    """A fair sample of the legal orders of the set-up."""
    match state.core.phase:
        case phases.MUSTER:
            yield from muster.choices(state)
        case phases.TERRAIN:
            yield from ground.choices(state)
        case phases.EDGES | phases.DEPLOY_ORDER | phases.DEPLOY:
            yield from deployment.choices(state)
        case phases.READY:
            yield from opening.choices(state)


DECISIONS: Mapping[type[Order], Decision] = {
    o.AddUnit: muster.decide_add,
    o.DropUnit: muster.decide_drop,
    o.Agree: muster.decide_agree,
    o.PlaceTerrain: ground.decide_place,
    o.RemoveTerrain: ground.decide_remove,
    o.FinishTerrain: ground.decide_finish,
    o.ChooseEdge: deployment.decide_edge,
    o.ChooseDeployment: deployment.decide_order,
    o.DeployUnit: deployment.decide_deploy,
    o.FinishDeployment: deployment.decide_finish,
    o.BeginBattle: opening.decide_begin,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {}
