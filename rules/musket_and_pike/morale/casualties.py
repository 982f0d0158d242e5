"""10.6.1, 12.5 Casualties, the threshold they reach, and the end of units and guns."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.facts import LossTaken
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.leaders import loss
from rules.musket_and_pike.morale.facts import CASUALTIES, STRENGTH, ThresholdReached, UnitEliminated
from rules.musket_and_pike.movement.facts import GunsDisabled
from rules.musket_and_pike.position import body, is_guns, is_operational, strength
from rules.musket_and_pike.state import State, Unit

WORN_DOWN = Reason("worn down", "10.6.1")


def threshold_of(state: State, unit: Unit) -> int | None:
    """12.5.1, T18 The casualties at which it is reached; None if it would be gone first, and of guns."""
    chart = state.charts.casualty_threshold
    if is_guns(unit):
        return None
    number = chart.morale[str(unit.card.morale)]  # type: ignore[index]
    number += chart.two_hex_hi_add if unit.card.width > 1 else 0
    return number if number < unit.card.sp else None


def is_at_threshold(state: State, unit: UnitId) -> bool:
    """8.2.1, 10.6.4 Whether it, or whoever acts as one with it, is at or over its threshold."""
    return any(state.units[name].threshold for name in body(state, unit))


def reaches(state: State, unit: Unit, hits: int) -> bool:
    """12.5.1 Whether so many more casualties bring it to its threshold, and leave it alive."""
    number = threshold_of(state, unit)
    if number is None or unit.threshold:
        return False
    return number <= unit.casualties + hits < unit.card.sp


def lose(play: Play[State], name: UnitId, count: int, cause: Reason) -> bool:
    """10.6.1, 12.5.1 Casualties of one unit, 2.4 and about how many men; whether a threshold is reached by them."""
    state, unit = play.state, play.state.units[name]
    taken = min(count, unit.card.sp - unit.casualties)
    reached = reaches(state, unit, taken)
    men = taken * state.charts.scale.men_per_strength_point
    play.record(LossTaken(side=unit.side, unit=name, kind=CASUALTIES, amount=taken, cause=cause, men=men))
    if unit.casualties >= unit.card.sp:
        eliminate(play, (name,), WORN_DOWN)
        return False
    if reached:
        number = threshold_of(state, unit)
        assert number is not None
        play.record(ThresholdReached(units=body(state, name), casualties=unit.casualties, threshold=number))
    return reached


def eliminate(play: Play[State], units: Sequence[UnitId], why: Reason) -> None:
    """10.8.9, 12.4.6 Guns are disabled, all others are off the map; leaders left alone are lost (5.3.1)."""
    state = play.state
    left = tuple(name for name in units if not is_guns(state.units[name]))
    for name in units:
        if name not in left:
            disable(play, name, why)
    if left:
        side = state.units[left[0]].side
        hexes = tuple(dict.fromkeys(hex for name in left for hex in state.units[name].hexes))
        for name in left:
            write_off(play, name, strength(state.units[name]), why)
        play.record(UnitEliminated(units=left, why=why))
        loss.orphaned(play, hexes, side)


def write_off(play: Play[State], name: UnitId, points: int, why: Reason) -> None:
    """2.4, 10.6.1 Strength that is lost with its unit, and about how many men; these are no casualty hits."""
    if points:
        state = play.state
        men = points * state.charts.scale.men_per_strength_point
        side = state.units[name].side
        play.record(LossTaken(side=side, unit=name, kind=STRENGTH, amount=points, cause=why, men=men))


def disable(play: Play[State], name: UnitId, why: Reason) -> None:
    """10.8.9"""
    if is_operational(play.state.units[name]):
        play.record(GunsDisabled(unit=name, why=why))
