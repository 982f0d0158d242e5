"""7.4 Rally, in its own step after all movement (5.3.2B)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import PieceId
from rules.gettysburg.position import is_within
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State
from rules.gettysburg.tables import NEAR, RALLY
from rules.gettysburg.turn.asks import Rally
from rules.gettysburg.turn.facts import RallyFailed, UnitRallied
from rules.gettysburg.turn.state_facts import UnitRecovered

FROZEN = "nobody"


def rally_bar(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """Why a unit may not try to rally; None if it may."""
    unit = state.units.get(name)
    if unit is None or unit.side != by:
        return IllegalOrder("no unit of yours", "7.4b", name, by)
    if unit.kind == "artillery":
        return IllegalOrder("artillery never Shaken", "13.2", name)
    if not unit.shaken or unit.kind not in RALLY:
        return IllegalOrder("not Shaken", "7.4b", name)
    if name in state.turn.rallied:
        return IllegalOrder("rally tried", "7.4b", name)
    if state.turn.control.get(name) == FROZEN and reading(state, "D28") == "B":
        return IllegalOrder("under nobody", "17.3a", name)
    return _place_bar(state, name)


def _place_bar(state: State, name: PieceId) -> IllegalOrder | None:
    """7.4b, 7.4d, 18.8a Unmoved and away from the enemy; inside an HMC neither matters (D96)."""
    unit = state.units[name]
    hmc = state.hmcs.get(unit.at)
    at = hmc.at if hmc else unit.at
    if at not in state.stacks:
        return IllegalOrder("not on the map", "7.4b", name)
    if not hmc and (name in state.turn.starts or _is_spent(state, name)):
        return IllegalOrder("has moved", "7.4b", name)
    if (not hmc or reading(state, "D96") == "B") and is_within(state, at, unit.side, NEAR):
        return IllegalOrder("enemy is near", "7.4b", NEAR, name)
    return None


def _is_spent(state: State, name: PieceId) -> bool:
    """D27 B A rally takes the place of the move."""
    return state.core.phase == "movement" and name in state.turn.acted


def is_over(state: State) -> bool:
    """5.3.2B Nobody is left to roll for; under D27 B the step is empty, for rallies took the place of moves."""
    if reading(state, "D27") == "B":
        return True
    side = state.core.active
    return not eligible(state, side) and not _hides_shaken(state, side)


def _hides_shaken(state: State, side: Side) -> bool:
    """18.1 Which HMC holds a brigade can decide whether it may rally: to tell nothing, the step is not passed over."""
    shaken = (unit for name, unit in state.units.items() if unit.shaken and name not in state.turn.rallied)
    return any(unit.side == side and unit.at in state.hmcs for unit in shaken)


def eligible(state: State, side: Side) -> list[PieceId]:
    shaken = [name for name, unit in state.units.items() if unit.shaken and unit.side == side]
    return [name for name in shaken if rally_bar(state, name, side) is None]


def decide_rally(play: Play[State], order: Rally) -> None:
    """7.4b 1d6: infantry 1 or 2, cavalry 1 to 4; the attempt itself ends Disruption (7.4c)."""
    if play.state.core.phase == "movement" and reading(play.state, "D27") == "A":
        raise IllegalOrder("rally after movement", "5.3.2B")
    heed(rally_bar(play.state, order.unit, play.by))
    unit = play.state.units[order.unit]
    most = RALLY[unit.kind]
    die = play.roll(1, 6, why=Reason("rally", "7.4b"), by=play.by, alike=at_most(most)).total
    outcome = UnitRallied if die <= most else RallyFailed
    recovers = unit.disrupted and not keeps_disruption(play.state, order.unit)
    is_hidden = unit.at in play.state.hmcs
    play.record(outcome(unit=order.unit, recovers=recovers and is_hidden))
    if recovers and not is_hidden:
        play.record(UnitRecovered(unit=order.unit, rule="7.4c"))


def keeps_disruption(state: State, name: PieceId) -> bool:
    """D28 A unit frozen by a control roll of 4 may rally but stays Disrupted."""
    return state.turn.control.get(name) == FROZEN and reading(state, "D28") == "A"


def _has_room(state: State) -> bool:
    """7.4b, D27 In its own step, or under B instead of a move."""
    return (state.core.phase == "movement") == (reading(state, "D27") == "B")


def choices(state: State) -> Iterator[Choice]:
    phase = "rally" if reading(state, "D27") == "A" else "movement"
    if state.core.phase != phase:
        return
    side = state.core.active
    for name in eligible(state, side):
        yield Choice(side, Rally(unit=name))


CHAPTER = Chapter[State](
    orders=(Asked(Rally(unit="C-30"), decide_rally, phases=("movement", "rally"), when=_has_room, cites=("7.4b",)),),
    choices=choices,
)
