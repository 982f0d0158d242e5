"""9.1 to 9.5 Who may fire at what: arcs, sight, zones and command."""

from __future__ import annotations

from collections.abc import Iterator

from domain.hexes.grid import Hex
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.wallaces_war import tables
from rules.wallaces_war.fire.facts import Occasion
from rules.wallaces_war.ground.sight import has_sight
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.position import is_on_map, is_top, may_act, side_at
from rules.wallaces_war.rulings import is_on, reading
from rules.wallaces_war.state import DEFENSIVE_FIRE, OFFENSIVE_FIRE, State, Unit
from rules.wallaces_war.zones import is_all_round, stack_at, zone

OCCASIONS: dict[str, Occasion] = {DEFENSIVE_FIRE: "defensive", OFFENSIVE_FIRE: "offensive"}
ONCE = {"defensive": "9.4a", "offensive": "9.5a", "melee": "9.4f"}
NEAREST = {"defensive": "9.4b", "offensive": "9.5b", "melee": "9.4b"}


def arc(state: State, unit: Unit, occasion: Occasion) -> frozenset[HexId]:
    """9.2a, 9.2b, D30 The hexes a unit could fire into, whoever it is; the pack draws the arcs for facing north."""
    letter = reading(state, "D30")
    if letter == "B" and is_all_round(stack_at(state, unit.at)):
        return frozenset(state.ground.within(unit.at, tables.REACH))
    wide = occasion == "offensive" and letter != "C"
    offsets = state.charts.offensive if wide else state.charts.defensive
    return state.ground.kept(("arc", unit.at, unit.facing, offsets), lambda: _turned(state, unit, offsets))


def _turned(state: State, unit: Unit, offsets: tuple[tuple[int, int], ...]) -> frozenset[HexId]:
    turned = (Hex(q, r).rotated(unit.facing) for q, r in offsets)
    found = (state.ground.offset(unit.at, way.q, way.r) for way in turned)
    return frozenset(at for at in found if at is not None)


def firer_bar(state: State, unit: UnitId, by: Side, occasion: Occasion) -> IllegalOrder | None:
    """8.2e, 9.1a, 9.4a, 9.5a Why a unit may not fire at all now; None if it may."""
    firer = state.units.get(unit)
    if firer is None or not is_on_map(state, unit):
        return IllegalOrder("no such unit on the map", "9.7/S1", unit)
    if firer.side != by:
        return IllegalOrder("not your unit", "9.1a", unit)
    if firer.kind not in tables.FIRERS:
        return IllegalOrder("cannot fire", "20.2.4a" if state.engagement.barons else "9.1a", unit, firer.kind)
    if not is_top(state, unit):
        return IllegalOrder("fires from below", "8.2e", unit)
    if occasion == "offensive" and not may_act(state, unit):
        return IllegalOrder("not of the activated Battle", "9.5a", unit, state.turn.battle)
    return _spent_bar(state, unit, occasion)


def _spent_bar(state: State, unit: UnitId, occasion: Occasion) -> IllegalOrder | None:
    """9.4a, 9.5a, 9.4f One shot a segment; in melee only who has not fired in this round (D32 B: in this turn)."""
    if unit in state.segment.fired:
        return IllegalOrder("has fired", ONCE[occasion], unit)
    shot = state.turn.shot.get(unit)
    fired = shot is not None and (reading(state, "D32") == "B" or shot == state.turn.round)
    return IllegalOrder("has fired", "9.4f", unit) if occasion == "melee" and fired else None


def target_bar(state: State, unit: UnitId, target: HexId, occasion: Occasion) -> IllegalOrder | None:
    """9.1b to 9.5c Why a unit that may fire may not fire at this hex; None if it may."""
    bar = aim_bar(state, unit, target, occasion)
    if bar:
        return bar
    near = [at for at in zone(state, state.units[unit].at) if not aim_bar(state, unit, at, occasion)]
    if near and target not in near:
        return IllegalOrder("nearer target", NEAREST[occasion], unit, *near)
    return command_bar(state, unit, target) if occasion == "offensive" else None


def aim_bar(state: State, unit: UnitId, target: HexId, occasion: Occasion) -> IllegalOrder | None:
    """9.1b, 20.3.2a Why a hex is no target of this unit, whatever else there is."""
    return reach_bar(state, unit, target, occasion) or bound_bar(state, unit, target)


def bound_bar(state: State, unit: UnitId, target: HexId) -> IllegalOrder | None:
    """20.3.2a"""
    if is_bound_elsewhere(state, state.units[unit], state.units[state.stacks[target][0]].battle):
        return IllegalOrder("engages another Battle", "20.3.2a", unit)
    return None


def reach_bar(state: State, unit: UnitId, target: HexId, occasion: Occasion) -> IllegalOrder | None:
    """9.1b, 9.2a, 9.3a, 9.4a Why a hex is no target: nobody there to shoot at, out of reach, arc or sight."""
    firer = state.units[unit]
    if side_at(state, target) in ("", firer.side):
        return IllegalOrder("nobody to fire at", "9.7/S1", target)
    held = state.units[state.stacks[target][0]].battle
    if occasion != "offensive" and held != state.turn.battle:
        return IllegalOrder("target not activated", "9.4a", target, state.turn.battle)
    distance = state.ground.distance(firer.at, target)
    if distance > tables.REACH:
        return IllegalOrder("out of range", "9.2a", unit, distance, tables.REACH)
    if target not in arc(state, firer, occasion):
        return IllegalOrder("out of its arc", "9.1b", unit, target)
    return None if has_sight(state, firer.at, target) else IllegalOrder("out of sight", "9.3a", unit, target)


def is_bound_elsewhere(state: State, unit: Unit, battle: str) -> bool:
    """20.3.2a Edward's men engage the Battle named for them alone, until it is broken or eliminated."""
    if not (is_on(state, "lewes_edward_target") and state.target) or unit.battle != "edward":
        return False
    return battle != state.target and state.battles[state.target].standing not in ("broken", "eliminated")


def command_bar(state: State, unit: UnitId, target: HexId) -> IllegalOrder | None:
    """9.5c, 13.3d, D34 Out of command one fires at who is in one's zone, or was beside one, or at who has fired."""
    firer = state.units[unit]
    if firer.in_command:
        return None
    there = state.stacks[target]
    if any(name in state.turn.shot_at.get(unit, ()) for name in there):
        return None
    letter = reading(state, "D34")
    in_zone = letter in "AC" and target in zone(state, firer.at)
    beside = letter in "BC" and any(name in state.turn.adjacent.get(unit, ()) for name in there)
    return None if in_zone or beside else IllegalOrder("fires out of command", "9.5c", unit, target)


def targets(state: State, unit: UnitId, occasion: Occasion) -> Iterator[HexId]:
    """Every hex a unit that may fire can fire at now."""
    within = arc(state, state.units[unit], occasion)
    return (at for at in state.stacks if at in within and not target_bar(state, unit, at, occasion))


def targets_in_melee(state: State, unit: UnitId, hexes: tuple[HexId, ...]) -> tuple[HexId, ...]:
    """9.4e Of the hexes it is attacked from, those that an attacked unit can fire at before the melee.

    20.3.2a A secret target does not show in what its owner is asked: it bars the shot, not the question.
    """
    if firer_bar(state, unit, state.units[unit].side, "melee"):
        return ()
    return tuple(at for at in hexes if not reach_bar(state, unit, at, "melee"))
