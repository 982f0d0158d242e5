"""How the facts of the Move phase change the state: one small function each, no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact, UnitId
from domain.measure import Pose
from rules.longstreet_lite.movement import facts as f
from rules.longstreet_lite.state import State


def _acted(state: State, unit_id: UnitId, pose: f.Spot) -> None:
    unit = state.units[unit_id]
    x, y, heading = pose
    unit.pose, unit.acted = Pose(x=x, y=y, heading=heading), True


def _moved(state: State, fact: f.UnitMoved) -> None:
    _acted(state, fact.unit, fact.pose)
    state.units[fact.unit].offset = fact.offset


def _formed(state: State, fact: f.UnitFormed) -> None:
    _acted(state, fact.unit, fact.pose)
    unit = state.units[fact.unit]
    unit.ranks, unit.offset = fact.ranks, fact.offset


def _limbered(state: State, fact: f.BatteryLimbered) -> None:
    unit = state.units[fact.unit]
    _acted(state, fact.unit, fact.pose)
    unit.ranks, unit.limbered = (1,), True


def _unlimbered(state: State, fact: f.BatteryUnlimbered) -> None:
    unit = state.units[fact.unit]
    _acted(state, fact.unit, fact.pose)
    unit.ranks, unit.limbered = (fact.guns,), False


EVOLVE: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    f.UnitMoved: _moved,
    f.UnitFormed: _formed,
    f.BatteryLimbered: _limbered,
    f.BatteryUnlimbered: _unlimbered,
}
