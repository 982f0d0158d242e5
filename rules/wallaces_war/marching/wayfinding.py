"""7.1 The cheapest way to a hex, for whoever names only where somebody is to end: 1012, or 1012:2 to face 2 there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kernel.chapter import Wayfinding
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from rules.wallaces_war.losses.displacement import ways_out
from rules.wallaces_war.marching import entry
from rules.wallaces_war.movement import movers, reach
from rules.wallaces_war.movement.asks import DisplaceLeader, EnterReinforcements, MoveLeader, MoveUnits
from rules.wallaces_war.movement.field import Field
from rules.wallaces_war.movement.limits import moving_side
from rules.wallaces_war.movement.reach import Way
from rules.wallaces_war.movement.steps import NONE, atoms, origin, parsed, price
from rules.wallaces_war.state import State

Given = Mapping[str, Any]


def _field(state: State) -> Field:
    return Field(state, moving_side(state))


def _best(ways: Sequence[Way], place: str) -> Way | None:
    """The first of them: they come in the order of price."""
    at, facing = parsed(place)
    fits = [way for way in ways if way.at == at and way.path and facing in (NONE, way.facing)]
    return min(fits, key=lambda way: way.cost, default=None)


def _is_far(state: State, start: str, place: str) -> bool:
    """Whether the rules of a single step would not say why."""
    at = parsed(place)[0]
    return at in state.ground.at and start in state.ground.at and state.ground.distance(start, at) > 1


def find_units(state: State, _by: Side, given: Given, place: str) -> MoveUnits | None:
    """7.1b"""
    units, leaders = tuple(given.get("units", ())), tuple(given.get("leaders", ()))
    heed(movers.units_bar(state, units) or movers.along_bar(state, units, leaders))
    mover = movers.party(state, movers.in_order(state, units), leaders)
    way = _best(reach.ways(_field(state), mover), place)
    if way is None:
        if _is_far(state, mover.nature.at, place):
            raise IllegalOrder("out of reach", "7.1b", mover.name, place, mover.nature.allowance - mover.nature.spent)
        return None
    return MoveUnits(units=units, path=way.path, leaders=leaders)


def find_leader(state: State, _by: Side, given: Given, place: str) -> MoveLeader | None:
    """7.1c"""
    name = given["leader"]
    heed(movers.alone_bar(state, name))
    mover = movers.captain(state, name)
    way = _best(reach.ways(_field(state), mover), place)
    if way is None:
        if _is_far(state, mover.nature.at, place):
            raise IllegalOrder("out of reach", "7.1b", name, place, mover.nature.allowance - mover.nature.spent)
        return None
    return MoveLeader(leader=name, path=way.path)


def find_entry(state: State, _by: Side, given: Given, place: str) -> EnterReinforcements | None:
    """16.2.4e"""
    units, leaders = tuple(given.get("units", ())), tuple(given.get("leaders", ()))
    mover = entry.entrants(state, EnterReinforcements(units=units, path=(), leaders=leaders))
    way = _best(entry.ways_in(_field(state), mover), place)
    return None if way is None else EnterReinforcements(units=units, path=way.path, leaders=leaders)


def find_flight(state: State, _by: Side, given: Given, place: str) -> DisplaceLeader | None:
    """13.4c"""
    name = given["leader"]
    path = ways_out(state, name).get(place) if name in state.leaders else None
    return None if path is None else DisplaceLeader(leader=name, path=path)


def _price(spent: Callable[[State, Any], int]) -> Callable[[State, Side, Any], Reason]:
    return lambda state, _by, order: Reason("way costs", "7.2a", (spent(state, order),))


def _spent_by_units(state: State, order: MoveUnits) -> int:
    mover = movers.party(state, movers.in_order(state, order.units), order.leaders)
    return price(_field(state), mover, origin(mover), tuple(atoms(order.path, mover.nature.at)))


def _spent_by_leader(state: State, order: MoveLeader) -> int:
    mover = movers.captain(state, order.leader)
    return price(_field(state), mover, origin(mover), order.path)


def _spent_entering(state: State, order: EnterReinforcements) -> int:
    return entry.planned(_field(state), entry.entrants(state, order), order.path)[-1].here.spent


UNITS = Wayfinding(find_units, _price(_spent_by_units))
LEADER = Wayfinding(find_leader, _price(_spent_by_leader))
ENTRY = Wayfinding(find_entry, _price(_spent_entering))
FLIGHT = Wayfinding(find_flight, _price(lambda _state, _order: 0))
