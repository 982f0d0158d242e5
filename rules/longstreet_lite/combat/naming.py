"""LL.4.mod.1, LL.7.ndice.3 A card for one attacking unit: its owner names the unit before the dice are divided."""

from __future__ import annotations

from domain.kernel.play import Play
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitName
from rules.longstreet_lite.state import Active, State


def ask(play: Play[State]) -> bool:
    """LL.4.mod.1 The next card that adds attack dice to one unit and could do so here; False when there is none."""
    state = play.state
    card = next((active for active in effects.in_force(state, "extra_combat_dice") if _waits(state, active)), None)
    if card:
        play.open(AwaitName(side=phases.active(state), card=card.card))
    return card is not None


def _waits(state: State, active: Active) -> bool:
    if active.by != phases.active(state) or active.effect.units != "one" or active.unit:
        return False
    return active.effect.dice == "attack" and any(effects.fits(state, active, unit) for unit in state.combat.attackers)
