"""The log of a page: every entry in words with what stands behind it, and what the charts are drawn from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from domain.games.remarks import remarks
from domain.kernel.facts import CLERICAL, DiceRolled, LossTaken, OrderGiven, PhaseBegan, PointsScored, RulingMade
from domain.kernel.say import Say
from domain.log.entry import Entry
from domain.study.explain import Explained
from domain.words.phrases import phrase
from projections.page.data import (
    ASIDE,
    HEAD,
    NONE,
    WITHHELD,
    Comment,
    Dice,
    Loss,
    Points,
    Reckoning,
    Row,
    Stretch,
    Turn,
)
from projections.page.numbered import Numbers

_CUT = re.compile(r", | ?: | ?; | \(")  # where the words of a phase may be cut so that the turn remains


class Storyteller:
    """Writes stretches of a log for one page; `told` holds no more of an entry than may stand in it."""

    def __init__(self, numbers: Numbers, sides: Sequence[str], say: Say) -> None:
        self.numbers, self.sides, self.say = numbers, sides, say

    def stretch(self, entries: Sequence[Entry], told: Sequence[Explained]) -> Stretch:
        seen = [(entry, one) for entry, one in zip(entries, told, strict=True) if not one.hidden]
        text = self.numbers.texts.of
        return Stretch(
            rows=tuple(map(self._row, entries, told)),
            turns=tuple(self._turns(seen)),
            points=tuple(
                Points(entry.number, text(fact.side), fact.points, text(self.say.reason(fact.why)))
                for entry, _ in seen if isinstance(fact := entry.fact, PointsScored)
            ),
            losses=tuple(
                Loss(entry.number, text(fact.side), text(fact.kind), fact.amount, fact.men)
                for entry, _ in seen if isinstance(fact := entry.fact, LossTaken)
            ),
            dice=tuple(
                Dice(entry.number, text(fact.by), fact.sides, fact.faces)
                for entry, _ in seen if isinstance(fact := entry.fact, DiceRolled)
            ),
            rulings=tuple(
                (entry.number, fact.readings)
                for entry, _ in seen if isinstance(fact := entry.fact, RulingMade) and fact.readings
            ),
            remarks=tuple(
                Comment(one.entry, one.about, text(one.by), text(one.mark), text(one.text))
                for one in remarks(entry for entry, _ in seen)
            ),
        )  # fmt: skip

    def _row(self, entry: Entry, told: Explained) -> Row:
        text = self.numbers.texts.of
        flags = WITHHELD if told.hidden else _flags(entry, told)
        note = self._note(told)
        to = NONE if entry.to is None else sum(1 << i for i, side in enumerate(self.sides) if side in entry.to)
        return Row(entry.order_no, text(told.kind), text(told.by), text(told.words), note, flags, to, text(told.source))

    def _note(self, told: Explained) -> int:
        found = reckoning(told, self.say)
        return self.numbers.notes.of(found) if any((found.origin, found.parts, found.tables, found.rules)) else NONE

    def _turns(self, seen: Iterable[tuple[Entry, Explained]]) -> Iterator[Turn]:
        """Each phase under the heading of its turn."""
        text = self.numbers.texts.of
        begun = [(entry.number, entry.fact, one.words) for entry, one in seen if isinstance(entry.fact, PhaseBegan)]
        words = dict[int, list[str]]()
        for _, fact, said in begun:
            words.setdefault(fact.turn, []).append(said)
        headings = {turn: heading(turn, each) for turn, each in words.items()}
        for number, fact, said in begun:
            yield Turn(number, fact.turn, text(headings[fact.turn]), text(said), text(fact.side))


def _flags(entry: Entry, told: Explained) -> int:
    return (HEAD if isinstance(entry.fact, (OrderGiven, *CLERICAL)) else 0) | (ASIDE if told.aside else 0)


def heading(turn: int, phases: Sequence[str]) -> str:
    """What the words of most of its phases begin with, where that says which turn it is."""
    openings = Counter(said[: cut.start()] for said in phases for cut in _CUT.finditer(said))
    shared = [opening for opening, times in openings.items() if 1 < times >= len(phases) / 2]
    best = max(shared, key=len, default=phases[0] if len(phases) == 1 else "")
    return best if any(letter.isdigit() for letter in best) else phrase("turn {0}", turn)


def reckoning(told: Explained, say: Say) -> Reckoning:
    return Reckoning(
        origin=told.origin,
        parts=tuple(
            (say.term(part.of), part.needs, part.times, tuple((m.value, say.reason(m), m.cite) for m in part.modifiers))
            for part in told.parts
        ),
        tables=tuple((read.table, str(read.row), str(read.column), str(read.cell), read.cite) for read in told.tables),
        rules=told.rules,
    )
