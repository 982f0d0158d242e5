"""BP.chg, BP.rsp, BP.tra The questions of a charge, and the chapter."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.chapter import Asked, Chapter, Choice, Question, always
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.play import Play
from domain.tabletop.lengths import length_text
from rules.black_powder.breaking import displaced, retreat
from rules.black_powder.charges import charging, responses
from rules.black_powder.charges.asks import (
    AwaitHalted,
    AwaitResponse,
    AwaitTraversing,
    ChargeWith,
    FireTraversing,
    HoldFire,
    Respond,
    ResumeCharge,
    StandFast,
)
from rules.black_powder.charges.facts import FACTS, FirePassed, Touched, UnitResponded
from rules.black_powder.ids import spot_of
from rules.black_powder.movement import moves
from rules.black_powder.movement.actor import actor_of
from rules.black_powder.movement.asks import MoveUnit
from rules.black_powder.position import again
from rules.black_powder.shooting import closing, traversing
from rules.black_powder.state import State


def decide_respond(play: Play[State], order: Respond, frame: AwaitResponse) -> None:
    """BP.rsp.1 One response; what it may be was found when it was asked."""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit answers", "BP.rsp.1", order.unit, frame.unit)
    if order.reply not in frame.replies:
        raise IllegalOrder("no such response", responses.RULES[order.reply], frame.unit, order.reply, *frame.replies)
    state, name, charger = play.state, frame.unit, frame.charger
    late = charger in (one.unit for one in state.contacts if one.foe == name)
    pose = None
    if order.reply == "face":
        pose = responses.met_front(state, charger) if late else responses.faced(state, name, charger)
    play.close()
    said = UnitResponded(unit=name, charger=charger, reply=order.reply, pose=spot_of(pose) if pose else None, late=late)
    play.record(said)
    if not late:
        below = state.core.pending[-1]
        assert isinstance(below, ResumeCharge)
        again(play, replace(below, reply=order.reply))
    elif order.reply == "closing fire":
        closing.fire(play, name, charger, len([one for one in state.contacts if one.unit == charger]))
    elif order.reply == "evade":
        retreat.begin(play, name, retreat.side_met(state, name, charger), "evade")


def respond_choices(_state: State, frame: AwaitResponse) -> Iterator[Choice]:
    for reply in frame.replies:
        yield Choice(frame.side, Respond(unit=frame.unit, reply=reply))


def decide_traversing(play: Play[State], order: FireTraversing, frame: AwaitTraversing) -> None:
    """BP.tra.1"""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit answers", "BP.tra.1", order.unit, frame.unit)
    play.close()
    below = play.state.core.pending[-1] if play.state.core.pending else None
    passing = traversing.Pass(frame.near, frame.crossed, frame.face, charging=isinstance(below, ResumeCharge))
    traversing.fire(play, frame.unit, frame.charger, passing)


def decide_hold_fire(play: Play[State], order: HoldFire, frame: AwaitTraversing) -> None:
    """BP.tra.1"""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit answers", "BP.tra.1", order.unit, frame.unit)
    play.close()
    play.record(FirePassed(unit=frame.unit, charger=frame.charger, near=frame.near, crossed=frame.crossed))


def traversing_choices(_state: State, frame: AwaitTraversing) -> Iterator[Choice]:
    yield Choice(frame.side, FireTraversing(unit=frame.unit))
    yield Choice(frame.side, HoldFire(unit=frame.unit))


def decide_halted_move(play: Play[State], order: MoveUnit, frame: AwaitHalted) -> None:
    """BP.sq.10 Back, or along the square's front, with what is left of the move."""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit answers", "BP.sq.10", order.unit, frame.unit)
    actor = actor_of(play.state, play.by, order.unit)
    planned = moves.plan_halted(actor, order.path, frame.left)
    play.close()
    moves.make(play, actor, order.path, planned)
    displaced.drive_off(play, order.unit, planned.over)


def decide_stand(play: Play[State], order: StandFast, frame: AwaitHalted) -> None:
    if order.unit != frame.unit:
        raise IllegalOrder("another unit answers", "BP.sq.10", order.unit, frame.unit)
    play.close()


def halted_choices(state: State, frame: AwaitHalted) -> Iterator[Choice]:
    yield Choice(frame.side, StandFast(unit=frame.unit))
    actor = actor_of(state, frame.side, frame.unit)
    back = (f"back:{length_text(frame.left)}",)
    if is_legal(moves.plan_halted, actor, back, frame.left):
        yield Choice(frame.side, MoveUnit(unit=frame.unit, path=back))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(ChargeWith(unit="blue-horse", target="red-foot-i"), cite="BP.chg.2", sampled=always),
        Asked(Respond(unit="red-horse", reply="countercharge"), cite="BP.rsp.1"),
        Asked(FireTraversing(unit="red-foot-i"), cite="BP.tra.1"),
        Asked(HoldFire(unit="red-foot-i"), cite="BP.tra.1"),
        Asked(StandFast(unit="blue-horse"), cite="BP.sq.10"),
    ),
    questions=(
        Question(AwaitResponse, {Respond: decide_respond}, respond_choices, ("BP.rsp.1",)),
        Question(
            AwaitTraversing, {FireTraversing: decide_traversing, HoldFire: decide_hold_fire}, traversing_choices,
            ("BP.tra.1",),
        ),
        Question(AwaitHalted, {MoveUnit: decide_halted_move, StandFast: decide_stand}, halted_choices, ("BP.sq.10",)),
    ),
    within={Touched: ("BP.chg.14",), ResumeCharge: ("BP.chg.1",)},
    resumes={ResumeCharge: charging.resume},
)  # fmt: skip
