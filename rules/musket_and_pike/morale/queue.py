"""10.6, 12.4 Consequences one after the other: casualties, disorder, checks, levels lost, retreats, leaders at risk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.kernel.chapter import Asked, Chapter, Choice, LossDue, Question
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.formation import hits
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.leaders import loss
from rules.musket_and_pike.morale import casualties, checks
from rules.musket_and_pike.morale.asks import AssignHit, AwaitHit
from rules.musket_and_pike.morale.facts import FACTS, MoraleSet
from rules.musket_and_pike.position import body, is_guns, is_infantry, main_at, owe, strength
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import (
    BreakDue,
    CasualtyDue,
    CheckDue,
    DisorderDue,
    Due,
    LowerDue,
    ResumeRetreat,
    ResumeTests,
    RetreatDue,
    RiskDue,
)

BROKEN_RETREAT = 2  # 12.4.3 hexes
FIRE = "10."  # rules of fire, by which a check or level may be lost
OPENED = Reason("level lost in Open Order", "6.3.3")
FELLED = Reason("lower than broken", "12.4.6")


def resume(play: Play[State], frame: ResumeTests) -> None:
    """The first is dealt with; what it brings on comes before the rest."""
    first, *rest = frame.dues
    play.close()
    if rest:
        play.open(ResumeTests(dues=tuple(rest)))
    if _is_there(play.state, first):
        _DEALS[type(first)](play, first)


def _is_there(state: State, due: Due) -> bool:
    """A unit that is gone, and guns that are of no use any more, owe nothing."""
    if isinstance(due, RiskDue):
        return bool(state.leaders[due.leader].at)
    unit = state.units[due.unit]
    return bool(unit.hexes) and not unit.disabled and not unit.holder


def _casualties(play: Play[State], due: CasualtyDue) -> None:
    """10.6.1, 8.2.1, 8.3.4"""
    state = play.state
    if is_guns(state.units[due.unit]):
        _strike_guns(play, due)
        return
    units = body(state, due.unit)
    if len(units) > 1:
        side = state.units[due.unit].side
        play.open(AwaitHit(side=side, units=units, count=due.count, by=due.by, cause=due.cause))
        return
    _wear(play, due.unit, due.count, due.cause, due.by)


def _wear(play: Play[State], unit: UnitId, count: int, cause: Reason, by: UnitId) -> None:
    if casualties.lose(play, unit, count, cause):
        due = LowerDue(unit=unit, by=by, cause=Reason("threshold", "12.5.2"))
        if reading(play.state, "D88") == "a" or not _put_off(play, due):
            owe(play, due)


def _put_off(play: Play[State], due: LowerDue) -> bool:
    """D88 b The level lost at the threshold waits for the check that the same fire has called for, if there is one."""
    below = play.state.core.pending[-1] if play.state.core.pending else None
    if not isinstance(below, ResumeTests):
        return False
    for at, other in enumerate(below.dues, 1):
        if isinstance(other, CheckDue) and other.unit in body(play.state, due.unit):
            play.close()
            owe(play, *below.dues[:at], due, *below.dues[at:])
            return True
    return False


def _strike_guns(play: Play[State], due: CasualtyDue) -> None:
    """10.6.1 One hit disables them; 8.3.4 what is over strikes the infantry they stand with."""
    state, at = play.state, play.state.units[due.unit].at
    casualties.disable(play, due.unit, due.cause)
    below = main_at(state, at)
    if due.count > 1 and below and is_infantry(state.units[below]):
        owe(play, CasualtyDue(unit=below, count=due.count - 1, by=due.by, cause=due.cause))


def _disorder(play: Play[State], due: DisorderDue) -> None:
    """6.3.1"""
    hits.hit(play, body(play.state, due.unit), due.count, due.cause)


def _check(play: Play[State], due: CheckDue) -> None:
    """12.2 Failed, one level down."""
    if not checks.roll(play, due.unit, due.causes):
        _lower(play, due.unit, due.by, Reason("check failed", "12.2"), by_fire=_is_fire(*due.causes))


def _is_fire(*causes: Reason) -> bool:
    return any(cause.cite.startswith(FIRE) for cause in causes)


def _lowered(play: Play[State], due: LowerDue) -> None:
    _lower(play, due.unit, due.by, due.cause, by_fire=due.cause.key == "threshold" and bool(due.by))


def _lower(play: Play[State], unit: UnitId, by: UnitId, why: Reason, *, by_fire: bool) -> None:
    """12.2, 12.4.6 Normal, shaken, broken, gone."""
    mine = play.state.units[unit]
    if mine.morale == "MN":
        _set(play, unit, "MS", why)
        if by_fire and mine.formation == "OO" and reading(play.state, "D26") == "d":
            hits.hit(play, body(play.state, unit), 1, OPENED)
    elif mine.morale == "MS":
        _break(play, unit, by, why)
    else:
        casualties.eliminate(play, body(play.state, unit), FELLED)


def _broken(play: Play[State], due: BreakDue) -> None:
    """11.4.1, 12.4.6"""
    if play.state.units[due.unit].morale == "MB":
        casualties.eliminate(play, body(play.state, due.unit), FELLED)
    else:
        _break(play, due.unit, due.by, due.cause)


def _break(play: Play[State], unit: UnitId, by: UnitId, why: Reason) -> None:
    """12.4.3 It goes back two hexes at once; 12.4.4 guns stay."""
    _set(play, unit, "MB", why)
    if not is_guns(play.state.units[unit]):
        owe(play, RetreatDue(unit=unit, hexes=BROKEN_RETREAT, by=by))


def _set(play: Play[State], unit: UnitId, level: Any, why: Reason) -> None:
    """8.2.1 Horse and light infantry together; 8.3.3 guns and whoever stands with them each for itself."""
    play.record(MoraleSet(units=body(play.state, unit), level=level, why=why))


def _retreat(play: Play[State], due: RetreatDue) -> None:
    play.open(ResumeRetreat(unit=due.unit, by=due.by, hexes=due.hexes))


def _risk(play: Play[State], due: RiskDue) -> None:
    loss.risk(play, due.leader, due.cause)


_DEALS: Mapping[type[Any], Callable[[Play[State], Any], None]] = {
    CasualtyDue: _casualties,
    DisorderDue: _disorder,
    CheckDue: _check,
    LowerDue: _lowered,
    BreakDue: _broken,
    RetreatDue: _retreat,
    RiskDue: _risk,
}


# 8.2.1 Casualties of horse with light infantry


def decide_hit(play: Play[State], order: AssignHit, frame: AwaitHit) -> None:
    """8.2.1 One casualty to one of the two, as their owner says."""
    if order.unit not in frame.units:
        raise IllegalOrder("not under that fire", "8.2.1", order.unit)
    play.close()
    if frame.count > 1:
        owe(play, CasualtyDue(unit=_left(frame, order.unit), count=frame.count - 1, by=frame.by, cause=frame.cause))
    _wear(play, order.unit, 1, frame.cause, frame.by)


def _left(frame: AwaitHit, struck: UnitId) -> UnitId:
    """Who is asked about next: the one not struck now, who is there whatever becomes of the other."""
    return next(unit for unit in frame.units if unit != struck)


def assignments(_state: State, frame: AwaitHit) -> Iterator[Choice]:
    yield from (Choice(frame.side, AssignHit(unit=unit)) for unit in frame.units)


def due(state: State) -> Iterator[LossDue]:
    """Casualties that are certain, and yet to be taken."""
    for frame in state.core.pending:
        if isinstance(frame, AwaitHit):
            yield LossDue(frame.side, frame.count)
        elif isinstance(frame, ResumeTests):
            for one in frame.dues:
                if isinstance(one, CasualtyDue) and not is_guns(state.units[one.unit]):
                    yield LossDue(state.units[one.unit].side, _certain(state, one))


def _certain(state: State, one: CasualtyDue) -> int:
    """No unit loses more than it has."""
    return min(one.count, sum(strength(state.units[name]) for name in body(state, one.unit)))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(Asked(AssignHit(unit="finns"), cite="8.2.1"),),
    questions=(Question(AwaitHit, {AssignHit: decide_hit}, assignments, cites=("8.2.1",)),),
    resumes={ResumeTests: resume},
    within={ResumeTests: ("12.3",)},
    due=due,
)
