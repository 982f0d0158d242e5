"""5.1.2, 5.2.2, 13 Who is put in order again, and where leaders ride."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.hexes.search import settled
from domain.kernel.facts import Order
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import HexId, LeaderId, UnitId
from rules.musket_and_pike.marching import riding
from rules.musket_and_pike.movement.asks import MoveLeader
from rules.musket_and_pike.player import odds
from rules.musket_and_pike.player.view import View
from rules.musket_and_pike.position import head, is_beside, is_guns, is_horse, klass, morale
from rules.musket_and_pike.recovery import recovery
from rules.musket_and_pike.recovery.asks import Rally, Reform
from rules.musket_and_pike.state import Unit

GOOD: Final = 0.65  # the chance from which a shaken unit is rallied by the die
STRAY: Final = 3  # hexes by which a leader may stand farther from his men than he could
HORSE_NEAR: Final = 4  # hexes within which a Hedgehog waits for horse
SAFE: Final = 3  # hexes from the enemy at which an Army Commander stands
REFORMING: Final = {"FB": "FS", "FS": "FN", "HH": "FB"}


def recover(view: View, name: UnitId) -> Order | None:
    """13.2 By its own order: morale first, then formation, then pistols."""
    unit = view.state.units[name]
    order = view.wing_of(unit).order
    if order == "charge" or (unit.morale == "MN" and unit.formation in ("FN", "OO") and not unit.pistols):
        return None
    if unit.morale != "MN" and order in ("rally", "receive_charge") and (found := _rally(view, name, "")):
        return found
    return None if unit.morale == "MB" or is_guns(unit) else _reform(view, name, "")


def _rally(view: View, name: UnitId, by: LeaderId) -> Order | None:
    """13.2.5 Beside its leader always; by the die only if it is likely, and never who is broken."""
    state = view.state
    unit = state.units[name]
    found = Rally(unit=name, facing=_facing(view, name) if unit.morale == "MB" else None, by=by)
    if recovery.rally_bar(state, view.side, found):
        return None
    if recovery.stands_with(state, name, by):
        return found
    chance = odds.chance(morale(unit), recovery.modifiers(state, name, by))
    return found if unit.morale == "MS" and chance >= GOOD else None


def _facing(view: View, name: UnitId) -> int:
    unit = view.state.units[name]
    facings = recovery.abreast(view.state, name) if len(unit.hexes) > 1 else range(6)
    return view.facing(unit.hexes, klass(unit), facings)


def _reform(view: View, name: UnitId, by: LeaderId) -> Order | None:
    """13.2.3 Not before the muskets of the enemy; a Hedgehog only when no horse is near."""
    state, unit = view.state, view.state.units[name]
    into = REFORMING.get(unit.formation, "")
    if unit.formation == "HH" and _has_horse_near(view, unit):
        return None
    if not into and unit.formation == "FN" and unit.pistols and unit.card.arm == tables.HORSE:
        into = "pistol"
    if not into or (view.in_contact(unit.hexes) and unit.formation != "FB"):
        return None
    order = Reform(unit=name, into=into, by=by)  # type: ignore[arg-type]
    return None if recovery.reform_bar(state, view.side, order) else order


def _has_horse_near(view: View, unit: Unit) -> bool:
    near = {hex for at in unit.hexes for hex in view.ground.within(at, HORSE_NEAR)}
    foes = (view.state.units[foe] for foe in view.foes)
    return any(is_horse(foe) and foe.morale != "MB" and not near.isdisjoint(foe.hexes) for foe in foes)


# Leaders


def lead(view: View) -> Order | None:
    """5.1.2, 5.2.2 What is left for the leaders when the units have acted."""
    return _chief(view) or _captain(view)


def _chief(view: View) -> Order | None:
    """5.1.2 The Army Commander: he puts somebody in order, or rides to who needs him."""
    state = view.state
    name = state.commanders.get(view.side, "")
    if not name or riding.leader_bar(state, view.side, name):
        return None
    if found := _to_safety(view, name):
        return found
    leader, worst = state.leaders[name], list[Unit]()
    for unit in state.units.values():
        if unit.side != view.side or not unit.hexes or not _is_worn(unit):
            continue
        worst.append(unit)
        if is_beside(state, leader, unit.hexes) and head(state, unit.card.id) == unit.card.id:
            found = _mend(view, unit.card.id, name)
            if found:
                return found
    safe = [unit for unit in worst if unit.morale != "MN" and view.to_enemy(unit) >= SAFE]
    return _ride(view, name, [at for unit in safe for at in unit.hexes[:1]])


def _to_safety(view: View, name: LeaderId) -> Order | None:
    """10.10, 11.8 Out of the way of fire and melee, no farther than he must."""
    away, at = view.away(tables.HORSE), view.state.leaders[name].at
    if away.get(at, SAFE) >= SAFE:
        return None
    goals = [hex for hex in view.ground.within(at, SAFE + 1) if away.get(hex, 0) >= SAFE]
    return _ride(view, name, goals)


def _is_worn(unit: Unit) -> bool:
    return not is_guns(unit) and (unit.morale != "MN" or unit.formation in ("FS", "FB"))


def _mend(view: View, name: UnitId, by: LeaderId) -> Order | None:
    unit = view.state.units[name]
    if unit.morale != "MN" and (found := _rally(view, name, by)):
        return found
    return None if unit.morale == "MB" else _reform(view, name, by)


def _captain(view: View) -> Order | None:
    """5.2.1 The Wing Commander: with the broken of a Wing that rallies, else in the midst of his men."""
    state = view.state
    wing = state.activation.wing
    name = state.wings[wing].commander
    if not name or riding.leader_bar(state, view.side, name):
        return None
    units, at = view.units_of(wing), state.leaders[name].at
    if state.wings[wing].order == "rally":
        hurt = [unit.at for unit in units if unit.morale != "MN" and not is_guns(unit)]
        return None if at in hurt else _ride(view, name, hurt)
    return _to_the_midst(view, name, units)


def _to_the_midst(view: View, name: LeaderId, units: list[Unit]) -> Order | None:
    far, at = view.ground.distance, view.state.leaders[name].at

    def strays(hex: HexId) -> int:
        return sum([max(0, far(hex, unit.at) - tables.LINK[unit.card.arm]) for unit in units])

    posts = [unit.at for unit in units if unit.morale != "MB" and not view.in_contact(unit.hexes)]
    best = min(posts, key=lambda hex: (strays(hex), far(at, hex), hex), default="")
    if not best or strays(at) - strays(best) < STRAY:
        return None
    return _ride(view, name, [best])


def _ride(view: View, name: LeaderId, goals: list[HexId]) -> Order | None:
    """5.2.2 By the cheapest way to the nearest of them that is in reach."""
    state, at = view.state, view.state.leaders[name].at
    near = {hex for hex in goals if hex != at and view.ground.distance(at, hex) <= tables.LEADER}
    if not near or at in goals:
        return None

    def steps(here: HexId) -> Iterator[tuple[HexId, int]]:
        return riding.steps(view.field, here)

    via: dict[HexId, HexId] = {}
    for node, _, before in settled(at, tables.LEADER, steps):
        via[node] = before
        if node in near and not riding.end_bar(state, name, node):
            return MoveLeader(leader=name, path=_path(via, at, node))
    return None


def _path(via: dict[HexId, HexId], start: HexId, end: HexId) -> tuple[HexId, ...]:
    found = [end]
    while (before := via[found[-1]]) != start:
        found.append(before)
    return tuple(reversed(found))
