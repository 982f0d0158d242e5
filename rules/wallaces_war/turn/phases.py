"""3.3 How a phase or segment is begun, and whose it is."""

from __future__ import annotations

from domain.kernel.facts import PhaseBegan, Side
from domain.kernel.play import Play
from rules.wallaces_war.state import (
    ACTIVATION,
    ADJUSTMENT,
    DECISION,
    DEFENSIVE_FIRE,
    EXTENSION,
    MELEE,
    MOVEMENT,
    OFFENSIVE_FIRE,
    REACTION,
    State,
    enemy_of,
)

ROUND = (MOVEMENT, ADJUSTMENT, DEFENSIVE_FIRE, OFFENSIVE_FIRE, MELEE, EXTENSION, DECISION)  # C1 to C7, E1 to E7
SEGMENTS = (*ROUND[:-1], REACTION)  # those a side ends when it likes
OTHERS = (ADJUSTMENT, DEFENSIVE_FIRE, REACTION)  # the non-initiative side's


def side_of(state: State, phase: str) -> Side:
    """3.3 Whose a phase of the turn is; empty where it is nobody's alone."""
    if phase in OTHERS:
        return enemy_of(state, state.turn.initiative)
    return state.turn.initiative if phase in (ACTIVATION, *ROUND) else ""


def begin(play: Play[State], phase: str, side: Side | None = None, turn: int | None = None) -> None:
    """3.3 The next phase, of the turn under way unless another is named."""
    state = play.state
    whose = side_of(state, phase) if side is None else side
    play.record(PhaseBegan(turn=state.core.turn if turn is None else turn, phase=phase, side=whose))
