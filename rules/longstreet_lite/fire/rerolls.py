"""LL.1.dice To-hit dice rolled again: those that failed if the player likes, those that hit if he must."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.facts import UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.kernel.rerolls import Grant, Lot, count_open, open_places, rolled_again
from rules.longstreet_lite.cards.asks import Decline, Reroll
from rules.longstreet_lite.cards.effects import grants, rule_of, take_up
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.fire.asks import AwaitFireReroll
from rules.longstreet_lite.fire.facts import ShotsRerolled
from rules.longstreet_lite.fire.to_hit import counting
from rules.longstreet_lite.state import Shot, State
from rules.longstreet_lite.tables import DIE


def after_fire(play: Play[State], unit_id: UnitId) -> None:
    """LL.1.dice.2, LL.1.dice.3 What cards say of the dice just rolled: forced re-rolls at once, then the question."""
    for grant in grants(play.state, unit_id, "to_hit"):
        if not count_open(map(lot_of, play.state.fire.shots), grant):
            continue
        if grant.must:
            _roll_again(play, unit_id, grant)
        else:
            play.open(AwaitFireReroll(side=grant.by, unit=unit_id, card=grant.source))


def lot_of(shot: Shot) -> Lot:
    """LL.1.dice.5 The dice of a shot as they lie now."""
    again = tuple(place for place, second in enumerate(shot.again) if second)
    faces = tuple(shot.again[place] if place in again else face for place, face in enumerate(shot.faces))
    return Lot(shot.needs, faces, again)


def _roll_again(play: Play[State], unit_id: UnitId, grant: Grant) -> None:
    shots, why = play.state.fire.shots, Reason("to-hit dice again", rule_of(grant), (unit_id,))
    of = [shot for shot in shots for _ in open_places(lot_of(shot), grant)]
    others = any(one.must != grant.must for one in grants(play.state, unit_id, "to_hit"))
    roll = play.roll(len(of), DIE, why, by=grant.by, alike=counting(of, is_open=others))
    thrown = iter(roll.faces)
    after = tuple(_again(shot, grant, thrown) for shot in shots)
    play.record(ShotsRerolled(unit=unit_id, card=grant.source, choice="must" if grant.must else "may", shots=after))


def _again(shot: Shot, grant: Grant, thrown: Iterator[int]) -> Shot:
    """LL.1.dice.4 The second face stands, against the same number."""
    lot = rolled_again(lot_of(shot), grant, thrown)
    seconds = tuple(face if place in lot.again else 0 for place, face in enumerate(lot.faces))
    return msgspec.structs.replace(shot, again=seconds if lot.again else (), hits=lot.successes)


def decide_reroll(play: Play[State], _order: Reroll, frame: AwaitFireReroll) -> None:
    """LL.1.dice.2 The failed dice of the unit asked about."""
    _roll_again(play, frame.unit, take_up(play, frame.unit, "to_hit"))


def decline_reroll(play: Play[State], _order: Decline, frame: AwaitFireReroll) -> None:
    play.close()
    play.record(Declined(by=frame.side, what=Reason("to re-roll to-hit dice", "LL.1.dice.2", (frame.unit,))))
