"""A case decided: what its orders come to, step by step, and what they would have come to under each other reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.cases.case import Begun, CaseOrder
from domain.games.look import asked
from domain.games.seat import check_turn
from domain.kernel.chance import Chance, Drawn, EnteredChance, Thrown
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, IllegalOrder, RefightError, TapeMismatch
from domain.kernel.facts import LossTaken, PointsScored
from domain.kernel.play import Play, Recorded, facts_of, run
from domain.kernel.system import System
from domain.study.redecide import Again, OtherDice, ReusedChance, Stuck, Watched, broken_off
from domain.words.tell import is_aside

Dealt = Callable[[int, CaseOrder], Chance]  # the dice of an order: its place among the orders, and the order


class CaseDecided(NamedTuple):
    """One order of a case, decided: its facts, or the refusal; and the state after it."""

    given: CaseOrder
    recorded: Sequence[Recorded]
    error: RefightError | None
    state: Any

    @property
    def refusal(self) -> IllegalOrder | None:
        return self.error if isinstance(self.error, IllegalOrder) else None

    @property
    def is_open(self) -> bool:
        """It broke off, and nobody knows how it ends."""
        return self.error is not None and self.refusal is None


class Reread(NamedTuple):
    """Orders that follow on each other under one other reading, as far as they can be decided, if that changes them."""

    dispute: str
    choice: str
    parts: int  # the order, counted from 0, at which it first differs
    played: Sequence[CaseDecided]  # the same orders as the case reads the rules
    orders: Sequence[CaseDecided]
    first: int  # the place of these orders among all
    unused: int  # dice and cards of that order that are not asked for


class Adjudication(NamedTuple):
    begun: Begun
    orders: Sequence[CaseDecided]
    asked: Sequence[str]  # disputes the orders came upon
    reread: Sequence[Reread]

    @property
    def refused(self) -> bool:
        return any(decided.refusal for decided in self.orders)


def adjudicate(begun: Begun) -> Adjudication:
    """Decides all orders as the case reads the rules, then again under every reading they asked about."""
    if not begun.orders:
        where = f"{begun.row.name}, " if begun.row.name else ""
        raise BadInput(f"{where}orders: there are none; write one below a line [[orders]], with by, order and dice")
    table = _Table(begun)
    readings = begun.state.core.readings
    runs = [table.play(run, readings, _entered) for run in _runs(begun.orders)]
    asked = [name for name in begun.system.book.readings if name in table.asked]
    others = [(name, choice) for name in asked for choice in _others(begun, name)]
    reread = [found for one in others for found in table.read(*one, runs)]
    return Adjudication(begun, [decided for run in runs for decided in run], asked, reread)


def _runs(orders: Sequence[CaseOrder]) -> list[list[CaseOrder]]:
    """Orders that follow on each other; a fresh one begins from the position again."""
    runs: list[list[CaseOrder]] = []
    for given in orders:
        if given.row.fresh or not runs:
            runs.append([])
        runs[-1].append(given)
    return runs


def _others(begun: Begun, dispute: str) -> list[str]:
    in_force = begun.state.core.readings[dispute]
    return [choice for choice in begun.system.book.readings[dispute].letters if choice != in_force]


def _entered(_at: int, given: CaseOrder) -> Chance:
    return EnteredChance(given.row.dice, given.row.cards)


class _Offered(EnteredChance):
    """Dice given for an order that was refused: under another reading they may be rolled after all."""

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:
        if len(self.dice) < count:
            raise OtherDice(f"{count}d{sides} for {why}", "which nobody rolled", more=count - len(self.dice))
        return super().throw(count, sides, why, number)

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:
        if not self.cards:
            raise OtherDice(f"a card ({why})", "which nobody drew", more=1)
        return super().draw(pile, why, number)

    @property
    def unused(self) -> int:
        return len(self.dice) + len(self.cards)

    def finish(self) -> None:
        """What is left is told, not complained of."""


class _Table:
    def __init__(self, begun: Begun) -> None:
        self.begun, self.system = begun, begun.system
        self.copied = copier(begun.system)
        self.asked: set[str] = set()

    def play(self, run: Sequence[CaseOrder], readings: dict[str, str], dealt: Dealt) -> list[CaseDecided]:
        """One order after another, each in the position the one before left; BadInput if one cannot be decided."""
        found = list(self.each(run, readings, dealt))
        if found[-1].is_open:
            raise _unready(found[-1])
        return found

    def each(self, run: Sequence[CaseOrder], readings: dict[str, str], dealt: Dealt) -> Iterator[CaseDecided]:
        """As far as they can be decided."""
        before = self.begun.start_of(run[0])
        for at, given in enumerate(run):
            decided = self.decide(before, readings, given, dealt(at, given))
            yield decided
            if decided.is_open:
                return
            before = decided.state

    def decide(self, before: Any, readings: dict[str, str], given: CaseOrder, chance: Chance) -> CaseDecided:
        """A refusal leaves the position as it was, but for what came before the order of itself."""
        state = self.copied(before)
        spy = state.core.readings = Watched(readings)
        found = decide(self.system, state, given, chance)
        self.asked |= spy.asked
        if isinstance(found.error, IllegalOrder) and not found.recorded:
            return CaseDecided(given, [], found.error, before)
        state.core.readings = readings
        return CaseDecided(given, found.recorded, found.error, state)

    def read(self, dispute: str, choice: str, runs: Sequence[Sequence[CaseDecided]]) -> Iterator[Reread]:
        """All orders under another reading on the same dice, where something is otherwise."""
        readings, first = {**self.begun.state.core.readings, dispute: choice}, 0
        for played in runs:
            found, dice = self.again(played, readings)
            pairs = zip(found, played, strict=False)
            parts = next((at for at, (one, was) in enumerate(pairs) if is_other(self.system, one, was)), None)
            if parts is not None:
                yield Reread(dispute, choice, parts, played, found, first, dice[parts].unused)
            first += len(played)

    def again(
        self, played: Sequence[CaseDecided], readings: dict[str, str]
    ) -> tuple[list[CaseDecided], list[_Offered | ReusedChance]]:
        dice: list[_Offered | ReusedChance] = []

        def dealt(at: int, given: CaseOrder) -> Chance:
            was = played[at]
            rolled = _Offered(given.row.dice, given.row.cards) if was.refusal else ReusedChance(facts_of(was.recorded))
            dice.append(rolled)
            return rolled

        found: list[CaseDecided] = []
        for decided in self.each([was.given for was in played], readings, dealt):
            found.append(decided)
            if decided.refusal and not played[len(found) - 1].refusal:
                break  # what comes after it would be given in another game
        return found, dice


def is_other(system: System[Any], decided: CaseDecided, played: CaseDecided) -> bool:
    """Another fact worth telling, another refusal, or another position; the machinery may take another way to it."""
    if _worth_telling(system, decided) != _worth_telling(system, played):
        return True
    if (decided.error is None) != (played.error is None) or _rule(decided) != _rule(played):
        return True
    return not is_same_position(decided.state, played.state)


def _worth_telling(system: System[Any], decided: CaseDecided) -> list[Recorded]:
    return [item for item in decided.recorded if not is_aside(system, item.fact)]


def is_same_position(one: Any, other: Any) -> bool:
    """Whatever readings they came about under."""
    core = msgspec.structs.replace(other.core, readings=one.core.readings)
    return bool(one == msgspec.structs.replace(other, core=core))


def _rule(decided: CaseDecided) -> str:
    return decided.refusal.rule if decided.refusal else ""


class _Before(Play[Any]):
    """What follows of itself in a phase nobody acts in, before the order is given."""

    def begin(self) -> None:
        """No order stands before it."""


def decide(system: System[Any], state: Any, given: CaseOrder, chance: Chance) -> Again:
    """The order as far as it comes; the state is changed with it. Dice of what comes before it are among its own."""
    by, order = given.row.by, given.order
    before, play = _Before(system, state, by, order, chance), Play(system, state, by, order, chance)
    try:
        check_turn(state, by)
        while system.book.goes_on(state) and system.book.proceed(before):
            pass
        check_turn(state, by)
        run(play)
    except RefightError as error:
        return Again([*before.recorded, *play.recorded], error)
    except Exception as error:  # a position set by hand may be one that no game leads to
        stopped = broken_off(error)
        said = f"the rules cannot go on from this position ({type(error).__name__}: {error})"
        recorded = [*before.recorded, *play.recorded]
        return Again(recorded, stopped if isinstance(stopped, IllegalOrder) else Stuck(said))
    return Again([*before.recorded, *play.recorded])


def _unready(decided: CaseDecided) -> BadInput:
    """What is wrong with the dice, the side, or the position, said of its key."""
    error, label = decided.error, decided.given.label
    if isinstance(error, Stuck):
        return BadInput(f"{label}: {error}; something in the position does not fit, or this is a fault in refight")
    if isinstance(error, TapeMismatch) or decided.recorded:
        return BadInput(f"{label}, dice: {error}{_asked_first(decided)}")
    if decided.given.row.by not in decided.state.core.sides:
        return BadInput(f"{label}, by: {error}")
    return BadInput(f"{label}: {error}")


def _asked_first(decided: CaseDecided) -> str:
    """Dice come too early when another must answer before they are rolled."""
    side = asked(decided.state)
    return f"; {side} must answer first, and the dice go with that answer" if side else ""


def lost(orders: Sequence[CaseDecided]) -> dict[str, int]:
    return _sums((f.side, f.amount) for f in _facts(orders) if isinstance(f, LossTaken))


def scored(orders: Sequence[CaseDecided]) -> dict[str, int]:
    return _sums((f.side, f.points) for f in _facts(orders) if isinstance(f, PointsScored))


def _facts(orders: Sequence[CaseDecided]) -> Iterator[Any]:
    return (item.fact for decided in orders for item in decided.recorded)


def _sums(pairs: Iterator[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for side, amount in pairs:
        found[side] = found.get(side, 0) + amount
    return found
