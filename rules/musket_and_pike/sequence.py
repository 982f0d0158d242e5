"""S4.0 The sequence of play: who may give orders while nothing is awaited."""

from __future__ import annotations

from domain.kernel.facts import Side
from rules.musket_and_pike.recovery import rout
from rules.musket_and_pike.state import ACTIVATION, OPEN_ORDER, ROUT, SET_UP, State
from rules.musket_and_pike.turn import set_up, wings


def acting(state: State) -> tuple[Side, ...]:
    """Both sides while they choose unseen, else the side whose moment it is."""
    phase = state.core.phase
    if phase in (SET_UP, OPEN_ORDER):
        return set_up.choosing(state)
    if phase == ACTIVATION:
        return (wings.actor(state),)
    return (rout.acting(state),) if phase == ROUT else (state.core.active,)
