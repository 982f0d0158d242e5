"""17.0 Loss of unit control: the opponent of an army in Panic tries to take over its units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from domain.facts import Frame, Order, Side
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.gettysburg.facts.movement import ControlAsked, ControlTried, LeftoverBegan, LeftoverEnded
from rules.gettysburg.facts.pieces import Declined
from rules.gettysburg.frames import Activation, AwaitControl, AwaitLeftover, AwaitMarch
from rules.gettysburg.orders import AttemptControl, Decline, MoveUnit, PieceId
from rules.gettysburg.position import command_state, side_of
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, State
from rules.gettysburg.tables import CONTROL_NOBODY, CONTROL_TAKEN, CONTROL_TAKEN_LATE

Controller = Literal["opponent", "nobody", "owner"]


def opens_window(state: State, unit: PieceId, order: Activation | None = None) -> bool:
    """17.3a Whether the opponent may stop the owner who is about to use a unit; D79 B only one that is to move."""
    if not has_chances(state) or state.turn.is_leftover or unit in state.turn.asked or unit not in state.units:
        return False
    if order is not None and reading(state, "D79") == "B" and not (isinstance(order, MoveUnit) and order.path):
        return False
    return _obstacle(state, unit) is None


def has_chances(state: State) -> bool:
    """17.1 Only while the phasing army is in Panic."""
    if state.turn.chances < 1 or not is_on(state, "loss_of_control"):
        return False
    return command_state(state, state.core.active) == "panic"


def _obstacle(state: State, name: PieceId) -> tuple[str, str] | None:
    """17.2, 17.3, D82 Why no attempt may be made on a piece."""
    if name not in state.units and name not in state.hmcs:
        return f"there is no piece {name}", "17.2"
    if side_of(state, name) != state.core.active:
        return f"{name} is not of the army in Panic", "17.1"
    unit = state.units.get(name)
    said = unit.name if unit else name
    if (unit.at if unit else state.hmcs[name].at) not in state.stacks:
        return f"{said} is not on the map", "17.3c"
    if unit and unit.kind == "train" and reading(state, "D82") == "B":
        return f"no attempt may be made on {said} (D82)", "17.2"
    if name in state.turn.tried:
        return f"an attempt on {said} was made this turn", "17.2"
    if name in state.turn.control:
        return f"{said} came out of a controlled counter: who commands it this turn is settled (D80)", "17.5b"
    if name in state.turn.acted or name in state.turn.starts:
        return f"{said} has been used this turn", "17.3b"
    return None


def open_window(play: Play[State], order: Activation, by: Side) -> None:
    """17.3a The opponent is asked once a turn over each unit; the order waits for his answer."""
    play.record(ControlAsked(unit=order.unit))
    play.open(AwaitControl(side=ENEMY[by], by=by, order=order))


def decide_attempt(play: Play[State], order: AttemptControl, by: Side) -> None:
    """17.3 One chance is spent on one unit, whatever comes of it."""
    state = play.state
    frame = state.core.pending[-1]
    if not has_chances(state):
        raise IllegalOrder("no chance to take control of a unit is left, or the enemy is not in Panic", rule="17.1")
    if isinstance(frame, AwaitControl) and order.unit != frame.order.unit:
        raise IllegalOrder(f"{frame.order.unit} is about to be used, not {order.unit}", rule="17.3a")
    found = _obstacle(state, order.unit)
    if found:
        raise IllegalOrder(found[0], rule=found[1])
    if isinstance(frame, AwaitControl):
        _stop(play, frame)
    else:
        _try_late(play, order.unit, by)


def _stop(play: Play[State], frame: AwaitControl) -> None:
    """17.3a 1 to 3 the opponent moves it now, 4 nobody may use it, 5 and 6 its owner goes on."""
    unit = frame.order.unit
    die = play.roll(1, 6, why="17.3a control", by=frame.side).total
    control: Controller = "opponent" if die <= CONTROL_TAKEN else "nobody" if die == CONTROL_NOBODY else "owner"
    play.record(ControlTried(unit=unit, control=control))
    play.close()
    if control == "opponent":
        play.open(AwaitMarch(side=frame.side, unit=unit))
    elif control == "owner":
        _resume(play, frame)


def _try_late(play: Play[State], unit: PieceId, by: Side) -> None:
    """17.3b, 17.5a After the owner has finished: 1 and 2 the opponent, else the owner may still use it (D79)."""
    die = play.roll(1, 6, why="17.3b control", by=by).total
    play.record(ControlTried(unit=unit, control="opponent" if die <= CONTROL_TAKEN_LATE else "owner", rule="17.3b"))


def _resume(play: Play[State], frame: AwaitControl) -> None:
    from rules.gettysburg import movement  # it asks this chapter for its windows

    movement.resume_order(play, frame.order, frame.by)


def decline_control(play: Play[State], frame: AwaitControl) -> None:
    play.record(Declined(side=frame.side, what=f"control of {frame.order.unit}", rule="17.3a"))
    play.close()
    _resume(play, frame)


def begin_leftover(play: Play[State]) -> bool:
    """17.3b Chances left over are spent on units that did not move; False if there is nothing to ask."""
    state = play.state
    if state.turn.is_leftover or not has_chances(state) or next(_eligible(state), None) is None:
        return False
    side = ENEMY[state.core.active]
    play.record(LeftoverBegan(side=side))
    play.open(AwaitLeftover(side=side))
    return True


def _eligible(state: State) -> Iterator[PieceId]:
    """17.3b, 17.5a Pieces on which an attempt may still be made, HMCs too."""
    for at in list(state.stacks.values()):
        yield from (name for name in at if _obstacle(state, name) is None)


def decline_leftover(play: Play[State], frame: AwaitLeftover) -> None:
    play.record(Declined(side=frame.side, what="further control of units", rule="17.3b"))
    _end_leftover(play)


def _end_leftover(play: Play[State]) -> None:
    play.record(LeftoverEnded())
    play.close()


def proceed(play: Play[State]) -> bool:
    """17.3b The opponent is done when he has neither a unit to try nor one to use."""
    state = play.state
    if not state.core.pending or not isinstance(state.core.pending[-1], AwaitLeftover):
        return False
    if has_chances(state) and next(_eligible(state), None) is not None:
        return False
    if any(_is_at_hand(state, name) for name, control in state.turn.control.items() if control == "opponent"):
        return False
    _end_leftover(play)
    return True


def _is_at_hand(state: State, name: PieceId) -> bool:
    unit = state.units.get(name)
    at = unit.at if unit else state.hmcs[name].at
    return at in state.stacks and name not in state.turn.acted


def choices(state: State) -> Iterator[Choice]:
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, AwaitControl):
        yield Choice(frame.side, AttemptControl(unit=frame.order.unit))
        yield Choice(frame.side, Decline())
    elif isinstance(frame, AwaitLeftover):
        if has_chances(state):
            for name in _eligible(state):
                yield Choice(frame.side, AttemptControl(unit=name))
        yield Choice(frame.side, Decline())


DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {AttemptControl: decide_attempt}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {
    AwaitControl: decline_control,
    AwaitLeftover: decline_leftover,
}
