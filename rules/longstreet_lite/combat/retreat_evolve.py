"""How the facts of retreats change the state: one small function each, no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from domain.measure import Pose
from rules.longstreet_lite.combat import retreat_facts as f
from rules.longstreet_lite.combat.retreat_state import Cost, Retreats
from rules.longstreet_lite.state import State


def _under_way(state: State) -> Retreats:
    found = state.combat.retreats
    assert found is not None
    return found


def _began(state: State, fact: f.RetreatsBegan) -> None:
    state.combat.retreats = Retreats(side=fact.side, units=dict(fact.units))


def _settled(state: State, fact: f.RetreatCardSettled) -> None:
    retreats = _under_way(state)
    retreats.ready, retreats.card = True, bool(fact.card)


def _rolled(state: State, fact: f.RetreatRolled) -> None:
    _under_way(state).rolled[fact.unit] = fact.faces


def _retreated(state: State, fact: f.UnitRetreated) -> None:
    unit, retreats = state.units[fact.unit], _under_way(state)
    x, y, heading = fact.pose
    unit.pose = Pose(x=x, y=y, heading=heading)
    unit.ranks, unit.offset, unit.limbered = fact.ranks, fact.offset, fact.limbered
    retreats.done.append(fact.unit)
    retreats.costs += [Cost(unit=friend, by=fact.unit) for friend in fact.passed]
    if fact.ground:
        retreats.costs.append(Cost(unit=fact.unit, by=fact.unit))


def _cost_due(state: State, _fact: f.RetreatCostDue) -> None:
    _under_way(state).costs.pop(0)


def _ended(state: State, _fact: f.RetreatsEnded) -> None:
    state.combat.retreats = None


EVOLVE: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    f.RetreatsBegan: _began,
    f.RetreatCardSettled: _settled,
    f.RetreatRolled: _rolled,
    f.UnitRetreated: _retreated,
    f.RetreatCostDue: _cost_due,
    f.RetreatsEnded: _ended,
}
