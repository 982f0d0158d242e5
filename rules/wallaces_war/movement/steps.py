"""5.2, 5.3, 7.1 to 7.4, 8.2 One step of a mover: what it costs, how it faces then, or which rule forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder, heed
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, Step
from rules.wallaces_war.movement.field import Field
from rules.wallaces_war.movement.movers import Mover
from rules.wallaces_war.movement.terms import Terms, ground_bar, is_under, terms_of, unlike
from rules.wallaces_war.rulings import reading

NONE = -1  # no facing


class Here(NamedTuple):
    """Where a mover stands on its way, and what it has spent in this segment."""

    at: HexId
    facing: int
    spent: int
    entered: bool = False  # a hex, on this way
    towards: int = NONE  # a facing named for the road ahead (7.4b)


class Stride(NamedTuple):
    """One step as it will be made: a hex entered, or a turn on the spot."""

    here: Here  # afterwards
    to: HexId = ""  # empty: it only turns
    cost: int = 0
    follows: int = NONE  # the facing it takes for nothing to follow the road, before it leaves (7.4b)
    under: bool = False  # 8.2l
    joins: int = 0  # what turning as its fellow does costs (8.2b)
    turn: int = 0  # what the turn on the spot costs


def parsed(step: Step) -> tuple[HexId, int]:
    """1514 enters a hex; 1514:2 turns there."""
    at, colon, facing = step.partition(":")
    if colon and facing not in ("0", "1", "2", "3", "4", "5"):
        raise IllegalOrder("no such facing", "5.1a", step)
    return at, int(facing) if colon else NONE


def atoms(path: Iterable[Step], at: HexId) -> Iterator[Step]:
    """A path with each hex and each turn by itself."""
    for step in path:
        to, facing = parsed(step)
        if to != at or facing == NONE:
            yield to
        if facing != NONE:
            yield f"{to}:{facing}"
        at = to


def origin(mover: Mover) -> Here:
    nature = mover.nature
    return Here(nature.at, nature.facing, nature.spent)


def plan(field: Field, mover: Mover, here: Here, steps: Sequence[Step]) -> list[Stride]:
    """7.1 Every step of a way, priced; IllegalOrder says which rule forbids one, or that it cannot end there."""
    found = []
    for place, step in enumerate(steps):
        after = steps[place + 1] if place + 1 < len(steps) else ""
        stride = take(field, mover, here, step, after)
        here = stride.here
        found.append(stride)
    heed(end_bar(field, mover, here.at))
    return found


def take(field: Field, mover: Mover, here: Here, step: Step, after: Step = "") -> Stride:
    """5.2, 7.1 One step from where a mover is; `after` is the step that follows it, if any."""
    to, facing = parsed(step)
    if facing != NONE:
        return _turned(field, mover, here, facing, after)
    return _entered(field, mover, here, to)


def _turned(field: Field, mover: Mover, here: Here, facing: int, after: Step) -> Stride:
    """5.2a A point for the hex in which it turns; 7.4b nothing, if it is to follow the road."""
    if not mover.units:
        raise IllegalOrder("leaders have no facing", "5.1c", mover.name)
    if facing == here.facing:
        return Stride(here)
    terms = terms_of(field, mover)
    if _follows_road(terms, here, facing, after):
        return Stride(here._replace(towards=facing))
    if not terms.may_turn(here.at):
        raise IllegalOrder("stack faces one way", "5.1c", mover.name, here.at, here.facing)
    left = mover.nature.allowance - here.spent
    if left < tables.TURNING:
        raise IllegalOrder("no point to turn", "5.2a", mover.name, max(left, 0))
    turned = here._replace(facing=facing, spent=here.spent + tables.TURNING, towards=NONE)
    return Stride(turned, turn=tables.TURNING)


def _follows_road(terms: Terms, here: Here, facing: int, after: Step) -> bool:
    return any(to == after and way == facing for to, way in terms.roads(here.at, here.facing))


def price(field: Field, mover: Mover, here: Here, steps: Sequence[Step]) -> int:
    """7.2a What a way costs that is known to be legal: no zone is looked at, since thousands may be asked for."""
    spent = here.spent
    for place, step in enumerate(steps):
        to, facing = parsed(step)
        after = steps[place + 1] if place + 1 < len(steps) else ""
        stride = _turned(field, mover, here, facing, after) if facing != NONE else _gone(field, mover, here, to)
        here = stride.here
    return here.spent - spent


def _entered(field: Field, mover: Mover, here: Here, to: HexId) -> Stride:
    heed(_way_bar(field, mover, here, to))
    stride = _gone(field, mover, here, to)
    if to in terms_of(field, mover).friends:
        return stride._replace(under=is_under(field, to, here.at))
    return stride


def _gone(field: Field, mover: Mover, here: Here, to: HexId) -> Stride:
    """7.2, 7.4b, 8.2b The step into an open hex, if it can be paid for."""
    terms = terms_of(field, mover)
    follows = _road_facing(terms, here, to)
    facing = here.facing if follows == NONE else follows
    cost = terms.exits(here.at).costs[to]
    heed(price_bar(field, mover, here.spent, cost, to))
    facing, joins = terms.landing(to, facing)
    spent = here.spent + cost + joins
    if joins and spent > mover.nature.allowance:
        raise IllegalOrder("cannot pay to join", "8.2b", mover.name, to, mover.nature.allowance - here.spent, cost)
    return Stride(Here(to, facing, spent, entered=True), to, cost, follows, joins=joins)


def _way_bar(field: Field, mover: Mover, here: Here, to: HexId) -> IllegalOrder | None:
    """7.1c, 6.2, 7.3, 5.3a, 8.2 All that may stand in the way but the price."""
    ground, terms, who = field.state.ground, terms_of(field, mover), mover.name
    if not ground.is_on_map(to):
        return IllegalOrder("no such hex", "7.1c", to)
    if to not in ground.near(here.at):
        return IllegalOrder("not adjacent", "7.1c", to, here.at, who)
    return (
        terms.leave_bar(who, here.at, entered=here.entered)
        or ground_bar(field, mover, here.at, to)
        or _front_bar(field, terms, mover, here, to)
        or terms.enter_bar(who, here.at, to)
    )


def _front_bar(field: Field, terms: Terms, mover: Mover, here: Here, to: HexId) -> IllegalOrder | None:
    """5.3a"""
    ahead = terms.fronts(here.at, here.facing)
    if any(edge[0] == to for edge in ahead) or any(road == to for road, _ in terms.roads(here.at, here.facing)):
        return None
    fronts = field.state.ground.front(here.at, here.facing)
    return IllegalOrder("not a front hex", "5.3a", mover.name, to, here.facing, *fronts)


def _road_facing(terms: Terms, here: Here, to: HexId) -> int:
    """7.4b How it turns to follow the road: as it was told, else as a friend there faces, else with the least turn."""
    ways = [facing for road, facing in terms.roads(here.at, here.facing) if road == to]
    if not ways:
        return NONE
    if here.towards in ways:
        return here.towards
    return min(ways, key=lambda way: (terms.landing(to, way)[1], _angle(way, here.facing), way))


def _angle(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


def price_bar(field: Field, mover: Mover, spent: int, cost: int, to: HexId) -> IllegalOrder | None:
    """7.2a It must have the points; 7.2b but it can always go one hex."""
    left = mover.nature.allowance - spent
    if cost <= left or is_least_move(field, spent, left):
        return None
    return IllegalOrder("too dear", "7.2a", mover.name, to, cost, max(left, 0))


def is_least_move(field: Field, spent: int, left: int) -> bool:
    """7.2b, D24 One hex whatever it costs: as the whole move, or under B while any point is left."""
    return spent == 0 if reading(field.state, "D24") == "A" else left > 0


def end_bar(field: Field, mover: Mover, at: HexId) -> IllegalOrder | None:
    """8.1a, D25 B Who passed through a friend of another kind may not stay with him."""
    terms = terms_of(field, mover)
    return None if terms.may_end(at) else unlike(mover.name, terms.friends[at].unit, at)
