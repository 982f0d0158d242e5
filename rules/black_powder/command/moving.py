"""BP.cmd.4 The moves won, unit by unit: each is checked against what was stated, then made."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, heed, is_legal, refusal
from domain.kernel.play import Play
from domain.tabletop.angles import bearing
from domain.tabletop.bodies import blocks_of
from domain.tabletop.lengths import angle_text, length_text
from domain.tabletop.polygons import hull
from rules.black_powder.breaking import displaced, tests
from rules.black_powder.charges import charging
from rules.black_powder.charges.asks import AwaitTraversing, ChargeWith, ResumeTerror
from rules.black_powder.charges.traverse import may_fire_at_mover, passed, question
from rules.black_powder.command.asks import AwaitMoves, ResumeOrder
from rules.black_powder.command.facts import OrderEnded
from rules.black_powder.command.serving import (
    FREE,
    charge_bar,
    check_chain,
    check_charges_made,
    check_determined,
    check_way,
    formation_bar,
    heed_clear,
    heed_mover,
    is_whole,
    screen_bar,
    under_way,
    upon,
)
from rules.black_powder.ids import UnitId
from rules.black_powder.movement import buildings, formation_change, limbering, moves
from rules.black_powder.movement.actor import Actor, actor_of, allowance
from rules.black_powder.movement.asks import EndMoves, EnterBuilding, FormUnit, HandleGun, LeaveBuilding, MoveUnit
from rules.black_powder.position import again, foes_touching
from rules.black_powder.state import State
from rules.black_powder.tables import LIMBERING
from rules.black_powder.units.footprint import Body, body_of, centre
from rules.black_powder.units.measuring import body_gap
from rules.black_powder.units.profile import gun_class


def plan_move(state: State, side: str, order: MoveUnit) -> tuple[Actor, moves.MovePlan]:
    """BP.mov.2 All that can be refused of a move in an order."""
    heed_mover(state, order.unit)
    actor, under = actor_of(state, side, order.unit), under_way(state)
    by_hand = actor.unit.formation == "unlimbered"
    if by_hand and under.kind not in FREE and not under.stated.hands:
        raise IllegalOrder("not to be manhandled", "BP.lim.4", order.unit)
    if not upon(state):
        check_determined(state, order.unit)
    planned = moves.plan(actor, order.path, more=under.left[order.unit] - 1)
    check_way(state, order.unit, actor.body, planned.end)
    check_onward(state, actor, planned)
    check_chain(state, order.unit, None if planned.exit else planned.end)
    return actor, planned


def check_onward(state: State, actor: Actor, planned: moves.MovePlan) -> None:
    """BP.mov.5 The moves that take a unit clear of its friends must serve the order and keep the group, too."""
    used, left = 2, under_way(state).left[actor.id]
    while planned.onward:
        here = actor._replace(body=planned.end)
        planned = moves.plan(here, planned.onward, more=left - used)
        check_way(state, actor.id, here.body, planned.end)
        check_chain(state, actor.id, None if planned.exit else planned.end, used)
        used += 1


def decide_move(play: Play[State], order: MoveUnit, _frame: AwaitMoves) -> None:
    actor, planned = plan_move(play.state, play.by, order)
    moves.make(play, actor, order.path, planned)
    _after_move(play, order.unit, planned)


def _after_move(play: Play[State], name: UnitId, planned: moves.MovePlan) -> None:
    """BP.cdm.6, BP.tra.3 Commanders are driven off; who was passed and is now flanked may fire."""
    state = play.state
    end_if_done(play)
    if state.units[name].is_on_table:
        for other in passers(state, name, planned):
            play.open(other)
    displaced.drive_off(play, name, planned.over)


def passers(state: State, name: UnitId, planned: moves.MovePlan) -> Iterator[AwaitTraversing]:
    """BP.tra.3 (D29) Enemies whose front it crossed to end on their flank."""
    start = body_of(state, state.units[name]).at(planned.legs[0].start)
    way = hull((*blocks_of(start)[0], *blocks_of(planned.end)[0]))
    for one in passed(state, name, way):
        if may_fire_at_mover(state, one, planned.end):
            yield question(state, one, name)


def plan_form(state: State, side: str, order: FormUnit) -> tuple[Actor, Body]:
    heed_clear(state, order.unit)
    check_determined(state, order.unit)
    heed(formation_bar(state, order.unit, order.formation))
    actor = actor_of(state, side, order.unit)
    end = formation_change.plan_form(actor, order)
    check_chain(state, order.unit, end)
    return actor, end


def decide_form(play: Play[State], order: FormUnit, _frame: AwaitMoves) -> None:
    """BP.form.10"""
    actor, end = plan_form(play.state, play.by, order)
    formation_change.form(play, actor, order.formation, end)
    end_if_done(play)
    displaced.drive_off(play, order.unit)


def plan_handle(state: State, side: str, order: HandleGun) -> tuple[Actor, limbering.Handling]:
    """BP.lim.1 Horse guns limber and unlimber for nothing, at either end of a move."""
    under, unit = under_way(state), state.units.get(order.unit)
    free = unit is not None and LIMBERING.get(gun_class(state, unit)) == 0
    heed_clear(state, order.unit, 0 if free else 1)
    becomes = "limbered" if order.do == "limber" else "unlimbered"
    if free and (
        under.handled >= 2 * sum(under.granted.values()) or (order.do == "limber" and not under.left[order.unit])
    ):
        raise IllegalOrder("handled enough", "BP.lim.1", order.unit)
    if not free:
        heed(formation_bar(state, order.unit, becomes))  # type: ignore[arg-type]
    actor = actor_of(state, side, order.unit)
    done = limbering.plan_handle(actor, order)
    check_chain(state, order.unit, done.end)
    return actor, done


def decide_handle(play: Play[State], order: HandleGun, _frame: AwaitMoves) -> None:
    actor, done = plan_handle(play.state, play.by, order)
    limbering.handle(play, actor, order, done)
    end_if_done(play)
    displaced.drive_off(play, order.unit)


def plan_enter(state: State, side: str, order: EnterBuilding) -> tuple[Actor, buildings.Entry]:
    heed_clear(state, order.unit)
    under = under_way(state)
    if under.kind not in FREE and under.stated.block != order.block:
        raise IllegalOrder("block not stated", "BP.cmd.1", order.unit, order.block)
    check_determined(state, order.unit)
    actor = actor_of(state, side, order.unit)
    return actor, buildings.plan_enter(actor, order)


def decide_enter(play: Play[State], order: EnterBuilding, _frame: AwaitMoves) -> None:
    actor, entry = plan_enter(play.state, play.by, order)
    buildings.enter(play, actor, order, entry)
    end_if_done(play)


def plan_leave(state: State, side: str, order: LeaveBuilding) -> tuple[Actor, buildings.Leaving]:
    heed_mover(state, order.unit)
    actor = actor_of(state, side, order.unit)
    left = buildings.plan_leave(actor, order)
    heed(formation_bar(state, order.unit, order.formation) if under_way(state).stated.formation else None)
    check_way(state, order.unit, actor.body, left.end)
    check_chain(state, order.unit, left.end)
    return actor, left


def decide_leave(play: Play[State], order: LeaveBuilding, _frame: AwaitMoves) -> None:
    actor, left = plan_leave(play.state, play.by, order)
    buildings.leave(play, actor, order, left)
    end_if_done(play)
    displaced.drive_off(play, order.unit)


def check_charge(state: State, order: ChargeWith) -> None:
    """BP.chg.2"""
    heed_clear(state, order.unit)
    charging.check(state, order.unit, order.target, "charge", order.at, screen=order.screen)
    heed(charge_bar(state, order.unit, order.target))
    heed(screen_bar(state, order.unit, order.target, screen=order.screen))


def decide_charge(play: Play[State], order: ChargeWith, _frame: AwaitMoves) -> None:
    check_charge(play.state, order)
    charging.begin(play, order.unit, order.target, screen=order.screen)


def end_bar(state: State) -> IllegalOrder | None:
    """BP.cmd.14, BP.mov.5 Why the order cannot end here."""
    under = under_way(state)
    if upon(state):
        return IllegalOrder("first gets clear", "BP.mov.5", upon(state))
    if under.kind == "brigade" and not is_whole(state) and closing_move(state):
        return IllegalOrder("group is open", "BP.cmd.14", *under.all)
    return refusal(check_charges_made, state)


def closing_move(state: State) -> MoveUnit | None:
    """BP.cmd.14 A plain move that brings a straggler nearer to the rest, if there is one."""
    under = under_way(state)
    for name, left in under.left.items():
        unit = state.units[name]
        if not left or not unit.is_on_table:
            continue
        here = body_of(state, unit)
        for other in under.all:
            if other == name or not state.units[other].is_on_table:
                continue
            there = body_of(state, state.units[other])
            if here.pose.point == centre(there):
                continue
            heading = bearing(here.pose.point, centre(there))
            gap = body_gap(here, there)
            for length in (min(gap, allowance(state, unit)), min(gap // 2, allowance(state, unit))):
                order = MoveUnit(unit=name, path=(f"toward:{angle_text(heading)}:{length_text(length)}",))
                if length and is_legal(plan_move, state, unit.side, order):
                    return order
    return None


def decide_end(play: Play[State], _order: EndMoves, _frame: AwaitMoves) -> None:
    """BP.cmd.5"""
    heed(end_bar(play.state))
    _finish(play)


def end_if_done(play: Play[State]) -> None:
    """BP.cmd.4 The last move made ends the order."""
    under = play.state.order
    if under is None or not isinstance(play.state.core.pending[-1], AwaitMoves):
        return
    if not any(under.left.values()) and not upon(play.state) and not _may_unlimber(play.state):
        _finish(play)


def _may_unlimber(state: State) -> bool:
    """BP.lim.1 Whether horse guns that have moved may still come into action."""
    under = under_way(state)
    guns = (name for name in under.left if LIMBERING.get(gun_class(state, state.units[name])) == 0)
    return any(state.units[name].formation == "limbered" and state.units[name].is_on_table for name in guns)


def _finish(play: Play[State]) -> None:
    """D37 The terror of those who charged comes before the order is over."""
    under = under_way(play.state)
    play.close()
    if under.terrors:
        play.open(ResumeOrder(waiting=under.terrors))
    else:
        play.record(OrderEnded(units=tuple(under.left)))


def resume(play: Play[State], frame: ResumeOrder) -> None:
    """BP.sr.Terr, D37 All test first; then closing fire on each charger in turn."""
    state = play.state
    if not frame.tested:
        again(play, ResumeOrder(tested=True, waiting=frame.waiting))
        by = {foe: name for name in reversed(frame.waiting) for foe in foes_touching(state, name)}
        tests.queue(play, [tests.test_of(state, foe, "terror", name) for foe, name in by.items()])
    elif frame.waiting:
        again(play, ResumeOrder(tested=True, waiting=frame.waiting[1:]))
        _after_terror(play, frame.waiting[0])
    else:
        play.close()
        play.record(OrderEnded(units=tuple(under_way(state).left)))


def _after_terror(play: Play[State], name: UnitId) -> None:
    """BP.sr.Terr (D37) Who stands fast may fire; where all are gone it is as if the charger had won the combat."""
    state, unit = play.state, play.state.units[name]
    if foes_touching(state, name):
        charging.resume_after(play, name)
    elif unit.is_on_table:
        play.open(ResumeTerror(unit=name))


def proceed(play: Play[State]) -> bool:
    """BP.chg.1 A charge spends what moves are left; the order ends when nobody has any."""
    pending = play.state.core.pending
    if play.state.order is None or not pending or not isinstance(pending[-1], AwaitMoves):
        return False
    before = len(play.recorded)
    end_if_done(play)
    return len(play.recorded) > before
