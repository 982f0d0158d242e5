"""Angles in whole numbers, hundredths of a degree clockwise from north: sines, turns, and bearings between points."""

from bisect import bisect_left, bisect_right
from functools import cache, lru_cache, partial
from math import atan2, degrees, pi, sin
from typing import NamedTuple

QUARTER = 9_000
HALF_TURN = 18_000
TURN = 36_000
SCALE = 10**9  # length of a direction
PI = 31415926535897932384626433832795028841971
PI_SCALE = 10**40

# Bearings are searched on finer sines, so that no vector on a table falls on the wrong side of a half hundredth.
_FINE = 10**30
_GUARD = 10**6
_SURE = 0.499  # a float so near to a whole number rounds to it, whatever its last digits


class Point(NamedTuple):
    """A place on the table, or a vector."""

    x: int
    y: int

    def plus(self, other: "Point") -> "Point":
        return _point((self[0] + other[0], self[1] + other[1]))

    def minus(self, other: "Point") -> "Point":
        return _point((self[0] - other[0], self[1] - other[1]))

    def dot(self, other: "Point") -> int:
        return self.x * other.x + self.y * other.y

    def cross(self, other: "Point") -> int:
        """Above zero if `other` lies to the left of this vector."""
        return self.x * other.y - self.y * other.x


_point = partial(tuple.__new__, Point)  # as Point(…), without the step in between: there are many


def round_div(over: int, under: int) -> int:
    """Quotient to the nearest whole number, halves away from zero; `under` is positive."""
    return (2 * over + under) // (2 * under) if over >= 0 else -((under - 2 * over) // (2 * under))


@cache
def _sine(halves: int, scale: int) -> int:
    """Sine of so many half hundredths, by Taylor's series in whole numbers."""
    quarter, rest = divmod(halves % (2 * TURN), 2 * QUARTER)
    one = scale * _GUARD
    x = (2 * QUARTER - rest if quarter % 2 else rest) * PI * one // (2 * HALF_TURN * PI_SCALE)
    term, total, n = x, 0, 1
    while term:
        total += term if n % 4 == 1 else -term
        term = term * x * x // (one * one * (n + 1) * (n + 2))
        n += 2
    return round_div(total if quarter < 2 else -total, _GUARD)


@cache
def _rounded_sine(angle: int) -> int:
    rough = sin(angle * pi / HALF_TURN) * SCALE
    near = round(rough)
    return near if abs(rough - near) < _SURE else _sine(2 * angle, SCALE)


def sine(angle: int) -> int:
    """Sine times SCALE, to the nearest whole number."""
    return _rounded_sine(angle % TURN)


def cosine(angle: int) -> int:
    """Cosine times SCALE, to the nearest whole number."""
    return sine(angle + QUARTER)


@lru_cache(maxsize=TURN)
def direction(angle: int) -> Point:
    """Vector of length SCALE that looks along the angle."""
    return Point(sine(angle), cosine(angle))


def rotate(point: Point, pivot: Point, angle: int) -> Point:
    """The point turned clockwise about the pivot."""
    (s, c), (x, y) = direction(angle), point.minus(pivot)
    return Point(pivot.x + round_div(x * c + y * s, SCALE), pivot.y + round_div(y * c - x * s, SCALE))


def bearing(here: Point, there: Point) -> int:
    """Angle from one point to another, to the nearest hundredth."""
    x, y = there.minus(here)
    if (x, y) == (0, 0):
        raise ValueError(f"no bearing from {here} to itself")
    quarters = 0
    while x < 0 or y <= 0:
        x, y, quarters = -y, x, quarters + 1
    rough = degrees(atan2(x, y)) * (QUARTER // 90)
    near = round(rough)
    if abs(rough - near) >= _SURE:
        near = _exact_bearing(x, y)
    return (quarters * QUARTER + near) % TURN


def _exact_bearing(x: int, y: int) -> int:
    """To the nearest hundredth, in the first quarter: for what lies so near to a half that floats cannot tell."""

    def is_short_of(hundredths: int) -> bool:
        halves = 2 * hundredths - 1
        return x * _sine(halves + 2 * QUARTER, _FINE) < y * _sine(halves, _FINE)

    return bisect_left(range(1, QUARTER + 1), True, key=is_short_of)


def turn_between(heading: int, other: int) -> int:
    """Shortest turn from one heading to the other: above zero clockwise, never below or at minus a half turn."""
    turn = (other - heading) % TURN
    return turn if turn <= HALF_TURN else turn - TURN


def arcsine(over: int, under: int) -> int:
    """The angle up to a quarter turn whose sine this is, in hundredths of a degree, rounded down."""
    return bisect_right(range(QUARTER + 1), over * SCALE, key=lambda angle: sine(angle) * under) - 1
