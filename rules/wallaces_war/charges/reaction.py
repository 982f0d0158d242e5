"""11.2.2, 11.2.3 Reaction charges: the horse that sees an enemy enter its zone."""

from __future__ import annotations

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.charges.facts import AttacksJoined, ChargeTested
from rules.wallaces_war.charges.placement import place
from rules.wallaces_war.charges.sighting import Horse, sighted
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.position import values
from rules.wallaces_war.state import State


def provoke(play: Play[State], movers: tuple[UnitId, ...]) -> bool:
    """11.2.2a Tests by all heavy cavalry whose zone these movers have just entered; whether any must charge.

    If one must, the movers' march is over: the placement is asked for, or the melee is begun.
    """
    must = [horse for horse in tuple(sighted(play.state, movers)) if _tests(play, horse, movers)]
    if must:
        place(play, must, movers)
    return bool(must)


def _tests(play: Play[State], horse: Horse, movers: tuple[UnitId, ...]) -> bool:
    """11.2.2b Over its rating it must charge."""
    state, unit = play.state, play.state.units[horse.units[0]]
    target, rating = state.units[movers[0]].at, values(unit).rating
    why = Reason("reaction charge", "11.2.2b", (horse.units[0], movers[0]))
    die = play.roll(1, 10, why, unit.side, alike=lambda roll: roll.total > rating).total
    play.record(
        ChargeTested(
            units=horse.units, target=target, movers=movers, rating=rating, die=die, charges=die > rating
        )
    )  # fmt: skip
    return die > rating


def join(play: Play[State]) -> bool:
    """11.2.3c, 8.2f Chargers who have come into one hex strike as one; whether there were any."""
    melee = play.state.melee
    assert melee is not None
    first: dict[HexId, int] = {}
    for i, attack in enumerate(melee.attacks):
        if attack.kind == "reaction" and attack.progress == "moved":
            one = first.setdefault(attack.at, i)
            if one != i:
                both = (*melee.attacks[one].units, *attack.units)
                units = tuple(unit for unit in play.state.stacks[attack.at] if unit in both)
                play.record(AttacksJoined(attack=one, other=i, units=units))
                return True
    return False
