"""3.2, 4.2, 4.5 The activation phase: one Wing after another, from the boldest orders to the meekest."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import PhaseBegan, Side
from domain.kernel.play import Play
from rules.musket_and_pike.duties.duties import open_duties
from rules.musket_and_pike.ids import WingId
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import ACTIONS, ACTIVATION, BOMBARDMENT, MELEE, ROUT, State
from rules.musket_and_pike.turn import change, continuation, preemption, wings
from rules.musket_and_pike.turn.asks import (
    ActivateWing,
    AwaitChange,
    AwaitContinuation,
    AwaitPreemption,
    ChangeOrder,
    ContinueWing,
    EndActions,
    PassWing,
    Preempt,
)
from rules.musket_and_pike.turn.facts import ActivationNamed, BombardmentEnded, WingPassed
from rules.musket_and_pike.work import Decline

BOTH = 2  # 4.5 passes in a row


def wing_bar(state: State, by: Side, name: WingId) -> IllegalOrder | None:
    """4.2.1, 4.2.3, 5.3.2 Why a side may not activate or pass this Wing now."""
    wing = state.wings.get(name)
    if wing is None or wing.side != by:
        return IllegalOrder("not your Wing", "4.2.1", name)
    if wing.status != "ready":
        return IllegalOrder("Wing is Finished", "4.2.1", name)
    if not wings.is_led(state, name):
        return IllegalOrder("no Wing Commander", "5.3.2", name)
    if not wings.has_units(state, name):
        return IllegalOrder("no units left", "4.2.3", name)
    if name not in wings.selectable(state, by):
        return IllegalOrder("other orders come first", "4.2.1", name, wings.level(state))
    return None


def decide_activate(play: Play[State], order: ActivateWing) -> None:
    """4.2.1, 4.4.1 It acts, unless the other side preempts it."""
    state = play.state
    heed(wing_bar(state, play.by, order.wing))
    play.record(ActivationNamed(wing=order.wing))
    frame = None
    if not (reading(state, "D24") == "c" and wings.is_forced(state, order.wing)):
        frame = preemption.window(state, order.wing, continuing=False)
    if frame:
        play.open(frame)
    else:
        preemption.activate(play, order.wing)


def pass_bar(state: State, by: Side, name: WingId) -> IllegalOrder | None:
    """4.5, 5.6.1, 5.8"""
    bar = wing_bar(state, by, name)
    if bar:
        return bar
    if wings.is_forced(state, name):
        return IllegalOrder("must rally", "5.8", name)
    if state.wings[name].order == "charge":
        return IllegalOrder("Charge may not pass", "5.6.1", name)
    return None


def decide_pass(play: Play[State], order: PassWing) -> None:
    """4.5, G.pass"""
    heed(pass_bar(play.state, play.by, order.wing))
    play.record(WingPassed(wing=order.wing))


def end_bar(state: State) -> IllegalOrder | None:
    """5.4.3, 5.6.1 A unit that has not done its duty."""
    for name, cite in open_duties(state):
        return IllegalOrder("must move first", cite, name)
    return None


def decide_end(play: Play[State], _order: EndActions) -> None:
    """3.2.C, 3.2.D Melees follow."""
    state = play.state
    if state.core.phase == BOMBARDMENT:
        play.record(BombardmentEnded(side=play.by))
        return
    heed(end_bar(state))
    play.record(PhaseBegan(turn=state.core.turn, phase=MELEE, side=play.by))


def proceed(play: Play[State]) -> bool:
    """3.2 What follows when nobody is asked."""
    state = play.state
    if state.core.pending or not state.turn.initiative:
        return False
    if state.core.phase == MELEE:
        if state.melee is not None and state.melee.stage == "over":
            play.record(PhaseBegan(turn=state.core.turn, phase=ACTIVATION))
            return True
        return False
    if state.core.phase != ACTIVATION:
        return False
    return _in_activation(play) if state.activation.wing else _next(play)


def _in_activation(play: Play[State]) -> bool:
    """3.2.B to 3.2.F"""
    state = play.state
    wing = state.wings[state.activation.wing]
    if state.activation.fought:
        continuation.end(play)
    elif not state.activation.changed:
        change.begin(play)
    else:
        play.record(PhaseBegan(turn=state.core.turn, phase=ACTIONS, side=wing.side))
    return True


def _next(play: Play[State]) -> bool:
    """3.2.F A Bypassed Wing, the next activation, or the end of the phase."""
    state = play.state
    if state.turn.waiting:
        name = state.turn.waiting[-1]
        if wings.is_led(state, name) and wings.has_units(state, name):
            preemption.activate(play, name)
        else:
            preemption.lapse(play, name)
        return True
    passed = state.turn.passes >= BOTH and reading(state, "D2") == "a"
    if passed or not wings.level(state):
        play.record(PhaseBegan(turn=state.core.turn, phase=ROUT))
        return True
    return False


def choices(state: State) -> Iterator[Choice]:
    phase = state.core.phase
    if phase == ACTIVATION and state.turn.initiative and not state.activation.wing:
        side = wings.actor(state)
        for name in wings.selectable(state, side):
            yield Choice(side, ActivateWing(wing=name))
            if not pass_bar(state, side, name):
                yield Choice(side, PassWing(wing=name))
    elif (phase == ACTIONS and not end_bar(state)) or phase == BOMBARDMENT:
        yield Choice(state.core.active, EndActions())


CHAPTER = Chapter[State](
    orders=(
        Asked(ActivateWing(wing="royalist-right-horse"), decide_activate, phases=(ACTIVATION,), cite="4.2.1"),
        Asked(PassWing(wing="royalist-foot"), decide_pass, phases=(ACTIVATION,), cite="4.5"),
        Asked(Preempt(wing="parliament-foot"), cite="4.4.1"),
        Asked(ChangeOrder(to="charge"), cite="5.7.1"),
        Asked(EndActions(), decide_end, phases=(ACTIONS, BOMBARDMENT), cite="3.2.C"),
        Asked(ContinueWing(), cite="4.3.1"),
        Asked(Decline(), cite="3.2"),
    ),
    questions=(
        Question(
            AwaitPreemption,
            {Preempt: preemption.decide_preempt, Decline: preemption.decide_decline},
            preemption.choices,
            cites=("4.4.1",),
        ),
        Question(
            AwaitChange,
            {ChangeOrder: change.decide_change, Decline: change.decide_keep},
            change.choices,
            cites=("5.7.1",),
        ),
        Question(
            AwaitContinuation,
            {ContinueWing: continuation.decide_continue, Decline: continuation.decide_stop},
            continuation.choices,
            cites=("4.3.1",),
        ),
    ),
    proceed=proceed,
    choices=choices,
)
