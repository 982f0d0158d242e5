"""What an order did, to be drawn: moves, charges, fire, combats, retreats. Only what the facts given say is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from domain import measuretext
from domain.angles import Point, rotate
from domain.board import Trace
from domain.facts import Fact, LossTaken, Side, UnitId
from domain.manoeuvre import legs
from domain.measure import Pose, halves_off
from domain.sweep import about_face
from domain.words import count
from rules.longstreet_lite.combat import facts as c
from rules.longstreet_lite.combat import retreat_facts as r
from rules.longstreet_lite.facts import BasesLost, UnitRemoved
from rules.longstreet_lite.fire import facts as f
from rules.longstreet_lite.formation import Body, bases_of, body_of
from rules.longstreet_lite.movement import facts as m
from rules.longstreet_lite.state import State, on_table
from rules.longstreet_lite.turn import facts as t

ARC_STEP = 1_500  # a wheel is drawn in pieces of so many hundredths of a degree


def traces(state: State, facts: Sequence[Fact]) -> tuple[Trace, ...]:
    """`state` is from before the order."""
    told = _Told(state)
    for fact in facts:
        draw = _DRAWN.get(type(fact))
        if draw:
            draw(told, fact)
    return tuple(told.found)


class _Told:
    """Traces so far, and how each unit stands by then."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.bodies = {name: body_of(state, unit) for name, unit in on_table(state).items() if unit.pose is not None}
        self.found: list[Trace] = []

    def side(self, unit: UnitId) -> Side:
        known = self.state.units.get(unit)
        return known.side if known else ""

    def add(self, kind: str, unit: UnitId, points: Sequence[Point], label: str = "", *, ghost: bool = False) -> None:
        body = self.bodies.get(unit)
        stood = tuple(tuple(base.area) for base in bases_of(body)) if ghost and body else ()
        side = self.side(unit)
        self.found.append(Trace(kind=kind, points=tuple(points), side=side, unit=unit, label=label, stood=stood))

    def move(self, kind: str, unit: UnitId, via: Sequence[Point], pose: tuple[int, int, int], **more: Any) -> None:
        """From where it stood to a new pose, by way of these middles."""
        body = self.bodies.get(unit)
        if body is None:
            return
        x, y, heading = pose
        changed = body._replace(pose=Pose(x=x, y=y, heading=heading), **more)
        points = list(dict.fromkeys([_middle(body), *via, _middle(changed)]))
        if len(set(points)) > 1 or changed.ranks != body.ranks:
            self.add(kind, unit, points, ghost=True)
        self.bodies[unit] = changed


def _middle(body: Body, pose: Pose | None = None) -> Point:
    return halves_off(pose or body.pose, 0, -body.whole_depth)


def _moved(told: _Told, fact: m.UnitMoved) -> None:
    body = told.bodies.get(fact.unit)
    if body:
        told.move("move", fact.unit, _way(body, fact.path), fact.pose, offset=fact.offset)


def _way(body: Body, path: Sequence[str]) -> list[Point]:
    """The middle of a unit on its way, its wheels as arcs."""
    steps = measuretext.steps(path)
    if steps and steps[0].verb == "about":
        body, steps = body._replace(pose=about_face(body.pose, body.whole_depth)), steps[1:]
    found: list[Point] = []
    for leg in legs(body.pose, steps, body.frontage, body.whole_depth):
        if leg.pivot is not None:
            start, turn = _middle(body, leg.start), 1 if leg.turn > 0 else -1
            found += [rotate(start, leg.pivot, turn * angle) for angle in range(ARC_STEP, abs(leg.turn), ARC_STEP)]
        found.append(_middle(body, leg.end))
    return found


def _formed(told: _Told, fact: m.UnitFormed) -> None:
    told.move("move", fact.unit, (), fact.pose, ranks=fact.ranks, offset=fact.offset)


def _limbered(told: _Told, fact: m.BatteryLimbered) -> None:
    told.move("move", fact.unit, (), fact.pose, ranks=(1,), offset=0, depth=told.state.battle.limber_depth)


