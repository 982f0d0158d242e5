"""The cheapest ways from a place to others: whole-numbered prices in buckets, over nodes of any kind."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)  # a hex, or a hex and what else decides the next step: a facing
Steps = Callable[[N], Iterable[tuple[N, int]]]  # the nodes next to one, and what each step costs: 1 at least
Reached = dict[N, tuple[N, int]]  # a node, the one before it on the way, and what the way costs
NO_TOLLS: Final[Mapping[Any, int]] = {}
Left = Callable[[N], tuple[int, bool]]  # the least that is left to pay from a node, and whether it is just that


class Route(NamedTuple, Generic[N]):
    """Where a path leads and what it costs."""

    path: tuple[N, ...]
    cost: int


def ways(start: N, budget: int, steps: Steps[N], head: Route[N] | None = None) -> list[Route[N]]:
    """Each other node within the budget by its cheapest way, nearest first; `head` is the way that led to the start."""
    before, spent = head or ((), 0)
    return routes(start, reached(start, budget - spent, steps), before, spent)


def routes(start: N, found: Reached[N], before: tuple[N, ...] = (), spent: int = 0) -> list[Route[N]]:
    """What a search has reached as ways; `before` led to its start, and so much was spent on that."""
    paths, routed = {start: before}, list[Route[N]]()
    for node, (via, cost) in found.items():
        paths[node] = path = (*paths[via], node)
        routed.append(_route((path, spent + cost)))
    return routed


def reached(
    start: N, budget: int, steps: Steps[N], closed: Container[N] = frozenset(), tolls: Mapping[N, int] = NO_TOLLS
) -> Reached[N]:
    """Each other node within the budget, nearest first, with the node before it on the cheapest way and its cost.

    No way leads into a `closed` node; into one with a toll it costs so much more. Of two ways that cost alike it is the
    one found first.
    """
    best, via, found = {start: 0}, dict[N, N](), dict[N, tuple[N, int]]()
    known, toll, beyond = best.get, tolls.get, budget + 1
    buckets: list[list[N]] = [[start], *([] for _ in range(budget))]
    for total, bucket in enumerate(buckets):  # as `settled`, whose every node would be handed on: there are many
        for node in bucket:
            if best[node] != total:
                continue
            if total:
                found[node] = via[node], total
            for to, cost in steps(node) if total < budget else ():
                there, least = total + cost, known(to, beyond)
                if there < least and to not in closed and (there := there + toll(to, 0)) < least:
                    best[to], via[to] = there, node
                    buckets[there].append(to)
    return found


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


class Prices(Generic[N]):
    """What the cheapest way from each node to one end costs; what a search has found out serves those after it.

    `left` must not fall by more than a step costs. Where it is known to the point a search is over.
    """

    def __init__(self, budget: int, steps: Steps[N], left: Left[N]) -> None:
        self._budget, self._steps, self._first = budget, steps, left
        self._known: dict[N, tuple[int, bool]] = {}

    def _left(self, node: N) -> tuple[int, bool]:
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._first(node)
        return found

    def of(self, node: N) -> int | None:
        """None beyond the budget."""
        price, is_known = self._left(node)
        if not is_known:
            price = self._search(node)
        return price if price <= self._budget else None

    def _search(self, start: N) -> int:
        """Where it is likeliest first."""
        best, passed, price = {start: 0}, list[N](), self._budget + 1
        buckets: list[list[N]] = [[] for _ in range(self._left(start)[0])] + [[start]]
        for total, bucket in enumerate(buckets):
            for node in bucket:
                spent, (rest, is_known) = best[node], self._left(node)
                if is_known:
                    return self._learn(start, best, passed, total)
                if spent + rest == total:  # else a cheaper way there has been found since
                    passed.append(node)
                    self._spread(node, best, buckets)
        return self._learn(start, best, (), price)

    def _spread(self, node: N, best: dict[N, int], buckets: list[list[N]]) -> None:
        spent, beyond = best[node], self._budget + 1
        for to, cost in self._steps(node):
            there = spent + cost
            if there < best.get(to, beyond) and (promised := there + self._left(to)[0]) < beyond:
                best[to] = there
                buckets.extend([] for _ in range(promised + 1 - len(buckets)))
                buckets[promised].append(to)

    def _learn(self, start: N, best: dict[N, int], passed: Iterable[N], price: int) -> int:
        """From no node it has passed can less be left than would have made the way by it the cheaper one."""
        for node in passed:
            self._known[node] = (price - best[node], False)
        self._known[start] = (price, True)
        return price
