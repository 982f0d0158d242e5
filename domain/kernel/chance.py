"""Every source of dice and cards: fair (commit and reveal), entered at the table, taped, seeded for tests."""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from domain.kernel.errors import BadInput, TapeMismatch
from domain.kernel.facts import HOST, CardDrawn, DiceRolled, Fact, Source
from domain.kernel.reasons import brief

NO_END = 2**62
MAX_SIDES = 10_000


class Thrown(NamedTuple):
    faces: tuple[int, ...]
    source: Source
    number: int = 0


class Drawn(NamedTuple):
    card: str
    source: Source
    number: int = 0


class Chance(Protocol):
    """What a rule may ask of luck; `number` is the next fair die's place in the stream."""

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown: ...

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn: ...

    def finish(self) -> None:
        """Complain about dice given but not used."""


class Luck(NamedTuple):
    """Which line's stream each fair die belongs to: (line, first number no longer its own), oldest first."""

    spans: tuple[tuple[str, int], ...]

    def line(self, number: int) -> str:
        return next(line for line, until in self.spans if number < until)

    def branch(self, line: str, until: int) -> Luck:
        """The stream of a new line: its ancestors' dice below `until`, its own from there on."""
        kept = tuple((name, min(end, until)) for name, end in self.spans)
        return Luck((*kept, (line, NO_END)))


def main_luck(line: str = "main") -> Luck:
    return Luck(((line, NO_END),))


def new_seed() -> str:
    return secrets.token_hex(32)


def new_game_id() -> str:
    return secrets.token_hex(8)


def new_salt() -> str:
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def promised(text: str) -> dict[str, str]:
    """The commitment of whoever keeps the log; none where nothing was put by."""
    return {HOST: text} if text else {}


def fair_face(seed: str, game: str, line: str, number: int, sides: int) -> int:
    """One die, 1 to `sides`: HMAC-SHA256 of its place, with rejection so that no face is favoured."""
    limit = 2**64 - 2**64 % sides
    key = bytes.fromhex(seed)
    for attempt in range(1000):
        message = f"refight die\n{game}\n{line}\n{number}\n{attempt}".encode()
        value = int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")
        if value < limit:
            return value % sides + 1
    raise AssertionError("a thousand rejections in a row")


class FairChance:
    """Dice nobody can predict without the seed and everybody can check with it."""

    def __init__(self, seed_of: Callable[[str], str], game: str, luck: Luck) -> None:
        self.seed_of, self.game, self.luck = seed_of, game, luck

    def _face(self, number: int, sides: int) -> int:
        line = self.luck.line(number)
        return fair_face(self.seed_of(line), self.game, line, number, sides)

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        return Thrown(tuple(self._face(number + i, sides) for i in range(count)), "fair", number)

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        return Drawn(pile[self._face(number, len(pile)) - 1], "fair", number)

    def finish(self) -> None:
        pass


class EnteredChance:
    """Dice rolled and cards drawn at the table, typed in by the players."""

    def __init__(self, dice: Sequence[int] = (), cards: Sequence[str] = (), source: Source = "entered") -> None:
        self.dice, self.cards, self.source = list(dice), list(cards), source
        self.given, self.used = len(self.dice), False

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        if len(self.dice) < count:
            left = f"{len(self.dice)} of the {self.given} given are left" if self.used else f"{self.given} given"
            raise TapeMismatch(f"{why} needs {_dice(count, sides)}: {left}")
        faces, self.dice, self.used = tuple(self.dice[:count]), self.dice[count:], True
        for face in faces:
            if not 1 <= face <= sides:
                raise BadInput(f"{why}: {face} cannot come up on a d{sides}; faces run from 1 to {sides}")
        return Thrown(faces, self.source)

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        if not self.cards:
            raise TapeMismatch(f"{why} draws a card, and none was named")
        card = self.cards.pop(0)
        if card not in pile:
            raise BadInput(f"{why}: {card} is not in the draw pile of {len(pile)} cards")
        return Drawn(card, self.source)

    def finish(self) -> None:
        if self.dice or self.cards:
            left = ", ".join([*map(str, self.dice), *self.cards])
            raise TapeMismatch(f"more was entered than the order uses; left over: {left}")


_ON_TAPE = (DiceRolled, CardDrawn)


class TapeChance:
    """The dice and cards of recorded facts, in order: for audits."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.tape = [fact for fact in facts if isinstance(fact, _ON_TAPE)]
        self.at = 0

    def _next(self, why: object) -> Fact | None:
        if self.at >= len(self.tape):
            raise TapeMismatch(f"the rules ask for chance ({why}) where the log has none")
        self.at += 1
        return self.tape[self.at - 1]

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        fact = self._next(why)
        if not isinstance(fact, DiceRolled) or (len(fact.faces), fact.sides) != (count, sides):
            raise TapeMismatch(f"the rules ask for {_dice(count, sides)} ({why}), the log has {_said(fact)}")
        if not all(1 <= face <= sides for face in fact.faces):
            raise TapeMismatch(f"a die of {sides} sides ({why}) shows {', '.join(map(str, fact.faces))} in the log")
        return Thrown(fact.faces, fact.source, fact.number)

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        fact = self._next(why)
        if not isinstance(fact, CardDrawn) or fact.card not in pile:
            raise TapeMismatch(f"the rules ask for a card ({why}), the log has {_said(fact)}")
        return Drawn(fact.card, fact.source, fact.number)

    def finish(self) -> None:
        if self.at < len(self.tape):
            raise TapeMismatch(f"the log has {_said(self.tape[self.at])} that the rules do not ask for")


class SeededChance:
    """Repeatable luck for tests and fuzzing; never for a game that is played."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        return Thrown(tuple(self.random.randint(1, sides) for _ in range(count)), "entered")

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        return Drawn(self.random.choice(pile), "entered")

    def finish(self) -> None:
        pass


def _dice(count: int, sides: int) -> str:
    return f"{count} dice of {sides} sides" if count != 1 else f"one die of {sides} sides"


def _said(fact: Fact | None) -> str:
    if isinstance(fact, DiceRolled):
        return f"{_dice(len(fact.faces), fact.sides)} for {brief(fact.why)}"
    if isinstance(fact, CardDrawn):
        return f"the card {fact.card} from {fact.deck}"
    return "nothing"
