"""BP.cdm.1 to BP.cdm.3 A commander's own move, once, when his orders are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed, is_legal
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.lengths import point_text
from domain.tabletop.measure import distance
from domain.tabletop.polygons import contains
from domain.tabletop.polygons import on_table as is_on_the_table
from rules.black_powder.breaking.displaced import friends_near, reach_of
from rules.black_powder.command.asks import MoveCommander
from rules.black_powder.command.facts import CommanderMoved
from rules.black_powder.ids import CommanderId
from rules.black_powder.position import standing_commanders, units_of
from rules.black_powder.state import ORDERS, State
from rules.black_powder.tables import BLOCKS
from rules.black_powder.units.footprint import body_of, centre


def bar(state: State, side: Side, name: CommanderId) -> IllegalOrder | None:
    """BP.cdm.1, BP.cdm.2 Why he does not move."""
    one = state.commanders.get(name)
    if one is None or one.side != side or one.lost or one.at is None:
        return IllegalOrder("no such commander", "BP.cdm.1", name)
    if name in state.turn.done:
        return IllegalOrder("has finished", "BP.cdm.1", name)
    if name in state.turn.fixed:
        return IllegalOrder("stays where he is", "BP.cdm.2", name)
    return None


class Ride(NamedTuple):
    """Where he comes to, how far that is, and how far he could go."""

    there: Point
    away: int
    reach: int


def plan(state: State, side: Side, order: MoveCommander) -> Ride:
    """BP.cdm.1, BP.cdm.3 To a point, or into contact with a unit he joins."""
    heed(bar(state, side, order.commander))
    at, reach = state.commanders[order.commander].at, reach_of(state, order.commander)
    assert at is not None
    if order.join:
        near = dict(friends_near(state, order.commander))
        if order.join not in near:
            raise IllegalOrder("too far to join", "BP.cdm.3", order.commander, order.join)
        there, away = centre(body_of(state, state.units[order.join])), near[order.join]
    else:
        there = _point(state, order, at)
        away = distance(at, there)
    if away > reach:
        raise IllegalOrder("rides too far", "BP.cdm.1", order.commander, away, reach)
    return Ride(there, away, reach)


def decide(play: Play[State], order: MoveCommander) -> None:
    """BP.cdm.1"""
    there, away, reach = plan(play.state, play.by, order)
    play.record(
        CommanderMoved(
            commander=order.commander, at=(there.x, there.y), distance=away, allowance=reach, joined=order.join
        )
    )


def _point(state: State, order: MoveCommander, at: Point) -> Point:
    """BP.cdm.1, BP.bld.2 On the table; into a block only with friends who hold it, whom he joins."""
    there = lengths.point(order.to) if order.to else at
    for piece in state.terrain.values():
        if piece.kind in BLOCKS and contains(piece.points, there, outline=False):
            raise IllegalOrder("into a block by joining", "BP.bld.2", order.commander, piece.name)
    if not is_on_the_table(there, state.battle.width, state.battle.height):
        raise IllegalOrder("off the table", "BP.cdm.1", order.commander)
    return there


def choices(state: State) -> Iterator[Choice]:
    """To his brigade, or staying where he is."""
    side = state.core.active
    if state.core.phase != ORDERS:
        return
    for name, one in standing_commanders(state, side).items():
        if bar(state, side, name) or one.at is None:
            continue
        stay = MoveCommander(commander=name, to=point_text(one.at))
        if is_legal(_point, state, stay, one.at):
            yield Choice(side, stay)
        own = units_of(state, one.brigade) if one.brigade else {}
        near = dict(friends_near(state, name))
        joinable = [unit for unit in own if unit in near] or list(near)[:1]
        for unit in joinable[:1]:
            yield Choice(side, MoveCommander(commander=name, join=unit))
