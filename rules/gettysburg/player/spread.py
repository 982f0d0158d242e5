"""How far it is from some hexes to all others: worked out only as far as somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import HexId

FAR: Final = 99  # hexes, or MP, beyond anybody's concern
Steps = Mapping[HexId, tuple[tuple[HexId, int], ...]]  # from each hex: where to, and at what price


class Spread:
    """Hexes are settled in the order of their cost; a step out of a hex with a toll costs so much more."""

    def __init__(
        self, sources: Iterable[HexId], steps: Steps, most: int,
        closed: frozenset[HexId] = frozenset(), tolled: frozenset[HexId] = frozenset(), toll: int = 0,
    ) -> None:  # fmt: skip
        self._steps, self._most, self._closed, self._tolled, self._toll = steps, most, closed, tolled, toll
        self._best = dict.fromkeys(sources, 0)
        self._buckets = [list(self._best)]
        self._settled = 0  # all that costs no more than this

    def cost(self, at: HexId, unknown: int) -> int:
        """The least cost to a hex; `unknown` if it is more than the most, or there is no way."""
        best, settled, last = self._best, self._settled, self._most
        if (found := best.get(at, last + 1)) <= settled:
            return found
        while best.get(at, last + 1) > settled < min(len(self._buckets), last):
            self._spread(settled)
            self._settled = settled = settled + 1
        return best.get(at, unknown)

    def _spread(self, spent: int) -> None:
        best, buckets, steps, closed, endless = self._best, self._buckets, self._steps, self._closed, self._most + 1
        tolled, known, last = self._tolled, self._best.get, len(self._buckets) - 1
        for at in buckets[spent]:
            if best[at] != spent:
                continue
            base = spent + self._toll if at in tolled else spent
            for to, cost in steps[at]:
                total = base + cost
                if total < known(to, endless) and to not in closed:
                    best[to] = total
                    if total > last:
                        buckets.extend([] for _ in range(total - last))
                        last = total
                    buckets[total].append(to)


def step_costs(ground: Ground) -> Steps:
    """For each hex, the neighbours from which infantry comes into it, and at what price."""
    return ground.kept("player steps", lambda: {
        at: tuple((a, cost) for a in ground.near(at) if (cost := ground.step_cost("infantry", a, at)) is not None)
        for at in ground.hexes
    })  # fmt: skip


def single_steps(ground: Ground) -> Steps:
    return ground.kept("player single steps", lambda: {
        at: tuple((to, 1) for to in ground.near(at)) for at in ground.hexes
    })  # fmt: skip
