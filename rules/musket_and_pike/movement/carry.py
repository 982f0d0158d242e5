"""7.1.1 How a move begins and ends, and one step of it carried out, with what falls into the mover's hands."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.formation.hits import hit, suffers_ground
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.loss import overrun
from rules.musket_and_pike.movement.facts import (
    ActionBegan,
    ActionEnded,
    GunsTaken,
    MomentumGained,
    MomentumLost,
    UnitMoved,
    UnitTurned,
    UnitWheeled,
    WagonsTaken,
)
from rules.musket_and_pike.movement.strides import ABOUT, HEDGEHOG, LEFT, RIGHT, Mover, Stride
from rules.musket_and_pike.position import is_foot, is_guns, is_horse, is_near_enemy
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import How


def begin(
    play: Play[State],
    unit: UnitId,
    how: How,
    ma: int = 0,
    *,
    alone: bool = False,
    target: UnitId = "",
    distance: int = 0,
) -> None:
    """3.2.C, 7.3.1 An action or reaction begins."""
    play.record(ActionBegan(unit=unit, how=how, ma=ma, alone=alone, target=target, distance=distance))


def end(
    play: Play[State], unit: UnitId, why: Reason | None = None, *, spends: bool = True, forfeits: bool = False
) -> None:
    """7.1.1, 11.3.6 It is over; who came into contact over two clear hexes has gained momentum."""
    if gains_momentum(play.state, unit):
        play.record(MomentumGained(unit=unit))
    play.record(ActionEnded(unit=unit, why=why, spends=spends, forfeits=forfeits))


def gains_momentum(state: State, name: UnitId) -> bool:
    """11.3.6, D65 Heavy infantry or horse, two clear hexes in a row into contact; read as c, any two of the move."""
    unit, move = state.units[name], state.moves[-1]
    if not unit.hexes or unit.morale == "MB" or not (is_horse(unit) or is_foot(unit)):
        return False
    run = move.most if reading(state, "D65") == "c" else move.clear
    return run >= tables.MOMENTUM and is_near_enemy(state, unit.hexes, unit.side)


def take(play: Play[State], mover: Mover, stride: Stride, how: How, *, under: bool = False) -> None:
    """7.1.1, 7.3.1 The facts of one step; fire and restacking are told elsewhere."""
    if stride.word == HEDGEHOG:
        _hedgehog(play, mover, stride)
    elif stride.enters:
        _enter(play, mover, stride, how, under=under)
    elif stride.word in (LEFT, RIGHT) and mover.width > 1 and not mover.column:
        play.record(UnitWheeled(unit=mover.unit, hexes=stride.hexes, facing=stride.facing, how=how, cost=stride.cost))
        settle(play, mover.units, stride.hexes)
        disorder(play, mover.units, stride.hits)
    else:
        hexes = stride.hexes if stride.word == ABOUT and mover.width > 1 else ()
        play.record(UnitTurned(units=mover.units, facing=stride.facing, cost=stride.cost, hexes=hexes))


def _hedgehog(play: Play[State], mover: Mover, stride: Stride) -> None:
    """6.3.2.b"""
    why = Reason("forms Hedgehog", "6.3.2.b")
    facing = stride.facing if mover.column else None
    play.record(FormationSet(units=mover.units, formation="HH", why=why, facing=facing))


def _enter(play: Play[State], mover: Mover, stride: Stride, how: How, *, under: bool) -> None:
    state = play.state
    counts = stride.counts and not _rides_over_guns(state, mover, stride)
    facing = stride.facing if stride.facing != state.units[mover.unit].facing else None
    play.record(
        UnitMoved(
            units=mover.units, hexes=stride.hexes, how=how, cost=stride.cost, counts=counts, under=under, facing=facing
        )
    )
    settle(play, mover.units, stride.hexes)
    if stride.formation:
        why = Reason("over the bridge", "7.3.5")
        play.record(FormationSet(units=mover.units, formation=stride.formation, why=why))
    disorder(play, mover.units, stride.hits)


def _rides_over_guns(state: State, mover: Mover, stride: Stride) -> bool:
    """11.3.6a, 11.5.1 Horse that passes through enemy guns gains no momentum by it."""
    side = state.units[mover.unit].side
    if not is_horse(state.units[mover.unit]):
        return False
    stacks = (name for hex in stride.hexes for name in state.stacks.get(hex, ()))
    return any(is_guns(state.units[name]) and _owner(state, name) != side for name in stacks)


def disorder(play: Play[State], units: Sequence[UnitId], causes: Sequence[str]) -> None:
    """7.3.1 Formation hits of the ground."""
    for cause in causes:
        if suffers_ground(play.state.units[units[0]]):
            hit(play, units, 1, Reason("disordered by the ground", "7.3.1", (cause,)))


def settle(play: Play[State], units: Sequence[UnitId], hexes: Sequence[HexId]) -> None:
    """5.3.1, 10.8.9, 14.1 What a unit finds in the hexes it enters: guns, wagons and leaders of the enemy."""
    side = play.state.units[units[0]].side
    for hex in hexes:
        _capture(play, hex, side)
    overrun(play, hexes, side)


def _capture(play: Play[State], hex: HexId, side: Side) -> None:
    state = play.state
    for name in tuple(state.stacks.get(hex, ())):
        if is_guns(state.units[name]) and _owner(state, name) != side:
            play.record(GunsTaken(unit=name, by=side))
    for name, wagon in state.wagons.items():
        if wagon.at == hex and (wagon.holder or wagon.side) != side:
            play.record(WagonsTaken(wagon=name, by=side))


def _owner(state: State, gun: UnitId) -> Side:
    unit = state.units[gun]
    return unit.holder or unit.side


def lose_momentum(play: Play[State], unit: UnitId, why: Reason) -> None:
    """9.3.4, 11.3.6 If it has gained any, or is gathering it."""
    gathering = any(move.unit == unit and move.clear for move in play.state.moves)
    if play.state.units[unit].momentum or gathering:
        play.record(MomentumLost(unit=unit, why=why))