def _unlimbered(told: _Told, fact: m.BatteryUnlimbered) -> None:
    told.move("move", fact.unit, (), fact.pose, ranks=(fact.guns,), offset=0, depth=told.state.battle.gun_depth)


def _deployed(told: _Told, fact: t.UnitDeployed) -> None:
    x, y, _ = fact.pose
    told.add("arrive", fact.unit, (Point(x, y),))


def _charged(told: _Told, fact: c.UnitCharged) -> None:
    body = told.bodies.get(fact.unit)
    if body:
        via = _way(body, (f"wheel-{fact.wheel}",)) if fact.wheel else []
        told.move("attack", fact.unit, via, fact.pose)


def _fired(told: _Told, fact: f.UnitFired) -> None:
    """One line for each unit fired at, from the bases that did."""
    body = told.bodies.get(fact.unit)
    if body is None:
        return
    bases = {base.number: base.area for base in bases_of(body)}
    for target in dict.fromkeys(shot.target for shot in fact.shots):
        shots = [shot for shot in fact.shots if shot.target == target]
        fronts = [point for shot in shots if shot.base in bases for point in bases[shot.base][:2]]
        struck = _struck(told, target, [shot.struck for shot in shots])
        if fronts and struck:
            told.add("fire", fact.unit, (_mean(fronts), struck), count(sum(shot.hits for shot in shots), "hits"))


def _struck(told: _Told, target: UnitId, numbers: Sequence[int]) -> Point | None:
    body = told.bodies.get(target)
    if body is None:
        return None
    areas = [base.area for base in bases_of(body) if base.number in numbers]
    return _mean(list(chain(*areas))) if areas else _middle(body)


def _mean(points: Sequence[Point]) -> Point:
    return Point(sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points))


def _resolved(told: _Told, fact: c.CombatResolved) -> None:
    struck = told.bodies.get(fact.unit)
    who = {"attackers": "the attack wins", "defender": "the defence holds", "nobody": "undecided"}[fact.winner]
    for attacker in fact.attackers:
        body = told.bodies.get(attacker)
        if body and struck:
            told.add("attack", attacker, (_middle(body), _middle(struck)), f"{fact.attack} to {fact.defence}: {who}")


def _retreated(told: _Told, fact: r.UnitRetreated) -> None:
    body = told.bodies.get(fact.unit)
    if body:
        depth = told.state.battle.limber_depth if fact.limbered else body.depth
        via = [Point(x, y) for x, y in fact.path[1:-1]]
        told.move("retreat", fact.unit, via, fact.pose, ranks=fact.ranks, offset=fact.offset, depth=depth)


def _shrunk(told: _Told, fact: BasesLost) -> None:
    body = told.bodies.get(fact.unit)
    if body and fact.ranks:
        x, y, heading = fact.pose
        pose = Pose(x=x, y=y, heading=heading)
        told.bodies[fact.unit] = body._replace(pose=pose, ranks=fact.ranks, offset=fact.offset)


def _lost(told: _Told, fact: LossTaken) -> None:
    body = told.bodies.get(fact.unit)
    if body:
        told.add("loss", fact.unit, (_middle(body),), f"−{count(fact.amount, fact.kind)}")


def _removed(told: _Told, fact: UnitRemoved) -> None:
    body = told.bodies.get(fact.unit)
    if body:
        told.add("gone", fact.unit, (_middle(body),), fact.why, ghost=True)
        del told.bodies[fact.unit]


_DRAWN: Mapping[type[Fact], Callable[[_Told, Any], None]] = {
    m.UnitMoved: _moved,
    m.UnitFormed: _formed,
    m.BatteryLimbered: _limbered,
    m.BatteryUnlimbered: _unlimbered,
    t.UnitDeployed: _deployed,
    c.UnitCharged: _charged,
    c.CombatResolved: _resolved,
    f.UnitFired: _fired,
    f.ShotsRerolled: _fired,
    r.UnitRetreated: _retreated,
    BasesLost: _shrunk,
    LossTaken: _lost,
    UnitRemoved: _removed,
}
