"""The skeleton of an automatic player: an answer to each question, a plan for each phase, and a net beneath both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from domain.kernel.book import Book
from domain.kernel.chapter import S
from domain.kernel.core import HasCore
from domain.kernel.facts import Await, Frame, Order, Side

V = TypeVar("V")  # what a player sees of a position
Choose = Callable[[Any, Side], Order | None]  # the order a side gives in a position; None: nothing to decide


@dataclass(frozen=True, eq=False)
class Mind(Generic[S]):
    """One way to play a system: a pure function of the position, put together of small ones."""

    book: Book[S]
    no: type[Order]  # the word by which an offer is declined
    plans: Mapping[str, Callable[[S, Side], Order | None]]  # phase to what is ordered in it
    answers: Mapping[type[Frame], Callable[[S, Any], Order]]  # question to what is said to it

    def choose(self, state: S, side: Side) -> Order | None:
        """The order this side gives now; None if it has nothing to decide."""
        core = state.core
        if core.over:
            return None
        if core.pending:
            return self._answer(state, side, core.pending[-1])
        if side not in self.book.gate.acting(state):
            return None
        plan = self.plans.get(core.phase)
        return plan(state, side) if plan else self.first(state, side)

    def _answer(self, state: S, side: Side, frame: Frame) -> Order | None:
        if not isinstance(frame, Await) or frame.side != side:
            return None
        answer = self.answers.get(type(frame))
        return answer(state, frame) if answer else self.first(state, side) or self.no()

    def first(self, state: S, side: Side) -> Order | None:
        """The net: the book's own first offer that is not a no."""
        return next((order for order in offers(self.book, state, side) if not isinstance(order, self.no)), None)


def planned(look: Callable[[Any, Side], V], plan: Callable[[V], Order | None]) -> Choose:
    """A plan that begins with a look at the position."""
    return lambda state, side: plan(look(state, side))


def answered(look: Callable[[Any, Side], V], answer: Callable[[V, Any], Order]) -> Callable[[Any, Any], Order]:
    """An answer that begins with a look through the eyes of the side asked."""
    return lambda state, frame: answer(look(state, frame.side), frame)


def offers(book: Book[S], state: S, side: Side) -> Iterator[Order]:
    """Every order that the rules offer this side now."""
    return (choice.order for choice in book.choices(state) if choice.by == side)


def due(choose: Choose, state: HasCore, sides: Iterable[Side]) -> tuple[Side, Order] | None:
    """The first of these sides that has something to decide, and what it decides."""
    for side in sides:
        order = choose(state, side)
        if order is not None:
            return side, order
    return None
