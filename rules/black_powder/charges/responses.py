"""BP.rsp What a unit that is charged may do: before the charger moves, and after."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.tabletop.angles import HALF_TURN, TURN, bearing, turn_between
from domain.tabletop.bodies import do_overlap, is_on_table
from domain.tabletop.measure import Edge, Pose
from domain.tabletop.sweep import spin
from rules.black_powder.breaking import retreat
from rules.black_powder.charges.asks import Reply
from rules.black_powder.charges.contact import midpoint
from rules.black_powder.charges.declaring import charger_bar, face_of, target_bar
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import contacts_of, foes_touching, is_engaged, on_table
from rules.black_powder.rulings import reading
from rules.black_powder.shooting import closing
from rules.black_powder.state import State
from rules.black_powder.tables import TOUCH
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.profile import gun_class, is_foot, is_gun, is_horse, is_skirmishing

RULES: dict[str, str] = {
    "hold": "BP.rsp.2", "countercharge": "BP.rsp.6", "face": "BP.rsp.4", "evade": "BP.rsp.5",
    "closing fire": "BP.clo.1",
}  # fmt: skip
FORMED_GUNS_FLEE = {"A": ("horse",), "B": ("foot",), "C": ("horse", "foot")}  # D36


def before(state: State, name: UnitId, charger: UnitId, side: Edge) -> tuple[Reply, ...]:
    """K2 Horse may ride to meet the charge, or turn to face it; to hold is always open."""
    found: list[Reply] = ["hold"]
    if counter_bar(state, name, charger, side) is None:
        found.append("countercharge")
    if reading(state, "D33") == "A" and face_bar(state, name, charger, side) is None:
        found.append("face")
    return tuple(found)


def counter_bar(state: State, name: UnitId, charger: UnitId, side: Edge) -> IllegalOrder | None:
    """BP.rsp.6 Horse charged on its front that could charge this enemy, and is neither disordered nor engaged."""
    unit = state.units[name]
    if not is_horse(unit) or face_of(unit, side) != "front" or unit.disordered:
        return IllegalOrder("no countercharge", "BP.rsp.6", name)
    refused = charger_bar(state, name) or target_bar(state, name, charger, Edge.FRONT)
    if refused:
        return IllegalOrder("no countercharge", "BP.rsp.6", name)
    return None if midpoint(state, charger, name) else IllegalOrder("no room to meet", "BP.rsp.6", name, charger)


def face_bar(state: State, name: UnitId, charger: UnitId, side: Edge) -> IllegalOrder | None:
    """BP.rsp.4 Horse with room to turn, not disordered; who is charged in front faces the enemy already."""
    unit = state.units[name]
    if not is_horse(unit) or unit.disordered or face_of(unit, side) == "front" or is_engaged(state, name):
        return IllegalOrder("no turning to face", "BP.rsp.4", name)
    return None if faced(state, name, charger) else IllegalOrder("no room to turn", "BP.rsp.4", name)


def faced(state: State, name: UnitId, charger: UnitId) -> Pose | None:
    """BP.rsp.4 Turned about its middle toward the charger's leader, if there is room."""
    here, there = body_of(state, state.units[name]), body_of(state, state.units[charger])
    turn = turn_between(here.pose.heading, bearing(here.pose.point, there.pose.point))
    end = here.at(spin(here.pose, here.depth, turn))
    if not is_on_table(end, state.battle.width, state.battle.height):
        return None
    others = (body_of(state, unit) for other, unit in on_table(state).items() if other != name)
    return None if any(do_overlap(end, body, TOUCH) for body in others) else end.pose


def met_front(state: State, charger: UnitId) -> Pose:
    """D33 B After contact: its front against the charger's."""
    there = state.units[charger].pose
    assert there is not None
    return Pose(x=there.x, y=there.y, heading=(there.heading + HALF_TURN) % TURN)


def after(state: State, name: UnitId, charger: UnitId) -> tuple[Reply, ...]:
    """K6 Some get away, some fire; to hold is always open. Who has answered before it was met is done (BP.rsp.1)."""
    found: list[Reply] = ["hold"]
    if state.units[name].turn.answered == charger:
        return tuple(found)
    if evade_bar(state, name, charger) is None:
        found.append("evade")
    if closing.bar(state, name, charger) is None:
        found.append("closing fire")
    side = contacted(state, name, charger)
    if reading(state, "D33") == "B" and _may_face_late(state, name, side):
        found.append("face")
    return tuple(found)


def _may_face_late(state: State, name: UnitId, side: Face) -> bool:
    unit = state.units[name]
    return is_horse(unit) and not unit.disordered and side != "front" and len(foes_touching(state, name)) == 1


def contacted(state: State, name: UnitId, charger: UnitId) -> Face:
    """The side of a unit on which it was met by this one."""
    found = (one.foe_side if one.foe == name else one.side for one in contacts_of(state, name)
             if charger in (one.unit, one.foe))  # fmt: skip
    return next(found, "front")


def evade_bar(state: State, name: UnitId, charger: UnitId) -> IllegalOrder | None:
    """BP.rsp.1, BP.rsp.5 Who may get away from whom; nobody in disorder, or held by another enemy."""
    unit = state.units[name]
    if unit.disordered:
        return IllegalOrder("disordered", "BP.rsp.5", name)
    if len(foes_touching(state, name)) > 1 or not _may_evade(state, name, charger):
        return IllegalOrder("no evading", "BP.rsp.1", name, charger)
    if reading(state, "D35") == "B" and not retreat.can_evade(state, name, retreat.side_met(state, name, charger)):
        return IllegalOrder("no way to evade", "BP.rsp.5", name)
    return None


def _may_evade(state: State, name: UnitId, charger: UnitId) -> bool:
    """BP.rsp.1 (D36)"""
    unit, enemy = state.units[name], state.units[charger]
    formed = not is_skirmishing(enemy)
    if is_gun(unit):
        kinds = FORMED_GUNS_FLEE[reading(state, "D36")]
        return gun_class(state, unit) == "horse" and formed and ("foot" if is_foot(enemy) else "horse") in kinds
    if is_horse(unit):
        return is_foot(enemy) or (is_skirmishing(unit) and formed)
    return is_skirmishing(unit) and is_foot(enemy) and formed
