"""LL.1.dice To-hit dice rolled again: those that failed if the player likes, those that hit if he must."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.facts import UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import Decline, Reroll
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.fire.asks import AwaitFireReroll
from rules.longstreet_lite.fire.facts import ShotsRerolled
from rules.longstreet_lite.fire.state import Shot
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import DIE


def after_fire(play: Play[State], unit_id: UnitId) -> None:
    """LL.1.dice.2, LL.1.dice.3 What cards say of the dice just rolled: forced re-rolls at once, then the question."""
    forced = effects.must_reroll(play.state, unit_id, "to_hit")
    if forced and count(play.state.fire.shots, hit=True):
        _roll_again(play, unit_id, forced.card, must=True)
    offered = effects.may_reroll(play.state, unit_id, "to_hit")
    if offered and count(play.state.fire.shots, hit=False):
        play.open(AwaitFireReroll(side=play.state.units[unit_id].side, unit=unit_id, card=offered.card))


def count(shots: Sequence[Shot], *, hit: bool) -> int:
    """LL.1.dice.5 Dice that hit, or failed, and were rolled only once."""
    return sum(1 for shot in shots for place in range(len(shot.faces)) if is_open(shot, place, hit=hit))


def is_open(shot: Shot, place: int, *, hit: bool) -> bool:
    return not (shot.again and shot.again[place]) and (shot.faces[place] >= shot.needs) == hit


def _roll_again(play: Play[State], unit_id: UnitId, card: str, *, must: bool) -> None:
    unit, shots = play.state.units[unit_id], play.state.fire.shots
    why = Reason("to-hit dice again", "LL.1.dice.3" if must else "LL.1.dice.2", (unit_id,))
    roll = play.roll(count(shots, hit=must), DIE, why, by=unit.side)
    thrown = iter(roll.faces)
    after = tuple(_again(shot, thrown, hit=must) for shot in shots)
    play.record(ShotsRerolled(unit=unit_id, card=card, choice="must" if must else "may", shots=after))


def _again(shot: Shot, thrown: Iterator[int], *, hit: bool) -> Shot:
    """LL.1.dice.4 The second face stands, against the same number."""
    places = range(len(shot.faces))
    before = shot.again or (0,) * len(shot.faces)
    again = tuple(next(thrown) if is_open(shot, place, hit=hit) else before[place] for place in places)
    hits = sum((second or first) >= shot.needs for first, second in zip(shot.faces, again, strict=True))
    return msgspec.structs.replace(shot, again=again if any(again) else (), hits=hits)


def decide_reroll(play: Play[State], _order: Reroll, frame: AwaitFireReroll) -> None:
    """LL.1.dice.2 A card that speaks of one unit has spoken; one for all units may serve again."""
    offered = effects.may_reroll(play.state, frame.unit, "to_hit")
    assert offered, "a re-roll is asked about only while a card gives it"
    play.close()
    if offered.effect.units == "one":
        effects.name_unit(play, offered, frame.unit, spent=True)
    _roll_again(play, frame.unit, frame.card, must=False)


def decline_reroll(play: Play[State], _order: Decline, frame: AwaitFireReroll) -> None:
    play.close()
    play.record(Declined(by=frame.side, what=Reason("to re-roll to-hit dice", "LL.1.dice.2", (frame.unit,))))


def choices(_state: State, frame: AwaitFireReroll) -> Iterator[Choice]:
    yield Choice(frame.side, Reroll())
    yield Choice(frame.side, Decline())
