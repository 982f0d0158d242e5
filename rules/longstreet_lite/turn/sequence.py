"""LL.4.seq The turn: reshuffle, Fire if wanted, one command, Status."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order
from domain.kernel import Choice, Play
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.cards import interrupts
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import command, phases, reshuffle, status

Decision = Callable[[Play[State], Any], None]


def proceed(play: Play[State]) -> bool:
    """LL.4.seq.2 What nobody decides: the window at the start of a turn, and the Status phase."""
    match play.state.core.phase:
        case phases.TURN_START:
            begin_turn(play)
        case phases.COMMAND if command.is_stuck(play.state):
            command.lose_stuck(play)
        case phases.STATUS:
            status.run(play)
        case _:
            return False
    return True


def begin_turn(play: Play[State]) -> None:
    """LL.4.int.4 The passive player is asked first; once he has answered, the reshuffle is declared."""
    if not interrupts.offer(play, "turn_start"):
        phases.begin(play, phases.RESHUFFLE)


def choices(state: State) -> Iterator[Choice]:
    """A fair sample of what the active player may order between the phases."""
    if state.core.pending:
        return
    if state.core.phase == phases.RESHUFFLE:
        yield from reshuffle.choices(state)
    elif state.core.turn:
        yield from command.choices(state)


DECISIONS: Mapping[type[Order], Decision] = {
    o.Reshuffle: reshuffle.decide_reshuffle,
    o.KeepDeck: reshuffle.decide_keep,
    o.InvokeFire: command.decide_fire,
    o.SkipFire: command.decide_skip,
    o.InvokeMove: command.decide_move,
    o.InvokeCombat: command.decide_combat,
    o.AddCard: command.decide_second,
    o.Pass: command.decide_pass,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {}
