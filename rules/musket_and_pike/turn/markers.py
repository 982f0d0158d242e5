"""3.4 The end of a turn: markers, the fate of leaders, capitulation, and the next turn."""

from __future__ import annotations

from domain.kernel.chapter import Chapter
from domain.kernel.facts import PhaseBegan
from domain.kernel.play import Play
from rules.musket_and_pike.leaders import placing
from rules.musket_and_pike.recovery import rout
from rules.musket_and_pike.state import ACTIVATION, BOMBARDMENT, MARKERS, OPEN_ORDER, ROUT, State
from rules.musket_and_pike.turn import victory
from rules.musket_and_pike.turn.facts import MarkersRemoved


def proceed(play: Play[State]) -> bool:
    """3.3, 3.4"""
    state = play.state
    if state.core.pending:
        return False
    phase = state.core.phase
    if phase == ROUT and not any(rout.fleeing(state, side) for side in state.core.sides):
        play.record(PhaseBegan(turn=state.core.turn, phase=MARKERS))
    elif phase == MARKERS:
        _end_turn(play)
    elif phase == BOMBARDMENT and len(state.turn.bombarded) == len(state.core.sides):
        _begin(play, 1)
    elif phase == BOMBARDMENT and state.core.active in state.turn.bombarded:
        play.record(PhaseBegan(turn=0, phase=BOMBARDMENT, side=state.core.sides[1]))
    elif phase == OPEN_ORDER and state.turn.opened:
        _open(play)
    else:
        return False
    return True


def _open(play: Play[State]) -> None:
    """ERR.Rocroi.5 Both sides have chosen: the guns open, or the first turn begins."""
    state = play.state
    if state.engagement.bombardment:
        play.record(PhaseBegan(turn=0, phase=BOMBARDMENT, side=state.core.sides[0]))
    else:
        _begin(play, 1)


def _begin(play: Play[State], turn: int) -> None:
    play.record(PhaseBegan(turn=turn, phase=ACTIVATION))


def _end_turn(play: Play[State]) -> None:
    """3.4.A, 3.4.B, 3.4.C One step at a time: a leader who is placed is a question."""
    state = play.state
    turn = state.core.turn
    if not state.turn.cleared:
        play.record(MarkersRemoved())
        return
    due = [leader for leader, when in state.returning.items() if when <= turn]
    if due:
        placing.back(play, due[0])
    elif state.turn.removed:
        placing.fate_of(play, state.turn.removed[0])
    else:
        gone = tuple(side for side in state.core.sides if victory.has_capitulated(state, side))
        if gone or turn >= state.engagement.turns:
            victory.end(play, gone)
        else:
            _begin(play, turn + 1)


CHAPTER = Chapter[State](proceed=proceed)
