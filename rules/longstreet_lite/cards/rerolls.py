"""LL.1.dice.2, LL.1.dice.3 Dice that cards let or make their owner roll again, and his answer."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.facts import Await, UnitId
from domain.kernel.play import Play
from domain.kernel.rerolls import Grant
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import Decline, Dice, Reroll
from rules.longstreet_lite.state import State


def grants(state: State, unit_id: UnitId, dice: Dice) -> Iterator[Grant]:
    """LL.1.dice.2, LL.1.dice.3 What cards say of a unit's dice: what must be first, then what may."""
    if forced := effects.must_reroll(state, unit_id, dice):
        yield Grant(state.units[unit_id].side, forced.card, must=True)
    if offered := effects.may_reroll(state, unit_id, dice):
        yield Grant(offered.by, offered.card)


def take_up(play: Play[State], unit_id: UnitId, dice: Dice) -> Grant:
    """LL.1.dice.2 A card that speaks of one unit has spoken; one for all units may serve again."""
    offered = effects.may_reroll(play.state, unit_id, dice)
    assert offered, "a re-roll is asked about only while a card gives it"
    play.close()
    if offered.effect.units == "one":
        effects.name_unit(play, offered, unit_id, spent=True)
    return Grant(offered.by, offered.card)


def rule_of(grant: Grant) -> str:
    return "LL.1.dice.3" if grant.must else "LL.1.dice.2"


def choices(_state: State, frame: Await) -> Iterator[Choice]:
    yield Choice(frame.side, Reroll())
    yield Choice(frame.side, Decline())
