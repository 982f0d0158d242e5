"""LL.7.gen, LL.7.elig, LL.7.charge Charging with one unit, the end of all charges, and a fair sample of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.lanes import wheeled
from domain.tabletop.measure import Edge, spot_of
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards.modifiers import end_phase
from rules.longstreet_lite.combat import engagement
from rules.longstreet_lite.combat.allocation import divisions, front_of
from rules.longstreet_lite.combat.asks import AllocateDice, AwaitAllocation, Charge, EndCharges
from rules.longstreet_lite.combat.facts import CombatStageBegan, UnitCharged
from rules.longstreet_lite.combat.nearest import check_nearest, most_wheel
from rules.longstreet_lite.combat.scores import unallocated
from rules.longstreet_lite.combat.ways import NO_WHEEL, Charger, Way, Wheel, charger, first_ahead, legal_way, trace
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, on_table

DIVISIONS = 6  # offered for one attacker
CHARGES = 3  # offered for one unit
PARTS = 3  # of the widest wheel: each is tried to both sides


def decide_charge(play: Play[State], order: Charge) -> None:
    """LL.7.charge.2, LL.7.contact.1 The unit ends where it first touches an enemy; nobody conforms."""
    way = plan_charge(play.state, play.by, order)
    play.record(
        UnitCharged(
            unit=order.unit, pose=spot_of(way.end.pose), distance=way.distance, wheel=way.wheel.text,
            wheel_cost=way.cost, touched=way.touched, disorder=way.disorder,
        )
    )  # fmt: skip


def plan_charge(state: State, side: Side, order: Charge) -> Way:
    """LL.7.elig, LL.7.charge, LL.7.target The charge as it would be made; IllegalOrder if it may not be."""
    check_eligible(state, side, order.unit)
    who = charger(state, order.unit)
    way = trace(state, who, wheel_of(order.wheel))
    check_nearest(state, who, way)
    return way


def wheel_of(text: str) -> Wheel:
    """LL.7.charge.3 `left:12.5`, or nothing."""
    if not text:
        return NO_WHEEL
    step = lengths.step(f"wheel-{text}")
    return Wheel(Edge(step.verb.removeprefix("wheel-")), step.angle)


def check_eligible(state: State, side: Side, unit_id: UnitId) -> None:
    """LL.7.gen.1, LL.7.elig.1, LL.7.elig.2 Own infantry without smoke, once a phase."""
    unit = state.units.get(unit_id)
    if unit is None or unit.side != side or not unit.is_on_table:
        if unit is None:
            raise IllegalOrder("nobody to charge", "LL.7.gen.1", unit_id, side)
        raise IllegalOrder("not yours to charge with", "LL.7.gen.1", unit_id, side)
    if unit.kind == "ART":
        raise IllegalOrder("guns never charge", "LL.7.elig.1", unit_id)
    if unit.smoke:
        raise IllegalOrder("in smoke", "LL.7.elig.2", unit_id)
    if unit.acted:
        raise IllegalOrder("has charged", "LL.7.gen.1", unit_id)


def decide_end_charges(play: Play[State], _order: EndCharges) -> None:
    """LL.7.gen.1, LL.7.engage.3 All charges are made: who fights whom is settled, and all combats are resolved."""
    engaged = engagement.all_engaged(play.state)
    for fact in engaged:
        play.record(fact)
    if engaged:
        play.record(CombatStageBegan(stage="naming"))
    else:
        end(play)


def end(play: Play[State]) -> None:
    """LL.4.seq.2 The Combat phase is over; the status phase follows."""
    play.record(CombatStageBegan(stage=""))
    end_phase(play)


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
