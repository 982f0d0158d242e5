"""A position set by hand: a bare table, what follows from what was set, and what no game leads to."""

from __future__ import annotations

from itertools import combinations

from domain.kernel.errors import BadInput
from domain.tabletop.bodies import are_within, do_overlap, is_on_table
from rules.black_powder.position import on_table
from rules.black_powder.state import COMBAT, DEPLOYMENT, INITIATIVE, MUSTER, ORDERS, SET_UP, SHOOTING, State, Unit
from rules.black_powder.tables import BLOCKS, CONTACT, FORMATIONS, MIXED, TOUCH
from rules.black_powder.units.footprint import block_pose, body_of, has_extent
from rules.black_powder.units.profile import has, is_foot, is_gun, is_tiny

PHASES = (MUSTER, DEPLOYMENT, SET_UP, INITIATIVE, ORDERS, SHOOTING, COMBAT)
TINY = ("skirmish", "march_column")


def bare(state: State) -> None:
    """Nobody stands on the table: units and commanders are put where a position wants them."""
    for unit in state.units.values():
        unit.status, unit.pose, unit.building = "unused", None, ""
    for one in state.commanders.values():
        one.at, one.joined, one.unused = None, "", True


def settle(state: State) -> None:
    """Who has a place stands on the table, and who holds a building stands in it."""
    if state.core.phase not in (MUSTER, DEPLOYMENT, SET_UP):
        state.first = state.first or state.battle.first or state.core.sides[0]
    if state.core.phase not in PHASES:
        raise BadInput(f"there is no phase {state.core.phase!r}; there are {', '.join(PHASES)}")
    for one in state.commanders.values():
        one.unused = one.unused and one.at is None
    for name, unit in state.units.items():
        if unit.status == "unused" and unit.pose is not None:
            unit.status = "table"
        if unit.building:
            if unit.building not in state.terrain or state.terrain[unit.building].kind not in BLOCKS:
                raise BadInput(f"{name}: there is no building {unit.building!r}")
            unit.pose, unit.formation, unit.status = block_pose(state.terrain[unit.building]), "building", "table"
        elif unit.status == "table" and unit.pose is None:
            raise BadInput(f"{name} stands on the table and has no pose")
        elif unit.status == "table" and unit.formation == "building":
            raise BadInput(f"{name} is in a building, and in none that is named")


def check(state: State) -> None:
    """BP.form.1, BP.mov.5, BP.hth.1 BadInput with the rule if no game leads to it."""
    for name, unit in on_table(state).items():
        _check_formation(state, name, unit)
        if not unit.building and not is_on_table(body_of(state, unit), state.battle.width, state.battle.height):
            raise BadInput(f"{name} stands partly off the table (BP.off.1)")
    outside = [(name, unit) for name, unit in on_table(state).items() if not unit.building]
    for (one, first), (other, second) in combinations(outside, 2):
        if do_overlap(body_of(state, first), body_of(state, second), TOUCH):
            raise BadInput(f"{one} stands on {other} (BP.mov.5)")
    for contact in state.contacts:
        _check_contact(state, contact.unit, contact.foe)


def _check_formation(state: State, name: str, unit: Unit) -> None:
    if unit.building:
        if not is_foot(unit) and not is_gun(unit):
            raise BadInput(f"{name} cannot be in a building (BP.ter.6)")
        return
    allowed = TINY if is_tiny(unit) else FORMATIONS[unit.profile.kind]
    if unit.formation not in allowed or not has_extent(state, unit, unit.formation):
        raise BadInput(f"{name} cannot stand in {unit.formation} (BP.form.1)")
    if unit.formation in MIXED and not has(unit, "BP.sr.Mix"):
        raise BadInput(f"{name} has no mixed formation (BP.sr.Mix)")


def _check_contact(state: State, name: str, foe: str) -> None:
    for one in (name, foe):
        if one not in state.units or not state.units[one].is_on_table:
            raise BadInput(f"{one} is in contact and not on the table (BP.hth.1)")
    first, second = state.units[name], state.units[foe]
    if first.side == second.side:
        raise BadInput(f"{name} and {foe} are of one side (BP.hth.1)")
    if not are_within(body_of(state, first), body_of(state, second), CONTACT):
        raise BadInput(f"{name} and {foe} do not touch (BP.hth.1)")
