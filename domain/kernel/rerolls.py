"""Dice rolled again, as data: who may or must, which of those on the table, and how they lie afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.kernel.facts import Side


class Grant(NamedTuple):
    """Leave for a side to roll the dice again that failed; if it must, those that succeeded."""

    by: Side
    source: str  # the card or rule it comes of
    must: bool = False
    most: int = 0  # dice of a lot it is good for; 0: all of them


class Lot(NamedTuple):
    """Dice thrown together: what each needs, what each shows, and the places of those that were rolled again."""

    needs: int
    faces: tuple[int, ...]
    again: tuple[int, ...] = ()

    @property
    def successes(self) -> int:
        return sum(1 for face in self.faces if face >= self.needs)


def open_places(lot: Lot, grant: Grant) -> tuple[int, ...]:
    """The places of the dice it speaks of; a die rolled again is not rolled a third time."""
    fresh = (place for place in range(len(lot.faces)) if place not in lot.again)
    found = tuple(place for place in fresh if (lot.faces[place] >= lot.needs) == grant.must)
    return found[: grant.most] if grant.most else found


def count_open(lots: Iterable[Lot], grant: Grant) -> int:
    return sum(len(open_places(lot, grant)) for lot in lots)


def rolled_again(lot: Lot, grant: Grant, thrown: Iterator[int]) -> Lot:
    """The second face stands, against the same number."""
    fresh = {place: next(thrown) for place in open_places(lot, grant)}
    faces = tuple(fresh.get(place, face) for place, face in enumerate(lot.faces))
    return Lot(lot.needs, faces, (*lot.again, *fresh))
