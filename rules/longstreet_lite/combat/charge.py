"""LL.7.gen, LL.7.elig, LL.7.charge Charging with one unit, and the end of all charges."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.measure import Edge
from rules.longstreet_lite.cards.modifiers import end_phase
from rules.longstreet_lite.combat import engagement
from rules.longstreet_lite.combat.asks import Charge, EndCharges
from rules.longstreet_lite.combat.facts import CombatStageBegan, UnitCharged
from rules.longstreet_lite.combat.nearest import check_nearest
from rules.longstreet_lite.combat.ways import NO_WHEEL, Way, Wheel, charger, trace
from rules.longstreet_lite.state import State


def decide_charge(play: Play[State], order: Charge) -> None:
    """LL.7.charge.2, LL.7.contact.1 The unit ends where it first touches an enemy; nobody conforms."""
    way = plan_charge(play.state, play.by, order)
    pose = way.end.pose
    play.record(
        UnitCharged(
            unit=order.unit, pose=(pose.x, pose.y, pose.heading), distance=way.distance, wheel=way.wheel.text,
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
