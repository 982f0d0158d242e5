"""17.0 Loss of unit control: the opponent of an army in Panic tries to take over its units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Answer, Asked, Chapter, Choice, Decision, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.hidden.asks import AttemptControl, AwaitLeftover
from rules.gettysburg.hidden.facts import ControlTried, LeftoverBegan, LeftoverEnded
from rules.gettysburg.ids import PieceId
from rules.gettysburg.movement import activation, declarations, movement
from rules.gettysburg.movement.asks import AwaitControl, AwaitMarch, DeclareAttack, DeclareBombardment, MoveUnit
from rules.gettysburg.position import is_on_map
from rules.gettysburg.state import ENEMY, State
from rules.gettysburg.tables import CONTROL_NOBODY, CONTROL_TAKEN, CONTROL_TAKEN_LATE
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.facts import Declined

Controller = Literal["opponent", "nobody", "owner"]


def stop(play: Play[State], order: AttemptControl, frame: AwaitControl) -> None:
    """17.3a 1 to 3 the opponent moves it now, 4 nobody may use it, 5 and 6 its owner goes on."""
    unit = frame.order.unit
    _check_chances(play.state)
    if order.unit != unit:
        heed(_hidden_bar(play.state, order.unit))
        raise IllegalOrder("another is about to be used", "17.3a", unit, order.unit)
    heed(activation.attempt_bar(play.state, unit))
    die = play.roll(1, 6, why=Reason("control", "17.3a"), by=frame.side).total
    control: Controller = "opponent" if die <= CONTROL_TAKEN else "nobody" if die == CONTROL_NOBODY else "owner"
    play.record(ControlTried(unit=unit, control=control))
    play.close()
    if control == "opponent":
        play.open(AwaitMarch(side=frame.side, unit=unit))
    elif control == "owner":
        movement.resume_order(play, frame.order, frame.by)


def untimely_bar(state: State, by: Side, order: AttemptControl) -> IllegalOrder | None:
    """17.1 to 17.3, 17.5a Why the opponent makes no attempt on the piece while its owner moves others."""
    if by == state.core.active or state.core.phase != "movement":
        return None
    if not activation.has_chances(state):
        return _no_chances()
    bar = activation.attempt_bar(state, order.unit) or _hidden_bar(state, order.unit)
    return bar or IllegalOrder("control too early", "17.3a", order.unit)


def _hidden_bar(state: State, name: PieceId) -> IllegalOrder | None:
    """17.5a An HMC is tried when its owner has finished: in Panic he cannot be about to use it."""
    return IllegalOrder("HMC tried last", "17.5a", name) if name in state.hmcs else None


def _no_chances() -> IllegalOrder:
    return IllegalOrder("no chance of control", "17.1")


def _check_chances(state: State) -> None:
    """17.3 One chance is spent on one unit, whatever comes of it."""
    if not activation.has_chances(state):
        raise _no_chances()


def decline_control(play: Play[State], _order: Decline, frame: AwaitControl) -> None:
    play.record(Declined(side=frame.side, what=Reason("control of a unit", "17.3a", (frame.order.unit,))))
    play.close()
    movement.resume_order(play, frame.order, frame.by)


def window_answers(_state: State, frame: AwaitControl) -> Iterator[Choice]:
    yield Choice(frame.side, AttemptControl(unit=frame.order.unit))
    yield Choice(frame.side, Decline())


def try_late(play: Play[State], order: AttemptControl, _frame: AwaitLeftover) -> None:
    """17.3b, 17.5a After the owner has finished: 1 and 2 the opponent, else the owner may still use it (D79)."""
    _check_chances(play.state)
    heed(activation.attempt_bar(play.state, order.unit))
    die = play.roll(1, 6, why=Reason("control", "17.3b"), by=play.by).total
    control: Controller = "opponent" if die <= CONTROL_TAKEN_LATE else "owner"
    play.record(ControlTried(unit=order.unit, control=control, rule="17.3b"))


def decline_leftover(play: Play[State], _order: Decline, frame: AwaitLeftover) -> None:
    play.record(Declined(side=frame.side, what=Reason("further control of units", "17.3b")))
    _end_leftover(play)


def begin_leftover(play: Play[State]) -> bool:
    """17.3b Chances left over are spent on units that did not move; False if there is nothing to ask."""
    state = play.state
    if state.turn.is_leftover or not activation.has_chances(state) or next(_eligible(state), None) is None:
        return False
    side = ENEMY[state.core.active]
    play.record(LeftoverBegan(side=side))
    play.open(AwaitLeftover(side=side))
    return True


def _eligible(state: State) -> Iterator[PieceId]:
    """17.3b, 17.5a Pieces on which an attempt may still be made, HMCs too."""
    for at in list(state.stacks.values()):
        yield from (name for name in at if activation.attempt_bar(state, name) is None)


def _end_leftover(play: Play[State]) -> None:
    play.record(LeftoverEnded())
    play.close()


def proceed(play: Play[State]) -> bool:
    """17.3b The opponent is done when he has neither a unit to try nor one to use."""
    state = play.state
    if not state.core.pending or not isinstance(state.core.pending[-1], AwaitLeftover):
        return False
    if activation.has_chances(state) and next(_eligible(state), None) is not None:
        return False
    taken = [name for name, control in state.turn.control.items() if control == "opponent"]
    if any(is_on_map(state, name) and name not in state.turn.acted for name in taken):
        return False
    _end_leftover(play)
    return True


def attempts(state: State, frame: AwaitLeftover) -> Iterator[Choice]:
    """17.3b Whom to try now, or nobody any more."""
    if activation.has_chances(state):
        for name in _eligible(state):
            yield Choice(frame.side, AttemptControl(unit=name))
    yield Choice(frame.side, Decline())


def leftover_answers(state: State, frame: AwaitLeftover) -> Iterator[Choice]:
    """17.3b, 17.5a Units taken over are used as in the owner's own turn."""
    yield from movement.moves(state, frame.side)
    yield from declarations.declared_by(state, frame.side)
    yield from attempts(state, frame)


def _as_ever(decide: Decision) -> Answer:
    return lambda play, order, _frame: decide(play, order)


CHAPTER = Chapter[State](
    orders=(Asked(AttemptControl(unit="U-2"), cites=("17.3",)),),
    questions=(
        Question(AwaitControl, {AttemptControl: stop, Decline: decline_control}, window_answers, cites=("17.3a",)),
        Question(
            AwaitLeftover,
            {
                AttemptControl: try_late,
                MoveUnit: _as_ever(movement.decide_move),
                DeclareAttack: _as_ever(declarations.decide_attack),
                DeclareBombardment: _as_ever(declarations.decide_bombardment),
                Decline: decline_leftover,
            },
            leftover_answers,
            cites=("17.3b",),
        ),
    ),
    proceed=proceed,
)
