"""8.1 Every hex a piece can reach and its cheapest way there, no step judged twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.hexes import search
from rules.gettysburg.ids import OFF_MAP, HexId
from rules.gettysburg.movement import costs
from rules.gettysburg.movement.costs import Edge, Mover
from rules.gettysburg.movement.field import Field

Way = search.Route[HexId]
Steps = tuple[tuple[HexId, int], ...]  # where to, and at what price


def ways(
    field: Field,
    mover: Mover,
    start: HexId,
    budget: int,
    first: Mapping[HexId, int] | None = None,
    head: Way | None = None,
) -> list[Way]:
    """Each hex within the budget by its cheapest way, nearest first.

    `first` adds to the first step into a hex (D33 C); `head` is the way by which the piece came to its start (10.2a).
    """
    if not first:
        before, spent = head or ((), 0)
        return search.routes(start, reached(field, mover, start, budget - spent), before, spent)
    onward = _onward(field, mover)

    def begin(at: HexId) -> list[tuple[HexId, int]]:
        return [(to, cost + first.get(to, 0)) for to, cost in onward(at)] if at == start else onward(at)

    return search.ways(start, budget, begin, head)


def reached(field: Field, mover: Mover, start: HexId, budget: int) -> search.Reached[HexId]:
    """The same as a search finds it; those of a stack, and all who enter at one hex, go the same ways."""
    key = "reached", start, budget, mover.kind, _barred_like(field, mover), costs.ground_terms(field, mover)
    return field.kept(key, lambda: _reached(field, mover, start, budget))


def _reached(field: Field, mover: Mover, start: HexId, budget: int) -> search.Reached[HexId]:
    """Where ground and stack alone decide, the search itself adds them up: so most pieces go."""
    if not costs.rates(field, mover).is_plain:
        return search.reached(start, budget, _onward(field, mover))
    return search.reached(start, budget, _plain(field, mover), closed_hexes(field, mover), field.stacking)


def steps(field: Field, mover: Mover, start: HexId, budget: int, first: Mapping[HexId, int] | None = None) -> list[Way]:
    """8.6(2) The adjacent hexes within the budget."""
    added = first or {}
    found = [Way((to,), cost + added.get(to, 0)) for to, cost in _onward(field, mover)(start)]
    return [way for way in found if way.cost <= budget]


def exits(field: Field, mover: Mover, reached: list[Way], budget: int, skip: int = 0) -> Iterator[Way]:
    """8.5a The ways that go on off the map; `skip` leaves out the hex in which the piece stands already."""
    ground, cost = field.state.ground, costs.exit_cost(field, mover)
    ends = costs.road_ends(ground) if mover.kind == "train" else ground.edge_hexes
    for path, spent in reached:
        if path[-1] in ends and spent + cost <= budget:
            yield Way((*path[skip:], OFF_MAP), spent + cost)


def _onward(field: Field, mover: Mover) -> Callable[[HexId], list[tuple[HexId, int]]]:
    """The steps out of a hex, each with its price."""
    closed, rates = closed_hexes(field, mover), costs.rates(field, mover)
    stacking = field.stacking.get
    if rates.is_plain:
        plain = _plain(field, mover)
        return lambda at: [(to, cost + stacking(to, 0)) for to, cost in plain(at) if to not in closed]
    edges = _known(field, mover).get
    field.near_anyone.survey()
    return lambda at: [
        (edge[0], rates.cost(at, edge, stacking(edge[0], 0)))
        for edge in edges(at) or _edges(field, mover, at) if edge[0] not in closed
    ]  # fmt: skip


def _plain(field: Field, mover: Mover) -> Callable[[HexId], Steps]:
    """The steps out of a hex by the ground alone, kept with the map."""
    known = field.state.ground.kept(("plain steps", *costs.ground_terms(field, mover)), dict[HexId, Steps])

    def out_of(at: HexId) -> Steps:
        if at not in known:
            known[at] = tuple([(to, cost) for to, cost, _ in _edges(field, mover, at)])
        return known[at]

    return out_of


def closed_hexes(field: Field, mover: Mover) -> frozenset[HexId]:
    """Hexes the piece may not enter; worked out once for all that are barred alike."""
    key = "closed", *_barred_like(field, mover)
    return field.kept(key, lambda: frozenset().union(*(bar.hexes for bar in costs.terms(field, mover).bars)))


def _barred_like(field: Field, mover: Mover) -> tuple[object, ...]:
    lone = not mover.is_controlled and bool(field.barred) and costs.goes_alone(field, mover)
    return mover.kind if mover.kind in ("train", "hmc") else "", mover.pace, mover.is_controlled, lone


def _known(field: Field, mover: Mover) -> dict[HexId, tuple[Edge, ...]]:
    """The steps for this kind of piece that were ever asked for, kept with the map."""
    return field.state.ground.kept(("steps", *costs.ground_terms(field, mover)), dict[HexId, tuple[Edge, ...]])


def _edges(field: Field, mover: Mover, at: HexId) -> tuple[Edge, ...]:
    found = (costs.edge(field, mover, at, to) for to in field.state.ground.near(at))
    edges = _known(field, mover)[at] = tuple(edge for edge in found if edge[1] < costs.FAR or edge[2])
    return edges
