"""The best of several ways that lead to a place, or toward it, as the rules of a system take and price them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import isqrt
from typing import TypeVar

from domain.kernel.errors import IllegalOrder
from domain.tabletop.angles import Point
from domain.tabletop.polygons import squared

W = TypeVar("W")


def cheapest(price: Callable[[W], int], *choices: Iterable[W]) -> W | None:
    """The first of those that cost least, of the first choices of which any may be gone.

    `price` raises for a way that the rules refuse. Where all are refused, it is for what most of them are; None: there
    is none.
    """
    refused: list[IllegalOrder] = []
    for ways in choices:
        best: tuple[int, W] | None = None
        for way in ways:
            try:
                cost = price(way)
            except IllegalOrder as error:
                refused.append(error)
                continue
            if best is None or cost < best[0]:
                best = cost, way
        if best is not None:
            return best[1]
    if refused:
        raise _commonest(refused)
    return None


def _commonest(refused: list[IllegalOrder]) -> IllegalOrder:
    """Of the first way that is refused for it."""
    ((key, _), *_) = Counter(error.reason.key for error in refused).most_common(1)
    return next(error for error in refused if error.reason.key == key)


def nearest_end(here: Point, to: Point, ways: Iterable[W], ended: Callable[[W], tuple[Point, int]]) -> W | None:
    """Of the ways on a table that may be gone, the one that ends nearest to a point, the shorter of two.

    `ended` says where a way ends and how long it is, and raises for one that the rules refuse. None: none leads nearer.
    """
    best: tuple[tuple[int, int], W] | None = None
    for way in ways:
        try:
            end, long = ended(way)
        except IllegalOrder:
            continue
        if best is None or (away(end, to), long) < best[0]:
            best = (away(end, to), long), way
    return best[1] if best is not None and best[0][0] < away(here, to) else None


def away(here: Point, there: Point) -> int:
    return isqrt(squared(here, there))
