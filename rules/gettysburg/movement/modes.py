"""7.3, 15.1, 15.5, 22.2, 22.4 The ways of moving that a piece must be fit for, and its allowance in each."""

from __future__ import annotations

from domain.ruling import IllegalOrder
from rules.gettysburg import clock, tables
from rules.gettysburg.movement import costs
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.field import Field
from rules.gettysburg.orders import HexId
from rules.gettysburg.position import contents
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
    return mover.kind == "infantry" and mover.pace == "normal" and start in field.close_to_infantry


def pace_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    """15.1, 22.2 Why a piece may not move at this pace; `start` is empty for a piece that enters."""
    if mover.pace == "accelerated":
        return _accelerated_bar(field, mover, start)
    if mover.pace == "disengage":
        return _disengage_bar(field, mover, start)
    return None


def _accelerated_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    unit = costs.said(field, mover)
    if mover.kind != "cavalry":
        return IllegalOrder(f"{unit} is no cavalry: only cavalry accelerates", rule="15.1")
    if field.state.units[mover.name].disrupted:
        return IllegalOrder(f"{unit} is Disrupted and cannot accelerate", rule="15.1")
    if start in field.close_to_anyone and reading(field.state, "D35") == "A":
        return IllegalOrder(f"{unit} starts less than 3 hexes from an enemy and cannot accelerate", rule="15.1")
    return None


def _disengage_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    """22.2, D20"""
    unit = costs.said(field, mover)
    if not is_on(field.state, "disengagement"):
        return IllegalOrder("disengagement is not in play", rule="22.2")
    near = field.close_to_infantry if reading(field.state, "D20") == "A" else field.near_infantry
    if mover.kind != "infantry" or start not in near:
        return IllegalOrder(f"{unit} is no infantry near enemy infantry: it has nothing to disengage from", rule="22.2")
    return None


def recovery_bar(field: Field, mover: Mover, start: HexId) -> IllegalOrder | None:
    """7.3d Why a unit may not recover at the start of its move; D26 the same for what an HMC holds."""
    unit = costs.said(field, mover)
    if mover.kind == "hmc":
        if reading(field.state, "D26") != "A":
            return IllegalOrder(f"what {mover.name} holds does not recover by an order (D26)", rule="7.3d")
        if mover.is_controlled:
            return IllegalOrder(f"what {mover.name} holds is its owner's secret: only he lets it recover", rule="18.1")
    elif not field.state.units[mover.name].disrupted:
        return IllegalOrder(f"{unit} is not Disrupted", rule="7.3d")
    if start and _is_next_to_enemy(field, start):
        return IllegalOrder(f"{unit} is next to an enemy unit and cannot recover", rule="7.3d")
    return None


def _is_next_to_enemy(field: Field, at: HexId) -> bool:
    """D25 B looks at the start of the phase: enemies that came out of an HMC since do not count."""
    if reading(field.state, "D25") == "A" or at not in field.near_anyone:
        return at in field.near_anyone
    new, stacks = field.state.turn.deployed, field.state.stacks
    near = [to for to in field.state.ground.near(at) if to in field.anyone]
    return any(name not in new for to in near for name in stacks[to])


def recovers_hidden(field: Field, mover: Mover) -> bool:
    """D26 Whether an HMC holds anyone who would recover."""
    return any(field.state.units[name].disrupted for name in contents(field.state, mover.name))


def force_bar(field: Field, mover: Mover, *, was_disrupted: bool) -> IllegalOrder | None:
    """22.4, 20.2a, D25, D41 Why a piece may not force its march."""
    state, unit = field.state, costs.said(field, mover)
    if not is_on(state, "forced_march"):
        return IllegalOrder("forced marches are not in play", rule="22.4")
    if clock.is_night(state.core.turn):
        return IllegalOrder("no forced march at night", rule="20.2a")
    if mover.kind == "hmc" or (mover.kind == "train" and reading(state, "D41") == "A"):
        return IllegalOrder(f"{unit} makes no forced march", rule="22.4")
    if mover.pace != "normal":
        return IllegalOrder(f"{unit} cannot force its march at the {mover.pace} pace", rule="22.4")
    if was_disrupted:
        return IllegalOrder(f"{unit} is Disrupted and makes no forced march this turn", rule="22.4")
    return None


def bars_force(field: Field, mover: Mover, *, recovers: bool) -> bool:
    """D25 Whether Disruption at the start of its move keeps a unit from a forced march."""
    unit = field.state.units.get(mover.name)
    return unit is not None and unit.disrupted and not (recovers and reading(field.state, "D25") == "B")


def charger_bar(field: Field, mover: Mover) -> IllegalOrder | None:
    """15.5a Who may charge."""
    unit = field.state.units.get(mover.name)
    if unit is None or unit.kind != "cavalry":
        return IllegalOrder(f"{costs.said(field, mover)} is no cavalry: only cavalry charges", rule="15.5a")
    if unit.shaken or unit.disrupted:
        mark = "Shaken" if unit.shaken else "Disrupted"
        return IllegalOrder(f"{unit.name} is {mark} and cannot charge", rule="15.5a")
    if mover.pace != "normal":
        return IllegalOrder(f"{unit.name} cannot charge at the {mover.pace} pace", rule="15.5a")
    return None


def charged_bar(field: Field, target: HexId) -> IllegalOrder | None:
    """15.5a, D66 Which hexes may be charged: clear ones with infantry and neither cavalry nor artillery."""
    state, ground = field.state, field.state.ground
    if target not in field.held:
        return IllegalOrder(f"no enemy to charge in {target}", rule="15.5a")
    bare_hill = reading(state, "D66") == "B" and ground.terrain(target) == ("hill",)
    if not ground.is_clear(target) and not bare_hill:
        return IllegalOrder(f"{target} is not clear ground: no charge goes there", rule="15.5a")
    kinds = {state.units[name].kind for name in state.stacks[target] if name in state.units}
    if "infantry" not in kinds or kinds & {"cavalry", "artillery"}:
        return IllegalOrder(f"{target} does not hold infantry without cavalry and artillery", rule="15.5a")
    return None
