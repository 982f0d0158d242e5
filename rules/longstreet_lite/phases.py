"""LL.4.seq.2 The phases by name, who acts in each, and how one gives way to the next."""

from __future__ import annotations

from collections.abc import Callable

from domain.kernel.facts import PhaseBegan, Side
from domain.kernel.play import Play
from rules.longstreet_lite.state import State, enemy_of

MUSTER, TERRAIN, EDGES, DEPLOY_ORDER = "muster", "terrain", "edges", "deployment order"
DEPLOY, READY = "deployment", "ready"
TURN_START, RESHUFFLE, FIRE_OPTION, FIRE = "turn start", "reshuffle", "fire option", "fire"
COMMAND, MOVE, COMBAT, STATUS = "command", "move", "combat", "status"
SET_UP = (MUSTER, TERRAIN, EDGES, DEPLOY_ORDER, DEPLOY, READY)
TURN = (TURN_START, RESHUFFLE, FIRE_OPTION, FIRE, COMMAND, MOVE, COMBAT, STATUS)


def active(state: State) -> Side:
    return state.core.active


def passive(state: State) -> Side:
    return enemy_of(state.core.active)


def begin(play: Play[State], phase: str) -> None:
    """The next phase of the turn under way."""
    core = play.state.core
    play.record(PhaseBegan(turn=core.turn, phase=phase, side=core.active))


def begin_turn(play: Play[State], number: int, side: Side) -> None:
    """LL.4.seq.1 A turn is one side's activation."""
    play.record(PhaseBegan(turn=number, phase=TURN_START, side=side))


def acting(state: State) -> tuple[Side, ...]:
    """Who may give orders while nothing is awaited: in most phases one side, at some moments of the set-up both."""
    set_up = state.set_up
    match state.core.phase:
        case "muster" | "ready":
            return state.core.sides
        case "terrain" | "deployment order":
            return (set_up.higher,)
        case "edges":
            return (enemy_of(set_up.higher),)
        case "deployment":
            return (set_up.deploying,)
    return (state.core.active,)


def unasked(step: Callable[[Play[State]], bool]) -> Callable[[Play[State]], bool]:
    """Nothing follows of itself while a question is open."""

    def proceed(play: Play[State]) -> bool:
        return not play.state.core.pending and step(play)

    return proceed
