"""Dice and cards read from a script, which says what is asked for when it comes to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from domain.chance import Drawn, Thrown

Faces = tuple[int, ...]
Answer = Faces | str
BEYOND = 64  # so many dice have more ways than anyone can count, and so have more of them


class Way(NamedTuple):
    """One way a throw or a draw can come out, and how likely that is."""

    answer: Answer
    chance: Fraction


class Asked(Exception):
    """The rules ask for luck, and the script has no more of it: there is more than one way to go on."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self.many = many

    def ways(self) -> list[Way]:
        raise NotImplementedError


class DiceAsked(Asked):
    """Every face of every die: whether their order matters, only the rules know."""

    def __init__(self, count: int, sides: int) -> None:
        super().__init__(sides ** min(count, BEYOND))
        self.count, self.sides = count, sides

    def ways(self) -> list[Way]:
        each = Fraction(1, self.many)
        return [Way(faces, each) for faces in product(range(1, self.sides + 1), repeat=self.count)]


class CardAsked(Asked):
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

    def throw(self, count: int, sides: int, why: str, number: int) -> Thrown:  # noqa: ARG002
        if self.at >= len(self.answers):
            raise DiceAsked(count, sides)
        faces = self._next()
        assert isinstance(faces, tuple), "the rules asked for a card before, and for dice now"
        return Thrown(faces, "entered")

    def draw(self, pile: Sequence[str], why: str, number: int) -> Drawn:  # noqa: ARG002
        if self.at >= len(self.answers):
            raise CardAsked(pile)
        card = self._next()
        assert isinstance(card, str), "the rules asked for dice before, and for a card now"
        return Drawn(card, "entered")

    def finish(self) -> None:
        assert self.at == len(self.answers), "the rules asked for more before than now"
