"""Where an outcome stood among all that could have come: percentiles, with how far they spread by chance alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import msgspec

HALF = Fraction(1, 2)
COUNTABLE = 4_000  # faces of all dice of a throw together: beyond that their total is as good as normal


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where an outcome stood for a side: all that could have come are spread evenly from 0, the worst, to 1."""

    percentile: float  # worse ones, and half of those just as good
    share: float  # of those just as good
    tail: float  # of those at least as good, or where it was bad, at least as bad
    variance: float  # of the percentile, over all that could have come


class Spread(NamedTuple):
    """Values with their chance, and the one that came."""

    chances: Mapping[tuple[int, ...], Fraction]
    came: tuple[int, ...]

    def standing(self) -> Standing:
        """Mid-p: half of what is just as good counts as worse; so that the mean is 1/2 whatever the spread."""
        less = sum((chance for value, chance in self.chances.items() if value < self.came), Fraction(0))
        same = self.chances.get(self.came, Fraction(0))
        place = less + same / 2
        cubes = sum((chance**3 for chance in self.chances.values()), Fraction(0))
        tail = less + same if place < HALF else 1 - less
        return Standing(
            percentile=float(place), share=float(same), tail=float(tail), variance=float((1 - cubes) / 12)
        )  # fmt: skip


def height(dice: int, sides: int, total: int) -> Standing:
    """Where a total stands among all that so many dice can show."""
    if dice > 1 and dice * sides > COUNTABLE:
        mean, deviation = dice * (sides + 1) / 2, math.sqrt(dice * (sides * sides - 1) / 12)
        place = (1 + math.erf((total - mean) / deviation / math.sqrt(2))) / 2
        return Standing(percentile=place, share=0.0, tail=min(place, 1 - place), variance=1 / 12)
    ways = totals(dice, sides)
    whole = sides**dice
    return Spread({(dice + i,): Fraction(n, whole) for i, n in enumerate(ways)}, (total,)).standing()


@cache
def totals(dice: int, sides: int) -> tuple[int, ...]:
    """In how many ways so many dice show each total, from the lowest on."""
    ways = [1]
    for _ in range(dice):
        longer, window = [0] * (len(ways) + sides - 1), 0
        for i in range(len(longer)):
            window += (ways[i] if i < len(ways) else 0) - (ways[i - sides] if i >= sides else 0)
            longer[i] = window
        ways = longer
    return tuple(ways)
