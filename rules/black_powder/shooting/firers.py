"""BP.vis.1 Who may shoot at all, from which sides, and from which figure."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import gap2
from domain.tabletop.polygons import segments
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import enemies, is_engaged
from rules.black_powder.rulings import reading
from rules.black_powder.shooting.guns import arm_of
from rules.black_powder.shooting.looking import Look, look_of
from rules.black_powder.shooting.sight import eye_of, figures, seen_share, shoots_all_round
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import CONTACT
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.measuring import from_point
from rules.black_powder.units.profile import has_sides

FACES: tuple[Face, ...] = ("front", "left", "right", "rear")
SIDED = ("square", "building")


def unable(state: State, name: UnitId) -> IllegalOrder | None:
    """BP.vis.1, BP.dis.8 What keeps a unit from shooting in its turn or out of it; disorder does not."""
    unit = state.units[name]
    arm = arm_of(state, unit)
    if arm.kind == "none" or (arm.kind != "machine_gun" and not any(unit.profile.shooting)):
        return IllegalOrder("nothing to shoot with", "BP.vis.1", name)
    if is_engaged(state, name):
        return IllegalOrder("engaged", "BP.vis.1", name)
    if unit.formation == "march_column":
        return IllegalOrder("march column does not shoot", "BP.vis.1", name)
    if unit.formation == "limbered" or unit.limbering:
        return IllegalOrder("limbered", "BP.vis.1", name)
    if unit.jammed:
        return IllegalOrder("jammed", "BP.mg.7", name)
    return None


def firer_bar(state: State, name: UnitId, by: Side) -> IllegalOrder | None:
    """BP.vis.1, BP.vis.2, BP.gun.1 In the Shooting phase of its side, each by itself, once."""
    unit = state.units.get(name)
    if unit is None or not unit.is_on_table:
        return IllegalOrder("nobody there", "BP.vis.1", name)
    if unit.side != by:
        return IllegalOrder("not yours", "BP.vis.1", name, unit.side)
    bar = unable(state, name)
    if bar:
        return bar
    if unit.turn.torched:
        return IllegalOrder("has torched", "BP.burn.1", name)
    if unit.turn.returned and reading(state, "D12") == "B":
        return IllegalOrder("has just returned", "BP.off.4", name)
    if unit.turn.shot or len(unit.turn.faces) == (len(FACES) if has_sides(unit) else 1):
        return IllegalOrder("has shot", "BP.vis.1", name)
    return None


def face_bar(unit: Unit, name: UnitId, face: Face | None) -> IllegalOrder | None:
    """BP.sq.5, BP.bld.4 Squares and buildings shoot side by side; others have only a front."""
    if unit.formation not in SIDED:
        return IllegalOrder("no sides to shoot from", "BP.tgt.1", name) if face not in (None, "front") else None
    if face is None:
        return IllegalOrder("which side shoots", "BP.tgt.1", name)
    return IllegalOrder("side has shot", "BP.tgt.1", name, face) if face in unit.turn.faces else None


def look_from(state: State, name: UnitId, face: Face | None, at: str, target: UnitId) -> Look:
    """BP.ski.1 The eye of a shot: the leader, the middle of a side, or the figure the skirmishers choose."""
    unit = state.units[name]
    if not shoots_all_round(unit):
        return look_of(state, name, eye_of(state, unit, face), face)
    if at and arm_of(state, unit).kind != "rocket":
        point = lengths.point(at)
        if not _is_on_edge(state, unit, point):
            raise IllegalOrder("no figure there", "BP.ski.1", name, at)
        return look_of(state, name, point, None)
    return look_of(state, name, best_figure(state, name, target), None)


def _is_on_edge(state: State, unit: Unit, point: Point) -> bool:
    for block in blocks_of(body_of(state, unit)):
        if any(gap2(point, line) <= CONTACT * CONTACT for line in segments((*block, block[0]))):
            return True
    return False


def best_figure(state: State, name: UnitId, target: UnitId) -> Point:
    """The figure nearest to the target that sees it; without a target, to the nearest enemy."""
    unit = state.units[name]
    if not target:
        found = enemies(state, unit.side)
        leader = eye_of(state, unit)
        target = min(found, key=lambda key: (from_point(leader, body_of(state, found[key])), key), default="")
    places = figures(state, unit)
    if target not in state.units or not state.units[target].is_on_table:
        return places[0]
    there = body_of(state, state.units[target])
    ordered = sorted(places, key=lambda place: from_point(place, there))
    return next((place for place in ordered if seen_share(state, name, target, place)), ordered[0])
