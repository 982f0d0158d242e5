"""BP.gun.8, BP.ter.1 Who stands on a hill, and so above others."""

from __future__ import annotations

from domain.tabletop.polygons import contains
from rules.black_powder.ids import UnitId
from rules.black_powder.state import State
from rules.black_powder.units.footprint import body_of, leader_point


def hill_of(state: State, name: UnitId) -> str:
    """The hill the leader of a unit stands on, if any."""
    at = leader_point(body_of(state, state.units[name]))
    hills = (key for key, piece in state.terrain.items() if piece.kind == "hill" and contains(piece.points, at))
    return next(hills, "")


def stands_higher(state: State, one: UnitId, other: UnitId) -> bool:
    """On a hill, and the other on none: hills have one height."""
    return bool(hill_of(state, one)) and not hill_of(state, other)
