"""7.7, 10.4 Routed units come back beside their Train; Eliminated ones at the price of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Order, PointsScored, Side
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.gettysburg import orders as o
from rules.gettysburg.facts.pieces import CadreDestroyed, UnitQuestioned, UnitReturned
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.position import can_stand, is_full, is_near, side_at
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ELIMINATED, ENEMY, ROUTED, TRAINS, State
from rules.gettysburg.tables import POINTS_DESTROYED


def obstacle_of_train(state: State, side: Side) -> tuple[str, str]:
    """10.4a, D37 Why nobody can return this turn, and under which rule; empty if units can."""
    train = state.units[TRAINS[side]]
    if train.at not in state.stacks:
        return f"the {train.name} is not on the map", "10.4d"
    if train.left_on:
        return f"the {train.name} has left the map once", "21.5"
    if train.fired or TRAINS[side] in state.turn.starts:
        return f"the {train.name} has moved", "10.4a"
    if is_near(state, train.at, side):
        return f"the {train.name} is adjacent to an enemy unit", "10.4a"
    if train.attacked and reading(state, "D37") == "A":
        return f"the {train.name} was attacked in the last enemy Combat Phase", "10.4a"
    return "", ""


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


def decide_return(play: Play[State], order: o.ReturnUnit, by: Side) -> None:
    """5.3.2C, 10.4 One unit comes back; 7.7b it may have been Eliminated any number of times."""
    _check_unit(play.state, order, by)
    _check_place(play.state, order, by)
    unit = play.state.units[order.unit]
    from_rout = unit.at == ROUTED
    if order.destroying:
        _destroy(play, order.destroying)
    kept = unit.disrupted and reading(play.state, "D38") == "B"
    play.record(UnitReturned(unit=order.unit, to=order.to, disrupted=kept))
    questioned = from_rout or reading(play.state, "D68") == "B"
    if is_on(play.state, "questionable") and questioned and unit.kind != "artillery" and not unit.questionable:
        play.record(UnitQuestioned(unit=order.unit))


def _check_unit(state: State, order: o.ReturnUnit, by: Side) -> None:
    unit = state.units.get(order.unit)
    if unit is None or unit.side != by:
        raise IllegalOrder(f"{order.unit} is no unit of the {by} side", rule="10.4a")
    if unit.at not in (ROUTED, ELIMINATED):
        raise IllegalOrder(f"{unit.name} is in neither the Routed nor the Eliminated box", rule="7.7a")
    if unit.at == ROUTED and order.destroying:
        raise IllegalOrder(f"{unit.name} is Routed and returns without a price", rule="10.4a")
    if unit.at == ELIMINATED and order.destroying not in price(state, order.unit):
        other = "another Eliminated unit of its type"
        raise IllegalOrder(f"{unit.name} is Eliminated: name {other} to be destroyed", rule="7.7a")


def _check_place(state: State, order: o.ReturnUnit, by: Side) -> None:
    why_not, rule = obstacle_of_train(state, by)
    if why_not:
        raise IllegalOrder(f"nobody returns: {why_not}", rule=rule)
    allowed = places(state, order.unit)
    if order.to not in allowed:
        said = ", ".join(allowed) or "none is free"
        raise IllegalOrder(f"{order.to} is no place to return to; next to the Train: {said}", rule="10.4b")


def _destroy(play: Play[State], name: PieceId) -> None:
    """4.3, D88 The enemy scores for a destroyed cadre."""
    unit = play.state.units[name]
    play.record(CadreDestroyed(unit=name))
    points = POINTS_DESTROYED[unit.kind]
    play.record(PointsScored(side=ENEMY[unit.side], points=points, why=f"cadre of {unit.name} destroyed", rule="4.3"))


def can_any(state: State, side: Side) -> bool:
    return next(_choices_of(state, side), None) is not None


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == "return" and not state.core.pending:
        yield from _choices_of(state, state.core.active)


def _choices_of(state: State, side: Side) -> Iterator[Choice]:
    if obstacle_of_train(state, side)[0]:
        return
    for name, unit in state.units.items():
        if unit.side != side or unit.at not in (ROUTED, ELIMINATED):
            continue
        prices = [""] if unit.at == ROUTED else price(state, name)
        for to in places(state, name) if prices else ():
            for destroying in prices:
                yield Choice(side, o.ReturnUnit(unit=name, to=to, destroying=destroying))


DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {o.ReturnUnit: decide_return}
