"""What was done to an entry that does not fit, as far as those after it still tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain as one_after_another
from itertools import islice

from domain.log.entry import Sealed

FARTHEST_SHIFT = 1000  # how many entries taken out together we still recognise as such


def misplaced(wanted: int, number: int, following: Iterable[int]) -> str:
    """Entry `number` stands where `wanted` should; `following` are the numbers after it."""
    if wanted in following:
        return f"stands further down, and entry {number} in its place: they are out of order"
    if number < wanted:
        return f"should come next, but there stands entry {number} once more: it was put in"
    return f"is missing; the next one there is {number}"


def what_was_done(here: Sealed, before: bytes, following: Iterator[Sealed]) -> str:
    """Where entries were renumbered as well, the hashes after still tell what happened."""
    number, near = here.number, list(islice(following, 2))
    true = next((entry for entry in one_after_another(near, following) if _fits(entry, before, number)), None)
    if true is not None:
        if true is near[0] and (len(near) == 1 or _fits(near[1], true.hash, number + 1)):
            return "was put in: the true one stands after it"
        return f"stands in the place of entry {true.number}: they are out of order"
    if near:
        then = near[0]
        if _fits(then, here.expected(before), number + 1):
            return "bears another hash than its own: the hash was changed"
        if _fits(then, here.hash, number + 1):
            return "was changed"
        if any(_fits(then, here.hash, number + 1 + shift) for shift in range(1, FARTHEST_SHIFT)):
            return "is another one, moved up: one or more before it were taken out"
    return "was changed, or one before it was taken out"


def _fits(entry: Sealed, before: bytes, number: int) -> bool:
    return entry._replace(number=number).expected(before) == entry.hash
