"""Dice and cards read from a script, which says what is asked for when it comes to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from domain.kernel.chance import Drawn, Thrown
from domain.kernel.facts import Side
from domain.kernel.play import Alike, Play, Roll
from domain.kernel.reasons import Reason

Faces = tuple[int, ...]
Answer = Faces | str
BEYOND = 64  # so many dice have more ways than anyone can count, and so have more of them


class Way(NamedTuple):
    """One way a throw or a draw can come out, and how likely that is; or several that the rules take alike."""

    answer: Answer  # of the first of them
    chance: Fraction  # of them all
    many: int = 1


class AskedOf(Exception):
    """The rules ask for luck, and the script has no more of it: there is more than one way to go on."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self.many = many

    def ways(self) -> list[Way]:
        """Each by itself."""
        raise NotImplementedError

    def kinds(self) -> list[Way]:
        """Those of which the rules make the same taken together."""
        return self.ways()


class DiceAsked(AskedOf):
    """Every face of every die: whether their order matters, only the rules know."""

    def __init__(self, count: int, sides: int) -> None:
        super().__init__(sides ** min(count, BEYOND))
        self.count, self.sides = count, sides
        self.alike: Alike | None = None  # what the rules make of a throw, if they say so

    def throws(self) -> Iterable[Faces]:
        return product(range(1, self.sides + 1), repeat=self.count)

    def ways(self) -> list[Way]:
        each = Fraction(1, self.many)
        return [Way(faces, each) for faces in self.throws()]

    def kinds(self) -> list[Way]:
        if self.alike is None:
            return self.ways()
        found: dict[object, list[Faces]] = {}
        for faces in self.throws():
            found.setdefault(self.alike(Roll(faces)), []).append(faces)
        return [Way(kind[0], Fraction(len(kind), self.many), len(kind)) for kind in found.values()]


class CardAsked(AskedOf):
    """Each card of the pile, those that lie in it twice with twice the chance."""

    def __init__(self, pile: Sequence[str]) -> None:
        self.cards, self.of = Counter(pile), len(pile)
        super().__init__(len(self.cards))

    def ways(self) -> list[Way]:
        return [Way(card, Fraction(times, self.of)) for card, times in self.cards.items()]


class Script:
    """Luck as written down beforehand; the numbers of fair dice are neither used nor moved on."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers, self.at = answers, 0

    def _next(self) -> Answer:
        self.at += 1
        return self.answers[self.at - 1]

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        if self.at >= len(self.answers):
            raise DiceAsked(count, sides)
        faces = self._next()
        assert isinstance(faces, tuple), "the rules asked for a card before, and for dice now"
        return Thrown(faces, "entered")

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        if self.at >= len(self.answers):
            raise CardAsked(pile)
        card = self._next()
        assert isinstance(card, str), "the rules asked for dice before, and for a card now"
        return Drawn(card, "entered")

    def finish(self) -> None:
        assert self.at == len(self.answers), "the rules asked for more before than now"


class Trial(Play[Any]):
    """An order tried on a script: where the script ends, what the rules make of the throw is known as well."""

    def roll(self, dice: int, sides: int, why: Reason, by: Side, alike: Alike | None = None) -> Roll:
        try:
            return super().roll(dice, sides, why, by)
        except DiceAsked as asked:
            asked.alike = alike
            raise
