"""5.0, 20.5 The sequence of play: from set-up to the last turn, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Order, PhaseBegan, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import clock
from rules.gettysburg.combat import combat, untimely
from rules.gettysburg.hidden import control, deployment
from rules.gettysburg.hidden.asks import AttemptControl, AwaitDeployment, DeployUnits
from rules.gettysburg.movement.asks import AwaitMarch, ReorderStack
from rules.gettysburg.state import CONFEDERATE, SIDES, UNION, State
from rules.gettysburg.tables import RAIN
from rules.gettysburg.turn import command, rally, returns, set_up, victory
from rules.gettysburg.turn.asks import Decline, EndPhase
from rules.gettysburg.turn.facts import Declined
from rules.gettysburg.turn.set_up import SET_UP

MOVEMENT, RALLY, RETURN, COMBAT = "movement", "rally", "return", "combat"


def acting_side(state: State) -> Side:
    """Who may give orders while nothing is awaited."""
    if state.core.phase == SET_UP:
        return set_up.acting_side(state)
    return combat.orderer(state) if state.core.phase == COMBAT else state.core.active


def misplaced(state: State, by: Side, order: Order, cite: str) -> str:
    """5.1a An order from the wrong side or at another moment is refused by its own rule, where one forbids it."""
    frame = state.core.pending[-1] if state.core.pending else None
    if state.core.phase == SET_UP and not frame and by != acting_side(state):
        raise IllegalOrder("set-up first", cite, acting_side(state))
    heed(untimely.bar(state, by, order))
    if isinstance(order, AttemptControl):
        heed(control.untimely_bar(state, by, order))
    if isinstance(order, DeployUnits):
        heed(deployment.owner_bar(state, order.hmc, by))
    if isinstance(frame, AwaitMarch | AwaitDeployment) and by == frame.side:
        return "8.1a" if isinstance(frame, AwaitMarch) else "18.4b"
    return "9.4a" if isinstance(order, ReorderStack) else cite


def decide_end(play: Play[State], _order: EndPhase) -> None:
    """5.1a A phase once ended is not reopened."""
    match play.state.core.phase:
        case "set-up":
            set_up.end_set_up(play, play.by)
        case "movement":
            if not control.begin_leftover(play):
                _begin(play, RALLY)
        case "rally":
            play.record(Declined(side=play.by, what=Reason("rally", "7.4b")))
            _begin(play, RETURN)
        case "return":
            play.record(Declined(side=play.by, what=Reason("return of units", "10.4a")))
            _begin(play, COMBAT)


def _begin(play: Play[State], phase: str) -> None:
    core = play.state.core
    play.record(PhaseBegan(turn=core.turn, phase=phase, side=core.active))


def proceed(play: Play[State]) -> bool:
    """5.3 The next phase, when nobody has anything left to decide in this one."""
    state = play.state
    if state.core.pending or state.fights or state.march:
        return False
    match state.core.phase:
        case "set-up" if len(state.ready) == len(SIDES):
            _begin_turn(play, state.battle.first_turn)
        case "rally" if rally.is_over(state):
            _begin(play, RETURN)
        case "return" if not returns.can_any(state, state.core.active):
            _begin(play, COMBAT)
        case "combat" if combat.is_over(state):
            _end_player_turn(play)
        case _:
            return False
    return True


def _begin_turn(play: Play[State], turn: int) -> None:
    """4.1a, 20.5 Rain may end the battle before a turn of 4 July begins (D92)."""
    if clock.may_rain(turn):
        die = play.roll(1, 6, why=Reason("rain", "20.5"), by=CONFEDERATE).total
        if die <= RAIN:
            play.record(victory.ended(play.state, victory.RAIN, turn))
            return
    _begin_player_turn(play, turn, CONFEDERATE)


def _begin_player_turn(play: Play[State], turn: int, side: Side) -> None:
    """5.3.1A The turn, and the side whose player turn it is, are set."""
    play.record(PhaseBegan(turn=turn, phase="command", side=side))
    command.begin(play, side)
    _begin(play, MOVEMENT)


def _end_player_turn(play: Play[State]) -> None:
    """5.2 The Confederate player turn first, then the Union's, then the next game turn; 4.1a up to the last."""
    core = play.state.core
    if core.active == CONFEDERATE:
        _begin_player_turn(play, core.turn, UNION)
    elif core.turn < play.state.battle.last_turn:
        _begin_turn(play, core.turn + 1)
    else:
        play.record(victory.ended(play.state, victory.LAST_TURN, core.turn))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase in (MOVEMENT, RALLY, RETURN):
        yield Choice(state.core.active, EndPhase())


CHAPTER = Chapter[State](
    orders=(
        Asked(EndPhase(), decide_end, phases=(SET_UP, MOVEMENT, RALLY, RETURN), cites=("5.1a",)),
        Asked(Decline()),
    ),
    proceed=proceed,
    choices=choices,
)
