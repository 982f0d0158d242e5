"""How lucky each side was: where every outcome stood among those its dice could have given."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from domain.kernel import reasons
from domain.kernel.facts import DiceRolled, Side
from domain.kernel.reasons import SAID, Reason, brief
from domain.odds.ends import Upshot
from domain.odds.past import Past, Weighed
from domain.words.phrases import decimal, listed, phrase, some, thousands, word
from projections.luck.standing import Spread, Standing, height
from projections.models.dice import WIDE

FEW = 10  # below that nothing is said of luck
STOOD_OUT, MANY_GAMES = 5, 10_000
SELDOM = 0.25  # an outcome that is seen more often does not stand out
CARDS = "cards"
BY_HAND, DUE = "by hand", "due"  # losses that belong to no order, and those yet to be taken off
_RULE = re.compile(r"(?<=\w)\s*:.*")  # `11.3 combat: Meredith on Archer`: whom it was about is no kind
_ABOUT = re.compile(r"\s+(?:of|on|at|in|for|by|from|to|against)\s+(?=\S*\d)\S+.*")  # `bombardment of 1827`


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """An order whose dice could change the result, the points or the losses."""

    entry: int
    turn: int
    by: Side
    kind: str
    order: str
    came: str  # of it, in words; empty: no loss, no points, no end
    exact: bool
    sides: dict[Side, Standing]


class Height(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that could change none of these: only how high it was is known, not for whom that was good."""

    entry: int
    turn: int
    by: Side
    kind: str
    dice: str
    total: int
    standing: Standing


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Orders or throws taken together; `within` so much of 0 lie 19 in 20 such sums of fair dice."""

    side: Side
    kind: str | None  # None: all of them
    count: int
    luck: float  # the sum of percentile - 1/2
    within: float

    @property
    def is_outside(self) -> bool:
        """Of a few nothing is said: the band is that of a normal distribution."""
        return self.count >= FEW and abs(self.luck) > self.within


class Toll(msgspec.Struct, frozen=True, kw_only=True):
    """Losses that hung on dice: those taken, and those that fair dice give."""

    side: Side
    taken: int
    mean: float
    low: float
    high: float


class Undiced(msgspec.Struct, frozen=True, kw_only=True):
    """Losses that no die decided: with these and those of the dice every loss is told."""

    side: Side
    what: str  # the kind of order; or by hand, or due
    losses: int  # below 0: what an order saved, or what dice decided and nobody has taken off yet


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    ref: str
    sides: tuple[Side, ...]
    entries: int
    judged: tuple[Judged, ...]
    tallies: tuple[Tally, ...]
    tolls: tuple[Toll, ...]
    undiced: tuple[Undiced, ...]
    heights: tuple[Height, ...]
    height_tallies: tuple[Tally, ...]
    sources: dict[str, int]  # how many dice were fair, entered and so on
    skipped: tuple[int, ...]  # entries of orders the rules decide otherwise: `audit` says more
    stopped: int | None = None  # at this entry, by Ctrl-C: orders behind it are not judged
    words: str


def judge(past: Past, ref: str) -> Luck:
    """Each order by what all systems share; where it changes nothing of that, by the height of its dice."""
    judged = tuple(one for order in past.decided if (one := _judged(order, past.sides)))
    known = {one.entry for one in judged}
    heights = tuple(_height(order, roll) for order in past.decided if order.entry not in known for roll in order.throws)
    tallies, high = tuple(_tallies(judged, past.sides)), tuple(_height_tallies(heights, past.sides))
    return Luck(
        ref=ref, sides=past.sides, entries=past.entries, judged=judged, tallies=tallies,
        tolls=tuple(_tolls(past)), undiced=tuple(_undiced(past)),
        heights=heights, height_tallies=high, sources=_sources(past), skipped=past.skipped,
        words=_sentence(tallies, high), stopped=past.stopped,
    )  # fmt: skip


def _sources(past: Past) -> dict[str, int]:
    return dict(Counter(roll.source for order in past.decided for roll in order.throws for _ in roll.faces))


def worth(change: Upshot, sides: Sequence[Side], side: Side) -> tuple[int, int, int]:
    """What a change is worth to a side: who wins comes before points, and points before losses."""
    at = sides.index(side)
    won = 0 if not change.winner else 1 if change.winner == side else -1
    points = 2 * change.points[at] - sum(change.points)
    losses = sum(change.losses) - 2 * change.losses[at]
    return won, points, losses


def _judged(order: Weighed, sides: Sequence[Side]) -> Judged | None:
    standings = {side: _spread(order, sides, side) for side in sides}
    if all(len(spread.chances) < 2 for spread in standings.values()):
        return None
    return Judged(
        entry=order.entry, turn=order.turn, by=order.by, order=order.order, came=order.came,
        exact=not order.samples,
        kind=kind_of(order.throws[0].why) if order.throws else CARDS,
        sides={side: spread.standing() for side, spread in standings.items()},
    )  # fmt: skip


def _spread(order: Weighed, sides: Sequence[Side], side: Side) -> Spread:
    chances: dict[tuple[int, ...], Fraction] = {}
    for change, chance in order.spread.items():
        value = worth(change, sides, side)
        chances[value] = chances.get(value, Fraction(0)) + chance
    return Spread(chances, worth(order.change, sides, side))


def _height(order: Weighed, roll: DiceRolled) -> Height:
    total = sum(roll.faces)
    return Height(
        entry=order.entry, turn=order.turn, by=roll.by, kind=kind_of(roll.why), dice=f"{len(roll.faces)}d{roll.sides}",
        total=total, standing=height(len(roll.faces), roll.sides, total),
    )  # fmt: skip


def kind_of(why: Reason) -> str:
    """What a roll was for, without the units and places it was about; those that people typed are words in it."""
    if why.key != SAID:
        return brief(why)
    typed = reasons.kind_of(why)
    return _ABOUT.sub("", _RULE.sub("", typed.strip())) or typed


def _tallies(judged: Sequence[Judged], sides: Sequence[Side]) -> Iterator[Tally]:
    for side in sides:
        for kind in _kinds(one.kind for one in judged):
            yield _tally(side, kind, [one.sides[side] for one in judged if kind in (None, one.kind)])


def _height_tallies(heights: Sequence[Height], sides: Sequence[Side]) -> Iterator[Tally]:
    for side in sides:
        own = [one for one in heights if one.by == side]
        for kind in _kinds(one.kind for one in own):
            yield _tally(side, kind, [one.standing for one in own if kind in (None, one.kind)])


def _kinds(kinds: Iterable[str]) -> list[str | None]:
    found = sorted(set(kinds))
    return [None, *found] if found else []


def _tally(side: Side, kind: str | None, standings: Sequence[Standing]) -> Tally:
    return Tally(
        side=side, kind=kind, count=len(standings), luck=math.fsum(one.percentile - 0.5 for one in standings),
        within=WIDE * math.sqrt(math.fsum(one.variance for one in standings)),
    )  # fmt: skip


def _tolls(past: Past) -> Iterator[Toll]:
    for at, side in enumerate(past.sides):
        orders = [order for order in past.decided if _hung(order, at)]
        parts = [_moments(order, at) for order in orders]
        mean, spread = (float(sum((part[i] for part in parts), Fraction(0))) for i in (0, 1))
        if orders:
            taken, wide = sum(order.change.losses[at] for order in orders), WIDE * math.sqrt(spread)
            yield Toll(side=side, taken=taken, mean=mean, low=max(0.0, mean - wide), high=mean + wide)


def _hung(order: Weighed, at: int) -> bool:
    """Whether a side's losses hung on its dice: without them it would have lost the same."""
    return len({change.losses[at] for change in (order.change, *order.spread)}) > 1


