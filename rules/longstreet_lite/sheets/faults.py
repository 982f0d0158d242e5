"""What is wrong with a pack or a position, in English: files are spoken of so, whoever reads them."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.reasons import Of, Reason
from domain.kernel.say import ReasonTexts, Say, Words


def _terrain(_say: Say, of: tuple[Of, ...]) -> str:
    return f"there is no terrain of the kind {of[0]!r}; there are {', '.join(map(str, of[1:]))}"


REASONS: ReasonTexts = {
    "empty rank": "every rank has a base at least",
    "other bases in its ranks": "the ranks hold {0} bases and the unit has {1}",
    "no rank to stand aside": "only a short last rank can stand aside",
    "last rank out of its files": "the last rank stands out of the files before it",
    "gap in a rank": "the bases of rank {0} do not touch side by side",
    "ranks apart": "a rank does not stand close behind the one before it",
    "not behind others": "bases of rank {0} do not stand exactly behind others",
    "rank too wide": "rank {0} has {1} bases, more than rank {2} with {3}",
    "rank begun early": "rank {0} is begun before rank {1} is full",
    "size of a battery": "a battery has {0} to {1} bases, not {2}",
    "size of infantry": "an infantry unit has {0} to {1} bases, not {2}",
    "no name": lambda _say, of: f"{of[0]!r} is no name: it needs letters that can be printed",
    "no such terrain": _terrain,
    "crest on no hill": "only a hill has a crest, or a flat top; this is {0}",
    "number of points": "it needs {0} to {1} points and has {2}",
    "partly off the table": "part of it lies off the table",
    "same point twice": "the same point stands twice running",
    "no outline": "its outline crosses or touches itself, or encloses nothing",
    "hill without a crest": "a hill needs a crest line of two points or more, unless it is a plateau",
    "number of points of a crest": "its crest is no line: it needs {0} to {1} points and has {2}",
    "same point twice in a crest": "its crest is no line: the same point stands twice running",
    "crest leaves the hill": "its crest leaves the hill",
    "would stand off the table": "{0:name} would stand off the table",
    "would stand on another": "{0:name} would stand on {1:name}",
    "stands in impassable ground": "{0:name} cannot stand in {1}: it is impassable",
}


def told(why: Reason, names: Mapping[str, str] | None = None) -> str:
    return Say(Words(REASONS, {}, {}, {}, {}), names).reason(why)
