"""Where an order can lead: positions with their chance, told apart by all that the rules know of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from domain.kernel.copying import copier, digest
from domain.kernel.facts import Side
from domain.kernel.system import System
from domain.odds.detail import Detail, Story, shared

KEPT = 500  # positions that can be looked at, where words do not tell them apart


class Upshot(NamedTuple):
    """What all systems share of an outcome; numbers in the order of the sides."""

    winner: Side | None  # None: the game goes on; empty: a draw
    points: tuple[int, ...]
    losses: tuple[int, ...]


def change(system: System[Any], before: Any, after: Any) -> Upshot:
    """What an order did to the result, the points and the losses; one that is certain counts before it is taken."""
    then, now, sides = before.core, after.core, before.core.sides
    gained = tuple(now.points.get(side, 0) - then.points.get(side, 0) for side in sides)
    old, new = system.book.losses(before), system.book.losses(after)
    return Upshot(now.ended.winner if now.ended else None, gained, tuple(new[side] - old[side] for side in sides))


@dataclass(slots=True)
class End:
    """A position an order can lead to, with the likeliest way to it."""

    chance: Fraction
    story: Story
    likeliest: Fraction
    change: Upshot
    total: int  # of the dice, where nothing else tells outcomes apart
    state: Any = None  # of the first so many


class Ends:
    """Equal positions are one end, however the dice led there."""

    def __init__(
        self, system: System[Any], before: Any, *, by_total: bool = False, detail: Detail | None = None
    ) -> None:
        self.system, self.before, self.by_total, self.detail = system, before, by_total, detail
        self.found: dict[bytes, End] = {}

    def __iter__(self) -> Iterator[End]:
        return iter(self.found.values())

    def __len__(self) -> int:
        return len(self.found)

    def _key(self, state: Any, total: int) -> bytes:
        if self.detail and self.system.book.forgets:
            state = copier(self.system)(state)
            for forget in self.system.book.forgets:
                forget(state)
        return digest(state) + (b"%d" % total if self.by_total else b"")

    def find(self, state: Any, total: int) -> End | None:
        return self.found.get(self._key(state, total))

    def add(self, state: Any, chance: Fraction, story: Story, likeliest: Fraction, total: int = 0) -> None:
        key = self._key(state, total)
        known = self.found.get(key)
        if known is None:
            kept = state if self.detail and len(self.found) < KEPT else None
            self.found[key] = End(chance, story, likeliest, change(self.system, self.before, state), total, kept)
            return
        known.chance += chance
        self.compare(known.story, story)
        likely, other = (story, known.story) if likeliest > known.likeliest else (known.story, story)
        known.story, known.likeliest = self.shared(likely, other), max(likeliest, known.likeliest)

    def compare(self, first: Story, second: Story) -> None:
        """Two ways to one position: what differs between them did not matter."""
        if self.detail:
            self.detail.compare(first, second)

    def learn(self, first: Story, second: Story) -> None:
        """Two throws that the rules take alike: what differs between them is of the dice."""
        if self.detail:
            self.detail.learn(first, second)

    def shared(self, likely: Story, other: Story) -> Story:
        """Of two ways to one position what both have in common: nothing is told that did not happen on both."""
        return shared(likely, other) if self.detail and likely != other else likely

    def share(self) -> Fraction:
        """How much of all chance was found so far."""
        return sum((end.chance for end in self), Fraction(0))

    def scale(self, by: Fraction) -> None:
        for end in self:
            end.chance *= by

    def changes(self) -> dict[Upshot, Fraction]:
        """How likely each change of result, points and losses is."""
        sums: dict[Upshot, Fraction] = {}
        for end in self:
            sums[end.change] = sums.get(end.change, Fraction(0)) + end.chance
        return sums
