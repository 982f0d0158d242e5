"""What the facts of an order are drawn on: moves, charges, fire, retreats, as far as the facts given say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.board import Label, Trace
from domain.kernel.facts import Side, UnitId
from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.manoeuvre import course, legs
from domain.tabletop.measure import halves_off, pose_of
from domain.tabletop.sweep import about_face
from rules.longstreet_lite.formation import Body, bases_of, body_of
from rules.longstreet_lite.state import State, on_table

ARC_STEP = 1_500  # a wheel is drawn in pieces of so many hundredths of a degree


class Sketch:
    """Traces so far, and how each unit stands by then."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.bodies = {name: body_of(state, unit) for name, unit in on_table(state).items() if unit.pose is not None}
        self.found: list[Trace] = []

    def side(self, unit: UnitId) -> Side:
        known = self.state.units.get(unit)
        return known.side if known else ""

    def add(self, kind: str, unit: UnitId, points: Sequence[Point], label: Label = "", *, ghost: bool = False) -> None:
        body = self.bodies.get(unit)
        stood = tuple(tuple(base.area) for base in bases_of(body)) if ghost and body else ()
        side = self.side(unit)
        self.found.append(Trace(kind=kind, points=tuple(points), side=side, unit=unit, label=label, stood=stood))

    def move(self, kind: str, unit: UnitId, via: Sequence[Point], pose: tuple[int, int, int], **more: Any) -> None:
        """From where it stood to a new pose, by way of these middles."""
        body = self.bodies.get(unit)
        if body is None:
            return
        changed = body._replace(pose=pose_of(pose), **more)
        points = list(dict.fromkeys([middle(body), *via, middle(changed)]))
        if len(set(points)) > 1 or changed.ranks != body.ranks:
            self.add(kind, unit, points, ghost=True)
        self.bodies[unit] = changed

    def traces(self) -> tuple[Trace, ...]:
        return tuple(self.found)


def middle(body: Body) -> Point:
    return halves_off(body.pose, 0, -body.whole_depth)


def way_of(body: Body, path: Sequence[str]) -> list[Point]:
    """The middle of a unit on its way, its wheels as arcs."""
    steps = lengths.steps(path)
    if steps and steps[0].verb == "about":
        body, steps = body.at(about_face(body.pose, body.whole_depth)), steps[1:]
    return list(course(legs(body.pose, steps, body.frontage, body.whole_depth), body.whole_depth, ARC_STEP))


def mean(points: Sequence[Point]) -> Point:
    return Point(sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points))
