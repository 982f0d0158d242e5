"""Entries that belong together: those of an order, a ruling with what it sets straight, a note by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from domain.games.games import Games
from domain.kernel.facts import CLERICAL, IrregularPlay, OrderGiven, RulingMade
from domain.log.entry import Entry
from domain.log.gamelog import GameLog, Line

WINDOW = 8  # entries to each side: most orders are shorter
RULED = "ruled"
_APART = frozenset(CLERICAL) - {IrregularPlay}  # kinds of facts: to ask an entry for its own takes longer to say no


def groups(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Entries by order; clerical ones, which stand alone, one by one; a ruling with the facts it sets straight."""
    for _, found in groupby(entries, key=_group):
        yield list(found)


def _group(entry: Entry) -> tuple[int, str, int]:
    kind = type(entry.fact)
    is_alone = kind in _APART and not (kind is RulingMade and entry.source == RULED)
    return entry.order_no, entry.line, entry.number if is_alone else 0


def group_at(log: GameLog, line: Line, number: int, upto: int | None = None) -> list[Entry]:
    """The group an entry belongs to, as far as it goes up to an entry.

    Reads no more of a long log than it must: as far to both sides as the group goes on.
    """
    head, reach = log.head(line).number if upto is None else upto, WINDOW
    while True:
        low, high = max(0, number - reach), min(head, number + reach)
        found = next(g for g in groups(log.each_entry(line, low, high)) if g[-1].number >= number)
        is_whole_before = low == 0 or found[0].number > low + 1
        if is_whole_before and (high == head or found[-1].number < high):
            return found
        reach *= 4


def entries_of(games: Games, line: Line, number: int | None) -> list[Entry]:
    """The order, or whatever else, that an entry belongs to; without a number, the last order of the line."""
    at = head = games.entry_number(line, None)
    if number is not None:
        return group_at(games.log, line, games.entry_number(line, number))
    while at > 0:
        found = group_at(games.log, line, at)
        if isinstance(found[0].fact, OrderGiven):
            return found
        at = found[0].number - 1
    return group_at(games.log, line, head)
