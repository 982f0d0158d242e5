"""7, 8 Every order of movement that may be given now: each place and facing in reach by its cheapest way."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import is_legal
from domain.kernel.facts import Side
from rules.musket_and_pike.duties import charge
from rules.musket_and_pike.duties.duties import action_bar, idle_bar, standing_bar
from rules.musket_and_pike.duties.limits import Terms
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.leaders.command import shortfall
from rules.musket_and_pike.marching import entry, riding
from rules.musket_and_pike.marching.checks import (
    check_absorb,
    checked,
    limber_bar,
    restack_bar,
    shots_from,
    unit_bar,
)
from rules.musket_and_pike.movement.asks import Absorb, Limber, MoveUnit
from rules.musket_and_pike.movement.field import FRIEND, Field
from rules.musket_and_pike.movement.plan import plan
from rules.musket_and_pike.movement.reach import Way, ways
from rules.musket_and_pike.movement.strides import (
    HEDGEHOG,
    LEFT,
    RIGHT,
    TOP,
    UNDER,
    Hexes,
    mover_of,
    origin,
    steps_from,
)
from rules.musket_and_pike.position import allowance, body, head, is_guns, is_horse, units_of
from rules.musket_and_pike.state import ACTIONS, State


def choices(state: State) -> Iterator[Choice]:
    """Every move of the active Wing: each place and facing in reach by its cheapest way."""
    if state.core.phase != ACTIONS or state.core.pending:
        return
    side = state.core.active
    field = Field(state, side)
    for name in units_of(state, state.activation.wing):
        if head(state, name) == name and not action_bar(state, side, name, "move"):
            yield from (Choice(side, order) for order in _of_unit(field, side, name))
    yield from (Choice(side, order) for order in riding.rides(field, side))
    yield from (Choice(side, order) for order in entry.entries(field, side))


def _of_unit(field: Field, side: Side, name: UnitId) -> Iterator[MoveUnit | Absorb | Limber]:
    state = field.state
    unit = state.units[name]
    if is_guns(unit) and not limber_bar(state, side, name):
        yield from (Limber(unit=name, facing=facing) for facing in (range(6) if unit.limbered else (None,)))
    mover = mover_of(state, name, allowance(state, name))
    terms = Terms(field, mover, origin(state, mover))
    yield from _in_place(terms)
    if standing_bar(state, name) or not mover.ma:
        return
    yield from _moves(terms)
    if len(body(state, name)) > 1:
        for one in body(state, name):
            if unit_bar(state, unit.side, one, ()):
                continue
            by_itself = mover_of(state, one, allowance(state, one), alone=True)
            yield from map(_alone, _moves(Terms(field, by_itself, origin(state, by_itself))))
    if is_horse(unit) and unit.casualties:
        yield from absorptions(terms)


def _alone(order: MoveUnit) -> MoveUnit:
    return MoveUnit(unit=order.unit, path=order.path, alone=True)


def _in_place(terms: Terms) -> Iterator[MoveUnit]:
    """6.3.2.b, 8.3.2 A Hedgehog, or another place in the stack."""
    state, name = terms.state, terms.mover.unit
    words = [word for word in (TOP, UNDER) if not restack_bar(state, name, terms.start, word)]
    if words and not idle_bar(state, name):
        yield from (MoveUnit(unit=name, path=(word,)) for word in words)
    order = MoveUnit(unit=name, path=(HEDGEHOG,))
    if terms.unit.card.pikes and is_legal(checked, state, terms.unit.side, name, order.path):
        yield order


def _moves(terms: Terms) -> Iterator[MoveUnit]:
    state, name = terms.state, terms.mover.unit
    for way in legal_ways(terms):
        yield MoveUnit(unit=name, path=way.path)
        if way.here.hexes[0] in terms.field.contact and terms.commanded:
            for word in shots_from(state, name, way.here):
                yield MoveUnit(unit=name, path=(*way.path, word))


def legal_ways(terms: Terms) -> Iterator[Way]:
    """5.4.3, 5.6 The ways that its order and its command let it take."""
    found = ways(terms.field, terms.mover, terms.start, terms.limits if terms.commanded else terms.back)
    if not terms.commanded:
        yield from _ways_back(terms, list(found))
    elif terms.order == "charge":
        yield from _charges(terms, list(found))
    else:
        yield from (way for way in found if not terms.end_bar(way.here, [], way.path))


def _ways_back(terms: Terms, found: list[Way]) -> Iterator[Way]:
    """5.4.3 Those that bring it as near to command as it can come."""
    if not terms.links:
        return
    short = [(shortfall(terms.state, terms.unit, way.here.hexes, terms.links), way) for way in found]
    here = shortfall(terms.state, terms.unit, terms.start.hexes, terms.links)
    best = min((far for far, _ in short), default=here)
    yield from (way for far, way in short if far == min(best, here) and _may_wheel(terms, way))


def _may_wheel(terms: Terms, way: Way) -> bool:
    """5.4.3 Once it is back in command its order binds it: a last wheel is judged by that."""
    if terms.mover.width == 1 or way.path[-1] not in (LEFT, RIGHT):
        return True
    return is_legal(plan, terms.field, terms.mover, terms.start, way.path, terms.limit())


def _charges(terms: Terms, found: list[Way]) -> Iterator[Way]:
    """5.6.1 Nearer to its target if it can; else no farther."""
    state, name = terms.state, terms.mover.unit
    if terms.held or charge.may_linger(state, name) or not terms.foes:
        yield from (way for way in found if not terms.end_bar(way.here, [], way.path))
        return
    known: dict[Hexes, bool] = {}
    for way in found:
        if way.here.hexes not in known:
            known[way.here.hexes] = charge.is_closer(state, name, way.here.hexes, terms.foes)
    yield from (way for way in found if known[way.here.hexes])
    if not charge.can_close(terms.field, terms.mover, terms.start, terms.limits, terms.foes):
        rest = (way for way in found if not known[way.here.hexes])
        yield from (way for way in rest if not charge.is_farther(state, name, way.here.hexes, terms.foes))


def absorptions(terms: Terms) -> Iterator[Absorb]:
    """8.4 By the ways that end beside friendly horse."""
    field, mover = terms.field, terms.mover
    limits = terms.limits if terms.commanded else terms.back
    seen: set[str] = set()
    for way in (Way((), terms.start), *ways(field, mover, terms.start, limits)):
        for stride in steps_from(field, mover, way.here.hexes, way.here.facing):
            if stride.enters and stride.word not in seen and field.bars(stride.word) == FRIEND:
                order = Absorb(unit=mover.unit, path=(*way.path, stride.word))
                if is_legal(check_absorb, terms, order):
                    seen.add(stride.word)
                    yield order
