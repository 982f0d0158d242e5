"""The best of several ways that lead to the same place, as the rules of a system take and price them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from domain.kernel.errors import IllegalOrder

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
