"""What the last order did, or several: the traces drawn over a board, and the order in words. Secrets stay secret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from domain.games.games import Games
from domain.games.sight import can_see, seen
from domain.kernel.board import Trace
from domain.kernel.errors import BadInput
from domain.kernel.facts import OrderGiven, PhaseBegan, Side
from domain.kernel.play import fold
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref

Since = int | Literal["phase", "turn"]  # so many orders, or all since the phase or the turn began
MOST_ORDERS = 500
CHUNK = 256  # entries are read backwards: so many, then twice as many each time, for there may be only notes
HIDDEN = "(hidden)"


Group = tuple[Entry, ...]  # the entries of one order, or what the clerk wrote


class Past(NamedTuple):
    """The state after an entry, the last orders up to it, the oldest first, and what may be seen of them as traces."""

    state: Any
    orders: tuple[Group, ...]
    traces: tuple[Trace, ...]
    is_before: bool = False  # they are of the phase or turn before: in this one nothing was ordered yet


def since_of(text: str) -> Since:
    """`3`, `phase` or `turn`, as people type it."""
    if text in ("phase", "turn"):
        return text  # type: ignore[return-value]
    if re.fullmatch(r"[0-9]{1,3}", text) and int(text) <= MOST_ORDERS:
        return int(text)
    raise BadInput(f"{text!r} is no number of orders from 0 to {MOST_ORDERS}, nor phase or turn")


def past(games: Games, line: Line, number: int, viewer: Side | None, since: Since = 1) -> Past:
    """Goes back as far as the orders asked for, and from there on to the entry."""
    groups, is_before = _groups(games, line, number, since)
    state = games.state(line, groups[0][0].number - 1 if groups else number)
    found: list[Trace] = []
    for group in groups:
        found += line.system.book.traces(state, [entry.fact for entry in seen(group, viewer)])
        fold(line.system, state, [entry.fact for entry in group])
    return Past(state, tuple(filter(_is_order, groups)), tuple(found), is_before)


def _groups(games: Games, line: Line, number: int, since: Since) -> tuple[list[Group], bool]:
    """From the first order asked for, and whether they are of the phase or turn before.

    The last may be cut off by the entry looked at.
    """
    wanted = min(since, MOST_ORDERS) if isinstance(since, int) else MOST_ORDERS
    after, back = number if wanted else 0, CHUNK
    while after:
        after, back = max(0, number - back), 2 * back
        every = [tuple(group) for _, group in groupby(games.log.entries(line, after, number), lambda e: e.order_no)]
        whole = every if after == 0 else every[1:]  # the first may have begun before
        orders = [i for i, group in enumerate(whole) if _is_order(group)]
        begun, is_before = _begun(whole, since, is_all=after == 0)
        if begun is not None or len(orders) >= wanted:
            return whole[max(begun or 0, orders[-wanted:][0] if orders else 0) :], is_before
        if after == 0:
            return (whole[orders[0] :] if orders else []), False
    return [], False


def _is_order(group: Group) -> bool:
    return any(isinstance(entry.fact, OrderGiven) for entry in group)


def _begun(groups: Sequence[Group], since: Since, *, is_all: bool) -> tuple[int | None, bool]:
    """Where the last phase or turn with an order in it begins to be played, and whether a later one has begun since.

    None if that cannot be told from these.
    """
    began = [(i, fact.turn) for i, group in enumerate(groups) for e in group if isinstance(fact := e.fact, PhaseBegan)]
    if isinstance(since, int) or not began:
        return None, False
    starts = [i for i, _ in began]
    if since == "turn":
        firsts = [next(run)[0] for _, run in groupby(began, lambda each: each[1])]
        starts = firsts if is_all else firsts[1:]  # the first of these may have begun before
    last = max((i for i, group in enumerate(groups) if _is_order(group)), default=-1)
    played = [start for start in starts if start < last]
    if played:
        return played[-1] + 1, played[-1] != starts[-1]
    return (len(groups) - 1, False) if is_all else (None, False)


def turns_of(games: Games, ref: Ref) -> list[tuple[int, int]]:
    """The entry at which each turn begins, and its number."""
    found: dict[int, int] = {}
    for entry in games.entries_of(ref, PhaseBegan):
        assert isinstance(entry.fact, PhaseBegan)
        found.setdefault(entry.fact.turn, entry.number)
    return [(entry, turn) for turn, entry in found.items()]


def order_words(system: Any, order: Sequence[Entry], viewer: Side | None) -> str:
    """`union> MoveUnit …, entry 12`."""
    from domain.words.phrases import phrase
    from domain.words.tell import tell

    given = next(entry for entry in order if isinstance(entry.fact, OrderGiven))
    said = tell(system, given.fact) if can_see(viewer, given.to) else phrase(HIDDEN)
    return phrase("{0} (entry {1})", said, given.number)
