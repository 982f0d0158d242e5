"""12.2 to 12.5a Step losses on a hex, one after the other: the counter, the leaders there, rage."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from domain.kernel.facts import LossTaken, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.corrections import BEREFT
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses import leaders, removal
from rules.wallaces_war.losses.facts import BerserkTested
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.position import leaders_at, life, men, values
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State


class Harm(NamedTuple):
    """What a batch of losses did to one unit."""

    unit: UnitId
    before: int  # steps lost before it
    after: int
    eliminated: bool
    raging: bool  # it has just become berserk


def strike(play: Play[State], at: HexId, count: int, cause: Reason) -> None:
    """P13 A whole batch by fire: the losses, then the tests they bring on, then what follows from those."""
    settle(play, tests_for(play, at, take(play, at, count, cause)))


def take(
    play: Play[State],
    at: HexId,
    count: int,
    cause: Reason,
    among: tuple[UnitId, ...] | None = None,
    *,
    raging: bool = True,
) -> list[Harm]:
    """12.4a The top unit first, then the other, or of the hex only those who are meant; P13 1 to 3.

    10.3/S9c Who runs because a leader falls in the middle of it (D90) is not eliminated by step losses.
    """
    state, found, shocked = play.state, list[Harm](), list[list[Due]]()
    while count and (unit := _bearer(state, at, among)):
        before, left = state.units[unit].steps, life(state, state.units[unit]) - state.units[unit].steps
        taken = _wear_down(play, unit, count, cause, shocked)
        gone = unit not in state.stacks.get(at, ())
        eliminated = gone and (taken >= left or not play.is_corrected(BEREFT))
        found.append(Harm(unit, before, state.units[unit].steps, eliminated, False))
        count -= taken
        if not gone:
            break
    settle(play, chain(*shocked))
    return [harm._replace(raging=raging and _rages(play, harm)) for harm in found]


def _bearer(state: State, at: HexId, among: tuple[UnitId, ...] | None) -> UnitId:
    return next((unit for unit in state.stacks.get(at, ()) if among is None or unit in among), "")


def wear(play: Play[State], unit: UnitId, count: int, cause: Reason, *, raging: bool = False) -> Harm:
    """12.5d Steps off one unit, wherever it lies in its stack; its rage is looked at only if asked for."""
    state, before, shocked = play.state, play.state.units[unit].steps, list[list[Due]]()
    _wear_down(play, unit, count, cause, shocked)
    settle(play, chain(*shocked))
    harm = Harm(unit, before, state.units[unit].steps, state.units[unit].at not in state.stacks, False)
    return harm._replace(raging=_rages(play, harm)) if raging else harm


def _wear_down(play: Play[State], unit: UnitId, count: int, cause: Reason, shocked: list[list[Due]]) -> int:
    """12.2, 13.4a Steps off one unit until the batch is spent or the unit is; how many were taken.

    Where a leader stands each step is rolled for by itself; elsewhere they fall together.
    """
    state, worn = play.state, play.state.units[unit]
    at, taken = worn.at, 0
    while taken < count and worn.at == at:
        once = 1 if leaders_at(state, at, worn.side) else count - taken
        amount = min(once, life(state, worn) - worn.steps)
        dies = worn.steps + amount >= life(state, worn)
        taken += amount
        lost = men(state, worn, amount)
        play.record(LossTaken(side=worn.side, unit=unit, kind="steps", amount=amount, cause=cause, men=lost))
        _risk_leaders(play, at, worn.side, shocked)
        if dies and worn.at == at:
            removal.remove(play, unit, "eliminated", Reason("worn down", "12.3a"))
    return taken


def _risk_leaders(play: Play[State], at: HexId, side: Side, shocked: list[list[Due]]) -> None:
    """D90 The shock of a fall is felt before the next step; or one leader falls at most, and it is felt at the end."""
    if reading(play.state, "D90") == "A":
        settle(play, chain(*leaders.risk(play, at, side)))
    elif not shocked:
        shocked += leaders.risk(play, at, side, 1)


def _rages(play: Play[State], harm: Harm) -> bool:
    """12.5a, 12.5i A schiltron that has lost its second step or a later one may turn berserk, once a segment."""
    state, unit = play.state, play.state.units[harm.unit]
    due = unit.kind == "SC" and harm.after >= tables.BERSERK_FROM and not harm.eliminated and unit.at in state.stacks
    if not due or unit.berserk or harm.unit in state.segment.raged:
        return False
    if unit.shaken and reading(state, "D89") == "B":
        return False
    rating = values(unit).rating
    die = play.roll(1, 10, Reason("berserk", "12.5a", (harm.unit,)), unit.side, alike=lambda roll: roll.total > rating)
    raging = die.total > rating
    steadied = raging and unit.shaken and reading(state, "D89") == "C"
    play.record(BerserkTested(unit=harm.unit, rating=rating, die=die.total, berserk=raging, steadied=steadied))
    return raging


def tests_for(play: Play[State], at: HexId, harmed: list[Harm]) -> list[Due]:
    """12.2c to 12.2e, 12.5g, 8.3a The tests of a batch: who lost a telling step and does not rage, and fellows."""
    due: list[Due] = []
    for harm in harmed:
        telling = any(harm.before < step <= harm.after for step in tables.TESTING)
        if harm.eliminated:
            due += [Due(other, Reason("fellow lost", "8.3a", (harm.unit,))) for other in play.state.stacks.get(at, ())]
        elif telling and not harm.raging and not _is_spared(play.state, harm):
            due.append(Due(harm.unit, Reason("step losses", "12.2", (harm.after,))))
    return due


def _is_spared(state: State, harm: Harm) -> bool:
    """D60 B Who was berserk before tests for the fourth and fifth step only."""
    later = any(harm.before < step <= harm.after for step in tables.RETREATING)
    return state.units[harm.unit].berserk and not later and reading(state, "D60") == "B"
