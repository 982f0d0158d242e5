"""BP.cas, BP.dis, BP.brk, BP.ret Facts of casualties, disorder, break tests and retreats. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, LossTaken
from domain.kernel.reasons import Modifier, Reason, TableRead
from domain.tabletop.angles import Point
from rules.black_powder.breaking.asks import Cause, Going, Lines
from rules.black_powder.ids import CommanderId, Spot, UnitId, pose_of
from rules.black_powder.position import part, stamina_of
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import Contact, State, Unit
from rules.black_powder.tables import Formation

Result = Literal["hold", "retreat", "destroyed"]


class CasualtiesTaken(Fact, frozen=True, kw_only=True):
    """BP.cas.1 Casualties put on a unit, and how many it then has of its stamina."""

    unit: UnitId
    amount: int
    total: int
    stamina: int
    cause: Reason
    guns: bool = False  # BP.brk.6 from artillery


class StaminaFound(Fact, frozen=True, kw_only=True):
    """BP.sr.Untd An untested unit shows what it can bear."""

    unit: UnitId
    die: int
    modifier: int
    stamina: int


class RecruitsTried(Fact, frozen=True, kw_only=True):
    """BP.sr.Fres What raw troops do as they first shoot or fight."""

    unit: UnitId
    die: int
    result: Literal["terror", "panic", "none", "fire"]
    fighting: bool = False


class UnitDisordered(Fact, frozen=True, kw_only=True):
    """BP.dis.1"""

    unit: UnitId
    why: Reason


class DisorderEnded(Fact, frozen=True, kw_only=True):
    """BP.dis.2, BP.sr.Elite A unit is in order again; die: what it rolled, if it had to."""

    unit: UnitId
    why: Reason
    die: int = 0
    ended: bool = True


class BreakTested(Fact, frozen=True, kw_only=True):
    """BP.brk.6, BP.brk.7 One break test: dice, what modifies them, the line of the table, what it says."""

    unit: UnitId
    cause: Cause
    lines: Lines
    dice: tuple[int, ...]  # none: passed without a roll (BP.sr.Stdy)
    modifiers: tuple[Modifier, ...]
    score: int
    result: Result
    again: bool = False  # BP.sr.Vali


class UnitRetreated(Fact, frozen=True, kw_only=True):
    """BP.ret.1 A unit goes back: from where, to where, how far, and in how many moves."""

    unit: UnitId
    going: Going
    start: Spot
    end: Spot
    length: int
    moves: int
    formation: Formation | None = None  # BP.ret.6 taken up at the end
    limbered: bool = False  # D36 horse guns limber for it
    parts: tuple[CommanderId, ...] = ()  # D70 B commanders it leaves behind


class UnitReformed(Fact, frozen=True, kw_only=True):
    """BP.ret.8, BP.ret.9 A unit that held turns to the enemy."""

    unit: UnitId
    formation: Formation
    spot: Spot


class TurnOffered(Fact, frozen=True, kw_only=True):
    """BP.ret.9 A unit taken in flank or rear has held, and may turn as the next round begins."""

    unit: UnitId


class UnitDestroyed(Fact, frozen=True, kw_only=True):
    """BP.brk.8 A unit is taken off."""

    unit: UnitId
    why: Reason


class UnitFled(Fact, frozen=True, kw_only=True):
    """BP.ret.5, D11 A retreat leads off the table, and the unit may come back."""

    unit: UnitId
    exit: Spot
    gone: bool  # BP.off.2 for good


class ExcessRemoved(Fact, frozen=True, kw_only=True):
    """BP.cas.2, BP.brk.10 Casualties above stamina are taken off."""

    unit: UnitId
    amount: int
    left: int


class CommanderTested(Fact, frozen=True, kw_only=True):
    """BP.gen.5 A die for each casualty above the stamina of the unit he is with."""

    commander: CommanderId
    unit: UnitId
    dice: tuple[int, ...]
    lost: bool


class CommanderLost(Fact, frozen=True, kw_only=True):
    """BP.gen.4, BP.gen.5, BP.gen.6 A commander is removed."""

    commander: CommanderId
    why: Reason


def _taken(state: State, fact: CasualtiesTaken) -> None:
    unit = state.units[fact.unit]
    unit.casualties = fact.total
    unit.turn.gunned = unit.turn.gunned or fact.guns


def _stamina(state: State, fact: StaminaFound) -> None:
    state.units[fact.unit].stamina = fact.stamina


def _recruits(state: State, fact: RecruitsTried) -> None:
    unit = state.units[fact.unit]
    unit.turn.raw = fact.result
    if fact.fighting:
        unit.recruits_hth = fact.result
    else:
        unit.recruits = fact.result


def _disordered(state: State, fact: UnitDisordered) -> None:
    unit = state.units[fact.unit]
    unit.disordered, unit.since = True, (state.core.turn, state.core.active)


def _ordered(state: State, fact: DisorderEnded) -> None:
    if fact.ended:
        state.units[fact.unit].disordered = False


def _tested(state: State, fact: BreakTested) -> None:
    unit = state.units[fact.unit]
    unit.ever_tested = True
    unit.turn.wavers = False
    unit.valiant_used = unit.valiant_used or fact.again


def _leave(state: State, name: UnitId) -> Unit:
    """Out of contact: for whoever touched it too."""
    touched = [one for one in state.contacts if name in (one.unit, one.foe)]
    for one in touched:
        for other in (one.unit, one.foe):
            state.units[other].turn.freed = True
    part(state, name)
    return state.units[name]


def _retreated(state: State, fact: UnitRetreated) -> None:
    unit = _leave(state, fact.unit)
    unit.pose = pose_of(fact.end)
    unit.formation = fact.formation or unit.formation
    unit.limbering = 0
    unit.bent = False
    for who in fact.parts:
        state.commanders[who].joined = ""
    by = Point(fact.end[0] - fact.start[0], fact.end[1] - fact.start[1])
    for one in state.commanders.values():
        if one.joined == fact.unit and one.at is not None and not one.lost:
            one.at = one.at.plus(by)


def _reformed(state: State, fact: UnitReformed) -> None:
    unit = state.units[fact.unit]
    unit.formation, unit.pose = fact.formation, pose_of(fact.spot)
    unit.fight.may_turn = False
    state.contacts = tuple(_faced(one, fact.unit) for one in state.contacts)


def _offered(state: State, fact: TurnOffered) -> None:
    state.units[fact.unit].fight.may_turn = True


def _faced(one: Contact, name: UnitId) -> Contact:
    """BP.ret.9 It meets its enemy with its front now."""
    if one.unit == name:
        return msgspec.structs.replace(one, side="front")
    return msgspec.structs.replace(one, foe_side="front") if one.foe == name else one


def _removed(state: State, name: UnitId) -> Unit:
    unit = _leave(state, name)
    unit.pose, unit.building, unit.left_in = None, "", state.core.turn
    return unit


def _destroyed(state: State, fact: UnitDestroyed) -> None:
    _removed(state, fact.unit).status = "destroyed"


def _fled(state: State, fact: UnitFled) -> None:
    unit = _removed(state, fact.unit)
    unit.status, unit.exit, unit.strayed = "gone" if fact.gone else "off", fact.exit, True
    for one in state.commanders.values():
        one.joined = "" if one.joined == fact.unit else one.joined


def _excess(state: State, fact: ExcessRemoved) -> None:
    state.units[fact.unit].casualties = fact.left


def _lost(state: State, fact: CommanderLost) -> None:
    one = state.commanders[fact.commander]
    one.lost, one.joined, one.at = True, "", None


def _reads(fact: BreakTested) -> Iterator[TableRead]:
    """BP.brk.7"""
    row = "4-" if fact.score <= 4 else "7+" if fact.score >= 7 else str(fact.score)
    yield TableRead("Break Test", row, fact.lines, fact.result, "BP.brk.7")


def _draw_retreat(sketch: Sketch, fact: UnitRetreated) -> None:
    sketch.move("retreat", fact.unit, fact.end, (), fact.formation or "")


def _draw_end(sketch: Sketch, fact: UnitDestroyed | UnitFled) -> None:
    sketch.gone(fact.unit)


def excess_of(unit: Unit) -> int:
    """BP.cas.2"""
    return max(unit.casualties - stamina_of(unit), 0)


FACTS = (
    Told(LossTaken, ("BP.cas.1",)),
    Told(CasualtiesTaken, ("BP.cas.1",), _taken),
    Told(StaminaFound, ("BP.sr.Untd",), _stamina),
    Told(RecruitsTried, ("BP.sr.Fres",), _recruits),
    Told(UnitDisordered, ("BP.dis.1",), _disordered),
    Told(DisorderEnded, ("BP.dis.2",), _ordered),
    Told(BreakTested, ("BP.brk.7",), _tested, _reads),
    Told(UnitRetreated, ("BP.ret.1",), _retreated, draws=_draw_retreat),
    Told(UnitReformed, ("BP.ret.9",), _reformed),
    Told(TurnOffered, ("BP.ret.9",), _offered),
    Told(UnitDestroyed, ("BP.brk.8",), _destroyed, draws=_draw_end),
    Told(UnitFled, ("BP.ret.5",), _fled, draws=_draw_end),
    Told(ExcessRemoved, ("BP.brk.10",), _excess),
    Told(CommanderTested, ("BP.gen.5",)),
    Told(CommanderLost, ("BP.gen.4",), _lost),
)
