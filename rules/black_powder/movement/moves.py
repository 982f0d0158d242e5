"""BP.mov One move of a unit: an allowance, a way that fits it, ground that is free, and who may not be met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import TURN, Point, bearing, rotate
from domain.tabletop.bodies import blocks_of
from domain.tabletop.lengths import StepText, angle_text, length_text
from domain.tabletop.manoeuvre import Leg, legs
from domain.tabletop.measure import Edge, Pose, footprint
from domain.tabletop.polygons import Polygon, contains
from domain.tabletop.swath import Swath, along, covers, runs_over, swath, touches
from domain.tabletop.tolls import Price
from rules.black_powder.ids import CommanderId, UnitId, spot_of
from rules.black_powder.movement.actor import Actor, allowance, company, friend_under, others
from rules.black_powder.movement.facts import Extra, UnitLeftTable, UnitMoved
from rules.black_powder.movement.limits import check_fit, check_square_way
from rules.black_powder.movement.table_edge import Exit, exit_of
from rules.black_powder.movement.terrain import check_open, on_the_way, priced
from rules.black_powder.position import enemies, is_broken, is_shaken
from rules.black_powder.rulings import reading
from rules.black_powder.state import State
from rules.black_powder.tables import MOST_STEPS, TOUCH, TWELVE
from rules.black_powder.units.footprint import Body, body_of
from rules.black_powder.units.measuring import body_gap, is_within
from rules.black_powder.units.profile import is_all_round
from rules.black_powder.units.zones import lies_in

Left = Literal["moved", "withdraw", "blunder"]
Why = Literal["move", "withdraw", "blunder"]


class MovePlan(NamedTuple):
    """What a move comes to, all checked."""

    end: Body
    price: Price
    allowance: int
    near: UnitId = ""
    gap: int = 0
    through: tuple[UnitId, ...] = ()
    upon: UnitId = ""
    onward: tuple[str, ...] = ()  # how it gets clear of that friend
    exit: Exit | None = None
    over: tuple[CommanderId, ...] = ()  # enemy commanders it comes upon (BP.cdm.6)
    legs: tuple[Leg, ...] = ()


def steps_of(actor: Actor, path: Sequence[str]) -> tuple[StepText, ...]:
    """BP.mov.2 The way as it was given: a few steps, and not none."""
    if not path:
        raise IllegalOrder("no step to move", "BP.mov.2", actor.id)
    if len(path) > MOST_STEPS:
        raise IllegalOrder("too many steps", "BP.mov.2", actor.id, len(path), MOST_STEPS)
    return lengths.steps(path)


def end_of(actor: Actor, path: Sequence[str]) -> Body:
    """Where a path leads, whatever stands in its way."""
    return actor.body.at([*legs(actor.body.pose, lengths.steps(path), actor.body.width, actor.body.depth)][-1].end)


def plan(actor: Actor, path: Sequence[str], more: int = 0, most: int = 0, *, astray: bool = False) -> MovePlan:
    """BP.mov.2, BP.mov.3 One move, with so many to come; `most` is another allowance than the unit's own.

    Who goes `astray` is not held to the proximity rule, nor a square to its own lines (BP.blun.1).
    """
    steps = steps_of(actor, path)
    check_fit(actor)
    taken = tuple(legs(actor.body.pose, steps, actor.body.width, actor.body.depth))
    ground, end = swath(along(leg, actor.body) for leg in taken), actor.body.at(taken[-1].end)
    found, full = on_the_way(actor, ground, taken), most or allowance(actor.state, actor.unit)
    price = priced(actor, taken, found)
    if price.whole > full:
        raise IllegalOrder("way too long", "BP.mov.2", actor.id, price.whole, full)
    if end.pose == actor.body.pose:
        raise IllegalOrder("goes nowhere", "BP.mov.2", actor.id)
    near, gap = nearest_near(actor.state, actor)
    if astray:
        pass
    elif near:
        check_proximity(actor, taken, near)
    elif reading(actor.state, "D7") == "B":
        check_coming_near(actor, taken)
    if not astray:
        check_square_way(actor, end)
    check_open(actor, taken, found)
    check_enemies(actor, ground)
    leaving = exit_of(actor, ground, end)
    upon = "" if leaving else friend_under(actor, end)
    onward = way_clear(actor, end, more) if upon else ()
    if upon and not onward:
        raise IllegalOrder("stands on a friend", "BP.mov.5", actor.id, upon)
    through = tuple(_passed(actor, ground))
    return MovePlan(end, price, full, near, gap, through, upon, onward, leaving, tuple(_run_over(actor, ground)), taken)


def plan_halted(actor: Actor, path: Sequence[str], left: int) -> MovePlan:
    """BP.sq.10 (D53) With what is left of a move before a square: back or along its front, so near as it is."""
    return plan(actor, path, most=left, astray=True)


def nearest_near(state: State, actor: Actor) -> tuple[UnitId, int]:
    """BP.mov.4 The nearest enemy within 12 inches, and how near."""
    reach = TWELVE
    found = (
        (body_gap(actor.body, there), name)
        for name, unit in enemies(state, actor.unit.side).items()
        if is_within(state, actor.body, there := body_of(state, unit), reach)
    )
    gap, name = min(found, default=(0, ""))
    return name, gap


def check_proximity(actor: Actor, taken: Sequence[Leg], near: UnitId) -> None:
    """BP.mov.4 (D7) Ahead or back, not sideways: the way stays in the front or rear zone of where it began."""
    if is_all_round(actor.unit):
        return
    if reading(actor.state, "D7") == "C" and any(leg.step.verb not in ("ahead", "back", "about") for leg in taken):
        raise IllegalOrder("sideways near the enemy", "BP.mov.4", actor.id, near)
    if not all(stays_in_fan(actor.body, pose) for pose in _on_the_way(taken)):
        raise IllegalOrder("sideways near the enemy", "BP.mov.4", actor.id, near)


def stays_in_fan(start: Body, pose: Pose) -> bool:
    """D7 The front or the rear of the unit, end to end, is still in the front or the rear zone of where it stood."""
    own, there = blocks_of(start)[0], footprint(pose, start.width, start.depth)
    lines = (there.edge(Edge.FRONT), there.edge(Edge.REAR))
    return any(
        all(contains(own, point) or lies_in(start, zone, point) for point in line)
        for line in lines
        for zone in (Edge.FRONT, Edge.REAR)
    )


def check_coming_near(actor: Actor, taken: Sequence[Leg]) -> None:
    """D7 B From the leg on that begins within 12 inches of an enemy."""
    for at, leg in enumerate(taken[1:], 1):
        there = actor._replace(body=actor.body.at(leg.start))
        near, _ = nearest_near(actor.state, there)
        if near:
            check_proximity(there, taken[at:], near)
            return


def _on_the_way(taken: Sequence[Leg]) -> Iterator[Pose]:
    """Where the unit stands at the end of each leg, and halfway round a wheel; to turn on the spot is free."""
    for leg in taken:
        if leg.pivot is not None and leg.step.verb != "face":
            x, y = rotate(leg.start.point, leg.pivot, leg.turn // 2)
            yield Pose(x=x, y=y, heading=(leg.start.heading + leg.turn // 2) % TURN)
        if leg.step.verb != "face":
            yield leg.end


def check_enemies(actor: Actor, ground: Swath) -> None:
    """BP.mov.6, BP.chg.2 No enemy is passed through, and none is touched without a charge."""
    for name, unit, body in others(actor, ground.extent):
        if unit.side != actor.unit.side and touches(ground, body, TOUCH):
            if runs_over(ground, body, TOUCH):
                raise IllegalOrder("enemy in the way", "BP.mov.6", actor.id, name)
            raise IllegalOrder("contact without a charge", "BP.chg.2", actor.id, name)


def way_clear(actor: Actor, end: Body, more: int) -> tuple[str, ...]:
    """BP.mov.5 The further move, straight on, that takes it through: the moves of one order are one movement."""
    start, stop = actor.body.pose.point, end.pose.point
    if more < 1 or start == stop or actor.unit.formation in ("unlimbered", "square"):
        return ()
    on = (f"toward:{angle_text(bearing(start, stop))}:{length_text(allowance(actor.state, actor.unit))}",)
    return on if is_legal(plan, actor._replace(body=end), on, more - 1) else ()


def _passed(actor: Actor, ground: Swath) -> Iterator[UnitId]:
    """BP.mov.5 Friends on the way."""
    for name, unit, body in others(actor, ground.extent):
        if unit.side == actor.unit.side and runs_over(ground, body, TOUCH):
            yield name


def _run_over(actor: Actor, ground: Swath) -> Iterator[CommanderId]:
    """BP.cdm.6, BP.cdm.5 Enemy commanders in the way, who have joined nobody; one's own step aside."""
    for name, one in actor.state.commanders.items():
        free = one.side != actor.unit.side and not one.joined and not one.lost
        if free and one.at and covers(ground, partial(_lies_under, one.at)):
            yield name


def _lies_under(point: Point, area: Polygon) -> bool:
    return contains(area, point)


def make(play: Play[State], actor: Actor, path: Sequence[str], planned: MovePlan, why: Why = "move") -> None:
    """BP.mov.2 The move is made; who leaves the table is taken off (BP.off.1)."""
    state = play.state
    parts, along_too = company(state, actor.id)
    play.record(
        UnitMoved(
            unit=actor.id, path=tuple(path), pose=spot_of(planned.end.pose), way=planned.price.way,
            allowance=planned.allowance, ground=tuple(Extra(piece=t.name, extra=t.extra) for t in planned.price.tolls),
            near=planned.near, gap=planned.gap, through=planned.through, upon=planned.upon, onward=planned.onward,
            parts=parts, along=along_too, why=why,
        )
    )  # fmt: skip
    if planned.exit:
        for_good = is_shaken(actor.unit) or is_broken(state, actor.unit)
        how: Left = "moved" if why == "move" else why
        play.record(UnitLeftTable(unit=actor.id, exit=spot_of(planned.exit.pose), for_good=for_good, why=how))
