"""5.0, 20.5 The sequence of play: from set-up to the last turn, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Order, PhaseBegan, Side
from domain.kernel import Choice, Play
from rules.gettysburg import clock
from rules.gettysburg import orders as o
from rules.gettysburg.combat import combat
from rules.gettysburg.facts.pieces import Declined
from rules.gettysburg.hidden import control
from rules.gettysburg.state import CONFEDERATE, SIDES, UNION, State
from rules.gettysburg.tables import RAIN
from rules.gettysburg.turn import command, rally, returns, set_up, victory
from rules.gettysburg.turn.set_up import SET_UP

MOVEMENT, RALLY, RETURN, COMBAT = "movement", "rally", "return", "combat"


def acting_side(state: State) -> Side:
    """Who may give orders while nothing is awaited."""
    if state.core.phase == SET_UP:
        return set_up.acting_side(state)
    return combat.orderer(state) if state.core.phase == COMBAT else state.core.active


def decide_end(play: Play[State], _order: o.EndPhase, by: Side) -> None:
    """5.1a A phase once ended is not reopened."""
    match play.state.core.phase:
        case "set-up":
            set_up.end_set_up(play, by)
        case "movement":
            if not control.begin_leftover(play):
                _begin(play, RALLY)
        case "rally":
            play.record(Declined(side=by, what="rally", rule="7.4b"))
            _begin(play, RETURN)
        case "return":
            play.record(Declined(side=by, what="return of units", rule="10.4a"))
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
        die = play.roll(1, 6, why="20.5 rain", by=CONFEDERATE).total
        if die <= RAIN:
            play.record(victory.ended(play.state, f"rain before {clock.said(turn)} (20.5)"))
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
        play.record(victory.ended(play.state, f"end of {clock.said(core.turn)}"))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase in (MOVEMENT, RALLY, RETURN) and not state.core.pending:
        yield Choice(state.core.active, o.EndPhase())


DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {o.EndPhase: decide_end}
