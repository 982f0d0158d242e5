"""BP.ter What a way costs over the ground it covers, and what closes it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.errors import IllegalOrder
from domain.tabletop.bodies import blocks_of
from domain.tabletop.manoeuvre import Leg, swept
from domain.tabletop.swath import Swath
from domain.tabletop.tolls import Price, price
from rules.black_powder.movement.actor import Actor
from rules.black_powder.units.ground import (
    Hindrance,
    dear,
    hindrances,
    is_closed_to,
    is_on_road,
    lines,
    may_follow_road,
    row_of,
)

CLOSED = {  # the rule that closes a kind of ground
    "wood": "BP.ter.2", "rough ground": "BP.ter.3", "very rough ground": "BP.ter.3",
    "extremely rough ground": "BP.ter.3", "obstacle": "BP.ter.4", "building block": "BP.ter.6",
    "fortification": "BP.ter.6",
}  # fmt: skip


def keeps_to_road(actor: Actor, legs: Sequence[Leg]) -> bool:
    """BP.ter.2, BP.ter.3 The leader of a column or limber stays on the road from end to end."""
    points = [pose.point for leg in legs for pose in (leg.start, leg.end)]
    return may_follow_road(actor.unit) and all(is_on_road(actor.state, point) for point in points)


def on_the_way(actor: Actor, ground: Swath, legs: Sequence[Leg]) -> tuple[Hindrance, ...]:
    """What hinders this way; wood, rough ground and obstacles do not where a road leads through."""
    state, by_road = actor.state, keeps_to_road(actor, legs)
    found = hindrances(state, actor.unit, ground.extent)
    return tuple(one for one in found if not (by_road and row_of(state, one.piece).bridges))


def check_open(actor: Actor, legs: Sequence[Leg], found: Sequence[Hindrance]) -> None:
    """BP.ter.2 to BP.ter.9 No part of the way leads over closed ground; one who stands there already may leave it."""
    blocks = actor.body.outline
    for one in (one for one in found if one.closed):
        stood = any(is_closed_to(actor.state, one, block) for block in blocks_of(actor.body))
        if not stood and any(is_closed_to(actor.state, one, area) for leg in legs for area in swept(leg, blocks)):
            rule = CLOSED.get(one.piece.kind, "BP.ter.9")
            raise IllegalOrder("closed ground", rule, actor.id, one.piece.name, one.piece.kind)


def priced(actor: Actor, legs: Sequence[Leg], found: Sequence[Hindrance]) -> Price:
    """BP.mov.2, BP.ter.1 The longest way of any base, and what the ground adds."""
    return price(legs, actor.body, dear(tuple(found)), lines(tuple(found)))
