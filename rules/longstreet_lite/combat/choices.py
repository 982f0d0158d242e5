"""A fair sample of the legal orders of the Combat phase."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from domain.kernel.chapter import Choice
from domain.kernel.errors import is_legal
from domain.kernel.facts import Side, UnitId
from domain.tabletop.lanes import wheeled
from domain.tabletop.measure import Edge
from rules.longstreet_lite import phases
from rules.longstreet_lite.combat.allocation import divisions, front_of
from rules.longstreet_lite.combat.asks import AllocateDice, AwaitAllocation, Charge, EndCharges
from rules.longstreet_lite.combat.charge import check_eligible
from rules.longstreet_lite.combat.nearest import check_nearest, most_wheel
from rules.longstreet_lite.combat.scores import unallocated
from rules.longstreet_lite.combat.ways import NO_WHEEL, Charger, Way, Wheel, charger, first_ahead, legal_way
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, on_table

DIVISIONS = 6  # offered for one attacker
CHARGES = 3  # offered for one unit
PARTS = 3  # of the widest wheel: each is tried to both sides


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == phases.COMBAT and not state.combat.stage:
        side = phases.active(state)
        yield Choice(side, EndCharges())
        yield from (Choice(side, order) for order in charges(state, side))


def charges(state: State, side: Side) -> Iterator[Charge]:
    """Each unit that may charge: straight ahead, and with a few wheels."""
    for unit in on_table(state, side):
        if is_legal(check_eligible, state, side, unit):
            yield from (Charge(unit=unit, wheel=way.wheel.text) for way in ways_of(state, unit))


def charges_at(state: State, side: Side, enemy: UnitId) -> Iterator[Charge]:
    """LL.7.contact.4 The charges that touch an enemy, of each unit those with the least wheel first."""
    if state.core.phase != phases.COMBAT or state.combat.stage or side != phases.active(state):
        return
    for unit in on_table(state, side):
        if is_legal(check_eligible, state, side, unit):
            ways = (way for way in ways_of(state, unit) if enemy in (touched.unit for touched in way.touched))
            yield from (Charge(unit=unit, wheel=way.wheel.text) for way in ways)


def ways_of(state: State, unit: UnitId) -> Iterator[Way]:
    """The charges of one unit as they would be made."""
    who = charger(state, unit)
    found = (_legal(state, who, wheel) for wheel in _wheels(state, who) if _reaches(who, wheel))
    return islice((way for way in found if way), CHARGES)


def _wheels(state: State, who: Charger) -> Iterator[Wheel]:
    if who.enemies:
        yield NO_WHEEL
        most = most_wheel(who.body.frontage, reading(state, "D33") == "B")
        for part in range(1, PARTS + 1):
            angle = most * part // PARTS
            yield from (Wheel(side, angle) for side in (Edge.LEFT, Edge.RIGHT))


def _reaches(who: Charger, wheel: Wheel) -> bool:
    """A cheap look before the exact one."""
    turned = wheeled(who.body, *wheel)
    return min(first_ahead(turned, who.enemies).values(), default=who.allowance + 1) <= who.allowance


def _legal(state: State, who: Charger, wheel: Wheel) -> Way | None:
    way = legal_way(state, who, wheel)
    return way if way and is_legal(check_nearest, state, who, way) else None


def allocations(state: State, frame: AwaitAllocation) -> Iterator[Choice]:
    """A few legal divisions of each attacker still to divide."""
    for unit in unallocated(state):
        for share in islice(divisions(front_of(state, unit)), DIVISIONS):
            yield Choice(frame.side, AllocateDice(unit=unit, dice=dict(share.dice), most=share.most))
