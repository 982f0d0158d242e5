"""What a side sees when it thinks about its next order: all of the table, worked out once for each call."""

from __future__ import annotations

from functools import cached_property
from math import isqrt
from typing import NamedTuple

from domain.kernel.facts import Side
from domain.tabletop.angles import Point, bearing
from domain.tabletop.polygons import squared
from rules.black_powder.ids import BrigadeId, UnitId
from rules.black_powder.position import enemy_of, is_engaged, on_table
from rules.black_powder.shooting.guns import arm_of
from rules.black_powder.state import State, Unit
from rules.black_powder.units.footprint import body_of, centre
from rules.black_powder.units.measuring import body_gap

MEASURED = 2  # of the enemies that look nearest, so many are measured


class Foe(NamedTuple):
    """An enemy, and how far he is off, edge to edge."""

    gap: int
    name: UnitId
    at: Point


class View:
    """The position through the eyes of one side; nothing is hidden in this game."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.side = state, side
        self._nearest: dict[UnitId, Foe | None] = {}

    @cached_property
    def own(self) -> dict[UnitId, Unit]:
        return on_table(self.state, self.side)

    @cached_property
    def free(self) -> dict[UnitId, Unit]:
        """Own units that touch no enemy."""
        return {name: unit for name, unit in self.own.items() if not is_engaged(self.state, name)}

    @cached_property
    def foes(self) -> dict[UnitId, Point]:
        """Enemy units, each by its middle."""
        state = self.state
        return {
            name: centre(body_of(state, unit)) for name, unit in on_table(state, enemy_of(state, self.side)).items()
        }

    def near_foes(self, name: UnitId) -> list[UnitId]:
        """The enemies that look nearest."""
        here = self.middle(name)
        return [foe for _, foe in sorted((squared(here, at), foe) for foe, at in self.foes.items())[:MEASURED]]

    def nearest(self, name: UnitId) -> Foe | None:
        if name not in self._nearest:
            body = body_of(self.state, self.state.units[name])
            found = (
                Foe(body_gap(body, body_of(self.state, self.state.units[foe])), foe, self.foes[foe])
                for foe in self.near_foes(name)
            )
            self._nearest[name] = min(found, default=None)
        return self._nearest[name]

    def middle(self, name: UnitId) -> Point:
        return centre(body_of(self.state, self.state.units[name]))

    def bearing_to(self, name: UnitId, there: Point) -> int:
        """From the middle of its front; as it stands if it is there already."""
        pose = self.state.units[name].pose
        assert pose is not None
        return bearing(pose.point, there) if pose.point != there else pose.heading

    def range_of(self, unit: Unit) -> int:
        """How far it shoots; 0 for who has nothing to shoot with."""
        return arm_of(self.state, unit).range if any(unit.profile.shooting) else 0

    def units_of(self, brigade: BrigadeId) -> list[UnitId]:
        return [name for name, unit in self.own.items() if unit.brigade == brigade]

    @cached_property
    def hurry(self) -> float:
        """From 0 to 1 as the battle runs out: both sides grow bolder."""
        turns = self.state.battle.turns
        return min(self.state.core.turn / turns, 1) if turns else min(self.state.core.turn / 20, 1)


def mean(points: list[Point]) -> Point:
    return Point(sum(at.x for at in points) // len(points), sum(at.y for at in points) // len(points))


def distance(one: Point, other: Point) -> int:
    return isqrt(squared(one, other))
