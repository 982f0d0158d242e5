"""How often chance alone is as uneven as this: the chi-square test, from the incomplete gamma function."""

from __future__ import annotations

import math
from collections.abc import Sequence

FEWEST_EXPECTED = 5  # of each face: below that the test's own approximation does not hold
_STEPS = 100_000
_NEAR = 1e-15
_TINY = 1e-300


def chi_square(counts: Sequence[int]) -> float:
    """How far counts lie from being all alike."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def p_value(statistic: float, degrees: int) -> float:
    """The chance that fair dice give a chi-square at least as large."""
    if statistic <= 0:
        return 1.0
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), for a and x above 0."""
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return min(1.0, max(0.0, 1.0 - scale * _series(a, x)))
    return min(1.0, scale * _fraction(a, x))


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _NEAR:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction, evaluated from its front so that it can stop when nothing changes."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value = d
    for n in range(1, _STEPS):
        numerator, b = -n * (n - a), b + 2
        d = 1 / (numerator * d + b or _TINY)
        c = b + numerator / c or _TINY
        value *= d * c
        if abs(d * c - 1) < _NEAR:
            break
    return value
