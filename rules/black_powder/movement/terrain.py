"""BP.ter What a way costs over the ground it covers, and what closes it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.errors import IllegalOrder
from domain.tabletop.bodies import blocks_of, extent_of
from domain.tabletop.manoeuvre import Leg, swept
from domain.tabletop.polygons import Segment, passes_through
from domain.tabletop.swath import Swath
from domain.tabletop.tolls import Price, price
from rules.black_powder.corrections import GROUND, is_corrected
from rules.black_powder.movement.actor import Actor
from rules.black_powder.units.footprint import Body, body_of
from rules.black_powder.units.ground import (
    Hindrance,
    dear,
    hindrance,
    hindrances,
    is_closed_to,
    is_on_road,
    lines,
    may_follow_road,
    row_of,
    shape_of,
)
from rules.black_powder.units.profile import is_gun

CLOSED = {  # the rule that closes a kind of ground
    "wood": "BP.ter.2", "rough ground": "BP.ter.3", "very rough ground": "BP.ter.3",
    "extremely rough ground": "BP.ter.3", "obstacle": "BP.ter.4", "building block": "BP.ter.6",
    "fortification": "BP.ter.6",
}  # fmt: skip


def keeps_to_road(actor: Actor, legs: Sequence[Leg]) -> bool:
    """BP.ter.2, BP.ter.3 The leader of a column or limber stays on the road from end to end."""
    points = [pose.point for leg in legs for pose in (leg.start, leg.end)]
    return _follows_roads(actor) and all(is_on_road(actor.state, point) for point in points)


def _follows_roads(actor: Actor) -> bool:
    """BP.ter.1 Columns do, and guns: by hand too."""
    return may_follow_road(actor.unit) or (is_gun(actor.unit) and is_corrected(actor.state, GROUND))


def on_the_way(actor: Actor, ground: Swath, legs: Sequence[Leg]) -> tuple[Hindrance, ...]:
    """What hinders this way; wood, rough ground and obstacles do not where a road leads through."""
    state, by_road = actor.state, keeps_to_road(actor, legs)
    found = hindrances(state, actor.unit, ground.extent)
    return tuple(one for one in found if not (by_road and row_of(state, one.piece).bridges))


def check_open(actor: Actor, legs: Sequence[Leg], found: Sequence[Hindrance]) -> None:
    """BP.ter.2 to BP.ter.9 No part of the way leads over closed ground; one who stands there already may leave it."""
    for one in (one for one in found if one.closed):
        if not stands_on(actor, one) and leads_over(actor, legs, one):
            raise _closed(actor, one)


def check_standing(actor: Actor, end: Body) -> None:
    """BP.ter.2 to BP.ter.9 Nobody forms up or is put on ground that is closed to it as it then is."""
    state, unit = actor.state, actor.state.units[actor.id]
    was: Actor | None = actor
    if is_corrected(state, GROUND):
        stands = unit.is_on_table and not unit.building
        was = Actor(state, actor.id, unit, body_of(state, unit)) if stands else None
    for one in hindrances(state, actor.unit, extent_of(end)):
        if not one.closed or is_by_road(actor._replace(body=end), one) or (was and stands_on(was, one)):
            continue
        if any(is_closed_to(state, one, block) for block in blocks_of(end)):
            raise _closed(actor, one)


def _closed(actor: Actor, one: Hindrance) -> IllegalOrder:
    rule = CLOSED.get(one.piece.kind, "BP.ter.9")
    return IllegalOrder("closed ground", rule, actor.id, one.piece.name, one.piece.kind)


def stands_on(actor: Actor, one: Hindrance) -> bool:
    """Whether a unit stands on ground that is closed to it as it is, and came there by no road: so it was set up.

    A gun that was brought there by hand may limber there and leave.
    """
    closed = is_gun(actor.unit) or hindrance(actor.state, actor.unit, one.piece).closed
    if is_corrected(actor.state, GROUND) and (not closed or is_by_road(actor, one)):
        return False
    return any(is_closed_to(actor.state, one, block) for block in blocks_of(actor.body))


def is_by_road(actor: Actor, one: Hindrance) -> bool:
    """BP.ter.2, BP.ter.3 On a road through wood, rough ground or an obstacle."""
    on_road = _follows_roads(actor) and is_on_road(actor.state, actor.body.pose.point)
    return on_road and row_of(actor.state, one.piece).bridges and is_corrected(actor.state, GROUND)


def leads_over(actor: Actor, legs: Sequence[Leg], one: Hindrance) -> bool:
    """Any part of the way; a column whose head has left the ground may leave the road, its tail still there."""
    state, area = actor.state, one.piece.points
    if not is_by_road(actor, one) or shape_of(one.piece).is_line:
        return any(is_closed_to(state, one, part) for leg in legs for part in swept(leg, actor.body.outline))
    ways = (Segment(leg.start.point, leg.end.point) for leg in legs if leg.start.point != leg.end.point)
    end = actor.body.at(legs[-1].end)
    return any(passes_through(way, area) for way in ways) or any(
        is_closed_to(state, one, block) for block in blocks_of(end)
    )


def priced(actor: Actor, legs: Sequence[Leg], found: Sequence[Hindrance]) -> Price:
    """BP.mov.2, BP.ter.1 The longest way of any base, and what the ground adds."""
    return price(legs, actor.body, dear(tuple(found)), lines(tuple(found)))