def _undiced(past: Past) -> Iterator[Undiced]:
    for at, side in enumerate(past.sides):
        found: Counter[str] = Counter()
        for one in past.unweighed:
            found[one.order or BY_HAND] += one.losses[at]
        for order in past.decided:
            found[order.order.split()[0]] += 0 if _hung(order, at) else order.change.losses[at]
        found[DUE] -= past.due[at] if past.due else 0
        yield from (Undiced(side=side, what=what, losses=losses) for what, losses in found.items() if losses)


def _moments(order: Weighed, at: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of a side's losses by one order."""
    mean = sum((chance * change.losses[at] for change, chance in order.spread.items()), Fraction(0))
    square = sum((chance * change.losses[at] ** 2 for change, chance in order.spread.items()), Fraction(0))
    return mean, square - mean * mean


class Point(NamedTuple):
    """Luck summed up to an entry, and how far fair dice stray until there in 19 of 20 games."""

    entry: int
    luck: float
    within: float


def curve(standings: Iterable[tuple[int, Standing]]) -> list[Point]:
    """From nothing on, one point for each roll."""
    points, luck, variance = [Point(0, 0.0, 0.0)], 0.0, 0.0
    for entry, standing in standings:
        luck, variance = luck + standing.percentile - 0.5, variance + standing.variance
        points.append(Point(entry, luck, WIDE * math.sqrt(variance)))
    return points


def stood_out(found: Luck) -> list[tuple[Judged, Side]]:
    """The outcomes that were least to be expected, each with the side it was good for."""
    best = [(one, max(one.sides, key=lambda side: one.sides[side].percentile)) for one in found.judged]
    seldom = [(one, side) for one, side in best if one.sides[side].tail <= SELDOM]
    return sorted(seldom, key=lambda pair: (pair[0].sides[pair[1]].tail, pair[0].entry))[:STOOD_OUT]


def _sentence(tallies: Sequence[Tally], high: Sequence[Tally]) -> str:
    """One honest sentence: nothing is called luck that fair dice do often."""
    whole = [tally for tally in tallies if tally.kind is None]
    if not whole and not high:
        return phrase("No dice have been rolled, so there is no luck to speak of.")
    if not whole:
        return _of_heights([tally for tally in high if tally.kind is None])
    most = max(whole, key=lambda tally: tally.luck)
    if most.count < FEW:
        return phrase("Only {0} could change points or losses: too few to speak of luck.", _orders(most.count))
    luck = f"{most.luck:+.1f}".replace(".", phrase("."))
    said = phrase("The dice were {0} for {1} over {2}", luck, word(most.side), _orders(most.count))
    usual = phrase("19 in 20 games with fair dice end within {0} either way", decimal(most.within, 1))
    if not most.is_outside:
        return phrase("{0}; {1}, so this is no more luck than anyone has.", said, usual)
    return phrase("{0}; {1}. That is uncommon luck: {2}; of many games some are like that.", said, usual, _rarity(most))


def _rarity(tally: Tally) -> str:
    """How often fair dice go so far either way."""
    games = 1 / math.erfc(abs(tally.luck) / tally.within * WIDE / math.sqrt(2))
    if games > MANY_GAMES:
        return phrase("fair dice go so far in fewer than one of {0} games", thousands(MANY_GAMES))
    return phrase("fair dice go so far in about one of {0} games", f"{games:.0f}")


def _of_heights(high: Sequence[Tally]) -> str:
    outside = [tally for tally in high if tally.is_outside]
    said = phrase(
        "No order here turns dice into points or losses, so only their height can be judged, not whom it served"
    )
    if not outside:
        return phrase("{0}: nothing that fair dice do not do in 19 of 20 games.", said)
    sides = listed(
        phrase("{0} threw high ({1})" if t.luck > 0 else "{0} threw low ({1})", word(t.side), _rarity(t))
        for t in outside
    )
    return phrase("{0}: {1}; of many games some are like that.", said, sides)


def _orders(count: int) -> str:
    return some(count, "order", "orders")
