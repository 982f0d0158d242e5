"""What the facts of an order are drawn on: moves, charges, fire, retreats, as far as the facts given say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.board import Label, Trace
from domain.kernel.facts import Side
from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of
from domain.tabletop.manoeuvre import course, legs
from rules.black_powder.ids import Spot, UnitId, pose_of
from rules.black_powder.position import on_table
from rules.black_powder.state import State
from rules.black_powder.units.footprint import Body, body_as, body_of, centre

ARC_STEP = 1_500  # a wheel is drawn in pieces of so many hundredths of a degree


class Sketch:
    """Traces so far, and how each unit stands by then."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.bodies = {name: body_of(state, unit) for name, unit in on_table(state).items()}
        self.found: list[Trace] = []

    def side(self, unit: UnitId) -> Side:
        known = self.state.units.get(unit)
        return known.side if known else ""

    def add(self, kind: str, unit: UnitId, points: Sequence[Point], label: Label = "", *, ghost: bool = False) -> None:
        body = self.bodies.get(unit)
        stood = tuple(tuple(block) for block in blocks_of(body)) if ghost and body else ()
        side = self.side(unit)
        self.found.append(Trace(kind=kind, points=tuple(points), side=side, unit=unit, label=label, stood=stood))

    def move(self, kind: str, unit: UnitId, spot: Spot, path: Sequence[str] = (), formation: Any = "") -> None:
        """From where it stood to a new pose, by way of the steps it took."""
        body = self.bodies.get(unit)
        if body is None:
            return
        known = self.state.units[unit]
        changed = body_as(self.state, known, formation, pose_of(spot)) if formation else body.at(pose_of(spot))
        points = list(dict.fromkeys([centre(body), *way_of(body, path), centre(changed)]))
        if len(set(points)) > 1 or changed != body:
            self.add(kind, unit, points, ghost=True)
        self.bodies[unit] = changed

    def shot(self, unit: UnitId, target: UnitId, label: Label = "") -> None:
        here, there = self.bodies.get(unit), self.bodies.get(target)
        if here and there:
            self.add("fire", unit, (here.pose.point, centre(there)), label)

    def gone(self, unit: UnitId, label: Label = "") -> None:
        body = self.bodies.get(unit)
        if body:
            self.add("gone", unit, (centre(body),), label, ghost=True)
            del self.bodies[unit]

    def traces(self) -> tuple[Trace, ...]:
        return tuple(self.found)


def way_of(body: Body, path: Sequence[str]) -> list[Point]:
    """The middle of a unit on its way, its wheels as arcs."""
    taken = legs(body.pose, lengths.steps(path), body.width, body.depth)
    return list(course(taken, body.depth, ARC_STEP))
