"""7 A path in a position: each step with where it leads, what it costs and does; nothing happens here."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.errors import IllegalOrder
from rules.musket_and_pike import tables
from rules.musket_and_pike.formation.hits import WORSE
from rules.musket_and_pike.ids import Formation, HexId, UnitId
from rules.musket_and_pike.movement.field import FOE, FREE, FRIEND, GUNS, Field
from rules.musket_and_pike.movement.strides import (
    FIRE,
    HALTING,
    HEDGEHOG,
    LEFT,
    OVER,
    RIGHT,
    TOP,
    TURNS,
    UNDER,
    Here,
    Hexes,
    Limit,
    Mover,
    Stride,
    steps_from,
)
from rules.musket_and_pike.position import base_allowance, is_guns
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State

# A step in a position


def step(field: Field, mover: Mover, here: Here, word: str) -> Stride:
    """The step a word of a path means; IllegalOrder names the rule that forbids it."""
    if word in (TOP, UNDER) or word.startswith(FIRE):
        return Stride(word, here.hexes, here.facing, 0)
    if word == HEDGEHOG:
        return _hedgehog(field, mover, here)
    if here.formation in HALTING:
        raise IllegalOrder("moves no more", "7.3.1", mover.unit)
    found = next((one for one in steps_from(field, mover, here.hexes, here.facing) if one.word == word), None)
    if found is None:
        raise _why_not(field, mover, here, word)
    found = _priced(mover, here, found)
    bar = step_bar(field, mover, here, found)
    if bar:
        raise bar
    return found


def _priced(mover: Mover, here: Here, stride: Stride) -> Stride:
    """7.3.5 A bridge takes the whole allowance, and whoever crosses in normal formation is broken by it."""
    if not stride.halts:
        return stride
    return stride._replace(cost=mover.ma, formation="FB" if here.formation == "FN" else None)


def _why_not(field: Field, mover: Mover, here: Here, word: str) -> IllegalOrder:
    ground = field.ground
    if word in TURNS:
        return IllegalOrder("cannot turn so", "6.2.1", mover.unit, word)
    if word.startswith(OVER):
        return IllegalOrder("no way over a bridge", "7.3.5", mover.unit, word[len(OVER) :])
    if word not in ground.at:
        return IllegalOrder("no such step", "7.1.1", mover.unit, word)
    if mover.width == 1 and ground.distance(here.hexes[0], word) == 1:
        is_front = mover.free or word in ground.around(here.hexes, here.facing).front
        return IllegalOrder(
            *(("ground forbids it", "7.1.1") if is_front else ("only front hexes", "7.1.1")), mover.unit, word
        )
    if mover.width > 1 and any("bridge" in ground.sides(at, to) for at in here.hexes for to in ground.near(at)):
        return IllegalOrder("only front hexes", "7.3.5", mover.unit, word)
    return IllegalOrder("only front hexes", "7.1.1", mover.unit, word)


def step_bar(field: Field, mover: Mover, here: Here, stride: Stride) -> IllegalOrder | None:
    """7.1.1, 7.3.5, 8.1 Why a step that the ground allows may not be taken."""
    if here.spent + stride.cost > mover.ma or (stride.halts and here.spent):
        cite = "7.3.5" if stride.halts else "6.2.1" if stride.word in TURNS else "7.1.1"
        return IllegalOrder("not enough points", cite, mover.unit, stride.cost, mover.ma - here.spent)
    if stride.halts and here.formation not in ("FN", "CO", "OO"):
        return IllegalOrder("not over a bridge in this formation", "7.3.5", mover.unit)
    if stride.word in TURNS and mover.width == 1:
        return None
    for hex in stride.hexes:
        if hex not in here.hexes and (bar := entry_bar(field, mover, hex)):
            return bar
    return None


def entry_bar(field: Field, mover: Mover, hex: HexId) -> IllegalOrder | None:
    """8.1.1, 8.1.2, 11.5.1 Whether somebody stands in the way."""
    code = field.held.get(hex, FREE)
    if code in (FREE, GUNS) or (code > FOE and not mover.guns):
        return None
    if code == FRIEND:
        if mover.guns and not _has_guns(field, hex):
            return None
        return joining_bar(field, mover, hex)
    return IllegalOrder("enemy there", "7.1.1", mover.unit, hex)


def _has_guns(field: Field, hex: HexId) -> bool:
    return any(is_guns(field.state.units[name]) for name in field.state.stacks.get(hex, ()))


def joining_bar(field: Field, mover: Mover, hex: HexId) -> IllegalOrder | None:
    """8.1.1, 8.2.1 Light infantry of one or two points may join horse of its own Wing, or be joined by it."""
    state = field.state
    unit = state.units[mover.unit]
    others = [state.units[name] for name in state.stacks[hex] if not is_guns(state.units[name])]
    if len(others) > 1 or len(mover.units) > 1:
        return IllegalOrder("stack full", "8.1.1", mover.unit, hex)
    pair = {unit.card.arm: unit, others[0].card.arm: others[0]}
    light, horse = pair.get("LI"), pair.get("CAV")
    if light is None or horse is None or horse.card.dismounted:
        return IllegalOrder("stack full", "8.1.1", mover.unit, hex)
    if light.card.sp > tables.SMALL:
        return IllegalOrder("too strong to join horse", "8.2.1", light.card.id)
    if light.wing != horse.wing:
        return IllegalOrder("of another Wing", "8.2.1", mover.unit, hex)
    if "MB" in (light.morale, horse.morale):
        return IllegalOrder("stack full", "8.1.1", mover.unit, hex)
    return None


def joins(field: Field, mover: Mover, stride: Stride) -> bool:
    """8.2.2 Whether the step ends with horse and light infantry in one hex."""
    return stride.enters and not mover.guns and field.held.get(stride.hexes[-1]) == FRIEND and mover.width == 1


def _hedgehog(field: Field, mover: Mover, here: Here) -> Stride:
    """6.3.2.b In its own activation, by four points."""
    unit = field.state.units[mover.unit]
    if not unit.card.pikes:
        raise IllegalOrder("no pikes", "6.3.2.b", mover.unit)
    if here.formation not in ("FN", "OO", "CO"):
        raise IllegalOrder("not into Hedgehog from this", "6.3.2.b", mover.unit)
    if here.spent + tables.HEDGEHOG > mover.ma:
        raise IllegalOrder("not enough points", "6.3.2.b", mover.unit, tables.HEDGEHOG, mover.ma - here.spent)
    facing = abreast(field, here.hexes) if mover.column else here.facing
    return Stride(HEDGEHOG, here.hexes, facing, tables.HEDGEHOG, formation="HH", halts=True)


def abreast(field: Field, hexes: Hexes) -> int:
    """6.3.4 The facing of a two-hex unit whose tail is its left half and its head the right one."""
    return (field.ground.direction(*hexes) - 2) % 6


def taken(mover: Mover, here: Here, stride: Stride) -> Here:
    """What has become of the mover after the step."""
    formation = stride.formation or after_hits(here.formation, stride)
    wheels = mover.width > 1 and not mover.column and stride.word in (LEFT, RIGHT)  # a Column turns on the spot
    enters = stride.enters or wheels
    clear = here.clear + 1 if stride.counts else 0
    if stride.word in (TOP, UNDER):
        clear = here.clear
    return Here(stride.hexes, stride.facing, formation, here.spent + stride.cost, here.entered + enters, clear)


def after_hits(formation: Formation, stride: Stride) -> Formation:
    """6.3.3, 6.3.4, 7.3.1 The ground disorders only those in normal or shaken formation."""
    for _ in stride.hits:
        if formation in ("FN", "FS"):
            formation = WORSE[formation]
    return formation


def is_over(field: Field, mover: Mover, here: Here, stride: Stride) -> bool:
    """7.3.1, 8.2.2, D87 Whether the mover goes no further after this step."""
    if stride.halts or taken(mover, here, stride).formation in HALTING or joins(field, mover, stride):
        return True
    if mover.guns and stride.enters and field.held.get(stride.hexes[0]) == FRIEND:
        return True
    return stride.enters and reading(field.state, "D87") == "b" and any(field.bars(hex) > FOE for hex in stride.hexes)


def plan(
    field: Field, mover: Mover, here: Here, words: Iterable[str], limit: Limit | None = None
) -> list[tuple[Stride, Here]]:
    """7.1.1 A whole path, step by step, each with where it leads; IllegalOrder at the first that is forbidden."""
    found: list[tuple[Stride, Here]] = []
    over = False
    for word in words:
        if over and not (word in (TOP, UNDER) or word.startswith(FIRE)):
            raise IllegalOrder("moves no more", "7.3.1", mover.unit)
        stride = step(field, mover, here, word)
        bar = limit(here, stride) if limit else None
        if bar:
            raise bar
        over = over or is_over(field, mover, here, stride)
        here = taken(mover, here, stride)
        found.append((stride, here))
    return found


def stop_bar(field: Field, mover: Mover, here: Here) -> IllegalOrder | None:
    """7.3.5, 8.1.1 Why a move may not end there."""
    if mover.column and "bridge" in field.ground.sides(*here.hexes):
        return IllegalOrder("not astride a bridge", "7.3.5", mover.unit)
    own = field.state.units[mover.unit].hexes
    for hex in here.hexes:
        if mover.guns and hex not in own and _has_guns(field, hex):
            return IllegalOrder("stack full", "8.1.1", mover.unit, hex)
    return None


def full_allowance(state: State, name: UnitId) -> int:
    """8.2.1, 13.4.1 By type alone."""
    return base_allowance(state, name, alone=True)
