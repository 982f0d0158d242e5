"""Dice and cards read from a script, which says what is asked for when it comes to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from domain.kernel.chance import Chance, Drawn, Thrown
from domain.kernel.facts import Order, Side
from domain.kernel.play import Alike, Counting, Play, Roll
from domain.kernel.reasons import Reason
from domain.kernel.system import System

Faces = tuple[int, ...]
Answer = Faces | str
BEYOND = 64  # so many dice have more ways than anyone can count, and so have more of them


class Way(NamedTuple):
    """One way a throw or a draw can come out, and how likely that is; or several that the rules take alike."""

    answer: Answer  # of the first of them
    chance: Fraction  # of them all
    other: Answer = ()  # of the last of them, where that is another: what is told of the two differs only in the dice


class AskedOf(Exception):
    """The rules ask for luck, and the script has no more of it: there is more than one way to go on."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self.many = many  # at most

    def ways(self) -> list[Way]:
        """Each by itself."""
        raise NotImplementedError

    def kinds(self) -> list[Way]:
        """Those of which the rules make the same taken together."""
        return self.ways()


class DiceAsked(AskedOf):
    """Every face of every die: whether their order matters, only the rules know."""

    def __init__(self, count: int, sides: int, alike: Alike | None = None) -> None:
        super().__init__(count + 1 if isinstance(alike, Counting) else sides ** min(count, BEYOND))
        self.count, self.sides, self.alike = count, sides, alike

    def ways(self) -> list[Way]:
        each = Fraction(1, self.sides**self.count)
        return [Way(faces, each) for faces in throws(self.count, self.sides)]

    def kinds(self) -> list[Way]:
        if self.alike is None:
            return self.ways()
        whole = self.sides**self.count
        found = kinds_of(self.count, self.sides, self.alike).values()
        return [Way(one.first, Fraction(one.many, whole), one.last if one.many > 1 else ()) for one in found]


class Kind(NamedTuple):
    """Throws that the rules take alike."""

    many: int
    first: Faces
    last: Faces

    def merged(self, other: Kind) -> Kind:
        return Kind(self.many + other.many, min(self.first, other.first), max(self.last, other.last))


def throws(count: int, sides: int) -> Iterable[Faces]:
    return product(range(1, sides + 1), repeat=count)


def kinds_of(count: int, sides: int, alike: Alike) -> dict[object, Kind]:
    """All throws by what the rules make of them; where dice are counted, die by die."""
    if isinstance(alike, Counting):
        return _counted(count, sides, alike)
    return _merged((alike(Roll(faces)), Kind(1, faces, faces)) for faces in throws(count, sides))


def _counted(count: int, sides: int, alike: Counting) -> dict[object, Kind]:
    found: dict[object, Kind] = {frozenset(): Kind(1, (), ())}
    for place in range(count):
        found = _merged(
            (_with(known, alike.kind(place, face)), Kind(kind.many, (*kind.first, face), (*kind.last, face)))
            for known, kind in found.items()
            for face in range(1, sides + 1)
        )
    return found


def _with(known: object, kind: object) -> frozenset[tuple[object, int]]:
    """The numbers of each kind with one die more."""
    assert isinstance(known, frozenset)
    if kind is None:
        return known
    numbers = Counter[object](dict(known))
    numbers[kind] += 1
    return frozenset(numbers.items())


def _merged(kinds: Iterable[tuple[object, Kind]]) -> dict[object, Kind]:
    found: dict[object, Kind] = {}
    for key, kind in kinds:
        found[key] = found[key].merged(kind) if key in found else kind
    return found


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
    """An order tried: throws that the rules take alike are all taken for the first of them, unless kept apart."""

    def __init__(
        self, system: System[Any], state: Any, by: Side, order: Order, chance: Chance, *, together: bool = True
    ) -> None:
        super().__init__(system, state, by, order, chance)
        self.together = together
        self.others: list[Answer] = []  # what was drawn, and of the throws taken alike the last

    def thrown(self, dice: int, sides: int, why: Reason, by: Side, alike: Alike | None) -> Thrown:
        try:
            thrown = super().thrown(dice, sides, why, by, alike)
        except DiceAsked:
            raise DiceAsked(dice, sides, alike if self.together else None) from None
        if alike is None or not self.together or isinstance(self.chance, Script):
            self.others.append(thrown.faces)
            return thrown
        kind = kinds_of(dice, sides, alike)[alike(Roll(thrown.faces))]
        self.others.append(kind.last)
        return thrown._replace(faces=kind.first)

    def draw(self, deck: str, by: Side, why: Reason, to: str = "") -> str:
        card = super().draw(deck, by, why, to)
        self.others.append(card)
        return card
