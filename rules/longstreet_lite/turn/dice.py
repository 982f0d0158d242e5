"""LL.1.dice Dice that both sides roll against each other, and the die that breaks a tie."""

from __future__ import annotations

from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite.state import State, enemy_of
from rules.longstreet_lite.tables import DIE


def contest(play: Play[State], why: Reason) -> dict[Side, int]:
    """LL.3.terr.1, LL.3.first.1 Each side rolls a die, again while they are equal."""
    while True:
        rolls = {side: play.roll(1, DIE, why, side).total for side in play.state.core.sides}
        if len(set(rolls.values())) > 1:
            return rolls


def higher(rolls: dict[Side, int]) -> Side:
    return max(rolls, key=lambda side: rolls[side])


def tie_break(play: Play[State], roller: Side, why: Reason) -> Side:
    """LL.1.dice.7 Even: who rolled wins; odd: the other. For cards that call for one; no rule of Lite does."""
    return roller if play.roll(1, DIE, why, roller).total % 2 == 0 else enemy_of(roller)
