"""9.3.1, 9.3.2 Who may intercept whom, by which path, and what modifies the attempt."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.reasons import Modifier
from rules.musket_and_pike import tables
from rules.musket_and_pike.ground.sight import crosses_blind_zone, sees
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.command import in_command
from rules.musket_and_pike.movement.field import FOE, Field
from rules.musket_and_pike.movement.plan import plan
from rules.musket_and_pike.movement.reach import Beyond, Limits, Way, ways
from rules.musket_and_pike.movement.strides import HALTING, Here, Mover, Stride, mover_of, origin
from rules.musket_and_pike.position import (
    active_side,
    allowance,
    are_adjacent,
    commander_of,
    distance,
    is_beside,
    is_guns,
    is_horse,
    is_operational,
    is_paired,
)
from rules.musket_and_pike.reaction.asks import Intercept
from rules.musket_and_pike.reaction.zones import far, is_in_fire_zone, is_no_faster, mover
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit, enemy_of
from rules.musket_and_pike.work import Trigger


def intercept_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    """9.3.1, 9.3.5 The conditions, one after the other, but for the path; its Wing may be Finished."""
    unit = state.units[name]
    if unit.side == active_side(state):
        return IllegalOrder("active units do not intercept", "9.1.1", name)
    if not is_horse(unit):
        return IllegalOrder("only cavalry intercepts", "9.3.1", name)
    if trigger.kind not in ("TR1", "TR2"):
        return IllegalOrder("nothing to intercept", "9.3.1", name)
    if unit.formation == "FB":
        return IllegalOrder("too disordered to intercept", "9.3.1", name)
    if name in state.activation.intercepted:
        return IllegalOrder("intercepts once", "9.3.1", name)
    return _zone_bar(state, name, trigger) or _speed_bar(state, name, trigger) or _command_bar(state, name, trigger)


def _zone_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    """9.3.1, D42 Within four hexes, before it or on its flanks, in sight, and by no blind zone."""
    unit, foe = state.units[name], mover(state, trigger)
    near = [hex for hex in foe.hexes if hex in state.ground.half_plane(unit.at, unit.facing, tables.INTERCEPTION)]
    if not near:
        return IllegalOrder("outside its interception zone", "9.3.1", name, trigger.unit)
    if reading(state, "D42") == "b" and not is_in_fire_zone(state, name, trigger):
        return IllegalOrder("outside its zone", "9.3.1", name, trigger.unit)
    guns, own = enemy_of(state, unit.side), foe.hexes
    if not any(
        sees(state, unit.at, hex, guns=guns, but=own) and not crosses_blind_zone(state, unit.at, hex) for hex in near
    ):
        return IllegalOrder("does not see it", "9.3.1", name, trigger.unit)
    return None


def _speed_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    if not is_no_faster(state, name, trigger):
        return IllegalOrder("enemy is faster", "9.3.1", name, trigger.unit)
    return None


def _command_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    """5.3.2, 5.4.3, D17 Without its Wing Commander no; out of command only whom it already touches."""
    unit = state.units[name]
    touches = are_adjacent(state, unit, mover(state, trigger))
    if commander_of(state, state.wings[unit.wing]) is None and not (touches and reading(state, "D17") == "b"):
        return IllegalOrder("its Wing has no commander", "5.3.2", name)
    if not touches and not in_command(state, name):
        return IllegalOrder("no contact out of command", "5.4.3", name)
    return None


# The path


def rider(state: State, name: UnitId) -> Mover:
    """8.2.1 The horse alone, if with the allowance of the stack it leaves."""
    return mover_of(state, name, allowance(state, name), alone=is_paired(state, name))


def _step_bar(state: State, foe: Unit, who: Mover, here: Here, stride: Stride) -> IllegalOrder | None:
    """9.3.3, 9.3.7 Every hex entered is closer; never through enemy guns."""
    if not stride.enters:
        return None
    if distance(state, stride.hexes, foe.hexes) >= distance(state, here.hexes, foe.hexes):
        return IllegalOrder("not closer", "9.3.3", who.unit, stride.hexes[0])
    if has_guns(state, stride.hexes[0], enemy_of(state, state.units[who.unit].side)):
        return IllegalOrder("not through enemy guns", "9.3.7", who.unit, stride.hexes[0])
    return None


def has_guns(state: State, hex: HexId, side: str) -> bool:
    """Guns of a side that can be used."""
    units = (state.units[name] for name in state.stacks.get(hex, ()))
    return any(is_guns(unit) and unit.side == side and is_operational(unit) for unit in units)


def route(state: State, order: Intercept, trigger: Trigger) -> list[tuple[Stride, Here]]:
    """9.3.1, 9.3.3 The ride, checked: it ends adjacent to the enemy, in some order still."""
    foe, who = mover(state, trigger), rider(state, order.unit)
    field, start = Field(state, state.units[order.unit].side), origin(state, rider(state, order.unit))
    found = plan(field, who, start, order.path, lambda here, stride: _step_bar(state, foe, who, here, stride))
    end = found[-1][1] if found else start
    if distance(state, end.hexes, foe.hexes) > 1:
        raise IllegalOrder("does not reach it", "9.3.1", order.unit, trigger.unit)
    if end.formation in HALTING:
        raise IllegalOrder("ground would break it", "9.3.1", order.unit)
    return found


def rides(state: State, name: UnitId, trigger: Trigger) -> Iterator[Intercept]:
    """Every hex beside the enemy that it can reach, each by its cheapest way; one that has him in front, if any."""
    foe, who = mover(state, trigger), rider(state, name)
    start, found = origin(state, who), dict[tuple[HexId, ...], Way]()
    if distance(state, start.hexes, foe.hexes) == 1:
        found[start.hexes] = Way((), start)
    for way in _ways(state, who, start, foe):
        hexes = way.here.hexes
        if not _arrives(state, way, foe):
            continue
        known = found.get(hexes)
        if known is None or (not _faces(state, foe, known.here) and _faces(state, foe, way.here)):
            found[hexes] = way
    yield from (Intercept(unit=name, path=way.path) for way in found.values())


def _faces(state: State, foe: Unit, here: Here) -> bool:
    front = state.ground.around(here.hexes, here.facing).front
    return any(hex in front for hex in foe.hexes)


def reaches(state: State, name: UnitId, trigger: Trigger) -> bool:
    """9.3.1 Whether there is any such hex; looked for no longer than until one is found."""
    foe, who = mover(state, trigger), rider(state, name)
    start = origin(state, who)
    if distance(state, start.hexes, foe.hexes) == 1:
        return True
    return any(_arrives(state, way, foe) for way in _ways(state, who, start, foe))


def _arrives(state: State, way: Way, foe: Unit) -> bool:
    return distance(state, way.here.hexes, foe.hexes) == 1 and way.here.formation not in HALTING


def _ways(state: State, who: Mover, start: Here, foe: Unit) -> Iterator[Way]:
    """9.3.3 Ways on which each hex is closer than the last: rings about the enemy, entered from outside."""
    side = state.units[who.unit].side
    field = Field(state, side)
    away = distance(state, start.hexes, foe.hexes)
    nearer = {hex for at in foe.hexes for hex in state.ground.within(at, away - 1) if field.bars(hex) < FOE}
    found = ways(field, who, start, Limits(banned=Beyond(nearer), key="not closer", cite="9.3.3"))
    return (way for way in found if way.here.entered == away - distance(state, way.here.hexes, foe.hexes))


# The die


def modifiers(state: State, name: UnitId, trigger: Trigger) -> tuple[Modifier, ...]:
    """9.3.2 As the card has them; none where players read their own."""
    sheet = state.charts.interception
    return tuple(_modifiers(state, name, trigger)) if sheet else ()


def _modifiers(state: State, name: UnitId, trigger: Trigger) -> Iterator[Modifier]:
    sheet, unit, foe = state.charts.interception, state.units[name], mover(state, trigger)
    assert sheet is not None
    drm, chief = sheet.drm, commander_of(state, state.wings[unit.wing])
    if (
        chief
        and chief.rating
        and drm.wing_commander_rating_if_stacked_or_adjacent
        and is_beside(state, chief, unit.hexes)
    ):
        yield Modifier(chief.rating, "Wing Commander near", "9.3.2")
    if unit.formation in ("FS", "OO") and drm.interceptor_formation_shaken and unit.formation == "FS":
        yield Modifier(drm.interceptor_formation_shaken, "interceptor disordered", "9.3.2")
    if unit.morale == "MS" and drm.interceptor_morale_shaken:
        yield Modifier(drm.interceptor_morale_shaken, "interceptor shaken", "9.3.2")
    in_front = any(hex in state.ground.cone(unit.at, unit.facing, tables.INTERCEPTION) for hex in foe.hexes)
    if in_front and far(state, unit, trigger) <= tables.NEAR and drm.target_in_front_arc_within_2:
        yield Modifier(drm.target_in_front_arc_within_2, "close in front", "9.3.2")
    if not in_front and drm.target_only_in_flank_arc:
        yield Modifier(drm.target_only_in_flank_arc, "only on its flank", "9.3.2")
