"""LL.6.form, LL.6.quart, LL.6.guide Infantry changes formation: by a quarter turn, or on a guide."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.tabletop.measure import Edge, base_pose, slid
from domain.tabletop.swath import stands, swath
from domain.tabletop.sweep import quarter_turn
from rules.longstreet_lite.formation import Base, Body, bases_of, check_formation, formation_faults
from rules.longstreet_lite.movement import meeting
from rules.longstreet_lite.movement.actor import Actor
from rules.longstreet_lite.movement.asks import QuarterTurn, ReformUnit
from rules.longstreet_lite.movement.facts import Disorder
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.tables import FILES_A_SIDE, WIDTH, Hand


class FormPlan(NamedTuple):
    """What a change of formation comes to, all checked."""

    end: Body
    disorder: tuple[Disorder, ...]


def check_infantry(actor: Actor) -> None:
    """LL.6.form.1 Batteries limber and unlimber instead (LL.1.art.1)."""
    if actor.unit.kind != "INF":
        raise IllegalOrder("guns without files", "LL.6.form.1", actor.id)


def plan_change(actor: Actor, end: Body) -> FormPlan:
    """LL.6.fterr.1, LL.6.finterp.1, LL.6.fnear.1 Where it stood and where it stands counts, not what lies between."""
    there = swath((stands(end),))
    meeting.check_table(actor, there, end, may_leave=False)
    meeting.check_passable(actor, there)
    meeting.check_contact(actor, there, end)
    meeting.check_free(actor, end, "LL.6.finterp.1")
    both = swath((stands(actor.body), stands(end)))
    causes = (*meeting.on_the_ground(actor, both, "LL.6.fterr.1"), *meeting.of_forming(actor, end, "LL.6.fnear.1"))
    return FormPlan(end, meeting.check_disorder(actor, causes))


def plan_quarter_turn(actor: Actor, order: QuarterTurn) -> FormPlan:
    """LL.6.quart.1 All bases turn the same way."""
    check_infantry(actor)
    return plan_change(actor, turned_by_the_flank(actor, order.to))


def turned_by_the_flank(actor: Actor, to: Hand) -> Body:
    """LL.6.quart.1 (D29) Files become ranks: the bases of that flank turn first and the rest forms behind them.

    Square bases keep their ground. Of others the new front stands on the old flank line, centred on it.
    """
    body = actor.body
    ranks, offset = transposed(body, to)
    if list(formation_faults(ranks, offset, actor.unit.bases)):
        if reading(actor.state, "D29") == "B":
            raise IllegalOrder("short rank elsewhere", "LL.6.quart.1", actor.id, to, *body.ranks)
        return reseated(body, to)
    return Body(quarter_turn(body.pose, body.frontage, body.whole_depth, Edge(to)), ranks, offset, body.depth)


def transposed(body: Body, to: Hand) -> tuple[tuple[int, ...], int]:
    """LL.6.quart.1 The ranks as the turn leaves them, legal or not, and the first file of the last."""
    order = range(body.ranks[0]) if to == "left" else range(body.ranks[0] - 1, -1, -1)
    counts = [sum(1 for base in bases_of(body) if base.file == file) for file in order]
    # Facing left, the old rear comes to be on the left: there a short file lacks its first base.
    short = counts[-1] < counts[0]
    return tuple(counts), int(short and to == "left")


def reseated(body: Body, to: Hand) -> Body:
    """LL.6.quart.1 (D29 A) As many files as there were ranks, filled from the front, on the old centre."""
    files = len(body.ranks)
    full, rest = divmod(sum(body.ranks), files)
    ranks = (files,) * full + ((rest,) if rest else ())
    flank = quarter_turn(body.pose, body.frontage, body.whole_depth, Edge(to))
    return Body(slid(flank, 0, len(ranks) * body.depth - body.frontage), ranks, 0, body.depth)


def plan_reform(actor: Actor, order: ReformUnit) -> FormPlan:
    """LL.6.guide.1, LL.6.guide.4 New ranks on a guide, legal as any; the same ranks too, a step aside (LL.F.3)."""
    check_infantry(actor)
    guide = guide_of(actor, order.guide)
    check_formation(actor.id, order.ranks, order.offset, actor.unit.bases)
    check_sides(actor, guide, order)
    end = formed_on(actor.body, guide, order)
    if end == actor.body:
        raise IllegalOrder("stands so already", "LL.6.form.1", actor.id)
    return plan_change(actor, end)


def guide_of(actor: Actor, number: int) -> Base:
    """LL.6.guide.1 One base of the unit, whichever."""
    found = next((base for base in bases_of(actor.body) if base.number == number), None)
    if found is None:
        raise IllegalOrder("no base to guide on", "LL.6.guide.1", actor.id, number, actor.unit.bases)
    return found


def check_sides(actor: Actor, guide: Base, order: ReformUnit) -> None:
    """LL.6.guide.2, LL.6.guide.3 The guide ends in the front rank; each side of it gains or loses two files at most."""
    right = order.ranks[0] - 1 - order.left
    if right < 0:
        raise IllegalOrder("no place for the guide", "LL.6.guide.3", order.left, order.ranks[0], order.ranks[0] - 1)
    was = {"left": guide.file, "right": actor.body.ranks[0] - 1 - guide.file}
    for side, now in (("left", order.left), ("right", right)):
        if abs(now - was[side]) > FILES_A_SIDE:
            raise IllegalOrder(
                "files of a side", "LL.6.guide.2", actor.id, side, guide.number, was[side], now, FILES_A_SIDE
            )


def formed_on(body: Body, guide: Base, order: ReformUnit) -> Body:
    """LL.6.guide.1, LL.6.guide.3 The guide neither moves nor turns: its front is the new front line."""
    held = base_pose(body.pose, body.ranks[0], guide.file, guide.rank, WIDTH, body.depth)
    pose = slid(held, (order.ranks[0] - 1 - 2 * order.left) * WIDTH, 0)
    return Body(pose, order.ranks, order.offset, body.depth)
