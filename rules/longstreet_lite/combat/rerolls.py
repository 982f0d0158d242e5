"""LL.1.dice.2 to LL.1.dice.6 Dice of a combat rolled once more, because a card lets or makes their owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.kernel.facts import UnitId
from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Reason
from domain.kernel.rerolls import Grant, Lot, count_open, open_places, rolled_again
from rules.longstreet_lite.cards.asks import Decline, Reroll
from rules.longstreet_lite.cards.effects import grants, rule_of, take_up
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.combat.allocation import attacks_of
from rules.longstreet_lite.combat.asks import AwaitCombatReroll
from rules.longstreet_lite.combat.facts import DiceRerolled, OwnerAsked, Rethrown
from rules.longstreet_lite.state import Attack, Defence, State
from rules.longstreet_lite.tables import DIE

Dice = Literal["attack", "defence"]


def lots_of(state: State, unit_id: UnitId, dice: Dice) -> Iterator[tuple[UnitId, Lot]]:
    """The dice of a unit, by whose combat they are; a limbered battery's are never re-rolled (LL.7.limb.1)."""
    if dice == "attack":
        yield from ((attack.defender, _lot(attack)) for attack in attacks_of(state, unit_id) if attack.faces)
    elif (defence := state.combat.defences.get(unit_id)) and defence.needs:
        yield unit_id, _lot(defence)


def _lot(dice: Attack | Defence) -> Lot:
    return Lot(dice.needs, dice.faces, dice.again)


def units_of(state: State, dice: Dice) -> list[UnitId]:
    return state.combat.attackers if dice == "attack" else list(state.combat.defences)


def next_reroll(play: Play[State], dice: Dice) -> bool:
    """LL.1.dice.6 The next unit that must or may re-roll; False when there is none left."""
    for unit in units_of(play.state, dice):
        for grant in grants(play.state, unit, dice):
            key = "must re-roll" if grant.must else "may re-roll"
            about = Reason(key, "LL.1.dice.6", (dice, unit, grant.source))
            lots = (lot for _, lot in lots_of(play.state, unit, dice))
            if about in play.state.combat.asked or not count_open(lots, grant):
                continue
            play.record(OwnerAsked(about=about))
            if grant.must:
                _roll_again(play, unit, dice, grant)
            else:
                play.open(AwaitCombatReroll(side=grant.by, unit=unit, dice=dice, card=grant.source))
            return True
    return False


def _roll_again(play: Play[State], unit: UnitId, dice: Dice, grant: Grant) -> None:
    """LL.1.dice.4 The same dice, needing the same; the second throw stands."""
    why = Reason("combat dice again", rule_of(grant), (dice, unit))
    rolls: list[Rethrown] = []
    for against, lot in list(lots_of(play.state, unit, dice)):
        if places := open_places(lot, grant):
            roll = play.roll(len(places), DIE, why, grant.by, alike=reaching(lot.needs))
            now = rolled_again(lot, grant, iter(roll.faces))
            rolls.append(Rethrown(against=against, places=places, faces=now.faces, successes=now.successes))
    play.record(DiceRerolled(unit=unit, dice=dice, card=grant.source, rolls=tuple(rolls), must=grant.must))


def decide_reroll(play: Play[State], _order: Reroll, frame: AwaitCombatReroll) -> None:
    """LL.1.dice.2 The failed dice of the unit asked about."""
    _roll_again(play, frame.unit, frame.dice, take_up(play, frame.unit, frame.dice))


def decline_reroll(play: Play[State], _order: Decline, frame: AwaitCombatReroll) -> None:
    """LL.1.dice.2 The dice lie as they are."""
    play.close()
    why = Reason("to re-roll combat dice", "LL.1.dice.2", (frame.dice, frame.unit))
    play.record(Declined(by=frame.side, what=why))
