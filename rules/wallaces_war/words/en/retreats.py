"""Ways back in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, ReasonTexts, Say
from rules.wallaces_war.movement import asks as a
from rules.wallaces_war.retreats import facts as f


def _withdrew(say: Say, fact: f.UnitsWithdrew) -> str:
    """The end of the way; its hexes follow one by one."""
    verb = "gives ground" if len(fact.units) == 1 else "give ground"
    return f"{say.units(fact.units)} {verb} as far as {fact.path[-1]}"


REASONS: ReasonTexts = {
    "friends through its hex": "{0:unit} goes through its hex",
    "withdrew instead": "it has withdrawn instead of moving",
    "turns after its retreat": "after the retreat",
    "no way back": "{0:unit} has no such way back; it withdraws exactly {1} hexes away, clear of enemy ZOCs",
    "not of this stack": lambda say, of: f"{say.units(of) or 'nobody'} is no unit, or stack, that may withdraw here",
    "stack order is kept": lambda say, of: f"the stack keeps its order: {say.units(of)}",
    "whole stack or none": lambda say, of: f"the whole stack withdraws, or nobody: {say.units(of)}",
    "withdraws once": "{0:unit} has withdrawn already in this segment",
    "only horse withdraws": "{0:unit} is no cavalry; only cavalry withdraws here",
    "in an enemy zone": "{0:unit} is in an enemy ZOC and may not withdraw from fire",
    "may not withdraw": "{0:unit} may not withdraw: only crossbows, archers and cavalry do",
    "not attacked by infantry": "{0:unit} is not attacked by infantry",
    "withdraws out of command": "{0:unit} is out of command and may not leave an enemy ZOC",
    "withdraws in reaction only": "{0:unit} may withdraw in the Reaction phase only",
    "not of the moving Battle": "{0:unit} is not of the Battle that moves now",
    "instead of its move": "{0:unit} has moved; it could withdraw only instead of moving",
    "not held by infantry": "{0:unit} is not in the ZOC of enemy infantry",
}
FACTS: FactTexts = {f.UnitsWithdrew: _withdrew}
ORDERS: OrderTexts = {
    a.VoluntaryRetreat: "a unit or stack withdraws: infantry 1 hex, cavalry 2",
}
