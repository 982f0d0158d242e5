"""What an order can lead to, and how likely: every throw tried, by the rules as they are, without touching the log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from domain.games.hearing import heard
from domain.games.look import due
from domain.games.terms import known_side
from domain.kernel.facts import OrderGiven, Side
from domain.log.gamelog import Line
from domain.odds.detail import Detail
from domain.odds.ends import Ends
from domain.odds.explore import COUNT, Explored, Plan, explore
from domain.odds.moment import Moment
from domain.odds.sample import SEED, wilson
from domain.odds.table import Chances, Likely
from domain.odds.tree import ToTry
from domain.words.orders import format_order


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """All outcomes that are told in the same words."""

    fraction: str
    share: float
    low: float | None = None  # 95 % interval of a sampled share; where counting was stopped, the least it can be
    high: float | None = None  # and the most
    words: tuple[str, ...]
    points: dict[Side, int]  # gained; sides that gain none are left out
    losses: dict[Side, int]
    winner: Side | None = None  # None: the game goes on; empty: a draw
    positions: int = 1  # how many different positions are told in these words
    happened: bool = False  # in the game itself


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of what orders lead to, up to where someone must decide."""

    ref: str
    orders: tuple[str, ...]
    exact: bool
    ways: int  # runs of the rules; of samples, how many
    seed: int | None = None  # of the samples
    stopped: bool = False  # by Ctrl-C: not all ways were counted, or not all samples taken
    counted: float = 1.0  # how much of all chance stands in the outcomes
    apart: Literal["outcome", "dice", "nothing"]  # what tells the outcomes apart; dice: only their total
    always: tuple[str, ...]  # what happens in any case
    outcomes: tuple[Outcome, ...]  # the likeliest first; totals of dice the lowest first
    mean_points: dict[Side, float]
    mean_losses: dict[Side, float]


def odds(
    at: Moment, given: Sequence[ToTry], *, viewer: Side | None = None, every: bool = False, plan: Plan = COUNT
) -> Odds:
    """As the viewer may know it, or whoever gives the order; `every` keeps apart what is told in the same words."""
    detail = Detail(at.system, at.names)
    found = explore(at.system, at.state, given, plan, detail)
    table = Chances(at, found.ends, detail, viewer or _giver(found.ends), every=every)
    sides = at.state.core.sides
    return Odds(
        ref=at.ref, orders=tuple(_orders(found.ends, given)), exact=not found.samples and not found.stopped,
        ways=found.ways, seed=SEED if found.samples else None, stopped=found.stopped,
        counted=float(found.ends.share()), apart=_apart(found), always=table.always,
        outcomes=tuple(_outcome(table, row, found, sides) for row in table.rows),
        mean_points=_mean(found.ends, sides, "points"), mean_losses=_mean(found.ends, sides, "losses"),
    )  # fmt: skip


def _outcome(table: Chances, row: Likely, found: Explored, sides: Sequence[Side]) -> Outcome:
    low, high = _bounds(row.chance, found)
    return Outcome(
        fraction=str(row.chance), share=float(row.chance), low=low, high=high, words=row.words,
        points=_by_side(sides, row.change.points), losses=_by_side(sides, row.change.losses),
        winner=row.change.winner, positions=len(row.ends), happened=table.has_happened(row),
    )  # fmt: skip


def _bounds(chance: Fraction, found: Explored) -> tuple[float | None, float | None]:
    """What was not counted may all be of one kind."""
    if found.samples:
        return wilson(chance, found.samples)
    return (float(chance), float(chance + 1 - found.ends.share())) if found.stopped else (None, None)


def _giver(ends: Ends) -> Side:
    """Who gives the first order."""
    first = next(iter(ends)).story[0].fact
    assert isinstance(first, OrderGiven)
    return first.by


def _by_side(sides: Sequence[Side], numbers: Sequence[int]) -> dict[Side, int]:
    return {side: number for side, number in zip(sides, numbers, strict=True) if number}


def _apart(found: Explored) -> Literal["outcome", "dice", "nothing"]:
    if found.ends.by_total:
        return "dice"
    return "outcome" if len(found.ends) > 1 or found.stopped else "nothing"


def _mean(ends: Ends, sides: Sequence[Side], what: Literal["points", "losses"]) -> dict[Side, float]:
    """Points gained or losses taken on average of what was found, by side."""
    share = ends.share()
    sums = dict.fromkeys(sides, Fraction(0))
    for change, chance in ends.changes().items():
        for side, number in zip(sides, getattr(change, what), strict=True):
            sums[side] += chance / share * number
    return {side: float(mean) for side, mean in sums.items()}


def _orders(ends: Ends, given: Sequence[ToTry]) -> Iterator[str]:
    """The orders with who gives them; a later one that was never allowed has nobody."""
    facts = [item.fact for end in ends for item in end.story if isinstance(item.fact, OrderGiven)]
    for one in given:
        by = one.by or next((fact.by for fact in facts if fact.order == one.order), "")
        yield f"{by}> {format_order(one.order)}" if by else format_order(one.order)


_SIDE = re.compile(r"\s*([^\s>]+)>\s*(.+)", re.DOTALL)


def to_try(line: Line, at: Moment, text: str, by: str = "") -> ToTry:
    """An order as it was typed, `blue> ORDER` or without its side; it is not given."""
    by, text = apart(text, by)
    if by:
        known_side(line, by)
    giver = by or due(at.system, at.state)
    return ToTry(by, heard(at.system, at.state, giver, text, at.names).order)


def apart(text: str, by: str = "") -> tuple[str, str]:
    """The side and its order; no side where none is named."""
    named = _SIDE.fullmatch(text)
    return (named[1], named[2]) if named and not by else (by, text)
