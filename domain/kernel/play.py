"""One order carried out: its facts recorded one by one, each folded at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from domain.kernel.chance import Chance, EnteredChance, Thrown
from domain.kernel.chapter import S
from domain.kernel.core import check_known, names_in
from domain.kernel.errors import IllegalOrder, RefightError
from domain.kernel.facts import CardDrawn, DiceRolled, Fact, Frame, FrameClosed, FrameOpened, Order, OrderGiven, Side
from domain.kernel.reasons import Reason
from domain.kernel.say import ENGLISH, Purpose, Say, spoken
from domain.kernel.system import System


class Recorded(NamedTuple):
    """A fact and the sides that may see it; None means everyone."""

    fact: Fact
    to: tuple[Side, ...] | None = None


class Roll(NamedTuple):
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.faces)


Alike = Callable[[Roll], object]


@dataclass(frozen=True)
class Counting:
    """Throws alike if as many dice of each kind show what counts: die by die, so that very many can be taken together.

    `kind` is of a die at a place that shows a face; None for one that does not count.
    """

    kind: Callable[[int, int], object]

    def __call__(self, roll: Roll) -> object:
        kinds = (self.kind(place, face) for place, face in enumerate(roll.faces))
        return frozenset(Counter(kind for kind in kinds if kind is not None).items())


def reaching(needs: int) -> Counting:
    """Throws alike if as many dice show this face or a higher one."""
    return Counting(lambda _place, face: True if face >= needs else None)


def at_most(number: int) -> Alike:
    """A throw that does if its total is no higher than this."""
    return lambda roll: roll.total <= number


class Play(Generic[S]):
    """One order being carried out: facts recorded so far are already folded into `state`."""

    def __init__(self, system: System[S], state: S, by: Side, order: Order, chance: Chance) -> None:
        self.system, self.state, self.by, self.order, self.chance = system, state, by, order, chance
        self.recorded: list[Recorded] = []

    def record(self, fact: Fact) -> None:
        """The only way to change the state."""
        self.begin()
        self._fold(fact)

    def begin(self) -> None:
        """The order itself stands before all that follows from it, and after every check."""
        if not self.recorded:
            self._fold(OrderGiven(by=self.by, order=self.order))

    def _fold(self, fact: Fact) -> None:
        self.recorded.append(Recorded(fact, self.system.sight.seen_by(self.state, fact)))
        self.system.book.folds[type(fact)](self.state, fact)

    def roll(self, dice: int, sides: int, why: Reason, by: Side, alike: Alike | None = None) -> Roll:
        """Records DiceRolled: the roll is the event, so none can be hidden.

        `alike` is what the rules make of a throw, a value equal for all throws that differ in nothing but the faces
        told of them: whoever tries every throw, as odds and luck do, may then try one of each kind.
        """
        self.begin()
        thrown = self.thrown(dice, sides, why, by, alike)
        rolled = DiceRolled(
            by=by, sides=sides, faces=thrown.faces, why=why, source=thrown.source, number=thrown.number,
            shares=thrown.shares,
        )  # fmt: skip
        self.record(rolled)
        return Roll(thrown.faces)

    def thrown(self, dice: int, sides: int, why: Reason, by: Side, alike: Alike | None) -> Thrown:  # noqa: ARG002
        return self.chance.throw(dice, sides, self._purpose(why, by), self.state.core.fair_dice)

    def _purpose(self, why: Reason, by: Side) -> Purpose:
        return Purpose(why, self.system.words, lambda: names_in(self.state), by)

    def draw(self, deck: str, by: Side, why: Reason, to: str = "") -> str:
        """Records CardDrawn; the card is chosen now, from the unordered pile."""
        self.begin()
        core = self.state.core
        drawn = self.chance.draw(core.decks[deck], self._purpose(why, by), core.fair_dice)
        taken = CardDrawn(
            by=by, deck=deck, card=drawn.card, source=drawn.source, number=drawn.number, shares=drawn.shares, to=to
        )
        self.record(taken)
        return drawn.card

    def open(self, frame: Frame) -> None:
        self.record(FrameOpened(frame=frame))

    def close(self) -> None:
        self.record(FrameClosed())

    def reading(self, dispute: str) -> str:
        """The reading in force: chosen at the start, or by a ruling since."""
        return self.state.core.readings.get(dispute) or self.system.book.readings[dispute].default

    def is_corrected(self, number: int) -> bool:
        return number in self.state.core.corrections


def carry_out(system: System[S], state: S, by: Side, order: Order, chance: Chance) -> list[Recorded]:
    """The facts of one order, and of whatever follows until someone must decide.

    A refusal leaves `state` as it was. After any other exception the state is half changed: throw it away.
    """
    play = Play(system, state, by, order, chance)
    run(play)
    return play.recorded


class Passed(Exception):
    """An order has passed every check: what comes next would be recorded."""


class _Asking(Play[S]):
    """Goes no further than the checks, and so changes nothing and learns nothing of what would come of it."""

    def begin(self) -> None:
        raise Passed


def check(system: System[S], state: S, by: Side, order: Order) -> None:
    """IllegalOrder if the rules refuse an order. Dice, and what is hidden behind them, are not come to."""
    with suppress(Passed):
        decide(_Asking(system, state, by, order, EnteredChance()))


def decide(play: Play[Any]) -> None:
    """What the order itself brings; a refusal can be told from here on."""
    try:
        play.system.book.decide(play, play.order)
    except IllegalOrder as refusal:
        if refusal.speak is None and refusal.reason.key in play.system.words(ENGLISH).reasons:
            refusal.speak = lambda why: Say(play.system.words(spoken()), names_in(play.state)).reason(why)
        assert not play.recorded, f"{play.system.key} refused {type(play.order).__name__} after recording facts"
        raise


def run(play: Play[Any]) -> None:
    """Decide the order, then whatever follows of itself; an order that changes nothing is still recorded."""
    decide(play)
    play.begin()
    while play.system.book.proceed(play):
        pass
    play.chance.finish()


def fold(system: System[S], state: S, facts: Iterable[Fact]) -> S:
    """Facts into the state, in place; no rule is asked."""
    folds = system.book.folds
    try:
        for fact in facts:
            folds[type(fact)](state, fact)
    except RefightError:
        raise
    except Exception:
        check_known(state.core.unread, "shown on a board")  # what it made of the position is missing
        raise
    return state


def facts_of(recorded: Sequence[Recorded]) -> list[Fact]:
    return [item.fact for item in recorded]
