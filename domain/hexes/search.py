"""The cheapest ways from a place to others: whole-numbered prices in buckets, over nodes of any kind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)  # a hex, or a hex and what else decides the next step: a facing
Steps = Callable[[N], Iterable[tuple[N, int]]]  # the nodes next to one, and what each step costs: 1 at least
Left = Callable[[N], tuple[int, bool]]  # the least that is left to pay from a node, and whether it is just that


class Route(NamedTuple, Generic[N]):
    """Where a path leads and what it costs."""

    path: tuple[N, ...]
    cost: int


def ways(start: N, budget: int, steps: Steps[N], head: Route[N] | None = None) -> list[Route[N]]:
    """Each other node within the budget by its cheapest way, nearest first; `head` is the way that led to the start.

    Of two ways that cost alike it is the one found first.
    """
    return list(each_way(start, budget, steps, head))


def each_way(start: N, budget: int, steps: Steps[N], head: Route[N] | None = None) -> Iterator[Route[N]]:
    """The same one after the other, as far as somebody asks."""
    before, spent = head or ((), 0)
    paths = {start: before}
    for node, cost, via in settled(start, budget - spent, steps):
        paths[node] = path = (*paths[via], node)
        yield _route((path, spent + cost))


_route = partial(tuple.__new__, Route)  # as Route(…), without the step in between: there are many


def settled(start: N, budget: int, steps: Steps[N]) -> Iterator[tuple[N, int, N]]:
    """Node, cost and the node before it, in the order of cost, as far as somebody asks."""
    best, via, beyond = {start: 0}, {start: start}, budget + 1
    buckets: list[list[N]] = [[start], *([] for _ in range(budget))]
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if best[node] != spent:
                continue
            if spent:
                yield node, spent, via[node]
            for to, cost in steps(node) if spent < budget else ():
                total = spent + cost
                if total < best.get(to, beyond):
                    best[to], via[to] = total, node
                    buckets[total].append(to)


def cheapest(start: N, budget: int, steps: Steps[N], left: Left[N]) -> int | None:
    """What the cheapest way from a node to its end costs, looked for where it is likeliest; None beyond the budget.

    What is left must not fall by more than a step costs. Where it is known to the point the search is over.
    """
    best, beyond = {start: 0}, budget + 1
    buckets: list[list[N]] = [[] for _ in range(max(budget, left(start)[0]) + 1)]
    buckets[left(start)[0]].append(start)
    for total, bucket in enumerate(buckets[:beyond]):
        for node in bucket:
            spent, (rest, is_known) = best[node], left(node)
            if spent + rest != total:
                continue  # a cheaper way there has been found since
            if is_known:
                return total
            for to, cost in steps(node):
                there = spent + cost
                if there < best.get(to, beyond) and (promised := there + left(to)[0]) <= budget:
                    best[to] = there
                    buckets[promised].append(to)
    return None
