"""The cheapest ways from a place to others: whole-numbered prices in buckets, over nodes of any kind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)  # a hex, or a hex and what else decides the next step: a facing
Steps = Callable[[N], Iterable[tuple[N, int]]]  # the nodes next to one, and what each step costs: 1 at least


class Route(NamedTuple, Generic[N]):
    """Where a path leads and what it costs."""

    path: tuple[N, ...]
    cost: int


def ways(start: N, budget: int, steps: Steps[N], head: Route[N] | None = None) -> list[Route[N]]:
    """Each other node within the budget by its cheapest way, nearest first; `head` is the way that led to the start.

    Of two ways that cost alike it is the one found first.
    """
    before, spent = head or ((), 0)
    most, best, via = budget - spent, {start: 0}, {start: start}
    paths: dict[N, tuple[N, ...]] = {start: before}
    buckets: list[list[N]] = [[start], *([] for _ in range(most))]
    for cost, bucket in enumerate(buckets):
        for node in bucket:
            if best[node] != cost:
                continue
            if cost:
                paths[node] = (*paths[via[node]], node)
            for to, price in steps(node) if cost < most else ():
                total = cost + price
                if total <= most and total < best.get(to, total + 1):
                    best[to], via[to] = total, node
                    buckets[total].append(to)
    del paths[start]
    return [_route((path, spent + best[node])) for node, path in paths.items()]


_route = partial(tuple.__new__, Route)  # as Route(…), without the step in between: there are many
