"""BP.lim Limbering and unlimbering: for nothing with horse guns, a move with foot guns, two with siege guns."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import TURN
from domain.tabletop.measure import Pose
from rules.black_powder.ids import spot_of
from rules.black_powder.movement.actor import Actor
from rules.black_powder.movement.asks import HandleGun
from rules.black_powder.movement.facts import GunLimbered
from rules.black_powder.movement.formation_change import check_room, formed_as
from rules.black_powder.state import State
from rules.black_powder.tables import LIMBERING, Formation
from rules.black_powder.units.footprint import Body, body_as
from rules.black_powder.units.profile import gun_class, is_gun


class Handling(NamedTuple):
    end: Body
    moves: int
    spent: int
    takes: int


def plan_handle(actor: Actor, order: HandleGun) -> Handling:
    """BP.lim.1 to BP.lim.3"""
    unit, state = actor.unit, actor.state
    if not is_gun(unit) or unit.formation == "building":
        raise IllegalOrder("no gun to limber", "BP.lim.1", actor.id)
    becomes: Formation = "limbered" if order.do == "limber" else "unlimbered"
    if unit.formation == becomes:
        raise IllegalOrder("limbered already" if becomes == "limbered" else "unlimbered already", "BP.lim.1", actor.id)
    takes = LIMBERING[gun_class(state, unit)]
    spent = unit.limbering + 1 if takes > 1 else takes
    pose = actor.body.pose
    if order.heading:
        pose = Pose(x=pose.x, y=pose.y, heading=lengths.angle(order.heading) % TURN)
    end = body_as(state, unit, becomes, pose)
    if spent >= takes:
        rule = f"BP.lim.{takes + 1}"
        check_room(actor._replace(unit=formed_as(unit, becomes)), end, rule)
    return Handling(end, min(takes, 1), spent, takes)


def handle(play: Play[State], actor: Actor, order: HandleGun, done: Handling) -> None:
    """BP.lim.5 Once it stands unlimbered it may shoot in the same turn."""
    play.record(
        GunLimbered(
            unit=actor.id, do=order.do, pose=spot_of(done.end.pose), moves=done.moves, spent=done.spent,
            takes=done.takes,
        )
    )  # fmt: skip
