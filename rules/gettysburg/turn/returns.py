"""7.7, 10.4 Routed units come back beside their Train; Eliminated ones at the price of another."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import PointsScored, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import can_stand, is_full, is_near, side_at
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ELIMINATED, ENEMY, ROUTED, TRAINS, State
from rules.gettysburg.tables import POINTS_DESTROYED
from rules.gettysburg.turn.asks import ReturnUnit
from rules.gettysburg.turn.facts import CadreDestroyed, UnitReturned
from rules.gettysburg.turn.state_facts import UnitQuestioned


def train_bar(state: State, side: Side) -> IllegalOrder | None:
    """10.4a, D37 Why nobody can return this turn; None if units can."""
    name = TRAINS[side]
    train = state.units[name]
    if train.at not in state.stacks:
        return IllegalOrder("no return, Train off the map", "10.4d", name)
    if train.left_on:
        return IllegalOrder("no return, Train left once", "21.5", name)
    if train.fired or name in state.turn.starts:
        return IllegalOrder("no return, Train moved", "10.4a", name)
    if is_near(state, train.at, side):
        return IllegalOrder("no return, Train beside enemy", "10.4a", name)
    if train.attacked and reading(state, "D37") == "A":
        return IllegalOrder("no return, Train attacked", "10.4a", name)
    return None


def places(state: State, unit: PieceId) -> list[HexId]:
    """10.4b Next to the Train, not next to an enemy, within stacking, on ground the unit may enter."""
    returning = state.units[unit]
    return [
        at
        for at in state.ground.near(state.units[TRAINS[returning.side]].at)
        if side_at(state, at) != ENEMY[returning.side]
        and not is_full(state, at)
        and not is_near(state, at, returning.side)
        and can_stand(state, returning, at)
    ]


def price(state: State, unit: PieceId) -> list[PieceId]:
    """7.7a Eliminated units of the same type that may be destroyed to rebuild this one."""
    rebuilt = state.units[unit]
    return [
        name
        for name, other in state.units.items()
        if name != unit and other.at == ELIMINATED and other.side == rebuilt.side and other.kind == rebuilt.kind
    ]


def decide_return(play: Play[State], order: ReturnUnit) -> None:
    """5.3.2C, 10.4 One unit comes back; 7.7b it may have been Eliminated any number of times."""
    _check_unit(play.state, order, play.by)
    _check_place(play.state, order, play.by)
    unit = play.state.units[order.unit]
    from_rout = unit.at == ROUTED
    if order.destroying:
        _destroy(play, order.destroying)
    kept = unit.disrupted and reading(play.state, "D38") == "B"
    play.record(UnitReturned(unit=order.unit, to=order.to, disrupted=kept))
    questioned = from_rout or reading(play.state, "D68") == "B"
    if is_on(play.state, "questionable") and questioned and unit.kind != "artillery" and not unit.questionable:
        play.record(UnitQuestioned(unit=order.unit))


def _check_unit(state: State, order: ReturnUnit, by: Side) -> None:
    unit = state.units.get(order.unit)
    if unit is None or unit.side != by:
        raise IllegalOrder("no unit of yours", "10.4a", order.unit, by)
    if unit.at not in (ROUTED, ELIMINATED):
        raise IllegalOrder("in neither box", "7.7a", order.unit)
    if unit.at == ROUTED and order.destroying:
        raise IllegalOrder("Routed has no price", "10.4a", order.unit)
    if unit.at == ELIMINATED and order.destroying not in price(state, order.unit):
        raise IllegalOrder("price not named", "7.7a", order.unit)


def _check_place(state: State, order: ReturnUnit, by: Side) -> None:
    heed(train_bar(state, by))
    allowed = places(state, order.unit)
    if order.to not in allowed:
        raise IllegalOrder("no place to return to", "10.4b", order.to, *allowed)


def _destroy(play: Play[State], name: PieceId) -> None:
    """4.3, D88 The enemy scores for a destroyed cadre."""
    unit = play.state.units[name]
    play.record(CadreDestroyed(unit=name))
    why, points = Reason("cadre destroyed", "4.3", (name,)), POINTS_DESTROYED[unit.kind]
    play.record(PointsScored(side=ENEMY[unit.side], points=points, why=why))


def can_any(state: State, side: Side) -> bool:
    return next(_choices_of(state, side), None) is not None


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == "return":
        yield from _choices_of(state, state.core.active)


def _choices_of(state: State, side: Side) -> Iterator[Choice]:
    if train_bar(state, side):
        return
    for name, unit in state.units.items():
        if unit.side != side or unit.at not in (ROUTED, ELIMINATED):
            continue
        prices = [""] if unit.at == ROUTED else price(state, name)
        for to in places(state, name) if prices else ():
            for destroying in prices:
                yield Choice(side, ReturnUnit(unit=name, to=to, destroying=destroying))


CHAPTER = Chapter[State](
    orders=(Asked(ReturnUnit(unit="C-35", to="1627"), decide_return, phases=("return",), cites=("10.4",)),),
    choices=choices,
)
