"""10.5, T12 What modifies a shot, and which column it is read in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.hexes.sight import trace
from domain.kernel.reasons import Modifier
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import arcs, has_facing, is_foot, is_guns, is_horse
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import BOMBARDMENT, State, Unit
from rules.musket_and_pike.work import ResumeShots, Shot

FRONT, FLANK, SALVO, MUSKETS, PISTOLS = "front", "flank", "salvo", "muskets", "pistols"
FORMATIONS: Final = {
    "FS": ("target_formation_shaken", "6.3.1"),
    "OO": ("target_open_order", "6.3.3"),
    "FB": ("target_formation_broken", "6.3.1"),
    "HH": ("target_hedgehog", "6.3.2.a"),
    "CO": ("target_column", "6.3.4"),
}
# ERR.Alerheim.map Redoubts and fortified lines count as entrenchments.
SIDES: Final = {
    "hedge": "target_behind_hedge",
    "berm": "target_behind_berm_or_abatis",
    "abatis": "target_behind_berm_or_abatis",
    "entrenchment": "target_behind_entrenchment",
    "redoubt": "target_behind_entrenchment",
}
TRENCHES: Final = ("entrenchment", "redoubt")
HOUSES: Final = ("village", "town", "castle")


def table_of(unit: Unit) -> str:
    """10.1.5, 10.5, 14.3; G.light_infantry muskets and dragoons alike."""
    if is_guns(unit):
        return "T11"
    if is_foot(unit):
        return "T8" if unit.card.regimental else "T7"
    return "T9"


def column_of(state: State, firer: Unit, shot: Shot, *, salvo: bool) -> str:
    """10.5.1, D52 Through which side the firer shoots, or which side of the target is hit; 10.5.2, 10.5.3."""
    if is_guns(firer):
        return ""
    if not is_foot(firer):
        return PISTOLS if firer.card.arm == tables.HORSE else MUSKETS
    if salvo:
        return SALVO
    if reading(state, "D52") == "b":
        return _side_struck(state, shot)
    return FRONT if shot.to in arcs(state, firer).front else FLANK


def _side_struck(state: State, shot: Shot) -> str:
    target = state.units.get(shot.target)
    if target is None or not has_facing(target) or shot.at in arcs(state, target).front:
        return FRONT
    return FLANK


def modifiers(state: State, frame: ResumeShots, shot: Shot) -> Iterator[Modifier]:
    """T12 All but the range of artillery (T10)."""
    firer = state.units[frame.firer]
    yield from _manner(state, frame, firer, shot)
    target = state.units.get(shot.target)
    if target is not None and target.formation in FORMATIONS:
        key, cite = FORMATIONS[target.formation]
        value: int = getattr(state.charts.fire_modifiers, key)
        if value and (target.formation != "CO" or is_guns(firer)):
            yield Modifier(value, key, cite)
    yield from _ground(state, firer, shot)


def _manner(state: State, frame: ResumeShots, firer: Unit, shot: Shot) -> Iterator[Modifier]:
    """10.3.2, 10.3.4, 10.4, 9.4.2"""
    chart = state.charts.fire_modifiers
    if frame.mode == "AF":
        yield Modifier(chart.advancing_fire, "Advancing Fire", "10.3.2")
    if frame.mode == "RF":
        yield Modifier(chart.retreating_fire, "Retreating Fire", "10.3.4")
    if frame.retreating and not is_guns(firer):
        yield Modifier(chart.reaction_fire_at_retreating_fire, "answer to Retreating Fire", "10.3.4")
    if frame.in_place:
        yield Modifier(chart.advancing_fire, "answer in place", "10.3.5")
    if is_foot(firer) and firer.salvo and not frame.salvo:
        yield Modifier(chart.after_own_salvo, "after its Salvo", "10.4")
    target = state.units.get(shot.target)
    if frame.mode == "reaction" and frame.moved and is_foot(firer) and target is not None and is_horse(target):
        yield Modifier(chart.hi_reaction_at_moving_or_advancing_cavalry, "horse in motion", "9.4.2")


def _ground(state: State, firer: Unit, shot: Shot) -> Iterator[Modifier]:
    """T12, 14.1, 14.4 Against artillery only entrenchments count."""
    chart, before = state.charts.fire_modifiers, last_before(state, shot)
    sides = state.ground.sides(before, shot.to)
    if is_guns(firer):
        if any(kind in TRENCHES for kind in sides):
            yield Modifier(chart.target_behind_entrenchment_from_artillery, "target_behind_entrenchment", "T12")
        return
    lines = [SIDES[kind] for kind in sides if kind in SIDES]
    if lines and is_sheltered(state, shot.target, firer):
        key = min(lines, key=lambda line: getattr(chart, line))
        yield Modifier(getattr(chart, key), key, "14.4")
    terrain = state.ground.terrain(shot.to)
    if terrain in HOUSES:
        yield Modifier(chart.target_in_village_castle_town, "target_in_village_castle_town", "T12", (terrain,))
    if terrain == "woods":
        yield Modifier(chart.target_in_woods, "target_in_woods", "T12")
    if any(wagon.at == shot.to for wagon in state.wagons.values()):
        yield Modifier(chart.target_in_wagons, "target_in_wagons", "14.1")


def is_sheltered(state: State, name: UnitId, firer: Unit) -> bool:
    """14.4 Of two enemies across a hexside that would help both, the first to have come there is helped."""
    target = state.units.get(name)
    return target is None or target.since <= firer.since


def last_before(state: State, shot: Shot) -> HexId:
    """The hex from which a shot comes into the target's: the firer's own, or the last on its line."""
    ground = state.ground
    if ground.distance(shot.at, shot.to) <= 1:
        return shot.at
    steps = trace(ground.at[shot.at], ground.at[shot.to])
    return next((ground.ids[hex] for hex in steps[-2].hexes if hex in ground.ids), shot.at)


def takes_range(state: State, firer: Unit) -> bool:
    """10.8.2, ERR.Rocroi.5 Whether T10 counts for this shot."""
    return is_guns(firer) and not (state.core.phase == BOMBARDMENT and state.engagement.ignore_range)


def range_modifiers(state: State, firer: Unit, value: int) -> Iterator[Modifier]:
    """10.8.2, G.artillery"""
    if value:
        yield Modifier(value, "range of the guns", "10.8.2")
    if firer.card.double and state.charts.artillery_range.double_battery:
        yield Modifier(state.charts.artillery_range.double_battery, "double battery", "G.artillery")
