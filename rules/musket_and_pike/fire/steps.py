"""10.3.2, 10.3.4 The one step that belongs to a fire action: forward before it, back after it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, if_legal
from rules.musket_and_pike import going
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.movement import plan, strides
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.position import guns_at, is_near_enemy, main_at
from rules.musket_and_pike.state import State

FREELY = 99  # 10.3.1 it costs no points


def mover(state: State, name: UnitId) -> strides.Mover:
    return strides.mover_of(state, name, FREELY)


def forward(state: State, name: UnitId, to: HexId) -> strides.Stride:
    """10.3.2 Into a front hex, without a turn or a wheel; IllegalOrder names what forbids it."""
    field, who = Field(state, state.units[name].side), mover(state, name)
    if to in (*strides.TURNS, strides.HEDGEHOG, strides.TOP, strides.UNDER) or to.startswith(
        (strides.FIRE, strides.OVER)
    ):
        raise IllegalOrder("no turn in this fire", "10.3.2", name)
    found = plan.step(field, who, strides.origin(state, who), to)
    if turns(field, who, found):
        raise IllegalOrder("no turn in this fire", "10.3.2", name)
    return found


def turns(field: Field, who: strides.Mover, stride: strides.Stride) -> bool:
    """8.2.2, 10.3.2, 10.3.4 Who joins another would face as he does; in a fire action nobody turns."""
    return (
        plan.joins(field, who, stride)
        and field.state.units[main_at(field.state, stride.hexes[0])].facing != stride.facing
    )


def advances(state: State, name: UnitId) -> Iterator[strides.Stride]:
    """10.3.2 Every step forward that ends adjacent to an enemy."""
    unit = state.units[name]
    field, who = Field(state, unit.side), mover(state, name)
    here = strides.origin(state, who)
    if here.formation in strides.HALTING:  # of the horse it marches with, where it does (8.2.1)
        return
    for stride in strides.steps_from(field, who, unit.hexes, unit.facing):
        is_open = stride.enters and not stride.halts and plan.step_bar(field, who, here, stride) is None
        if is_open and not turns(field, who, stride) and is_near_enemy(state, stride.hexes, unit.side):
            yield stride


def backward(state: State, name: UnitId, to: HexId) -> strides.Stride:
    """10.3.4 Into a rear hex, keeping its facing; of a two-hex unit both halves, the left one into `to`."""
    found = next((stride for stride in _back(state, name) if stride.word == to), None)
    if found is None:
        raise IllegalOrder("no rear hex", "10.3.4", name, to)
    unit = state.units[name]
    field, who = Field(state, unit.side), mover(state, name)
    if strides.origin(state, who).formation in strides.HALTING:
        raise IllegalOrder("moves no more", "7.3.1", name)
    for hex in found.hexes:
        if hex not in unit.hexes and (bar := plan.entry_bar(field, who, hex)):
            raise bar
    if turns(field, who, found):
        raise IllegalOrder("no turn in this fire", "10.3.4", name)
    return found


def _back(state: State, name: UnitId) -> Iterator[strides.Stride]:
    unit, ground, who = state.units[name], state.ground, mover(state, name)
    for way in (unit.facing + 3, unit.facing + 4):
        ahead = [ground.neighbour(at, way) for at in unit.hexes]
        hexes = tuple(hex for hex in ahead if hex is not None)
        pairs = tuple(zip(unit.hexes, hexes, strict=False))
        if len(hexes) < len(ahead) or any(
            going.cost(state.charts, ground, who.klass, at, to) is None for at, to in pairs
        ):
            continue
        hits = dict.fromkeys(cause for at, to in pairs for cause in going.hits(state.charts, ground, who.klass, at, to))
        yield strides.Stride(hexes[0], hexes, unit.facing, 0, tuple(hits), enters=True)


def retreats(state: State, name: UnitId) -> Iterator[strides.Stride]:
    """10.3.4 Every step back that can be made."""
    tried = (if_legal(backward, state, name, stride.word) for stride in _back(state, name))
    return (stride for stride in tried if stride)


def is_among_guns(state: State, name: UnitId) -> bool:
    """10.3.5 Infantry with operational artillery, Fired or not, in a hex adjacent to an enemy."""
    unit = state.units[name]
    return any(guns_at(state, at) and is_near_enemy(state, (at,), unit.side) for at in unit.hexes)
