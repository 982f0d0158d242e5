"""7.3, 15.1, 15.5, 22.2, 22.4 The ways of moving that a piece must be fit for, and its allowance in each."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from rules.gettysburg import clock, tables
from rules.gettysburg.ids import HexId
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.field import Field
from rules.gettysburg.position import INFANTRY, contents, has_enemy
from rules.gettysburg.rulings import is_on, reading


def allowance(mover: Mover, *, charges: bool = False) -> int:
    """8.2a, 15.1, 15.5a, 18.3 Half-points at the start of a move; 7.3b Disruption takes none."""
    if mover.kind == "hmc":
        return tables.HMC_ALLOWANCE
    if charges:
        return tables.CHARGE_ALLOWANCE
    return tables.ACCELERATED if mover.pace == "accelerated" else tables.ALLOWANCE


def is_held(field: Field, mover: Mover, start: HexId) -> bool:
    """8.6(2) Infantry near enemy infantry moves one hex; 8.6(3) artillery has no such limit."""
    return mover.kind == "infantry" and mover.pace == "normal" and field.is_close(start, INFANTRY)


def pace_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    """15.1, 22.2 Why a piece may not move at this pace; `start` is empty for a piece that enters."""
    if mover.pace == "accelerated":
        return _accelerated_bar(field, mover, start)
    if mover.pace == "disengage":
        return _disengage_bar(field, mover, start)
    return None


def _accelerated_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    unit = mover.name
    if mover.kind != "cavalry":
        return IllegalOrder("no cavalry to accelerate", "15.1", unit)
    if field.state.units[unit].disrupted:
        return IllegalOrder("Disrupted, cannot accelerate", "15.1", unit)
    if reading(field.state, "D35") == "A" and field.is_close(start):
        return IllegalOrder("starts near enemy", "15.1", unit)
    return None


def _disengage_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    """22.2, D20"""
    if not is_on(field.state, "disengagement"):
        return IllegalOrder("disengagement not in play", "22.2")
    is_there = field.is_close if reading(field.state, "D20") == "A" else field.is_near
    if mover.kind != "infantry" or not is_there(start, INFANTRY):
        return IllegalOrder("nothing to disengage from", "22.2", mover.name)
    return None


def recovery_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    """7.3d Why a unit may not recover at the start of its move; D26 the same for what an HMC holds."""
    if mover.kind == "hmc":
        if reading(field.state, "D26") != "A":
            return IllegalOrder("no recovery by order", "7.3d", mover.name)
        if mover.is_controlled:
            return IllegalOrder("recovery is secret", "18.1", mover.name)
    elif not field.state.units[mover.name].disrupted:
        return IllegalOrder("not Disrupted", "7.3d", mover.name)
    if start and _is_next_to_enemy(field, start):
        return IllegalOrder("recovery beside enemy", "7.3d", mover.name)
    return None


def _is_next_to_enemy(field: Field, at: HexId) -> bool:
    """D25 B looks at the start of the phase: enemies that came out of an HMC since do not count."""
    state, side = field.state, field.side
    if reading(state, "D25") == "A" or not field.is_near(at):
        return field.is_near(at)
    near = [to for to in state.ground.near(at) if has_enemy(state, to, side)]
    return any(name not in state.turn.deployed for to in near for name in state.stacks[to])


def recovers_hidden(field: Field, mover: Mover) -> bool:
    """D26 Whether an HMC holds anyone who would recover."""
    return any(field.state.units[name].disrupted for name in contents(field.state, mover.name))


def force_bar(field: Field, mover: Mover, *, was_disrupted: bool) -> IllegalOrder | None:
    """22.4, 20.2a, D25, D41 Why a piece may not force its march."""
    state, unit = field.state, mover.name
    if not is_on(state, "forced_march"):
        return IllegalOrder("forced march not in play", "22.4")
    if clock.is_night(state.core.turn):
        return IllegalOrder("forced march at night", "20.2a")
    if mover.kind == "hmc" or (mover.kind == "train" and reading(state, "D41") == "A"):
        return IllegalOrder("makes no forced march", "22.4", unit)
    if mover.pace != "normal":
        return IllegalOrder("forced march at this pace", "22.4", unit, mover.pace)
    if was_disrupted:
        return IllegalOrder("Disrupted, no forced march", "22.4", unit)
    return None


def bars_force(field: Field, mover: Mover, *, recovers: bool) -> bool:
    """D25 Whether Disruption at the start of its move keeps a unit from a forced march."""
    unit = field.state.units.get(mover.name)
    return unit is not None and unit.disrupted and not (recovers and reading(field.state, "D25") == "B")


def charger_bar(field: Field, mover: Mover) -> IllegalOrder | None:
    """15.5a Who may charge."""
    unit = field.state.units.get(mover.name)
    if unit is None or unit.kind != "cavalry":
        return IllegalOrder("no cavalry to charge", "15.5a", mover.name)
    if unit.shaken or unit.disrupted:
        key = "Shaken, cannot charge" if unit.shaken else "Disrupted, cannot charge"
        return IllegalOrder(key, "15.5a", mover.name)
    if mover.pace != "normal":
        return IllegalOrder("charge at this pace", "15.5a", mover.name, mover.pace)
    return None


def charged_bar(field: Field, target: HexId) -> IllegalOrder | None:
    """15.5a, D66 Which hexes may be charged: clear ones with infantry and neither cavalry nor artillery."""
    state, ground = field.state, field.state.ground
    if not field.holds_enemy(target):
        return IllegalOrder("nobody to charge", "15.5a", target)
    bare_hill = reading(state, "D66") == "B" and ground.terrain(target) == ("hill",)
    if not ground.is_clear(target) and not bare_hill:
        return IllegalOrder("charge off clear ground", "15.5a", target)
    kinds = {state.units[name].kind for name in state.stacks[target] if name in state.units}
    if "infantry" not in kinds or kinds & {"cavalry", "artillery"}:
        return IllegalOrder("charge not at infantry", "15.5a", target)
    return None
