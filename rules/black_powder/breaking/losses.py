"""BP.cas, BP.dis, BP.gen Casualties, disorder and destruction: what every chapter that hurts units records."""

from __future__ import annotations

from domain.kernel.facts import LossTaken
from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Reason
from rules.black_powder.breaking.facts import (
    CasualtiesTaken,
    CommanderLost,
    CommanderTested,
    ExcessRemoved,
    RecruitsTried,
    StaminaFound,
    UnitDestroyed,
    UnitDisordered,
    excess_of,
)
from rules.black_powder.ids import UnitId
from rules.black_powder.position import commanders_with, stamina_of
from rules.black_powder.rulings import reading
from rules.black_powder.special_rules import RECRUITS, UNTESTED
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import DIE
from rules.black_powder.units.profile import has

COMMANDER_HIT = 6  # BP.gen.5
CASUALTIES = "casualties"  # as losses are told
SIZE_ON_TRIAL = {"large": 1, "small": -1}  # BP.sr.Untd


def hurt(play: Play[State], name: UnitId, casualties: int, cause: Reason, *, guns: bool = False) -> None:
    """BP.cas.1 Casualties on a unit; an untested one shows its stamina first, a commander with it is in danger."""
    if casualties <= 0:
        return
    unit = play.state.units[name]
    if has(unit, "BP.sr.Untd") and not unit.stamina:
        _try_stamina(play, name, unit)
    before = excess_of(unit)
    play.record(
        CasualtiesTaken(
            unit=name,
            amount=casualties,
            total=unit.casualties + casualties,
            stamina=stamina_of(unit),
            cause=cause,
            guns=guns,
        )
    )
    play.record(LossTaken(side=unit.side, unit=name, kind=CASUALTIES, amount=casualties, cause=cause))
    _endanger(play, name, excess_of(unit) - before)


def _try_stamina(play: Play[State], name: UnitId, unit: Unit) -> None:
    """BP.sr.Untd, D49"""
    modifier, table = SIZE_ON_TRIAL.get(unit.profile.size, 0), UNTESTED[reading(play.state, "D49")]
    roll = play.roll(1, DIE, Reason("stamina", "BP.sr.Untd", (name,)), unit.side)
    found = table[roll.total + modifier]
    play.record(StaminaFound(unit=name, die=roll.total, modifier=modifier, stamina=found))


def _endanger(play: Play[State], name: UnitId, excess: int) -> None:
    """BP.gen.5 A die for each casualty above stamina, for every commander with the unit."""
    if excess <= 0:
        return
    for who in commanders_with(play.state, name):
        side = play.state.commanders[who].side
        why = Reason("commander in danger", "BP.gen.5", (who, name))
        roll = play.roll(excess, DIE, why, side, alike=reaching(COMMANDER_HIT))
        is_lost = max(roll.faces) >= COMMANDER_HIT
        play.record(CommanderTested(commander=who, unit=name, dice=roll.faces, lost=is_lost))
        if is_lost:
            play.record(CommanderLost(commander=who, why=Reason("falls with his men", "BP.gen.5", (name,))))


def disorder(play: Play[State], name: UnitId, why: Reason) -> None:
    """BP.dis.1 Once is enough; a later cause makes it last anew (BP.dis.2)."""
    play.record(UnitDisordered(unit=name, why=why))


def destroy(play: Play[State], name: UnitId, why: Reason) -> None:
    """BP.brk.8, BP.gen.4 The unit is gone, and whoever has joined it."""
    joined = commanders_with(play.state, name)
    play.record(UnitDestroyed(unit=name, why=why))
    for who in joined:
        play.record(CommanderLost(commander=who, why=Reason("lost with his unit", "BP.gen.4", (name,))))


def remove_excess(play: Play[State], name: UnitId) -> None:
    """BP.cas.2, BP.brk.10, D26 Above stamina, as the example has it."""
    unit = play.state.units[name]
    if unit.is_on_table and excess_of(unit):
        play.record(ExcessRemoved(unit=name, amount=excess_of(unit), left=stamina_of(unit)))


def try_recruits(play: Play[State], name: UnitId, *, fighting: bool) -> None:
    """BP.sr.Fres The first time raw troops shoot or fight (D52 B: the first time of either)."""
    unit = play.state.units[name]
    if not has(unit, "BP.sr.Fres"):
        return
    both = reading(play.state, "D52") == "A"
    tried = (unit.recruits or unit.recruits_hth) if both else (unit.recruits_hth if fighting else unit.recruits)
    if tried:
        return
    roll = play.roll(
        1, DIE, Reason("recruits", "BP.sr.Fres", (name,)), unit.side, alike=lambda one: RECRUITS[one.total]
    )
    result = RECRUITS[roll.total]
    play.record(RecruitsTried(unit=name, die=roll.total, result=result, fighting=fighting))
    if result == "terror":
        disorder(play, name, Reason("recruits in terror", "BP.sr.Fres"))
