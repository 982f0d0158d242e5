"""9.5 The reaction window: forced Hedgehogs, then one reaction after the other, each as things then stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from domain.kernel.chapter import Asked, Chapter, Choice, Question, always
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Order
from domain.kernel.play import Play
from rules.musket_and_pike.ids import PieceId
from rules.musket_and_pike.position import body, head
from rules.musket_and_pike.reaction import firing, interception, riding, turning, withdrawal
from rules.musket_and_pike.reaction.asks import (
    AwaitForcedHedgehog,
    AwaitInterceptorFire,
    AwaitReaction,
    AwaitTargetFire,
    Intercept,
    ReactFace,
    ReactFire,
    ReactHedgehog,
    Restack,
    ResumeAttempt,
    ResumeInterception,
    ResumeWindow,
    Withdraw,
)
from rules.musket_and_pike.reaction.facts import FACTS, TriggerRaised
from rules.musket_and_pike.reaction.triggers import able, forced, found, may_react, nearby
from rules.musket_and_pike.reaction.zones import is_leader, is_over, is_spent, reacting
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, ResumeTrigger, Trigger


def raised(play: Play[State], frame: ResumeTrigger) -> None:
    """9.1.3 Another chapter tells of something that may be reacted to; 8.2.1 of a stack its horse has done it."""
    play.close()
    state, trigger = play.state, frame.trigger
    if trigger.unit in state.units and (doer := head(state, trigger.unit)) != trigger.unit:
        trigger = msgspec.structs.replace(trigger, unit=doer)
    if found(state, trigger):
        play.open(ResumeWindow(trigger=trigger))


def resume(play: Play[State], frame: ResumeWindow) -> None:
    """9.5 Who gave cause, zones and sight are looked at anew before anybody is asked again."""
    state, trigger = play.state, frame.trigger
    play.close()
    if not frame.done and not frame.forced:
        play.record(TriggerRaised(trigger=trigger))
    if is_over(state, trigger):
        return
    side, near = reacting(state, trigger), tuple(nearby(state, trigger))
    if not frame.forced:
        must = tuple(forced(state, trigger, frame.done, near))
        if len(must) > 1:
            play.open(AwaitForcedHedgehog(side=side, trigger=trigger, units=must, done=frame.done))
            return
        if must:
            _form(play, must[0], frame.trigger, frame.done)
            return
    units = able(state, trigger, frame.done, near)
    if units:
        play.open(ResumeWindow(trigger=trigger, done=frame.done, forced=True))
        play.open(AwaitReaction(side=side, trigger=trigger, units=units))


def _form(play: Play[State], name: PieceId, trigger: Trigger, done: tuple[PieceId, ...]) -> None:
    play.open(ResumeWindow(trigger=trigger, done=(*done, name)))
    turning.hedgehog(play, name, trigger)


def _must_form(play: Play[State], order: ReactHedgehog, frame: AwaitForcedHedgehog) -> None:
    """9.2.3, 9.1.1a Each of them, in the order their owner wants."""
    if order.unit not in frame.units:
        raise IllegalOrder("forced Hedgehogs first", "9.1.1a", *frame.units)
    play.close()
    _form(play, order.unit, frame.trigger, frame.done)


def _not_first(_play: Play[State], _order: Order, frame: AwaitForcedHedgehog) -> None:
    raise IllegalOrder("forced Hedgehogs first", "9.1.1a", *frame.units)


# Answers


def _strike(play: Play[State], *units: PieceId) -> None:
    """9.1.1a These have had their chance: the window below the question is told so."""
    play.close()
    window = play.state.core.pending[-1]
    assert isinstance(window, ResumeWindow)
    play.close()
    play.open(ResumeWindow(trigger=window.trigger, done=(*window.done, *units), forced=True))


def _check(state: State, frame: AwaitReaction, name: PieceId, *, fires: bool = False) -> None:
    """9.1.1a, D38 Who has acted is no longer among those asked; a leader alone is only fired at."""
    if is_leader(state, frame.trigger) and not fires:
        raise IllegalOrder("a leader is only fired at", "9.1.3", frame.trigger.unit)
    heed(may_react(state, name, frame.trigger, ()))
    has_acted = name not in frame.units and name in done_of(state)
    if has_acted or (not fires and is_bound(state, name)):
        raise IllegalOrder("one reaction for a trigger", "9.1.1a", name)


def done_of(state: State) -> tuple[PieceId, ...]:
    """9.1.1a Who has reacted, as the window below the question knows."""
    window = state.core.pending[-2]
    return window.done if isinstance(window, ResumeWindow) else ()


def is_bound(state: State, name: PieceId) -> bool:
    """8.2.1 Whether it may only fire by now."""
    return name in state.units and is_spent(state, name, done_of(state))


def _fire(play: Play[State], order: ReactFire, frame: AwaitReaction) -> None:
    _check(play.state, frame, order.unit, fires=True)
    heed(firing.fire_bar(play.state, order.unit, frame.trigger, salvo=order.salvo, line=firing.laid(order)))
    heed(firing.hand_bar(play.state, order))
    _strike(play, *firing.struck_off(play.state, order.unit))
    firing.fire(play, order, frame.trigger)


def _restack(play: Play[State], order: Restack, frame: AwaitReaction) -> None:
    _check(play.state, frame, order.unit)
    heed(firing.restack_bar(play.state, order.unit, frame.trigger))
    _strike(play, order.unit, *firing.companions(play.state, order.unit))
    firing.restack(play, order)


def _face(play: Play[State], order: ReactFace, frame: AwaitReaction) -> None:
    _check(play.state, frame, order.unit)
    heed(turning.face_bar(play.state, order.unit, frame.trigger))
    turning.turns(play.state, order.unit, order.turn, order.times)
    _strike(play, *body(play.state, order.unit))
    turning.face(play, order)


def _hedgehog(play: Play[State], order: ReactHedgehog, frame: AwaitReaction) -> None:
    _check(play.state, frame, order.unit)
    heed(turning.hedgehog_bar(play.state, order.unit, frame.trigger))
    _strike(play, order.unit)
    turning.hedgehog(play, order.unit, frame.trigger)


def _withdraw(play: Play[State], order: Withdraw, frame: AwaitReaction) -> None:
    state = play.state
    _check(state, frame, order.unit)
    heed(withdrawal.withdraw_bar(state, order.unit, frame.trigger))
    if order.unit in state.leaders:
        withdrawal.check_leader(state, order, frame.trigger)
    else:
        withdrawal.route(state, order, frame.trigger)
    _strike(play, *(body(state, order.unit) if order.unit in state.units else (order.unit,)))
    withdrawal.withdraw(play, order, frame.trigger)


def _intercept(play: Play[State], order: Intercept, frame: AwaitReaction) -> None:
    """9.3.2, D34 Whoever fails may react to later triggers; read as b, to this one too."""
    state = play.state
    _check(state, frame, order.unit)
    heed(interception.intercept_bar(state, order.unit, frame.trigger))
    interception.route(state, order, frame.trigger)
    _strike(play, *([order.unit] if reading(state, "D34") == "a" else []))
    play.open(ResumeAttempt(unit=order.unit, trigger=frame.trigger, path=order.path))


def _decline(play: Play[State], _order: Decline, _frame: AwaitReaction) -> None:
    """9.5 The rest let it pass."""
    play.close()
    play.close()


def _choices(state: State, frame: AwaitReaction) -> Iterator[Choice]:
    for name in frame.units:
        yield from (Choice(frame.side, order) for order in reactions(state, name, frame.trigger))
    yield Choice(frame.side, Decline())


def reactions(state: State, name: PieceId, trigger: Trigger) -> Iterator[Order]:
    """Everything a unit, or a leader alone, may do about it."""
    if is_leader(state, trigger) or is_bound(state, name):
        yield from firing.fires(state, name, trigger)
        return
    if name not in state.leaders:
        yield from firing.fires(state, name, trigger)
        if not firing.restack_bar(state, name, trigger):
            yield Restack(unit=name)
        if not turning.face_bar(state, name, trigger):
            yield from turning.faces(state, name)
        if not turning.hedgehog_bar(state, name, trigger):
            yield ReactHedgehog(unit=name)
        if not interception.intercept_bar(state, name, trigger):
            yield from interception.rides(state, name, trigger)
    if not withdrawal.withdraw_bar(state, name, trigger):
        yield from withdrawal.withdrawals(state, name, trigger)


def _forced_choices(_state: State, frame: AwaitForcedHedgehog) -> Iterator[Choice]:
    yield from (Choice(frame.side, ReactHedgehog(unit=name)) for name in frame.units)


_Answer = Callable[[Any, Any, Any], None]
_ANSWERS: dict[type[Order], _Answer] = {
    ReactFire: _fire, Restack: _restack, ReactFace: _face, ReactHedgehog: _hedgehog, Withdraw: _withdraw,
    Intercept: _intercept, Decline: _decline,
}  # fmt: skip
_BOTH: dict[type[Order], _Answer] = {ReactFire: riding.fire, Decline: riding.decline}

CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(ReactFire(unit="meldrum"), cite="9.4.1"),
        Asked(ReactFace(unit="meldrum", turn="left"), cite="9.2.2"),
        Asked(ReactHedgehog(unit="meldrum"), cite="9.2.3"),
        Asked(Withdraw(unit="waller", path=("2506",)), cite="9.2.4", sampled=always),
        Asked(Intercept(unit="waller", path=("2508",)), cite="9.3.1", sampled=always),
        Asked(Restack(unit="field-guns"), cite="9.4.4"),
    ),
    questions=(
        Question(
            AwaitForcedHedgehog,
            {ReactHedgehog: _must_form} | {kind: _not_first for kind in _ANSWERS if kind is not ReactHedgehog},
            _forced_choices,
            ("9.2.3", "9.1.1a"),
        ),
        Question(AwaitReaction, _ANSWERS, _choices, ("9.5",)),
        Question(AwaitTargetFire, _BOTH, riding.fires, ("9.3.3",)),
        Question(AwaitInterceptorFire, _BOTH, riding.fires, ("9.3.3",)),
    ),
    resumes={
        ResumeTrigger: raised,
        ResumeWindow: resume,
        ResumeAttempt: riding.attempt,
        ResumeInterception: riding.stages,
    },
    within={
        ResumeTrigger: ("9.1.3",),
        ResumeWindow: ("9.1.1a",),
        ResumeAttempt: ("9.3.2",),
        ResumeInterception: ("9.3.3",),
    },
)
