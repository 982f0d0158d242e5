"""8.1 Every hex a piece can reach and its cheapest way there: whole numbers in buckets, no step judged twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.gettysburg.ids import OFF_MAP, HexId
from rules.gettysburg.movement import costs
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.field import Field
from rules.gettysburg.rulings import reading
from rules.gettysburg.tables import ROAD_RATE

Path = tuple[HexId, ...]
FAR = 1_000  # more half-points than any piece has: a prohibited step
Edge = tuple[HexId, int, bool]  # to, cost off the road rate, whether a road or trail runs there
Edges = dict[HexId, tuple[Edge, ...]]


class Way(NamedTuple):
    """Where a path leads and what it costs."""

    path: Path
    cost: int


def ways(
    field: Field,
    mover: Mover,
    start: HexId,
    budget: int,
    first: dict[HexId, int] | None = None,
    head: Way | None = None,
) -> list[Way]:
    """Each hex within the budget by its cheapest way, nearest first.

    `first` adds to the first step into a hex (D33 C); `head` is the way by which the piece came to its start (10.2a).
    """
    before, spent = head or ((), 0)
    prev: dict[HexId, HexId] = {}
    paths = {start: before}
    found = []
    for at, cost in _settle(field, mover, start, budget - spent, prev, first or {}):
        paths[at] = path = (*paths[prev[at]], at)
        found.append(Way(path, spent + cost))
    return found


def steps(field: Field, mover: Mover, start: HexId, budget: int, first: dict[HexId, int] | None = None) -> list[Way]:
    """8.6(2) The adjacent hexes within the budget, for a piece without a road rate."""
    closed, stacking, added = closed_hexes(field, mover), field.stacking, first or {}
    found = [(to, cost + stacking.get(to, 0) + added.get(to, 0)) for to, cost, _ in _edges(field, mover, start)]
    return [Way((to,), cost) for to, cost in found if cost <= budget and to not in closed]


def exits(field: Field, mover: Mover, reached: list[Way], budget: int, skip: int = 0) -> Iterator[Way]:
    """8.5a The ways that go on off the map; `skip` leaves out the hex in which the piece stands already."""
    ground, cost = field.state.ground, costs.exit_cost(field, mover)
    ends = costs.road_ends(ground) if mover.kind == "train" else None
    for path, spent in reached:
        at = path[-1]
        if spent + cost <= budget and (at in ends if ends is not None else ground.is_edge(at)):
            yield Way((*path[skip:], OFF_MAP), spent + cost)


def _settle(
    field: Field, mover: Mover, start: HexId, budget: int, prev: dict[HexId, HexId], first: dict[HexId, int]
) -> Iterator[tuple[HexId, int]]:
    """The other hexes in the order of their cost; `prev` is filled in on the way."""
    edges, closed = _known(field, mover), closed_hexes(field, mover)
    stacking = {} if mover.kind == "train" else field.stacking
    slow = _slow_roads(field, mover)
    twice = _twice(field, mover)
    plain = not slow.on_road and not twice and not first
    best = {start: 0}
    buckets: list[list[HexId]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent in range(budget + 1):
        for at in buckets[spent]:
            if best[at] != spent:
                continue
            if spent:
                yield at, spent
            for to, cost, road in edges[at] if at in edges else _edges(field, mover, at):
                if to in closed:
                    continue
                if plain:
                    total = spent + cost + stacking.get(to, 0)
                else:
                    on_road = road and slow.on_road and to not in slow.into and at not in slow.out_of
                    cost = ROAD_RATE if on_road else cost + stacking.get(to, 0)
                    total = spent + (2 * cost if to in twice else cost) + (0 if spent else first.get(to, 0))
                if total <= budget and total < best.get(to, FAR):
                    best[to] = total
                    prev[to] = at
                    buckets[total].append(to)


class _Roads(NamedTuple):
    """8.3b, D14 Where the road rate does not hold."""

    on_road: bool
    into: frozenset[HexId] = frozenset()
    out_of: frozenset[HexId] = frozenset()


def _slow_roads(field: Field, mover: Mover) -> _Roads:
    if mover.kind not in costs.ROAD_KINDS:
        return _Roads(False)
    near, none = field.near_anyone, frozenset[HexId]()
    match reading(field.state, "D14"):
        case "A":
            return _Roads(True, near, none)
        case "B":
            return _Roads(True, near, near)
    return _Roads(True, none, near)


def _twice(field: Field, mover: Mover) -> frozenset[HexId]:
    """D35 B"""
    if mover.pace == "accelerated" and reading(field.state, "D35") == "B":
        return field.close_to_anyone
    return frozenset()


def closed_hexes(field: Field, mover: Mover) -> frozenset[HexId]:
    """Hexes the piece may not enter: the same limits as `costs.check_open`."""
    lone = not mover.is_controlled and bool(field.barred) and costs.goes_alone(field, mover)
    key = (mover.kind if mover.kind in ("train", "hmc") else "", mover.pace, mover.is_controlled, lone)
    found = field.closed.get(key)
    if found is None:
        found = field.closed[key] = _closed(field, mover, lone)
    return found


def _closed(field: Field, mover: Mover, lone: bool) -> frozenset[HexId]:
    closed = set(field.held)
    if mover.kind != "train":
        closed |= field.full
    if mover.kind == "train" or (mover.kind == "hmc" and not mover.is_controlled):
        closed |= field.observed
    if mover.pace == "disengage":
        closed |= field.near_infantry
    if mover.pace == "accelerated" and reading(field.state, "D35") == "A":
        closed |= field.close_to_anyone
    if not mover.is_controlled and not lone:
        closed |= field.barred
    return frozenset(closed)


def _known(field: Field, mover: Mover) -> Edges:
    """The steps for this kind of piece that were ever asked for, kept with the map."""
    key = ("edges", mover.kind == "train", mover.column, field.sum_in_hex, field.protected_both_ways)
    edges: Edges = field.state.ground.memory.setdefault(key, {})
    return edges


def _edges(field: Field, mover: Mover, at: HexId) -> tuple[Edge, ...]:
    edges = _known(field, mover)
    if at not in edges:
        edges[at] = tuple(_reckon(field, mover, at))
    return edges[at]


def _reckon(field: Field, mover: Mover, at: HexId) -> Iterator[Edge]:
    ground = field.state.ground
    for to in ground.near(at):
        way = ground.road(at, to)
        if mover.kind == "train":
            cost = costs.train_rate(way) if way else None
        else:
            cost = costs.terrain_cost(field, mover.column, at, to)
        if cost is not None or way:
            yield to, FAR if cost is None else cost, bool(way)
