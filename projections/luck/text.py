"""Luck as tables: by side, by kind of roll, the losses that hung on dice, and what stood out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.words.phrases import about, decimal, headings, later, phrase, some
from projections.luck.luck import BY_HAND, DUE, Luck, Tally, stood_out
from projections.models.dice import SOURCES

Cells = list[list[Any]]
ALL, UNTOLD = later("all of them"), later("(not said)")  # what a roll was for
NOTHING = later("nothing lost or won")
NAMED = {BY_HAND: later("(set down by hand)"), DUE: later("(decided, and yet to be taken off)")}
WITHIN = later("19 in 20 within")


class Part(NamedTuple):
    """A table with the sentence above it."""

    said: str
    columns: Sequence[str]
    rows: Cells


def intro(found: Luck) -> list[str]:
    """What was judged, and by what."""
    orders = len({one.entry for one in found.heights}) + len(found.judged)
    said = (
        []
        if found.stopped is None
        else [phrase("stopped at entry {0} of {1}: judged so far", found.stopped, found.entries)]
    )
    if orders:
        thrown = ", ".join(f"{count} {phrase(SOURCES.get(source, source))}" for source, count in found.sources.items())
        asked = some(orders, "order", "orders")
        said.append(phrase("{0}: {1} with dice or cards; dice: {2}", found.ref, asked, thrown or phrase("no dice")))
    if found.judged:
        said.append(
            phrase(
                "{0} of them could change who wins, the points or the losses (compared in this order). "
                "Each stands somewhere between 0, the worst its dice could do for a side, and 1, the best; "
                "luck adds up how far it stood above 1/2.",
                len(found.judged),
            )
        )
    sampled = sum(not one.exact for one in found.judged)
    if sampled:
        said.append(phrase("{0} of these had too many ways to count and were sampled.", sampled))
    if found.skipped:
        left = some(len(found.skipped), "order", "orders")
        said.append(phrase("{0} left out: cut short, or not as the rules give it (`refight audit` says more).", left))
    return said


def parts(found: Luck) -> list[Part]:
    made = [_sides(found), _kinds(found), _tolls(found), _undiced(found), _stood_out(found), _heights(found)]
    return [part for part in made if part.rows]


def _sides(found: Luck) -> Part:
    rows = [[one.side, one.count, _signed(one.luck), _within(one)] for one in found.tallies if one.kind is None]
    return Part("", headings("side", "orders", "luck", WITHIN), rows)


def _kinds(found: Luck) -> Part:
    """One row for a kind, since what is good for one side is bad for another."""
    kinds = list(dict.fromkeys(one.kind for one in found.tallies if one.kind is not None and one.count > 1))
    rows = [_kind(found, kind) for kind in kinds] if len(kinds) > 1 else []
    columns = (*headings("for", "orders"), *found.sides, WITHIN)
    return Part(phrase("by what was rolled for"), columns, rows)


def _kind(found: Luck, kind: str) -> list[Any]:
    own = [one for one in found.tallies if one.kind == kind]
    return [_for(kind), own[0].count, *(_signed(one.luck) for one in own), _within(own[0])]


def _tolls(found: Luck) -> Part:
    rows = [
        [one.side, one.taken, decimal(one.mean, 1), phrase("{0} to {1}", decimal(one.low, 1), decimal(one.high, 1))]
        for one in found.tolls
    ]
    return Part(phrase("losses that hung on these dice"), headings("side", "taken", "on average", "19 in 20"), rows)


def _undiced(found: Luck) -> Part:
    rows = [[one.side, phrase(NAMED[one.what]) if one.what in NAMED else one.what, one.losses] for one in found.undiced]
    return Part(phrase("losses that no die decided"), headings("side", "by", "losses"), rows)


def _stood_out(found: Luck) -> Part:
    rows = [
        [one.entry, side, _for(one.kind), one.came or phrase(NOTHING), odds_of(one.sides[side].tail)]
        for one, side in stood_out(found)
    ]
    columns = headings("entry", "good for", "rolled for", "what came of it", "as good or better")
    return Part(phrase("what stood out"), columns, rows)


def _heights(found: Luck) -> Part:
    rows = [
        [one.side, phrase(ALL) if one.kind is None else _for(one.kind), one.count, _signed(one.luck), _within(one)]
        for one in found.height_tallies
        if one.kind is None or one.count > 1
    ]
    said = phrase("throws that change none of this, by how high they were; whether high is good, only the rule knows")
    return Part(said, headings("by", "for", "throws", "height", WITHIN), rows)


def _for(kind: str) -> str:
    return about(kind) if kind else phrase(UNTOLD)


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-0.00", "+0.00").replace(".", phrase("."))


def _within(tally: Tally) -> str:
    return decimal(tally.within, 2) + (phrase("  (outside)") if tally.is_outside else "")


def odds_of(tail: float) -> str:
    """`1 in 24`."""
    if 0 < tail < 0.35:
        return phrase("1 in {0}", f"{1 / tail:.0f}")
    return phrase("{0} in 100", f"{tail * 100:.0f}")
