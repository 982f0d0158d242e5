"""BP.form.12, BP.vis.3, D15 Who looks, from where, with what; and how much of a target is in arc and in view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from domain.tabletop import quarters
from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of, mean
from domain.tabletop.measure import Edge
from domain.tabletop.polygons import Polygon, Segment, passes_through
from domain.tabletop.zones import HalfPlane
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import on_table
from rules.black_powder.rulings import reading
from rules.black_powder.shooting.guns import Arm, arm_of
from rules.black_powder.shooting.shares import share_counted
from rules.black_powder.shooting.sight import ground_blocks, seen_share, shoots_all_round
from rules.black_powder.state import State, Unit
from rules.black_powder.units.footprint import Body, body_of, main_body
from rules.black_powder.units.profile import is_gun

ALL = Fraction(1)


class Look(NamedTuple):
    """Who looks, from where, with what; `face`: the side of a square or building."""

    state: State
    name: UnitId
    unit: Unit
    eye: Point
    face: Face
    arm: Arm


def look_of(state: State, name: UnitId, eye: Point, face: Face | None) -> Look:
    return Look(state, name, state.units[name], eye, face or "front", arm_of(state, state.units[name]))


def arc_planes(look: Look) -> tuple[HalfPlane, ...]:
    """BP.form.12, BP.gun.2, BP.how.1, BP.mg.1, BP.rkt.1 The front zone; skirmishers have all.

    Of a piece 45 degrees to each side from the muzzle.
    """
    if shoots_all_round(look.unit):
        return ()
    body = main_body(body_of(look.state, look.unit))
    width = 0 if is_gun(look.unit) and look.unit.formation == "unlimbered" else body.width
    return quarters.quarter_planes(body.pose, width, body.depth, Edge(look.face))


def share_in_arc(look: Look, body: Body) -> Fraction:
    """D15"""
    planes = arc_planes(look)
    if not planes:
        return ALL
    if reading(look.state, "D15") == "B":
        return share_counted(body, lambda point: all(plane.at(*point) >= 0 for plane in planes))
    return mean(body, lambda block: quarters.share_in(block, planes))


def share_seen(look: Look, target: UnitId, *, over: bool) -> Fraction:
    """D15, BP.vis.3"""
    if reading(look.state, "D15") == "B" and seen_share(look.state, look.name, target, look.eye, over_troops=over):
        body = body_of(look.state, look.state.units[target])
        blocked = tuple(_in_the_way(look, target, over=over))
        return share_counted(body, lambda point: not _is_blocked(look.eye, point, blocked))
    return seen_share(look.state, look.name, target, look.eye, over_troops=over)


def _in_the_way(look: Look, target: UnitId, *, over: bool) -> Iterator[Polygon]:
    there = look.state.units[target]
    yield from ground_blocks(look.state, look.eye, look.unit, there, body_of(look.state, there))
    if not over:
        for name, unit in on_table(look.state).items():
            if name not in (look.name, target):
                yield from blocks_of(body_of(look.state, unit))


def _is_blocked(eye: Point, point: Point, blocks: Iterable[Polygon]) -> bool:
    return eye != point and any(passes_through(Segment(eye, point), block) for block in blocks)
