"""Who stands where, kept up to date piece by piece, so that a change costs no more than what it touches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from math import inf

from domain.kernel.board import Counter

Changes = Mapping[str, Counter | None]  # as it now is, by its id; None: gone


class Muster:
    """The counters of a board in its order, and those of each place."""

    def __init__(self, counters: dict[str, Counter]) -> None:
        self.counters = counters  # changed here and nowhere else
        self.numbers = count()
        self.rank = {id: next(self.numbers) for id in counters}
        self.places: dict[str, set[str]] = {}
        for id, counter in counters.items():
            self._put(id, counter)

    def _put(self, id: str, counter: Counter) -> None:
        for place in {counter.at, counter.also or counter.at}:
            self.places.setdefault(place, set()).add(id)

    def take(self, changes: Changes) -> None:
        """A new piece comes last, as it does on the board."""
        for id, counter in changes.items():
            before = self.counters.pop(id) if counter is None else self.counters.get(id)
            if before is not None:
                for place in {before.at, before.also or before.at}:
                    self.places[place].discard(id)
            if counter is None:
                del self.rank[id]
                continue
            if before is None:
                self.rank[id] = next(self.numbers)
            self.counters[id] = counter
            self._put(id, counter)

    def place(self, id: str) -> float:
        """In the order of the board; what is not there yet will come last."""
        return self.rank.get(id, inf)

    def among(self, places: Iterable[str], ids: Iterable[str] = ()) -> tuple[Counter, ...]:
        """All that stand in these places, and these besides, in the order of the board."""
        found = {id for place in places for id in self.places.get(place, ())}
        found.update(id for id in ids if id in self.counters)
        return tuple(self.counters[id] for id in sorted(found, key=self.rank.__getitem__))
