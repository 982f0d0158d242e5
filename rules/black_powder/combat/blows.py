"""BP.hth.6 The blows of one unit in a round."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.black_powder.combat import dice
from rules.black_powder.combat.asks import ResumeRound
from rules.black_powder.combat.facts import Blow, BlowsStruck
from rules.black_powder.ids import UnitId
from rules.black_powder.special_rules import Throw, grants, throw_all
from rules.black_powder.state import State


def strike(play: Play[State], frame: ResumeRound, name: UnitId) -> Iterator[tuple[UnitId, int]]:
    """BP.hth.6 The dice of one unit, and its hits on each enemy."""
    state, unit = play.state, play.state.units[name]
    shares = [one for one in frame.shares if one.unit == name]
    if not shares:
        return
    added = [dice.to_hit_of(state, name, one.foe, frame.units) for one in shares]
    throws = [
        Throw(one.dice, dice.needs_of(unit, found), Reason("blows", "BP.hth.6", (name, one.foe)))
        for one, found in zip(shares, added, strict=True)
    ]
    leave = grants(unit, "blows", dice.moment_of(state, name, tuple(one.foe for one in shares)))
    rolled = throw_all(play, throws, unit.side, leave)
    blows = tuple(
        Blow(
            foe=one.foe,
            needs=thrown.lot.needs,
            faces=thrown.lot.faces,
            modifiers=tuple(found),
            again=thrown.lot.again,
            hits=thrown.lot.successes,
        )
        for one, found, thrown in zip(shares, added, rolled, strict=True)
    )
    rules = tuple(rule for one in rolled for rule in one.rules)
    play.record(BlowsStruck(unit=name, steps=tuple(dice.dice_of(state, name)), blows=blows, rules=rules))
    yield from ((blow.foe, blow.hits) for blow in blows if blow.hits)
