"""The dice and cards written beneath an order, with their provenance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.formats.transcript.parts import DiceGiven, TextPlace
from domain.kernel.chance import Chance, Drawn, Thrown, no_face, true_face
from domain.kernel.facts import Source
from domain.words.scan import matching, unclear


class _One(NamedTuple):
    """A single die or card."""

    value: Any
    source: Source
    number: int | None
    place: TextPlace
    sides: int | None


class WrittenChance:
    """Dice and cards are taken in the order they are written; how they are spread over lines does not matter."""

    def __init__(
        self, written: Sequence[DiceGiven], order: TextPlace, spare: Callable[[], Chance | None] = lambda: None
    ) -> None:
        self.order, self.spare = order, spare
        self.dice = [one for line in written if line.what == "dice" for one in _each(line)]
        self.cards = [one for line in written if line.what == "card" for one in _each(line)]
        self.empty = [line for line in written if not line.values]  # a roll of no dice still has a source

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:
        if count == 0:
            return self._no_dice(number)
        if not self.dice and (spare := self.spare()):
            return spare.throw(count, sides, why, number)
        taken, self.dice = self.dice[:count], self.dice[count:]
        if len(taken) < count:
            there = "1 is" if len(taken) == 1 else f"{len(taken)} are"
            raise self.order.error(
                f"{why or 'a roll'} needs {_dice(count, sides)}, but {there} written; "
                f"write them beneath the order, such as: dice {' '.join('1' for _ in range(min(count, 8)))}"
            )
        for die in taken:
            if die.sides not in (None, sides):
                raise die.place.error(f"{why or 'a roll'} is rolled with a d{sides}, not with a d{die.sides}")
            if not 1 <= true_face(die.value, sides) <= sides:
                raise die.place.error(f"{why or 'a roll'}: {no_face(die.value, sides)}")
        first = taken[0]
        start = _number(first.number, first.source, number)
        for place, die in enumerate(taken):
            if die.source != first.source or die.number not in (None, start + place):
                raise die.place.error(
                    f"{why or 'a roll'} is one roll of {count} dice; its dice have one source and numbers in a row"
                )
        return Thrown(tuple(true_face(die.value, sides) for die in taken), first.source, start)

    def _no_dice(self, number: int) -> Thrown:
        if not self.empty:
            return Thrown((), "entered")
        line = self.empty.pop(0)
        return Thrown((), line.source, _number(line.number, line.source, number))

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:
        if not self.cards and (spare := self.spare()):
            return spare.draw(pile, why, number)
        if not self.cards:
            raise self.order.error(f'{why} draws a card; write it beneath the order, such as: card "{pile[0]}"')
        card = self.cards.pop(0)
        named = matching(card.value, dict.fromkeys(pile))
        if len(named) != 1:
            said = unclear(card.value, named) if named else f"{card.value} is not in the draw pile of {len(pile)} cards"
            raise card.place.error(f"{why}: {said}")
        return Drawn(named[0], card.source, _number(card.number, card.source, number))

    def finish(self) -> None:
        for what, left in (("dice", self.dice), ("cards", self.cards)):
            if left:
                named = " ".join(str(one.value) for one in left[:20])
                raise left[0].place.error(f"the order above uses fewer {what} than are written; left over: {named}")
        if self.empty:
            raise self.empty[0].place.error("the order above has no roll without dice")


def _each(line: DiceGiven) -> list[_One]:
    return [
        _One(value, line.source, None if line.number is None else line.number + place, line.place, line.sides)
        for place, value in enumerate(line.values)
    ]


def _number(written: int | None, source: Source, following: int) -> int:
    return written if written is not None else following if source == "fair" else 0


def _dice(count: int, sides: int) -> str:
    return f"{count} dice of {sides} sides" if count != 1 else f"one die of {sides} sides"
