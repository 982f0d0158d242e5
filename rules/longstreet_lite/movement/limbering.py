"""LL.6.aform Batteries limber and unlimber."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.tabletop import lengths
from domain.tabletop.angles import SCALE, TURN, Point, round_div
from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Pose, Rectangle, footprint, slid
from domain.tabletop.swath import stands, swath
from domain.tabletop.sweep import advance, shift
from domain.tabletop.zones import ahead_of
from rules.longstreet_lite.formation import Body, bases_of
from rules.longstreet_lite.movement import meeting
from rules.longstreet_lite.movement.actor import Actor
from rules.longstreet_lite.movement.asks import LimberBattery, UnlimberBattery
from rules.longstreet_lite.movement.formation_change import FormPlan
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.tables import TOUCH, WIDTH


def check_battery(actor: Actor, *, limbered: bool) -> None:
    """LL.6.aform.1, LL.6.aform.2, LL.1.art.1 Only a battery, and only into the state it is not in."""
    rule = "LL.6.aform.1" if limbered else "LL.6.aform.2"
    if actor.unit.kind != "ART":
        raise IllegalOrder("only a battery", rule, actor.id, "unlimbers" if limbered else "limbers")
    if actor.unit.limbered and not limbered:
        raise IllegalOrder("limbered already", rule, actor.id)
    if limbered and not actor.unit.limbered:
        raise IllegalOrder("unlimbered already", rule, actor.id)


def plan_change(actor: Actor, end: Body) -> FormPlan:
    """LL.6.aform.3, LL.6.aform.4 On no unit and not in impassable terrain; D31 says whether a near enemy disorders."""
    both = swath((stands(actor.body), stands(end)))
    meeting.check_table(actor, swath((stands(end),)), end, may_leave=False)
    meeting.check_passable(actor, both, "LL.6.aform.4")
    meeting.check_contact(actor, both, end)
    meeting.check_free(actor, end, "LL.6.aform.3")
    near = meeting.of_forming(actor, end, "LL.6.aform.4") if reading(actor.state, "D31") == "A" else ()
    return FormPlan(end, meeting.check_disorder(actor, (*meeting.on_the_ground(actor, both, "LL.6.aform.4"), *near)))


def plan_limber(actor: Actor, order: LimberBattery) -> FormPlan:
    """LL.6.aform.2 The limber covers the place of one gun; the other guns are taken up, not lost."""
    check_battery(actor, limbered=False)
    if not 1 <= order.gun <= actor.unit.bases:
        raise IllegalOrder("no such gun", "LL.6.aform.2", actor.id, order.gun, actor.unit.bases)
    heading = lengths.angle(order.heading) % TURN
    return plan_change(actor, limbered_at(actor.body, order.gun, heading, actor.state.battle.limber_depth))


def limbered_at(row: Body, gun: int, heading: int, depth: int) -> Body:
    """LL.6.aform.2, LL.6.aform.3 A limber in the place of a gun, as far as it stays behind the old front line."""
    area = bases_of(row)[gun - 1].area
    return Body(_seated(_centre(area), heading, depth, row.pose), (1,), 0, depth)


def plan_unlimber(actor: Actor, order: UnlimberBattery) -> FormPlan:
    """LL.6.aform.1 One gun covers the limber's place, the others stand beside it on either or both sides."""
    check_battery(actor, limbered=True)
    guns = actor.unit.bases
    if order.left >= guns:
        raise IllegalOrder("guns to the left", "LL.6.aform.1", actor.id, guns, guns - 1)
    heading = lengths.angle(order.heading) % TURN
    end = unlimbered_at(actor.body, guns, order.left, heading, actor.state.battle.gun_depth)
    ahead = _ahead_by(actor.body.pose, blocks_of(end)[0])
    if ahead > TOUCH:
        raise IllegalOrder("ahead of the limber", "LL.6.aform.3", actor.id, ahead)
    return plan_change(actor, end)


def unlimbered_at(limber: Body, guns: int, left: int, heading: int, depth: int) -> Body:
    """LL.6.aform.1 A row of guns, so many of them left of the one in the limber's place."""
    first = _seated(_centre(blocks_of(limber)[0]), heading, depth, limber.pose)
    return Body(slid(first, (guns - 1 - 2 * left) * WIDTH, 0), (guns,), 0, depth)


def _centre(area: Rectangle) -> Point:
    return Point(round_div(area[0].x + area[2].x, 2), round_div(area[0].y + area[2].y, 2))


def _seated(centre: Point, heading: int, depth: int, line: Pose) -> Pose:
    """LL.6.aform.3 On the centre, drawn straight back by what would stand ahead of the old front line."""
    pose = slid(Pose(x=centre.x, y=centre.y, heading=heading), 0, depth)
    ahead = max(_ahead_by(line, footprint(pose, WIDTH, depth)), 0)
    return shift(pose, advance(line, -ahead).point.minus(line.point))


def _ahead_by(line: Pose, area: Rectangle) -> int:
    """How far the area reaches ahead of a front line, in milli-BW."""
    front = ahead_of(line)
    return max(round_div(int(front.at(x, y)), SCALE) for x, y in area)
