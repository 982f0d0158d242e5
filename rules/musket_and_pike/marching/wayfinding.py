"""7.1.1 The cheapest way to a hex, for whoever names only where a piece is to end: 1012, or 1012:5 to face 5 there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from domain.kernel.chapter import Wayfinding
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.duties.limits import Terms
from rules.musket_and_pike.ids import HexId
from rules.musket_and_pike.marching import entry, moves, riding
from rules.musket_and_pike.marching.checks import checked, unit_bar
from rules.musket_and_pike.marching.lists import absorptions, legal_ways
from rules.musket_and_pike.movement.asks import Absorb, AwaitOnward, EnterUnit, MoveLeader, MoveUnit
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.plan import plan, step
from rules.musket_and_pike.movement.reach import Way, ways
from rules.musket_and_pike.movement.strides import FIRE, Here, Mover, mover_of, origin, steps_from
from rules.musket_and_pike.position import allowance
from rules.musket_and_pike.state import State

Given = Mapping[str, Any]
BETTER = ("FN", "CO", "OO", "FS", "HH", "FB", "")  # of two ways of one price the one that keeps the ranks


def parsed(place: str) -> tuple[HexId, int | None]:
    """A hex, and how to face in it if that is said."""
    at, _, facing = place.partition(":")
    return at, int(facing) % 6 if facing.isdigit() else None


def _best(found: Iterable[Way], mover: Mover, place: str) -> Way | None:
    at, facing = parsed(place)
    fits = [way for way in found if named(mover, way.here) == at and facing in (None, way.here.facing)]
    return min(fits, key=lambda way: (way.here.spent, BETTER.index(way.here.formation), len(way.path)), default=None)


def named(mover: Mover, here: Here) -> HexId:
    """The hex by which it is called: its own, that of its left half, or of the head of a Column."""
    return here.hexes[-1] if mover.column else here.hexes[0]


def _walks(state: State, given: Given) -> tuple[Terms, Here]:
    """Who goes, what binds him, and from where: at the start of his move, or in the middle of it (9.3.4)."""
    name, alone = given["unit"], bool(given.get("alone"))
    field = Field(state, state.units[name].side)
    if state.core.pending and isinstance(state.core.pending[-1], AwaitOnward):
        return moves.rest_of(field, state.moves[-1])
    mover = mover_of(state, name, allowance(state, name), alone=alone)
    start = origin(state, mover)
    return Terms(field, mover, start), start


def find_unit(state: State, by: Side, given: Given, place: str) -> MoveUnit | None:
    """7.1.1, 5.6 Of the moves that its order lets it make; where there is none, the rule that forbids the cheapest."""
    name, alone = given["unit"], bool(given.get("alone"))
    if state.core.pending and isinstance(state.core.pending[-1], AwaitOnward):
        terms, start = _walks(state, given)
        way = _best(moves.onward_ways(terms, start), terms.mover, place)
        return MoveUnit(unit=name, path=way.path) if way else None
    heed(unit_bar(state, by, name, ()))
    terms, start = _walks(state, given)
    field, mover = terms.field, terms.mover
    way = _best(legal_ways(terms), mover, place)
    if way is None:
        barred = _best(ways(field, mover, start), mover, place)
        if barred is not None:
            checked(state, by, name, barred.path, alone=alone)  # which says why
        at = parsed(place)[0]
        if at in field.ground.at and field.ground.distance(named(mover, start), at) > 1:
            raise IllegalOrder("out of reach", "7.1.1", name, place, mover.ma)
        return None
    return MoveUnit(unit=name, path=way.path, alone=alone)


def onward(state: State, by: Side, given: Given, begun: tuple[str, ...]) -> Iterator[str]:
    """7.1.1, 5.6 Every step that may come next on a path as far as it goes."""
    if given["unit"] not in state.units or unit_bar(state, by, given["unit"], begun or ("",)):
        return
    terms, start = _walks(state, given)
    field, mover, limit = terms.field, terms.mover, terms.limit()
    with suppress(IllegalOrder):
        steps = plan(field, mover, start, begun, limit)
        here = steps[-1][1] if steps else start
        for stride in steps_from(field, mover, here.hexes, here.facing):
            with suppress(IllegalOrder):
                heed(limit(here, step(field, mover, here, stride.word)))
                yield stride.word


def price_of_unit(state: State, _by: Side, order: MoveUnit | Absorb) -> Reason:
    terms, start = _walks(state, {"unit": order.unit, "alone": getattr(order, "alone", False)})
    last = start
    with suppress(IllegalOrder):  # the hex of a horse that is absorbed is closed to all others
        steps = plan(terms.field, terms.mover, start, order.path)
        last = steps[-1][1] if steps else start
    return _price(last.spent - start.spent, terms.mover.ma)


def _price(spent: int, ma: int) -> Reason:
    return Reason("way costs", "7.1.1", (spent, ma))


def goal_of_unit(state: State, _by: Side, order: MoveUnit) -> str:
    """How its end would be typed; empty where the path says more than that."""
    if any(word.startswith(FIRE) or word in ("top", "under", "hedgehog") for word in order.path):
        return ""
    terms, start = _walks(state, {"unit": order.unit, "alone": order.alone})
    with suppress(IllegalOrder):
        here = plan(terms.field, terms.mover, start, order.path)[-1][1]
        hex = named(terms.mover, here)
        return f"{hex}:{here.facing}" if here.facing != start.facing and not terms.mover.free else hex
    return ""


# Leaders, reinforcements, horse that is absorbed


def find_leader(state: State, by: Side, given: Given, place: str) -> MoveLeader | None:
    """5.1.2, 5.2.2"""
    name = given["leader"]
    heed(riding.leader_bar(state, by, name))
    found = next((order for order in riding.rides(Field(state, by), by) if _ends(order, name, place)), None)
    if found is None and place in state.ground.at:
        heed(riding.end_bar(state, name, place))
        if state.ground.distance(state.leaders[name].at, place) > 1:
            raise IllegalOrder("out of reach", "7.1.1", name, place, tables.LEADER)
    return found


def _ends(order: MoveLeader, name: str, place: str) -> bool:
    return order.leader == name and order.path[-1] == place


def price_of_leader(state: State, by: Side, order: MoveLeader) -> Reason:
    return _price(sum(riding.priced(Field(state, by), order.leader, order.path)), tables.LEADER)


def find_entry(state: State, by: Side, given: Given, place: str) -> EnterUnit | None:
    """7.4 In the formation and facing that are named, else in the first that lead there."""
    heed(entry.unit_bar(state, by, given["unit"]))
    wanted = {name: value for name, value in given.items() if name in ("unit", "formation", "leaders")}
    for order in entry.entries(Field(state, by), by):
        if order.path[-1] == place and all(getattr(order, name) == value for name, value in wanted.items()):
            return order
    return None


def price_of_entry(state: State, by: Side, order: EnterUnit) -> Reason:
    field = Field(state, by)
    mover, here, words = entry.footing(field, order)
    steps = plan(field, mover, here, order.path[words:])
    return _price((steps[-1][1] if steps else here).spent, mover.ma)


def find_absorption(state: State, by: Side, given: Given, place: str) -> Absorb | None:
    """8.4"""
    heed(unit_bar(state, by, given["unit"], ()))
    terms, _ = _walks(state, given)
    return next((order for order in absorptions(terms) if order.path[-1] == place), None)


UNIT = Wayfinding(find_unit, price_of_unit, onward, goal_of_unit)
LEADER = Wayfinding(find_leader, price_of_leader)
ENTRY = Wayfinding(find_entry, price_of_entry)
ABSORPTION = Wayfinding(find_absorption, price_of_unit)
