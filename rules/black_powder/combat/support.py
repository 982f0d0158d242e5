"""BP.sup Support: unengaged friends close to the flank or rear of a unit that fights."""

from __future__ import annotations

from collections.abc import Iterator

from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import Edge
from rules.black_powder.combat.asks import Backing
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import is_engaged, on_table, sides_touched
from rules.black_powder.rulings import reading
from rules.black_powder.state import State
from rules.black_powder.tables import SUPPORT_REACH
from rules.black_powder.units.footprint import body_of, main_body
from rules.black_powder.units.measuring import is_within, scaled
from rules.black_powder.units.profile import is_gun
from rules.black_powder.units.zones import FACES, quarter_mostly, share_in_quarter

SUPPORTED: tuple[Face, ...] = ("left", "right", "rear")
ALONE = ("skirmish", "square", "building")  # BP.sup.3
IDLE = ("march_column", "limbered")  # BP.sup.1


def can_be_supported(state: State, name: UnitId) -> bool:
    """BP.sup.3"""
    unit = state.units[name]
    if is_gun(unit) or unit.formation in ALONE or unit.in_brigade_square:
        return False
    return all(side == "front" for side in sides_touched(state, name))


def can_support(state: State, name: UnitId) -> bool:
    """BP.sup.1"""
    unit = state.units[name]
    return unit.is_on_table and not is_engaged(state, name) and unit.formation not in IDLE


def zones_of(state: State, name: UnitId, other: UnitId) -> tuple[Face, ...]:
    """D16 The zones of a unit in which another stands: that which holds most of it, or all that hold any part."""
    body, there = main_body(body_of(state, state.units[name])), body_of(state, state.units[other])
    if reading(state, "D16") == "A":
        return (FACES[quarter_mostly(body, there)],)
    return tuple(FACES[edge] for edge in Edge if any(share_in_quarter(body, edge, block) for block in blocks_of(there)))


def open_sides(state: State, name: UnitId, units: tuple[UnitId, ...]) -> tuple[Face, ...]:
    """BP.sup.5 The rear, and flanks on which no friend of the same engagement stands, even with a gap."""
    side = state.units[name].side
    friends = [one for one in units if one != name and state.units[one].side == side and state.units[one].is_on_table]
    inner = {zone for one in friends for zone in zones_of(state, name, one)}
    return tuple(face for face in SUPPORTED if face == "rear" or face not in inner)


def candidates(state: State, name: UnitId, units: tuple[UnitId, ...]) -> Iterator[tuple[UnitId, Face]]:
    """BP.sup.2 Who could support a unit of an engagement, and from which side."""
    if not can_be_supported(state, name):
        return
    unit, sides = state.units[name], open_sides(state, name, units)
    body = body_of(state, unit)
    for other, friend in on_table(state, unit.side).items():
        if other in units or not can_support(state, other):
            continue
        if is_within(state, body, body_of(state, friend), scaled(state, SUPPORT_REACH)):
            yield from ((other, zone) for zone in zones_of(state, name, other) if zone in sides)


def all_candidates(state: State, units: tuple[UnitId, ...]) -> dict[UnitId, tuple[tuple[UnitId, Face], ...]]:
    """For each unit that fights, who could support it."""
    standing = (name for name in units if state.units[name].is_on_table)
    return {name: tuple(candidates(state, name, units)) for name in standing}


def undecided(could: dict[UnitId, tuple[tuple[UnitId, Face], ...]]) -> dict[UnitId, tuple[UnitId, ...]]:
    """BP.sup.2 Supporters that could support several units."""
    whom: dict[UnitId, list[UnitId]] = {}
    for name, found in could.items():
        for other, _ in found:
            if name not in whom.setdefault(other, []):
                whom[other].append(name)
    return {other: tuple(names) for other, names in whom.items() if len(names) > 1}


def backings(could: dict[UnitId, tuple[tuple[UnitId, Face], ...]], chosen: dict[str, str]) -> Iterator[Backing]:
    """BP.sup.4 One for each side of a unit, however many stand there."""
    used: set[UnitId] = set()
    for name, found in could.items():
        taken: set[Face] = set()
        for other, face in found:
            mine = chosen.get(other, name) == name
            if mine and face not in taken and other not in used:
                taken.add(face)
                used.add(other)
                yield Backing(unit=name, supporter=other, side=face)
