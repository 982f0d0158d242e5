"""What to answer to each question: of what the rules allow, what promises most or costs least."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from domain.kernel.facts import Await, Order
from rules.musket_and_pike import charts, going
from rules.musket_and_pike.cards import AwaitConfirm, AwaitResult, Confirm, EnterResult
from rules.musket_and_pike.fire import evasion
from rules.musket_and_pike.fire.asks import AwaitCover, AwaitEvade, Evade, TakeCover
from rules.musket_and_pike.leaders.asks import AwaitLeader, PlaceLeader
from rules.musket_and_pike.leaders.placing import posts
from rules.musket_and_pike.marching.moves import onward
from rules.musket_and_pike.melee.asks import (
    AwaitAdvance,
    AwaitAssault,
    AwaitDeclarations,
    AwaitNextMelee,
    AwaitPistols,
    AwaitQuarry,
)
from rules.musket_and_pike.morale.asks import AssignHit, AwaitHit
from rules.musket_and_pike.morale.casualties import reaches
from rules.musket_and_pike.movement.asks import AwaitOnward, MoveUnit
from rules.musket_and_pike.player import melees, reactions, wings
from rules.musket_and_pike.player.view import FAR, View
from rules.musket_and_pike.position import is_light, klass
from rules.musket_and_pike.reaction.asks import (
    AwaitForcedHedgehog,
    AwaitInterceptorFire,
    AwaitReaction,
    AwaitTargetFire,
    ReactHedgehog,
)
from rules.musket_and_pike.recovery import rout
from rules.musket_and_pike.recovery.asks import Rout
from rules.musket_and_pike.retreats.asks import AwaitRetreat, AwaitStand, RetreatTo, StandFacing
from rules.musket_and_pike.retreats.stranded import fitting
from rules.musket_and_pike.retreats.ways import Way, ways
from rules.musket_and_pike.turn.asks import AwaitChange, AwaitContinuation, AwaitPreemption
from rules.musket_and_pike.work import Decline


def retreat(view: View, frame: AwaitRetreat) -> Order:
    """11.4.2 Of the best ways the one that costs least: on the map, in order, away from the enemy."""
    state, unit = view.state, view.state.units[frame.unit]

    def price(way: Way) -> tuple[bool, int, int, tuple[str, ...]]:
        places = [unit.hexes, *way.steps]
        pairs = [pair for a, b in pairwise(places) for pair in zip(a, b, strict=False)]
        hits = sum(len(going.hits(state.charts, state.ground, klass(unit), a, b)) for a, b in pairs if a != b)
        contact = sum(view.in_contact(step) for step in way.steps[-1:])
        return way.is_off, hits, contact, way.path

    return RetreatTo(unit=frame.unit, path=min(ways(state, frame.unit, frame.by, frame.hexes).best, key=price).path)


def stand(view: View, frame: AwaitStand) -> Order:
    """11.4.5 To the enemy."""
    unit = view.state.units[frame.unit]
    facings = fitting(view.state, unit.hexes) if len(unit.hexes) > 1 else range(6)
    return StandFacing(unit=frame.unit, facing=view.facing(unit.hexes, klass(unit), facings))


def flee(view: View) -> Order | None:
    """13.4.1 By the way on which least is lost; leaders stay with the army."""
    state = view.state
    if rout.acting(state) != view.side:
        return None
    found = [(flight, name) for name in rout.fleeing(state, view.side) for flight in rout.flights(state, name)]
    if found:
        flight, name = min(
            found, key=lambda one: (one[0].left, one[0].leaves)
        )  # who is in the way of another goes first
        return Rout(unit=name, path=flight.path)
    return None


def hit(view: View, frame: AwaitHit) -> Order:
    """8.2.1 Light infantry, which scores nothing; but not whom it would bring to its threshold."""
    units = view.state.units

    def price(name: str) -> tuple[bool, bool, str]:
        return reaches(view.state, units[name], 1), not is_light(units[name]), name

    return AssignHit(unit=min(frame.units, key=price))


def cover(_view: View, _frame: AwaitCover) -> Order:
    """9.4.5 Behind walls nothing is to be gained by fire."""
    return TakeCover()


def evade(view: View, frame: AwaitEvade) -> Order:
    """10.8.6 Rather than be disordered, but not into contact."""
    found = [to for to in evasion.hexes(view.state, frame.unit, frame.firer) if to not in view.field.contact]
    return Evade(to=min(found)) if found else Decline()


def onwards(view: View, frame: AwaitOnward) -> Order:
    """9.3.4 On towards the enemy, if there is a way."""
    away = view.away(klass(view.state.units[frame.unit]))
    here = view.to_enemy(view.state.units[frame.unit])

    def left(order: MoveUnit) -> tuple[int, int]:
        hexes = [word for word in order.path if word in view.ground.at]
        return (away.get(hexes[-1], FAR) if hexes else here), len(order.path)

    best = min(onward(view.state, frame.unit), key=left, default=None)
    return best if best is not None and left(best)[0] < here else Decline()


def place(view: View, frame: AwaitLeader) -> Order:
    """5.3.4 With men in good order, out of contact, near the enemy."""
    units = view.state.units

    def price(name: str) -> tuple[bool, bool, int, str]:
        unit = units[name]
        return unit.morale == "MB", view.in_contact(unit.hexes), view.to_enemy(unit), name

    return PlaceLeader(leader=frame.leader, unit=min(posts(view.state, frame), key=price))


def forced(_view: View, frame: AwaitForcedHedgehog) -> Order:
    """9.2.3 All must try."""
    return ReactHedgehog(unit=frame.units[0])


def enter(view: View, frame: AwaitResult) -> Order:
    """DRV.tables What the pack says, if it has the table; else that nothing happened."""
    table = frame.lookup.table
    if not charts.has(view.state, table):
        return EnterResult(result=charts.RESULTS[table][-1]) if table in charts.RESULTS else EnterResult()
    cell = charts.found(view.state, frame.lookup)
    return EnterResult(**{field: getattr(cell, field) for field in charts.FIELDS[table]})


def confirm(_view: View, _frame: AwaitConfirm) -> Order:
    return Confirm()


ANSWERS: Mapping[type[Await], Callable[[View, Any], Order]] = {
    AwaitPreemption: wings.preempt,
    AwaitChange: wings.changed,
    AwaitContinuation: wings.go_on,
    AwaitReaction: reactions.react,
    AwaitForcedHedgehog: forced,
    AwaitTargetFire: reactions.pistol,
    AwaitInterceptorFire: reactions.pistol,
    AwaitDeclarations: melees.declare,
    AwaitAssault: melees.assault,
    AwaitNextMelee: melees.line,
    AwaitPistols: melees.pistols,
    AwaitQuarry: melees.quarry,
    AwaitAdvance: melees.take_ground,
    AwaitRetreat: retreat,
    AwaitStand: stand,
    AwaitHit: hit,
    AwaitCover: cover,
    AwaitEvade: evade,
    AwaitOnward: onwards,
    AwaitLeader: place,
    AwaitResult: enter,
    AwaitConfirm: confirm,
}
