"""LL.4.mod.1, LL.7.ndice.3 A card for one attacking unit: its owner names the unit before the dice are divided."""

from __future__ import annotations

from domain.facts import UnitId
from domain.kernel import Play
from rules.longstreet_lite import frames as fr
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.combat.allocation import attackers
from rules.longstreet_lite.state import Active, State
from rules.longstreet_lite.turn import phases


def ask(play: Play[State]) -> bool:
    """LL.4.mod.1 The next card that adds attack dice to one unit and could do so here; False when there is none."""
    state = play.state
    card = next((active for active in effects.in_force(state, "extra_combat_dice") if _waits(state, active)), None)
    if card:
        play.open(fr.AwaitName(side=phases.active(state), card=card.card))
    return card is not None


def _waits(state: State, active: Active) -> bool:
    if active.by != phases.active(state) or active.effect.units != "one" or active.unit:
        return False
    return active.effect.dice == "attack" and any(effects.fits(state, active, unit) for unit in attackers(state))


def may_be_named(state: State, unit: UnitId) -> bool:
    """LL.4.mod.1 While combats are resolved, a card speaks of units that attack."""
    return not state.combat.stage or unit in attackers(state)
