"""How the facts of set-up and turn change the state: one small function each, no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.angles import Point
from domain.facts import Fact, PhaseBegan
from domain.measure import Pose
from rules.longstreet_lite.fire.state import FirePhase
from rules.longstreet_lite.state import State, Terrain, Turn, Unit
from rules.longstreet_lite.turn import facts as f

NEW_TURN = "turn start"
FRESH = ("fire", "command", "move", "combat", "status")  # phases that begin with nobody having acted
COMMANDS = ("move", "combat")


def _phase(state: State, fact: PhaseBegan) -> None:
    if fact.phase == NEW_TURN:
        state.turn = Turn()
    if fact.phase in FRESH:
        state.turn.invoked = 0
        for unit in state.units.values():
            unit.acted, unit.hits = False, 0
        state.fire = FirePhase()


def _added(state: State, fact: f.UnitAdded) -> None:
    state.units[fact.unit] = Unit(name=fact.name, side=fact.side, kind=fact.kind, initial=fact.bases, bases=fact.bases)
    state.set_up.agreed = []


def _dropped(state: State, fact: f.UnitDropped) -> None:
    del state.units[fact.unit]
    state.set_up.agreed = []


def _agreed(state: State, fact: f.ArmiesAgreed) -> None:
    state.set_up.agreed.append(fact.side)


def _terrain_rolled(state: State, fact: f.TerrainRolled) -> None:
    state.set_up.rolls, state.set_up.higher = dict(fact.rolls), fact.higher


def _placed(state: State, fact: f.TerrainPlaced) -> None:
    state.terrain[fact.name] = Terrain(
        name=fact.name,
        kind=fact.kind,
        points=tuple(Point(x, y) for x, y in fact.points),
        crest=tuple(Point(x, y) for x, y in fact.crest),
        plateau=fact.plateau,
    )
    state.set_up.placed.append(fact.name)


def _removed(state: State, fact: f.TerrainRemoved) -> None:
    del state.terrain[fact.name]
    state.set_up.placed.remove(fact.name)


def _edges(state: State, fact: f.EdgesChosen) -> None:
    state.set_up.edges = dict(fact.edges)


def _deploying(state: State, fact: f.DeploymentPassed) -> None:
    state.set_up.deploying = fact.side


def _deployed(state: State, fact: f.UnitDeployed) -> None:
    unit, (x, y, heading) = state.units[fact.unit], fact.pose
    unit.pose, unit.status = Pose(x=x, y=y, heading=heading), "table"
    unit.ranks, unit.offset, unit.limbered = fact.ranks, fact.offset, fact.limbered


def _finished(state: State, fact: f.DeploymentFinished) -> None:
    state.set_up.done.append(fact.side)


def _break_point(state: State, fact: f.BreakPointSet) -> None:
    state.break_point = fact.break_point


def _invoked(state: State, fact: f.PhaseInvoked) -> None:
    state.turn.invoked = fact.cards
    state.turn.phases.append(fact.phase)
    if fact.symbol:
        state.turn.modified.append(fact.symbol)
    if fact.phase in COMMANDS:
        state.cards[fact.by].passed = False


def _second(state: State, _fact: f.SecondCardPlayed) -> None:
    state.turn.invoked = 2


def _passed(state: State, fact: f.Passed) -> None:
    state.cards[fact.by].passed = fact.counts


def _smoke(state: State, fact: f.SmokeCleared) -> None:
    for unit in fact.units:
        state.units[unit].smoke = False


def _nothing(_state: State, _fact: Fact) -> None:
    """Stands in the log for its own sake."""


EVOLVE: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    PhaseBegan: _phase,
    f.UnitAdded: _added,
    f.UnitDropped: _dropped,
    f.ArmiesAgreed: _agreed,
    f.TerrainRolled: _terrain_rolled,
    f.TerrainPlaced: _placed,
    f.TerrainRemoved: _removed,
    f.EdgesChosen: _edges,
    f.DeploymentPassed: _deploying,
    f.UnitDeployed: _deployed,
    f.DeploymentFinished: _finished,
    f.BreakPointSet: _break_point,
    f.FirstTurnTaken: _nothing,
    f.HandFilled: _nothing,
    f.PenaltyPaid: _nothing,
    f.PhaseInvoked: _invoked,
    f.SecondCardPlayed: _second,
    f.Passed: _passed,
    f.SmokeCleared: _smoke,
    f.VictoryTested: _nothing,
    f.CardsShown: _nothing,
}
