"""LL.4.seq.2 The Status phase: both sides draw, smoke clears, victory is tested, and the turn passes."""

from __future__ import annotations

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards.decks import fill_hand
from rules.longstreet_lite.cards.modifiers import end_effects
from rules.longstreet_lite.state import State, enemy_of, on_table
from rules.longstreet_lite.turn import victory
from rules.longstreet_lite.turn.facts import SmokeCleared


def run(play: Play[State]) -> None:
    """LL.4.seq.2, LL.4.draw.1, LL.4.resh.5 In this order; a side with an empty deck draws nothing."""
    active = phases.active(play.state)
    for side in (active, enemy_of(active)):
        fill_hand(play, side, Reason("status", "LL.4.draw.1"))
    clear_smoke(play)
    if not victory.roll_for_victory(play):
        end_effects(play, play.state.core.turn)
        phases.begin_turn(play, play.state.core.turn + 1, enemy_of(active))


def clear_smoke(play: Play[State]) -> None:
    """LL.4.seq.2 The active player's markers only."""
    side = phases.active(play.state)
    smoking = tuple(name for name, unit in on_table(play.state, side).items() if unit.smoke)
    if smoking:
        play.record(SmokeCleared(side=side, units=smoking))
