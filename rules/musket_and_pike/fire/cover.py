"""9.4.5 Taking cover from muskets and pistols in a castle, a town or a village."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.fire.asks import AwaitCover, TakeCover
from rules.musket_and_pike.fire.facts import ChanceDeclined, CoverTaken
from rules.musket_and_pike.fire.targets import shots
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.position import active_side, is_guns
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, ResumeShots


def may(state: State, frame: ResumeShots, name: UnitId) -> bool:
    """9.4.5 An inactive unit in such a hex that could fire back with muskets or pistols, and still may (9.4.1a)."""
    target, firer = state.units.get(name), state.units[frame.firer]
    if target is None or not target.hexes or is_guns(firer) or frame.mode in ("reaction", "interception"):
        return False
    if name in frame.asked or name in state.activation.covered or target.side == active_side(state):
        return False
    shelters = ("castle", "village") if reading(state, "D44") == "b" else ("castle", "village", "town")
    if not all(_covers(state, hex) and state.ground.terrain(hex) in shelters for hex in target.hexes):
        return False
    return name not in state.activation.silenced and bool(shots(state, name, at=(frame.firer,)))


def _covers(state: State, hex: str) -> bool:
    return bool(getattr(state.charts.terrain, state.ground.terrain(hex)).take_cover)


def is_asked_before(state: State, frame: ResumeShots, name: UnitId) -> bool:
    """D44 Before the die is rolled."""
    return reading(state, "D44") != "c" and may(state, frame, name)


def is_asked_after(state: State, frame: ResumeShots, name: UnitId) -> bool:
    """D44 c When it is known what the fire would do."""
    return reading(state, "D44") == "c" and may(state, frame, name)


def ask(play: Play[State], frame: ResumeShots, name: UnitId) -> None:
    play.open(AwaitCover(side=play.state.units[name].side, unit=name, firer=frame.firer))


def decide_cover(play: Play[State], _order: TakeCover, frame: AwaitCover) -> None:
    """9.4.5 Nothing harms it in this activation; what has been rolled already is void (D44 c)."""
    play.close()
    play.record(CoverTaken(unit=frame.unit))


def decline_cover(play: Play[State], _order: Decline, frame: AwaitCover) -> None:
    play.close()
    play.record(ChanceDeclined(unit=frame.unit, what=Reason("cover", "9.4.5")))


def choices(_state: State, frame: AwaitCover) -> Iterator[Choice]:
    yield Choice(frame.side, TakeCover())
    yield Choice(frame.side, Decline())
