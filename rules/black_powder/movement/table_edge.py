"""BP.off.1 Leaving the table: when a unit is taken off, and where it left."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import on_table
from domain.tabletop.swath import Swath, leaves_table
from rules.black_powder.movement.actor import Actor
from rules.black_powder.rulings import reading
from rules.black_powder.state import State
from rules.black_powder.tables import TOUCH
from rules.black_powder.units.footprint import Body


class Exit(NamedTuple):
    pose: Pose


def exit_of(actor: Actor, ground: Swath, end: Body) -> Exit | None:
    """BP.off.1 (D10) Off as soon as any base crosses the edge (A), or when all have (B: none stands half over it)."""
    width, height = actor.state.battle.width, actor.state.battle.height
    if not leaves_table(ground, width, height, TOUCH):
        return None
    if reading(actor.state, "D10") == "B" and is_partly_on(actor.state, end):
        raise IllegalOrder("half off the table", "BP.off.1", actor.id)
    return Exit(brought_in(actor.state, end.pose))


def is_partly_on(state: State, body: Body) -> bool:
    width, height = state.battle.width, state.battle.height
    return any(on_table(corner, width, height) for block in blocks_of(body) for corner in block)


def brought_in(state: State, pose: Pose) -> Pose:
    """BP.off.3 The exit point: the place on the table nearest to where the leader went."""
    x, y = min(max(pose.x, 0), state.battle.width), min(max(pose.y, 0), state.battle.height)
    return Pose(x=x, y=y, heading=pose.heading)
