"""11.4.1 What a melee does to those who lose it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.corrections import BEATEN_STACKS
from rules.musket_and_pike.formation.hits import absorbs, hit
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.melee.asks import ResumeFight
from rules.musket_and_pike.morale.casualties import eliminate
from rules.musket_and_pike.movement.facts import GunsDisabled, GunsTaken
from rules.musket_and_pike.position import body, guns_at, main_at, owe
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import BreakDue, Due, LowerDue, RetreatDue

LOST = Reason("lost a melee", "11.4.1")
STANDING = "NONE"
ELIMINATED, BROKEN = "ELIM", "MB"


def losers(frame: ResumeFight) -> tuple[UnitId, ...]:
    """11.4.1 All whom the result names."""
    if frame.result.startswith("A_"):
        return frame.attackers
    return (frame.defender,) if frame.result.startswith("D_") else ()


def gone_back(play: Play[State], frame: ResumeFight) -> tuple[UnitId, ...]:
    """11.4.9 The beaten who retreated, with whoever acts as one with them: none of them reacts to who follows."""
    beaten = tuple(name for name in losers(frame) if name in play.state.trails)
    if not play.is_corrected(BEATEN_STACKS):
        return beaten
    return tuple(dict.fromkeys(one for name in beaten for one in body(play.state, name)))


def winners(frame: ResumeFight) -> tuple[UnitId, ...]:
    if frame.result.startswith("A_"):
        return (frame.defender,)
    return frame.attackers if frame.result.startswith("D_") else ()


def apply(play: Play[State], frame: ResumeFight) -> None:
    """11.4.1, 12.4.6 Elimination at once; levels and retreats one unit after the other."""
    state, kind = play.state, frame.result.partition("_")[2]
    units = [name for name in losers(frame) if state.units[name].hexes]
    if kind == ELIMINATED:
        for name in units:
            eliminate(play, body(state, name), LOST)
        return
    owe(play, *(due for name in units for due in _dues(state, name, winners(frame)[0], kind)))


def _dues(state: State, name: UnitId, by: UnitId, kind: str) -> Iterator[Due]:
    """11.4.1 Broken whatever it was; or one level down, and back by as many hexes unless that breaks it."""
    if kind == BROKEN:
        yield BreakDue(unit=name, by=by, cause=LOST)
        return
    is_steady = state.units[name].morale == "MN"
    yield LowerDue(unit=name, by=by, cause=LOST)
    if is_steady:
        yield RetreatDue(unit=name, hexes=int(kind[-1]), by=by)


def disorder(play: Play[State], frame: ResumeFight) -> None:
    """11.2.F, D26, D60 One formation hit for everybody still on the map who has a formation to lose."""
    state = play.state
    for name in (*frame.attackers, frame.defender):
        unit = state.units.get(name)
        if unit is None or not unit.hexes or not absorbs(unit):
            continue
        if unit.formation == "OO" and reading(state, "D26") == "b":
            continue
        hit(play, body(state, name), 1, Reason("melee", "11.2.F"))


def take_guns(play: Play[State], frame: ResumeFight) -> None:
    """11.5.2 Guns that a beaten unit has left where it fought are captured; those with its other half disabled."""
    state = play.state
    for name in losers(frame):
        for hex in next((place.hexes for place in frame.stood if place.unit == name), ()):
            gun = guns_at(state, hex)
            if not gun or main_at(state, hex) or state.units[gun].side != state.units[name].side:
                continue
            if name == frame.defender and hex not in frame.hexes:
                play.record(GunsDisabled(unit=gun, why=Reason("left behind", "11.5.2")))
            else:
                play.record(GunsTaken(unit=gun, by=state.units[winners(frame)[0]].side))
