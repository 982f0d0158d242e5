"""7.1 Where a mover can go: every hex and facing at its least price, with the way that leads there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from domain.hexes.search import Steps, settled
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, Step
from rules.wallaces_war.movement.field import Field
from rules.wallaces_war.movement.movers import Mover
from rules.wallaces_war.movement.steps import is_least_move
from rules.wallaces_war.movement.terms import Terms, terms_of
from rules.wallaces_war.rulings import reading

Node = tuple[HexId, int]  # a hex, and the facing taken there
OTHERS = tuple(tuple(other for other in range(6) if other != facing) for facing in range(6))


class Way(NamedTuple):
    """A path as an order writes it, where it ends, and its price in halves of a point."""

    path: tuple[Step, ...]
    at: HexId
    facing: int
    cost: int


def ways(field: Field, mover: Mover) -> list[Way]:
    """5.2a, 7.1b Each hex and facing that a mover on the map can end in, the nearest first."""
    return field.kept(("ways", mover.nature), lambda: _ways(field, mover))


def _ways(field: Field, mover: Mover) -> list[Way]:
    terms, nature = terms_of(field, mover), mover.nature
    start, budget = (nature.at, nature.facing), nature.allowance - nature.spent
    if budget < 0:
        return []
    found = [Way((), *start, 0), *walked(terms, start, budget, onward_of(terms))]
    found += last_steps(field, terms, nature.spent, budget, found)
    return [way for way in found[1:] if terms.may_end(way.at)]


def walked(terms: Terms, start: Node, budget: int, onward: Steps[Node]) -> Iterator[Way]:
    """Nodes in the order of price, each with the path of the node before it and one step more."""
    paths: dict[Node, tuple[Step, ...]] = {start: ()}
    for node, cost, via in settled(start, budget, onward):
        paths[node] = path = _longer(terms, paths[via], via, node)
        yield _way((path, *node, cost))


_way = partial(tuple.__new__, Way)  # as Way(…), without the step in between: there are many


def _longer(terms: Terms, path: tuple[Step, ...], via: Node, node: Node) -> tuple[Step, ...]:
    """A turn is written with the hex it is made in; so is one that follows the road."""
    at, facing = node
    if not via[0]:
        return (entry_step(terms, node),)
    if at == via[0]:
        return (*path[:-1], f"{at}:{facing}")
    if facing != via[1] and at not in terms.friends:
        path = (*path[:-1], f"{via[0]}:{facing}")
    return (*path, at)


def entry_step(terms: Terms, node: Node) -> Step:
    """The first step of somebody who comes from off the map: a unit says how it faces."""
    at, facing = node
    return f"{at}:{facing}" if terms.nature.kinds else at


def onward_of(terms: Terms) -> Steps[Node]:
    """The steps out of a node; turns only from the first that a hex was reached by, since all others cost more."""
    start, zones, friends = terms.nature.at, terms.zones, terms.friends
    is_held, is_wide, seen = terms.is_held, terms.nature.is_all_round, set[HexId]()
    exits, special = terms.exits, terms.closed | friends.keys()  # elsewhere the ground alone says where it may go
    brought = {friend.facing for friend in friends.values()}  # facings that it may bring along from a friend's hex

    def onward(node: Node) -> list[tuple[Node, int]]:
        at, facing = node
        is_first = at not in seen
        found: list[tuple[Node, int]] = []
        if is_first:
            seen.add(at)
            if terms.may_turn(at):
                found = [((at, other), tables.TURNING) for other in OTHERS[facing]]
        elif is_wide and facing not in brought:
            return found  # it goes the same ways, however it faces
        is_hot = at in zones
        if is_hot and (is_held or at != start):
            return found
        out = exits(at)
        if not is_hot and not out.roads and special.isdisjoint(out.near):
            return [*found, *(out.around if terms.is_wide(at) else out.ahead)[facing]]
        found += _past_others(terms, at, facing)
        if out.roads:
            found += _along_roads(terms, at, facing)
        return found

    return onward


def _past_others(terms: Terms, at: HexId, facing: int) -> Iterator[tuple[Node, int]]:
    """6.3c, 7.3b, 8.2b Into the hexes ahead that are open; beside a friend it turns as he does."""
    for to, cost in terms.fronts(at, facing):
        if terms.is_open(at, to):
            turned, more = terms.landing(to, facing)
            yield (to, turned), cost + more


def _along_roads(terms: Terms, at: HexId, facing: int) -> Iterator[tuple[Node, int]]:
    """7.4b"""
    for to, way in terms.roads(at, facing):
        if terms.is_open(at, to):
            turned, more = terms.landing(to, way)
            yield (to, turned), terms.exits(at).costs[to] + more


def last_steps(field: Field, terms: Terms, spent: int, budget: int, found: list[Way]) -> list[Way]:
    """7.2b, D24 Hexes out of reach of the points that it may still enter as its least move."""
    if reading(field.state, "D24") == "A" and not is_least_move(field, spent, budget):
        return []
    known, more = {(way.at, way.facing) for way in found}, list[Way]()
    for way in found[:1] if reading(field.state, "D24") == "A" else found:
        left = budget - way.cost
        if not is_least_move(field, spent + way.cost, left) or _is_stopped(terms, way.at):
            continue
        for to, cost in terms.fronts(way.at, way.facing):
            joins = terms.landing(to, way.facing)[1]
            if cost > left and not joins and terms.is_open(way.at, to) and (to, way.facing) not in known:
                known.add((to, way.facing))
                more.append(Way((*way.path, to), to, way.facing, way.cost + cost))
    return more


def _is_stopped(terms: Terms, at: HexId) -> bool:
    """6.2a, 6.2b"""
    return at in terms.zones and (terms.is_held or at != terms.nature.at)
