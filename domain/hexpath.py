"""Ways over hexes: reach, shortest paths, retreats and clusters."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise, takewhile
from typing import NamedTuple

from domain.hexgrid import Hex, distance

# Of the step from one hex to the next; None forbids it, as it must off the map.
Cost = Callable[[Hex, Hex], int | None]
Allowed = Callable[[Hex, Hex], bool]


class Route(NamedTuple):
    """A way and its cost; the path holds both ends."""

    cost: int
    path: tuple[Hex, ...]


def reachable(start: Hex, budget: int, cost: Cost) -> dict[Hex, Route]:
    """The best route to each hex in reach, cheapest first; ties go to fewer steps, then to lesser hexes on the way."""
    return {route.path[-1]: route for route in takewhile(lambda route: route.cost <= budget, _routes(start, cost))}


def onward(start: Hex, goals: Collection[Hex], cost: Cost) -> dict[Hex, tuple[Hex, ...]]:
    """Next steps, clockwise, at each hex of cheapest ways to nearest goals, or {}; cost must forbid leaving the map."""
    spent = _spent(start, goals, cost)
    following: dict[Hex, tuple[Hex, ...]] = {goal: () for goal in spent if goal in goals}
    for at in reversed(spent):
        if steps := tuple(to for to, price in _steps(at, cost) if to in following and spent[at] + price == spent[to]):
            following[at] = steps
    return following


def shortest_paths(start: Hex, goals: Collection[Hex], cost: Cost) -> Iterator[tuple[Hex, ...]]:
    """Every cheapest path to the nearest goals, with its ends, clockwise at forks; cost must forbid leaving the map."""
    following = onward(start, goals, cost)
    stack: list[tuple[Hex, ...]] = [(start,)] if following else []
    while stack:
        path = stack.pop()
        steps = following[path[-1]]
        if not steps:
            yield path
        stack += [(*path, to) for to in reversed(steps)]


def retreat(start: Hex, goals: Collection[Hex], allowed: Allowed) -> dict[Hex, tuple[Hex, ...]]:
    """As `onward`, counting hexes, on the shortest allowed ways to a goal; `allowed` must forbid leaving the map."""
    return onward(start, goals, lambda here, to: 1 if allowed(here, to) else None)


def connected(hexes: Iterable[Hex]) -> tuple[frozenset[Hex], ...]:
    """The clusters of adjacent hexes, in the order of their least members."""
    left = set(hexes)
    clusters = []
    while left:
        cluster = _flood(min(left), left)
        left -= cluster
        clusters.append(cluster)
    return tuple(clusters)


def is_path(hexes: Sequence[Hex]) -> bool:
    """Whether each hex is adjacent to the one before."""
    return all(distance(here, to) == 1 for here, to in pairwise(hexes))


def _routes(start: Hex, cost: Cost) -> Iterator[Route]:
    """The best route to every hex there is, cheapest first."""
    done: set[Hex] = set()
    queue: list[tuple[int, int, tuple[Hex, ...]]] = [(0, 0, (start,))]
    while queue:
        spent, steps, path = heappop(queue)
        if path[-1] in done:
            continue
        done.add(path[-1])
        yield Route(spent, path)
        for at, price in _steps(path[-1], cost):
            if at not in done:
                heappush(queue, (spent + price, steps + 1, (*path, at)))


def _spent(start: Hex, goals: Collection[Hex], cost: Cost) -> dict[Hex, int]:
    """What the hexes no dearer than the nearest goal cost to reach, cheapest first; nothing if no goal is in reach."""
    spent: dict[Hex, int] = {}
    nearest: int | None = None
    for route in _routes(start, cost):
        at = route.path[-1]
        if nearest is None and at in goals:
            nearest = route.cost
        elif nearest is not None and route.cost > nearest:
            break
        spent[at] = route.cost
    return {} if nearest is None else spent


def _steps(at: Hex, cost: Cost) -> Iterator[tuple[Hex, int]]:
    for to in at.neighbours():
        if (price := cost(at, to)) is not None:
            yield to, price


def _flood(seed: Hex, within: set[Hex]) -> frozenset[Hex]:
    found, edge = {seed}, [seed]
    while edge:
        fresh = within.intersection(edge.pop().neighbours()) - found
        found |= fresh
        edge += fresh
    return frozenset(found)
