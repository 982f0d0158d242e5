"""Convex pieces in whole numbers, so that what is cut again and again stays exact and cheap: cut, parted, measured."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

from domain.tabletop.polygons import Number

Spot: TypeAlias = tuple[Number, Number]
Plane: TypeAlias = tuple[Number, Number, Number]  # all points with a * x + b * y + c >= 0
Corner: TypeAlias = tuple[int, int, int]  # x, y and what both are parts of: the point x / under, y / under
Piece: TypeAlias = Sequence[Corner]


def piece_of(spots: Iterable[Spot]) -> list[Corner]:
    return [(x, y, 1) if type(x) is int and type(y) is int else _corner(x, y) for x, y in spots]


def _corner(x: Number, y: Number) -> Corner:
    under = lcm(x.denominator, y.denominator)
    return x.numerator * (under // x.denominator), y.numerator * (under // y.denominator), under


def spots_of(piece: Piece) -> tuple[Spot, ...]:
    return tuple([(x, y) if under == 1 else (Fraction(x, under), Fraction(y, under)) for x, y, under in piece])


def cut(piece: Piece, planes: Iterable[Plane]) -> Piece:
    """What is left of a piece in all half-planes."""
    for plane in planes:
        values = _values(piece, plane)
        if not values or max(values) < 0:
            return ()
        if min(values) < 0:
            piece = list(_cut(piece, values))
    return piece


def parted(piece: Piece, planes: Iterable[Plane]) -> Iterator[Piece]:
    """What lies outside any of the half-planes, in pieces that have an area."""
    for plane in planes if piece else ():
        values = _values(piece, plane)
        if min(values) >= 0:
            continue
        outside = list(_cut(piece, [-value for value in values]))
        if area2(outside):
            yield outside
        if max(values) <= 0:  # nothing of it, or no more than a line, lies within
            return
        piece = list(_cut(piece, values))


def _values(piece: Piece, plane: Plane) -> list[int]:
    a, b, c = plane
    if not (type(a) is int and type(b) is int and type(c) is int):
        under = lcm(a.denominator, b.denominator, c.denominator)
        a, b, c = int(a * under), int(b * under), int(c * under)
    return [a * x + b * y + c * under for x, y, under in piece]


def _cut(piece: Piece, values: Sequence[int]) -> Iterator[Corner]:
    before, (px, py, punder) = values[-1], piece[-1]
    for corner, value in zip(piece, values, strict=True):
        x, y, under = corner
        if before < 0 < value or value < 0 < before:
            yield _lowest(x * before - px * value, y * before - py * value, under * before - punder * value)
        if value >= 0:
            yield corner
        before, px, py, punder = value, x, y, under


def _lowest(x: int, y: int, under: int) -> Corner:
    common = gcd(x, y, under) if under > 0 else -gcd(x, y, under)
    return x // common, y // common, under // common


def area2(piece: Piece) -> Fraction:
    """Twice the area."""
    total, whole = Fraction(0), 0
    px, py, punder = piece[-1] if piece else (0, 0, 1)
    for x, y, under in piece:
        if under == punder == 1:
            whole += px * y - py * x
        else:
            total += Fraction(px * y - py * x, punder * under)
        px, py, punder = x, y, under
    return abs(total + whole)
