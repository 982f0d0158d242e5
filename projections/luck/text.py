"""Luck as tables: by side, by kind of roll, the losses that hung on dice, and what stood out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from projections.luck.luck import Luck, Tally, stood_out
from projections.models.dice import SOURCES

Cells = list[list[Any]]
ALL, UNTOLD = "all of them", "(not said)"  # what a roll was for


class Part(NamedTuple):
    """A table with the sentence above it."""

    said: str
    columns: Sequence[str]
    rows: Cells


def intro(found: Luck) -> list[str]:
    """What was judged, and by what."""
    orders = len({one.entry for one in found.heights}) + len(found.judged)
    said = [] if found.stopped is None else [f"stopped at entry {found.stopped} of {found.entries}: judged so far"]
    if orders:
        thrown = ", ".join(f"{count} {SOURCES.get(source, source)}" for source, count in found.sources.items())
        said.append(f"{found.ref}: {_count(orders, 'order')} with dice or cards; dice: {thrown or 'none'}")
    if found.judged:
        said.append(
            f"{len(found.judged)} of them could change who wins, the points or the losses (compared in this order). "
            "Each stands somewhere between 0, the worst its dice could do for a side, and 1, the best; "
            "luck adds up how far it stood above 1/2."
        )
    sampled = sum(not one.exact for one in found.judged)
    if sampled:
        said.append(f"{sampled} of these had too many ways to count and were sampled.")
    if found.skipped:
        left = _count(len(found.skipped), "order")
        said.append(f"{left} left out: cut short, or not as the rules give it (`refight audit` says more).")
    return said


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def parts(found: Luck) -> list[Part]:
    made = [_sides(found), _kinds(found), _tolls(found), _stood_out(found), _heights(found)]
    return [part for part in made if part.rows]


def _sides(found: Luck) -> Part:
    rows = [[one.side, one.count, _signed(one.luck), _within(one)] for one in found.tallies if one.kind is None]
    return Part("", ("side", "orders", "luck", "19 in 20 within"), rows)


def _kinds(found: Luck) -> Part:
    """One row for a kind, since what is good for one side is bad for another."""
    kinds = list(dict.fromkeys(one.kind for one in found.tallies if one.kind is not None and one.count > 1))
    rows = [_kind(found, kind) for kind in kinds] if len(kinds) > 1 else []
    return Part("by what was rolled for", ("for", "orders", *found.sides, "19 in 20 within"), rows)


def _kind(found: Luck, kind: str) -> list[Any]:
    own = [one for one in found.tallies if one.kind == kind]
    return [kind or UNTOLD, own[0].count, *(_signed(one.luck) for one in own), _within(own[0])]


def _tolls(found: Luck) -> Part:
    rows = [[one.side, one.taken, f"{one.mean:.1f}", f"{one.low:.1f} to {one.high:.1f}"] for one in found.tolls]
    return Part("losses that hung on these dice", ("side", "taken", "on average", "19 in 20"), rows)


def _stood_out(found: Luck) -> Part:
    rows = [
        [one.entry, side, one.kind or UNTOLD, one.came or "nothing lost or won", odds_of(one.sides[side].tail)]
        for one, side in stood_out(found)
    ]
    return Part("what stood out", ("entry", "good for", "rolled for", "what came of it", "as good or better"), rows)


def _heights(found: Luck) -> Part:
    rows = [
        [one.side, ALL if one.kind is None else one.kind or UNTOLD, one.count, _signed(one.luck), _within(one)]
        for one in found.height_tallies
        if one.kind is None or one.count > 1
    ]
    said = "throws that change none of this, by how high they were; whether high is good, only the rule knows"
    return Part(said, ("by", "for", "throws", "height", "19 in 20 within"), rows)


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-0.00", "+0.00")


def _within(tally: Tally) -> str:
    return f"{tally.within:.2f}" + ("  (outside)" if tally.is_outside else "")


def odds_of(tail: float) -> str:
    """`1 in 24`."""
    return f"1 in {1 / tail:.0f}" if 0 < tail < 0.35 else f"{tail * 100:.0f} in 100"
