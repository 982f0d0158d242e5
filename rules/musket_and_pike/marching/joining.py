"""8.3, 8.4 How units come to share a hex: guns and others, horse and horse."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.morale.casualties import threshold_of, write_off
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import CavalryAbsorbed, StackChanged
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.strides import TOP, Here, Mover, Stride, steps_from
from rules.musket_and_pike.position import (
    body,
    guns_at,
    is_guns,
    is_horse,
    is_operational,
    is_paired,
    main_at,
    strength,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit


def restack(play: Play[State], unit: UnitId, word: str) -> None:
    """8.3.2, 8.3.4 The unit and the guns in its hexes change places, all of them alike."""
    state = play.state
    why = Reason("changes places with the guns", "8.3.2")
    for hex in state.units[unit].hexes:
        if guns_at(state, hex):
            play.record(StackChanged(at=hex, units=reordered(state, unit, hex, on_top=word == TOP), why=why))


def reordered(state: State, unit: UnitId, hex: str, *, on_top: bool) -> tuple[UnitId, ...]:
    """8.3.1 The stack with the unit above or below the guns; those that cannot be used at the bottom."""
    stack = state.stacks[hex]
    own = [name for name in stack if name in body(state, unit)]
    guns = [name for name in stack if is_guns(state.units[name])]
    usable = [name for name in guns if is_operational(state.units[name])]
    dead = [name for name in guns if name not in usable]
    return (*own, *usable, *dead) if on_top else (*usable, *own, *dead)


# 8.4 Absorption


def absorb_bar(field: Field, name: UnitId, hex: str) -> IllegalOrder | None:
    """8.4, D33, D77 Horse with casualties takes in horse of its own Wing, neither broken, nobody else there."""
    state = field.state
    unit, other = state.units[name], main_at(state, hex)
    if not is_horse(unit):
        return IllegalOrder("only horse absorbs", "8.4", name)
    if not other or not is_horse(state.units[other]) or state.units[other].side != unit.side or other == name:
        return IllegalOrder("no horse to absorb", "8.4", name, hex)
    if not unit.casualties:
        return IllegalOrder("no casualties to make good", "8.4", name)
    if is_paired(state, name) or is_paired(state, other):
        return IllegalOrder("stack full", "8.1.1", name, hex)
    return _fellow_bar(state, unit, state.units[other])


def _fellow_bar(state: State, unit: Unit, other: Unit) -> IllegalOrder | None:
    if unit.wing != other.wing and reading(state, "D33") == "a":
        return IllegalOrder("of another Wing", "8.4", unit.card.id, other.card.id)
    if "MB" in (unit.morale, other.morale):
        return IllegalOrder("broken horse is not absorbed", "8.4", unit.card.id, other.card.id)
    return None


def entering(field: Field, mover: Mover, here: Here, hex: HexId) -> Stride:
    """8.4, 7.1.1 The step into the hex of the other; IllegalOrder if it cannot be taken."""
    heed(absorb_bar(field, mover.unit, hex))
    stride = next((one for one in steps_from(field, mover, here.hexes, here.facing) if one.word == hex), None)
    if stride is None or not stride.enters:
        raise IllegalOrder("only front hexes", "7.1.1", mover.unit, hex)
    if here.spent + stride.cost > mover.ma:
        raise IllegalOrder("not enough points", "7.1.1", mover.unit, stride.cost, mover.ma - here.spent)
    return stride


def absorb(play: Play[State], mover: Mover, stride: Stride) -> None:
    """8.4 It enters, and what is left of the other makes good its casualties; the rest is lost."""
    state = play.state
    other = main_at(state, stride.hexes[0])
    left = strength(state.units[other])
    carry.take(play, mover, stride, "move")
    unit = state.units[mover.unit]
    restored = min(unit.casualties, left)
    limit = threshold_of(state, unit)
    still = limit is not None and unit.casualties - restored >= limit
    write_off(play, other, left - restored, Reason("more than it lacks", "8.4"))
    play.record(CavalryAbsorbed(unit=mover.unit, absorbed=other, restored=restored, threshold=still))
