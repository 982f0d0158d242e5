"""The outcomes as a table: those told in the same words are one row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from domain.games.lines import board_words
from domain.kernel.facts import Side
from domain.odds.detail import Detail
from domain.odds.ends import End, Ends, Upshot
from domain.odds.moment import Moment
from domain.words.phrases import later, phrase, word

MANY = 40  # rows: above that the faces of the dice are left out, even where they make a difference
WATCHED = 30  # stories folded again, to see which facts change anything


@dataclass(slots=True)
class Likely:
    words: tuple[str, ...]
    change: Upshot
    chance: Fraction = Fraction(0)
    ends: list[End] = field(default_factory=list)


class Chances:
    """What `viewer` may know of the outcomes; `every` keeps each position apart, told as on the likeliest way to it."""

    def __init__(self, at: Moment, ends: Ends, detail: Detail, viewer: Side, *, every: bool) -> None:
        self.at, self.ends, self.detail, self.viewer, self.every = at, ends, detail, viewer, every
        detail.watch(at.state, [end.story for end in list(ends)[:WATCHED]])
        self.stood = board_words(at.system, at.state, viewer)
        self.always, found = self._rows(hide=False)
        if len(found) > MANY and not every:
            self.always, found = self._rows(hide=True)
        self.rows = sorted(found, key=lambda row: (row.ends[0].total if ends.by_total else -row.chance, row.words))

    def _rows(self, *, hide: bool) -> tuple[tuple[str, ...], list[Likely]]:
        """What happens in any case, and what sets outcomes apart."""
        told = [(end, self._words(end, hide=hide)) for end in self.ends]
        always = _shared([words for _, words in told])
        if self.detail.dropped and not self.every and any(len(words) == len(always) for _, words in told):
            told = [(end, (*words, *self._stands(end))) for end, words in told]
            always = _shared([words for _, words in told])
        found: dict[object, Likely] = {}
        for end, all_words in told:
            words = _less(all_words, always)
            key = (
                id(end) if self.every else (tuple(sorted(words)), end.change)
            )  # cards drawn in another order are the same
            row = found.setdefault(key, Likely(words, end.change))
            row.chance += end.chance
            row.ends.append(end)
        self._count(list(found.values()))
        return always, list(found.values())

    def _count(self, rows: Sequence[Likely]) -> None:
        """Outcomes told in the same words are told apart by what they cost, or bring."""
        known = Counter(row.words for row in rows)
        for row in rows:
            if known[row.words] > 1 and not self.every:
                row.words = (*row.words, *self._counted(row.change))

    def _counted(self, change: Upshot) -> Iterator[str]:
        for said, numbers in ((later("losses: {0}"), change.losses), (later("points: {0}"), change.points)):
            each = zip(self.at.state.core.sides, numbers, strict=True)
            if any(numbers):
                yield phrase(said, ", ".join(f"{word(side)} {number}" for side, number in each if number))

    def _words(self, end: End, *, hide: bool) -> tuple[str, ...]:
        if self.ends.by_total:
            return (phrase("the dice total {0}", end.total),)
        return tuple(self.detail.words(end.story, self.viewer, every=self.every, hide=hide))

    def _stands(self, end: End) -> tuple[str, ...]:
        """Units as they stand then: for outcomes of which nothing is told, since their words were only of the dice."""
        if end.state is None:
            return ()
        now = board_words(self.at.system, end.state, self.viewer)
        return tuple(phrase("{0}: {1}", name, how) for name, how in now.items() if self.stood.get(name) != how)

    def has_happened(self, row: Likely) -> bool:
        happened = self.at.happened
        if happened is None:
            return False
        state = happened.state if self.ends.by_total else happened.alike
        return self.ends.find(state, happened.total) in row.ends


def _shared(stories: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What stands in every story, as often as in each of them; of a single one nothing does."""
    if len(stories) < 2:
        return ()
    shared = Counter(stories[0])
    for story in stories[1:]:
        shared &= Counter(story)
    return tuple(_kept(stories[0], shared, wanted=True))


def _less(words: tuple[str, ...], always: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_kept(words, Counter(always), wanted=False))


def _kept(words: Iterable[str], known: Counter[str], *, wanted: bool) -> Iterator[str]:
    """Words that are known, or those that are not, each counted once for each time it is known."""
    left = Counter(known)
    for said in words:
        is_known = left[said] > 0
        left[said] -= is_known
        if is_known == wanted:
            yield said
