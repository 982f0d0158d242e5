"""BP.cmd The Command phase: its orders, its questions, what goes on of itself."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question, always
from domain.kernel.play import Play
from rules.black_powder.charges.asks import ChargeWith
from rules.black_powder.command import (
    blunders,
    commanders,
    initiative,
    moving,
    orders,
    returning,
    sample,
    special,
    wayfinding,
    withdrawal,
)
from rules.black_powder.command.asks import (
    AwaitAgain,
    AwaitBlunder,
    AwaitFate,
    AwaitMoves,
    AwaitPlacing,
    ChooseBlunder,
    FollowMe,
    GiveOrder,
    GoOn,
    KeepRoll,
    MoveCommander,
    PlaceUnit,
    Rally,
    ResumeBlunder,
    ResumeOrder,
    ReturnToTable,
    RollAgain,
    StandInSquare,
    Stated,
    StayAway,
    UseInitiative,
    Withdraw,
)
from rules.black_powder.command.facts import FACTS, Rated
from rules.black_powder.command.rating import rate
from rules.black_powder.movement.asks import EndMoves, EnterBuilding, FormUnit, HandleGun, LeaveBuilding, MoveUnit
from rules.black_powder.state import INITIATIVE, ORDERS, State


def decide_again(play: Play[State], _order: RollAgain, frame: AwaitAgain) -> None:
    """BP.per.4"""
    play.close()
    orders.roll(play, frame.kind, frame.commander, frame.units, frame.stated, second=True)


def decide_keep(play: Play[State], _order: KeepRoll, frame: AwaitAgain) -> None:
    play.close()
    rating = rate(play.state, frame.commander, frame.units, frame.stated)
    orders.settle(play, frame.kind, frame.commander, frame.units, frame.stated, rating, frame.dice)


def again_choices(_state: State, frame: AwaitAgain) -> Iterator[Choice]:
    yield Choice(frame.side, RollAgain())
    yield Choice(frame.side, KeepRoll())


def choices(state: State) -> Iterator[Choice]:
    for part in (initiative, sample, special, commanders, returning, withdrawal):
        yield from part.choices(state)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            MoveUnit(unit="blue-foot-i", path=("ahead:6", "wheel-right:30")), cite="BP.mov.2", sampled=always,
            way=wayfinding.WAY,
        ),
        Asked(UseInitiative(unit="blue-foot-i"), initiative.decide, (INITIATIVE,), "BP.init.1"),
        Asked(
            GiveOrder(commander="blue-first", units=("blue-foot-i",), bearing="0", charge="nearest"), orders.decide,
            (ORDERS,), "BP.cmd.1", sampled=always,
        ),
        Asked(FollowMe(commander="blue-first", unit="blue-large"), special.decide_follow, (ORDERS,), "BP.foll.1"),
        Asked(Rally(commander="blue-first", unit="blue-large"), special.decide_rally, (ORDERS,), "BP.ral.1"),
        Asked(
            ReturnToTable(commander="blue-first", units=("blue-large",)),
            returning.decide, (ORDERS,), "BP.off.3", sampled=always,
        ),
        Asked(
            MoveCommander(commander="blue-first", join="blue-large"),
            commanders.decide, (ORDERS,), "BP.cdm.1", sampled=always,
        ),
        Asked(
            Withdraw(unit="blue-large", path=("back:12",)),
            withdrawal.decide, (INITIATIVE, ORDERS), "BP.vic.9", sampled=always,
        ),
        Asked(StandInSquare(unit="blue-square"), withdrawal.decide_square, (INITIATIVE, ORDERS), "BP.vic.10"),
        Asked(PlaceUnit(unit="blue-large", at="40:2", heading="0", formation="line"), cite="BP.off.3", sampled=always),
        Asked(StayAway(unit="blue-large"), cite="BP.off.3"),
        Asked(GoOn(unit="blue-large"), cite="BP.blun.1"),
        Asked(ChooseBlunder(result=3), cite="BP.per.7"),
        Asked(RollAgain(), cite="BP.per.4"),
        Asked(KeepRoll(), cite="BP.per.4"),
    ),
    questions=(
        Question(
            AwaitMoves,
            {
                MoveUnit: moving.decide_move,
                FormUnit: moving.decide_form,
                HandleGun: moving.decide_handle,
                EnterBuilding: moving.decide_enter,
                LeaveBuilding: moving.decide_leave,
                ChargeWith: moving.decide_charge,
                EndMoves: moving.decide_end,
            },
            sample.move_choices,
            ("BP.cmd.4",),
        ),
        Question(
            AwaitPlacing, {PlaceUnit: returning.decide_place, StayAway: returning.decide_stay},
            returning.placing_choices, ("BP.off.3",),
        ),
        Question(AwaitAgain, {RollAgain: decide_again, KeepRoll: decide_keep}, again_choices, ("BP.per.4",)),
        Question(
            AwaitBlunder, {ChargeWith: blunders.decide_charge, GoOn: blunders.decide_go_on}, blunders.choices,
            ("BP.blun.1",),
        ),
        Question(AwaitFate, {ChooseBlunder: blunders.decide_fate}, blunders.fate_choices, ("BP.per.7",)),
    ),
    within={
        Rated: ("BP.cmd.17",), Stated: ("BP.cmd.1",), ResumeBlunder: ("BP.blun.1",), ResumeOrder: ("BP.sr.Terr",),
    },
    resumes={ResumeBlunder: blunders.resume, ResumeOrder: moving.resume},
    proceed=moving.proceed,
    choices=choices,
)  # fmt: skip
