"""An order decided again on the dice it was given, under another reading of a disputed rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from domain.games.seat import check_turn
from domain.kernel.chance import Drawn, Thrown
from domain.kernel.errors import IllegalOrder, RefightError, TapeMismatch
from domain.kernel.facts import CardDrawn, DiceRolled, Fact, OrderGiven, Source
from domain.kernel.play import Play, Recorded, run
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.words.phrases import phrase

V = TypeVar("V")


class OtherDice(TapeMismatch):
    """Asked for dice, or a card, that nobody rolled or drew there."""

    def __init__(self, wanted: str, found: str, *, more: int) -> None:
        super().__init__(phrase("needs {0}, {1}", wanted, found))
        self.more = more


class Stuck(RefightError):
    """The rules do not know how to go on: the position came about under another reading."""


class ReusedChance:
    """The dice and cards of one recorded order, each for what it was rolled for; what is not asked for is left.

    A die is first looked for by its purpose. Where none was rolled for just that, the next one serves if it has the
    same shape: the attack is the same though its target is another. Otherwise nobody knows what would have come up.
    """

    def __init__(self, facts: Iterable[Fact], source: Source | None = None) -> None:
        self.left = [fact for fact in facts if isinstance(fact, DiceRolled | CardDrawn)]
        self.later = list(self.left)  # those after the last one taken
        self.source = source  # what fair dice are called in a place where their numbers mean nothing; None: as they are
        self.for_else = 0

    @property
    def unused(self) -> int:
        """Dice and cards that were not asked for."""
        return sum(len(fact.faces) if isinstance(fact, DiceRolled) else 1 for fact in self.left)

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:  # noqa: ARG002
        rolls = [fact for fact in self.left if isinstance(fact, DiceRolled)]
        fits = [fact for fact in rolls if (len(fact.faces), fact.sides) == (count, sides)]
        found = next((fact for fact in fits if fact.why == why), None)
        if found is None:
            found = next((fact for fact in fits if self.later and fact is self.later[0]), None)
            if found is None:
                raise _missing(count, sides, why, next((fact for fact in rolls if fact.why == why), None))
            self.for_else += count
        self._take(found)
        return Thrown(found.faces, *self._origin(found))

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:  # noqa: ARG002
        found = next((fact for fact in self.left if isinstance(fact, CardDrawn) and fact.card in pile), None)
        if found is None:
            raise OtherDice(phrase("a card ({0})", why), phrase("which nobody drew"), more=1)
        self._take(found)
        return Drawn(found.card, *self._origin(found))

    def finish(self) -> None:
        """Dice that are not asked for were, under this reading, never rolled."""

    def _take(self, fact: DiceRolled | CardDrawn) -> None:
        self.left = [one for one in self.left if one is not fact]
        place = next((place for place, one in enumerate(self.later) if one is fact), -1)
        self.later = self.later[place + 1 :]

    def _origin(self, fact: DiceRolled | CardDrawn) -> tuple[Source, int]:
        if self.source is not None and fact.source == "fair":
            return self.source, 0
        return fact.source, fact.number


def _missing(count: int, sides: int, why: object, instead: DiceRolled | None) -> OtherDice:
    """Dice for the same purpose may have been rolled, but fewer, more or of another kind."""
    wanted = phrase("{0} for {1}", f"{count}d{sides}", why or phrase("a roll"))
    if instead is None:
        return OtherDice(wanted, phrase("which nobody rolled"), more=count)
    there = len(instead.faces) if instead.sides == sides else 0
    rolled = phrase("where {0} was rolled", f"{len(instead.faces)}d{instead.sides}")
    return OtherDice(wanted, rolled, more=max(count - there, 0))


class Watched(dict[str, V]):
    """Readings, or options, that note which were asked for; whoever goes through all of them has asked for all."""

    def __init__(self, chosen: Mapping[str, V]) -> None:
        super().__init__(chosen)
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> V:
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        self.asked.update(super().keys())
        return super().__iter__()

    def keys(self) -> Any:
        self.asked.update(super().keys())
        return super().keys()

    def values(self) -> Any:
        self.asked.update(super().keys())
        return super().values()

    def items(self) -> Any:
        self.asked.update(super().keys())
        return super().items()


class Again(NamedTuple):
    """What the rules make of an order, as far as they come; and what stopped them."""

    recorded: list[Recorded]
    error: RefightError | None = None


def again(system: System[Any], state: Any, given: OrderGiven[Any], entries: Sequence[Entry]) -> Again:
    """The order of these entries on their own dice. The state is changed, and worthless after an error."""
    play = Play(system, state, given.by, given.order, ReusedChance(entry.fact for entry in entries))
    try:
        check_turn(state, given.by)
        run(play)
    except RefightError as error:
        return Again(play.recorded, error)
    except Exception as error:
        return Again(play.recorded, broken_off(error))
    return Again(play.recorded)


def broken_off(error: Exception) -> RefightError:
    """What an order under way came to, when its reading changed beneath it.

    Half of a move may have been made under one reading, and be impossible under the other: rules need not foresee it.
    """
    if isinstance(error.__context__, IllegalOrder):
        return error.__context__
    return Stuck(f"the rules cannot go on from here under it ({type(error).__name__}: {error})")
