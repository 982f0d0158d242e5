"""LL.1.dice.2 to LL.1.dice.6 Dice of a combat rolled once more, because a card lets or makes their owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.kernel.chapter import Choice
from domain.kernel.facts import UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import Decline, Reroll
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.combat.allocation import attacks_of
from rules.longstreet_lite.combat.asks import AwaitCombatReroll
from rules.longstreet_lite.combat.dice import successes
from rules.longstreet_lite.combat.facts import DiceRerolled, OwnerAsked, Rethrown
from rules.longstreet_lite.combat.state import Attack, Defence
from rules.longstreet_lite.state import Active, State
from rules.longstreet_lite.tables import DIE

Dice = Literal["attack", "defence"]


class Rolled(NamedTuple):
    """Dice that lie on the table, of one attacker against one defender or of one defender."""

    against: UnitId
    needs: int
    faces: tuple[int, ...]
    again: tuple[int, ...]


def rolled_by(state: State, unit_id: UnitId, dice: Dice) -> Iterator[Rolled]:
    """The dice of a unit; those of a limbered battery are never re-rolled (LL.7.limb.1)."""
    if dice == "attack":
        yield from (_rolled(a.defender, a) for a in attacks_of(state, unit_id) if a.faces)
    elif (defence := state.combat.defences.get(unit_id)) and defence.needs:
        yield _rolled(unit_id, defence)


def _rolled(against: UnitId, dice: Attack | Defence) -> Rolled:
    return Rolled(against, dice.needs, dice.faces, dice.again)


def places(rolled: Rolled, must: bool) -> tuple[int, ...]:
    """LL.1.dice.2, LL.1.dice.3, LL.1.dice.5 Failed dice, or those that succeeded; none that was re-rolled before."""
    fresh = (place for place in range(len(rolled.faces)) if place not in rolled.again)
    return tuple(place for place in fresh if (rolled.faces[place] >= rolled.needs) == must)


def units_of(state: State, dice: Dice) -> list[UnitId]:
    return state.combat.attackers if dice == "attack" else list(state.combat.defences)


def next_reroll(play: Play[State], dice: Dice) -> bool:
    """LL.1.dice.6 The next unit that must or may re-roll; False when there is none left."""
    for unit in units_of(play.state, dice):
        forced = effects.must_reroll(play.state, unit, dice)
        if forced and _any(play.state, unit, dice, True) and _asks(play, "must re-roll", dice, unit, forced):
            reroll(play, unit, dice, forced, must=True)
            return True
        free = effects.may_reroll(play.state, unit, dice)
        if free and _any(play.state, unit, dice, False) and _asks(play, "may re-roll", dice, unit, free):
            play.open(AwaitCombatReroll(side=free.by, unit=unit, dice=dice, card=free.card))
            return True
    return False


def _asks(play: Play[State], key: str, dice: Dice, unit: UnitId, card: Active) -> bool:
    """LL.1.dice.6 Once each."""
    about = Reason(key, "LL.1.dice.6", (dice, unit, card.card))
    is_new = about not in play.state.combat.asked
    if is_new:
        play.record(OwnerAsked(about=about))
    return is_new


def _any(state: State, unit: UnitId, dice: Dice, must: bool) -> bool:
    return any(places(rolled, must) for rolled in rolled_by(state, unit, dice))


def reroll(play: Play[State], unit: UnitId, dice: Dice, card: Active, *, must: bool) -> None:
    """LL.1.dice.4 The same dice, needing the same; the second throw stands."""
    side = play.state.units[unit].side
    rolls: list[Rethrown] = []
    for rolled in list(rolled_by(play.state, unit, dice)):
        again = places(rolled, must)
        if again:
            why = Reason("combat dice again", "LL.1.dice.3" if must else "LL.1.dice.2", (dice, unit))
            thrown = play.roll(len(again), DIE, why, side).faces
            fresh = dict(zip(again, thrown, strict=True))
            faces = tuple(fresh.get(place, face) for place, face in enumerate(rolled.faces))
            rolls.append(
                Rethrown(against=rolled.against, places=again, faces=faces, successes=successes(faces, rolled.needs))
            )
    play.record(DiceRerolled(unit=unit, dice=dice, card=card.card, rolls=tuple(rolls), must=must))


def decide_reroll(play: Play[State], _order: Reroll, frame: AwaitCombatReroll) -> None:
    """LL.1.dice.2 The failed dice of the unit asked about; a card for one unit is used up by it."""
    card = effects.may_reroll(play.state, frame.unit, frame.dice)
    assert card is not None
    play.close()
    if card.effect.units == "one":
        effects.name_unit(play, card, frame.unit, spent=True)
    reroll(play, frame.unit, frame.dice, card, must=False)


def decline_reroll(play: Play[State], _order: Decline, frame: AwaitCombatReroll) -> None:
    """LL.1.dice.2 The dice lie as they are."""
    play.close()
    why = Reason("to re-roll combat dice", "LL.1.dice.2", (frame.dice, frame.unit))
    play.record(Declined(by=frame.side, what=why))


def choices(_state: State, frame: AwaitCombatReroll) -> Iterator[Choice]:
    yield Choice(frame.side, Reroll())
    yield Choice(frame.side, Decline())
