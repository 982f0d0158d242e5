"""Every source of dice and cards: fair (commit and reveal), entered at the table, taped, seeded for tests."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.kernel.errors import BadInput, TapeMismatch
from domain.kernel.facts import HOST, CardDrawn, DiceRolled, Fact, Share, Side, Source
from domain.kernel.reasons import brief
from domain.kernel.say import Purpose
from domain.kernel.shares import LINKS, Shares, linked, order_seed, sealed_seed

NO_END = 2**62
NOUGHT = 10  # a die of so many sides has a 0 on it where others have their highest number
MAX_SIDES = 10_000


class Thrown(NamedTuple):
    faces: tuple[int, ...]
    source: Source
    number: int = 0
    shares: tuple[Share, ...] = ()


class Drawn(NamedTuple):
    card: str
    source: Source
    number: int = 0
    shares: tuple[Share, ...] = ()


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


def _fresh(size: int) -> str:
    from secrets import token_hex  # late: it is needed where something begins, not where play goes on

    return token_hex(size)


def new_seed() -> str:
    return _fresh(32)


def new_chain() -> tuple[str, str]:
    """Of shares: the first link, to be kept, and the last, to be promised."""
    first = new_seed()
    return first, linked(first, LINKS)


def new_game_id() -> str:
    return _fresh(8)


def new_salt() -> str:
    return _fresh(16)


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


class SharesAwaited(TapeMismatch):
    """Dice that all parties make together, and one has not added its share."""

    def __init__(self, party: str) -> None:
        super().__init__(f"the dice wait for the share of {party}")
        self.party = party


class SharedChance(FairChance):
    """Dice out of the shares of all parties; asked for them only when the first die is rolled."""

    def __init__(
        self, game: str, line: str, stood: str, shares: Callable[[], Shares], secret: Callable[[], str] | None = None
    ) -> None:
        super().__init__(lambda _line: self.seed, game, main_luck(line))
        self.line, self.stood, self._shares, self.seed = line, stood, shares, ""
        self._secret = secret  # of the host, where cards are sealed

    def _begin(self) -> tuple[Share, ...]:
        """At the first dice of the order: what all have added, which stands with them."""
        if self.seed:
            return ()
        shares = self._shares()
        self.seed = order_seed(self.game, self.line, self.stood, shares)
        return tuple(sorted(shares.items()))

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:
        shares = self._begin()
        return super().throw(count, sides, why, number)._replace(shares=shares)

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:
        shares = self._begin()
        if self._secret is None:
            return super().draw(pile, why, number)._replace(shares=shares)
        sealed = sealed_seed(self._secret(), self.seed)
        return Drawn(pile[fair_face(sealed, self.game, self.line, number, len(pile)) - 1], "fair", number, shares)


class NoSuchFace(BadInput):
    """A die was typed that no die of this kind shows."""


class EnteredChance:
    """Dice rolled and cards drawn at the table, typed in by the players."""

    def __init__(self, dice: Sequence[int] = (), cards: Sequence[str] = (), source: Source = "entered") -> None:
        self.dice, self.cards, self.source = list(dice), list(cards), source
        self.given, self.used = len(self.dice), False

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        if len(self.dice) < count:
            left = f"{len(self.dice)} of the {self.given} given are left" if self.used else f"{self.given} given"
            raise TapeMismatch(f"{why} needs {_dice(count, sides)}: {left}")
        typed, self.dice, self.used = self.dice[:count], self.dice[count:], True
        faces = tuple(true_face(face, sides) for face in typed)
        for face in faces:
            if not 1 <= face <= sides:
                raise NoSuchFace(f"{why}: {no_face(face, sides)}")
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


class DiceAwaited(TapeMismatch):
    """The next dice are for another side to roll, and it has not said yet what they show."""

    def __init__(self, by: Side, said: str) -> None:
        super().__init__(said)
        self.by = by


class TableChance(EnteredChance):
    """Dice of the table, each typed by the side whose roll it is; cards are named by whoever gives the order."""

    def __init__(self, dice: Mapping[Side, Sequence[int]], cards: Sequence[str] = ()) -> None:
        super().__init__((), cards)
        self.of = {side: EnteredChance(faces) for side, faces in dice.items()}

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:
        by = why.by if isinstance(why, Purpose) else ""
        hand = self.of.get(by)
        if hand is None or not hand.dice:
            if any(other.dice for other in self.of.values()):  # typed before anybody could know that they are rolled
                self.finish()
            raise DiceAwaited(by, f"{why} needs {_dice(count, sides)} of {by}")
        return hand.throw(count, sides, why, number)

    def finish(self) -> None:
        for hand in self.of.values():
            hand.finish()
        super().finish()


class StandingChance(EnteredChance):
    """Dice for an order that is recorded whatever they are, since its giver may not see all it hangs on.

    `kept` fell before, by side; what is typed now follows. Too few, or such as cannot be, and it waits for more; those
    that are not called for are let go. So nobody tries out with dice what an order would meet.
    """

    def __init__(self, by: Side, typed: Sequence[int], kept: Mapping[Side, Sequence[int]], *, own: bool) -> None:
        super().__init__(typed)
        self.by, self.own = by, own  # own: each side types its own dice only
        self.kept = {side: list(faces) for side, faces in kept.items()}
        self.fell: dict[Side, tuple[int, ...]] = {}

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:
        roller = why.by if isinstance(why, Purpose) else ""
        hand = self.kept.get(roller, [])
        source = EnteredChance(hand[:count]) if hand else self._typed(roller)
        try:
            thrown = source.throw(count, sides, why, number)
        except (TapeMismatch, BadInput) as error:
            raise DiceAwaited(roller if self.own else self.by, str(error)) from None
        del (hand or self.dice)[:count]
        self.fell[roller] = (*self.fell.get(roller, ()), *thrown.faces)
        return thrown

    def _typed(self, roller: Side) -> EnteredChance:
        return EnteredChance(self.dice if roller == self.by or not self.own else ())

    def finish(self) -> None:
        pass


_ON_TAPE = frozenset({DiceRolled, CardDrawn})


class TapeChance:
    """The dice and cards of recorded facts, in order: for audits."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.tape = [fact for fact in facts if type(fact) in _ON_TAPE]
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
        return Thrown(fact.faces, fact.source, fact.number, fact.shares)

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        fact = self._next(why)
        if not isinstance(fact, CardDrawn) or fact.card not in pile:
            raise TapeMismatch(f"the rules ask for a card ({why}), the log has {_said(fact)}")
        return Drawn(fact.card, fact.source, fact.number, fact.shares)

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


def true_face(typed: int, sides: int) -> int:
    """A ten-sided die shows 0 where it counts ten: both are typed, and one is kept."""
    return sides if sides == NOUGHT and typed == 0 else typed


def no_face(face: int, sides: int) -> str:
    """Why a number is no face of such a die."""
    return f"{face} cannot come up on a d{sides}; faces run from {_run(sides)}"


def _run(sides: int) -> str:
    return f"1 to {sides}, or 0 to {sides - 1} with 0 for {sides}" if sides == NOUGHT else f"1 to {sides}"


def _dice(count: int, sides: int) -> str:
    return f"{count} dice of {sides} sides" if count != 1 else f"one die of {sides} sides"


def _said(fact: Fact | None) -> str:
    if isinstance(fact, DiceRolled):
        return f"{_dice(len(fact.faces), fact.sides)} for {brief(fact.why)}"
    if isinstance(fact, CardDrawn):
        return f"the card {fact.card} from {fact.deck}"
    return "nothing"
