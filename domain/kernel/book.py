"""Chapters put together: who may speak, who decides, what follows, what is listed, what is folded."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from domain.kernel import core as shared
from domain.kernel.board import Trace
from domain.kernel.chapter import (
    Answer,
    Asked,
    Chapter,
    Choice,
    Correction,
    Decision,
    Option,
    Question,
    Reading,
    S,
    Told,
)
from domain.kernel.citing import is_rule, named_in, structs
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import SHARED, Await, Fact, Frame, Newer, Order, Side
from domain.kernel.reasons import TableRead

if TYPE_CHECKING:
    from domain.kernel.play import Play

Fold = Callable[[Any, Any], None]
Course = tuple[Sequence[Callable[["Play[S]"], bool]], Callable[["Play[S]", Any], None] | None]


class Sketch(Protocol):
    """What the facts of one order are drawn on."""

    def traces(self) -> tuple[Trace, ...]: ...


class Blank:
    """For a system that draws nothing."""

    def __init__(self, _state: Any) -> None:
        pass

    def traces(self) -> tuple[Trace, ...]:
        return ()


def usual(_state: Any, _by: Side, _order: Order, cite: str) -> str:
    return cite


def anyone(state: Any) -> tuple[Side, ...]:
    sides: tuple[Side, ...] = state.core.sides
    return sides


class Gate(NamedTuple):
    """Which orders have their moment: whoever is asked answers first, else orders belong to their phase and side."""

    cite: str  # the rule that an order at the wrong moment breaks
    acting: Callable[[Any], tuple[Side, ...]] = anyone
    turn: str = ""  # the rule that an order of the wrong side breaks, if another
    misplaced: Callable[[Any, Side, Order, str], str] = usual  # another rule than this, or a refusal of its own


@dataclass(frozen=True, eq=False)
class Book(Generic[S]):
    """The chapters together: what they say of facts, orders and questions is looked up here."""

    chapters: Sequence[Chapter[S]]  # in the order in which they proceed and are listed
    gate: Gate
    sketch: Callable[[S], Sketch] = Blank
    options: Mapping[str, Option] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    zeros: tuple[int, ...] = ()  # dice whose highest face is called 0: (10,) where a ten-sided die shows 0 to 9

    # What is in it

    @cached_property
    def told(self) -> Mapping[type[Fact], Told]:
        return {one.kind: one for chapter in self.chapters for one in chapter.facts}

    @cached_property
    def asked(self) -> Mapping[type[Order], Asked]:
        return {one.order: one for chapter in self.chapters for one in chapter.orders}

    @cached_property
    def questions(self) -> Mapping[type[Frame], Question]:
        return {one.frame: one for chapter in self.chapters for one in chapter.questions}

    @cached_property
    def facts(self) -> tuple[type[Fact], ...]:
        """Its own kinds; the shared ones are everyone's."""
        return tuple(kind for kind in self.told if kind not in SHARED)

    @cached_property
    def orders(self) -> tuple[type[Order], ...]:
        return tuple(self.asked)

    @cached_property
    def frames(self) -> tuple[type[Frame], ...]:
        return (*self.questions, *(kind for chapter in self.chapters for kind in chapter.resumes))

    @cached_property
    def readings(self) -> Mapping[str, Reading]:
        return {name: reading for chapter in self.chapters for name, reading in chapter.readings.items()}

    @cached_property
    def settled(self) -> Mapping[str, str]:
        """Each is looked up when asked for: its words are those of the language spoken."""
        return ChainMap(*(chapter.settled for chapter in self.chapters if chapter.settled))  # type: ignore[arg-type]

    @property
    def option_texts(self) -> Mapping[str, str]:
        """Each optional rule in the language spoken, after its number."""
        return {name: f"{option.cite} {option.told()}" for name, option in self.options.items()}

    @cached_property
    def folds(self) -> Mapping[type[Fact], Fold]:
        """One function per fact: the shared part first, then the system's own."""
        own = {kind: told.fold for kind, told in self.told.items()}
        return {kind: _fold_of(shared.EVOLVE.get(kind), own.get(kind)) for kind in (*SHARED, Newer, *self.facts)}

    # What it says of an order

    def decide(self, play: Play[S], order: Order) -> None:
        pending, asked = play.state.core.pending, self.asked.get(type(order))
        if asked is not None and asked.anytime and asked.decide is not None:
            asked.decide(play, order)
        elif pending:
            self._answer(play, order, pending[-1])(play, order, pending[-1])
        else:
            self._decision(play, order)(play, order)

    def _answer(self, play: Play[S], order: Order, frame: Await) -> Answer:
        """Nothing else happens until the side asked has answered."""
        answers = self.questions[type(frame)].answers
        if play.by == frame.side and type(order) in answers:
            return answers[type(order)]
        awaited = (kind.__name__ for kind in answers)
        if play.by != frame.side:
            cite = self.gate.misplaced(play.state, play.by, order, self.gate.cite)
            raise IllegalOrder("not asked", cite, frame.side, *awaited)
        cite = self.gate.misplaced(play.state, play.by, order, self._cite(order))
        raise IllegalOrder("must wait", cite, type(order).__name__, frame.side, *awaited)

    def _decision(self, play: Play[S], order: Order) -> Decision:
        """Orders belong to their phase and to the side that acts in it."""
        state, phase = play.state, play.state.core.phase
        asked, sides = self._of_phase(phase).get(type(order)), self.gate.acting(state)
        if asked is not None and play.by in sides:
            assert asked.decide is not None
            return asked.decide
        if play.by not in sides:
            cite = self.gate.misplaced(state, play.by, order, self.gate.turn or self.gate.cite)
            raise IllegalOrder("not your turn", cite, phase, *sides)
        cite = self.gate.misplaced(state, play.by, order, self._cite(order))
        there = (kind.__name__ for kind, one in self._of_phase(phase).items() if one.when(state))
        raise IllegalOrder("no order of this phase", cite, type(order).__name__, phase, *there)

    def now(self, state: S, by: Side) -> Collection[type[Order]]:
        """The kinds of order that have their moment: the answers to what this side is asked, else those of the phase.

        What another is asked is not looked at: it may be hidden.
        """
        pending = state.core.pending
        if pending and isinstance(frame := pending[-1], Await) and frame.side == by:
            return [*self.questions[type(frame)].answers, *self._anytime]
        return [kind for kind, one in self._of_phase(state.core.phase).items() if one.when(state)]

    def is_moment_of(self, state: S, side: Side) -> bool:
        """Whether a side may have orders to give: it is asked, or acts in the phase, or there are such at any time."""
        pending = state.core.pending
        if pending and isinstance(frame := pending[-1], Await):
            return frame.side == side or bool(self._anytime)
        return side in self.gate.acting(state)

    @cached_property
    def _anytime(self) -> Sequence[type[Order]]:
        return [kind for kind, one in self.asked.items() if one.anytime]

    def _of_phase(self, phase: str) -> Mapping[type[Order], Asked]:
        return self._phases.get(phase, self._phases[None])

    @cached_property
    def _phases(self) -> Mapping[str | None, Mapping[type[Order], Asked]]:
        """The orders of each phase that one of them names, and those of any other: found anew, a tenth of an audit."""
        usable = {kind: one for kind, one in self.asked.items() if one.decide is not None}
        named = dict.fromkeys(phase for one in usable.values() for phase in one.phases or ())
        return {
            phase: {kind: one for kind, one in usable.items() if one.phases is None or phase in one.phases}
            for phase in (None, *named)
        }

    def _cite(self, order: Order) -> str:
        asked = self.asked.get(type(order))
        return (asked and asked.cite) or self.gate.cite

    def goes_on(self, state: S) -> bool:
        """Whether this is nobody's moment: work lies on top, or no order belongs to the phase."""
        core = state.core
        if core.pending:
            return type(core.pending[-1]) not in self.questions
        return not core.ended and core.phase not in self._phases

    def proceed(self, play: Play[S]) -> bool:
        """One step with nobody deciding: each chapter resumes its own work, or goes on; nothing after the end."""
        core = play.state.core
        if core.ended:
            return False
        top = core.pending[-1] if core.pending else None
        before, resume = self._course(type(top))
        for proceed in before:
            if proceed(play):
                return True
        if resume is None:
            return False
        resume(play, top)
        return True

    def _course(self, kind: type[Any]) -> Course[S]:
        """What is tried in turn while work of this kind lies on top: the chapters before its own first."""
        found = self._courses.get(kind)
        if found is None:
            own = next((at for at, chapter in enumerate(self.chapters) if kind in chapter.resumes), None)
            before = [chapter.proceed for chapter in self.chapters[:own] if chapter.proceed is not None]
            found = self._courses[kind] = (before, None if own is None else self.chapters[own].resumes[kind])
        return found

    @cached_property
    def _courses(self) -> dict[type[Any], Course[S]]:
        return {}

    def choices(self, state: S) -> Iterator[Choice]:
        """Legal orders now: all of them, but for the kinds of which a fair sample is listed (`Asked.sampled`)."""
        core = state.core
        if core.over:
            return
        if core.pending:
            yield from self.questions[type(core.pending[-1])].choices(state, core.pending[-1])
            return
        for chapter in self.chapters:
            yield from chapter.choices(state)

    def sampled(self, state: S) -> list[type[Order]]:
        """The kinds of order of which only some are listed now."""
        return [kind for kind, one in self.asked.items() if one.sampled(state)]

    def losses(self, state: S) -> Counter[Side]:
        """What each side has lost, taken off or not: a loss is there as soon as the dice have decided it."""
        found = Counter(state.core.losses)
        for chapter in self._owing:
            for due in chapter.due(state) if chapter.due else ():
                found[due.side] += due.amount
        return found

    @cached_property
    def forgets(self) -> Sequence[Callable[[S], None]]:
        """What takes dice out of a position that have done their work, so that equal outcomes are equal positions."""
        return [chapter.forget for chapter in self.chapters if chapter.forget]

    @cached_property
    def _owing(self) -> Sequence[Chapter[S]]:
        return [chapter for chapter in self.chapters if chapter.due]

    # What it says of a fact

    def tables(self, fact: Fact) -> tuple[TableRead, ...]:
        """The printed tables a fact was read from, and where."""
        told = self.told.get(type(fact))
        return tuple(dict.fromkeys(told.reads(fact))) if told and told.reads else ()

    def cites(self, fact: Fact, rulebook: Collection[str]) -> tuple[str, ...]:
        """The rules it names, in the order in which they are met.

        Reasons and modifiers say what applied here; where a thing names none, its kind says what all such are about,
        as far as the rulebook has it.
        """
        known = is_rule(rulebook, self.readings)
        found = (
            cite for one in structs(fact) for cite in named_in(one) or filter(known, self.cited.get(type(one), ()))
        )
        return tuple(dict.fromkeys(found))

    @cached_property
    def cited(self) -> Mapping[type[Any], tuple[str, ...]]:
        """What each kind of fact, order and question is told under, and what else stands inside facts."""
        within = {kind: cites for chapter in self.chapters for kind, cites in chapter.within.items()}
        orders = {kind: one.cites or ((one.cite,) if one.cite else ()) for kind, one in self.asked.items()}
        questions = {kind: one.cites for kind, one in self.questions.items()}
        return within | orders | questions | {kind: one.cites for kind, one in self.told.items()}

    def traces(self, state: S, facts: Iterable[Fact]) -> tuple[Trace, ...]:
        """What the facts of one order look like, from the state before it."""
        sketch = self.sketch(state)
        for fact in facts:
            told = self.told.get(type(fact))
            if told and told.draws:
                told.draws(sketch, fact)
        return sketch.traces()

    def is_aside(self, fact: Fact) -> bool:
        told = self.told.get(type(fact))
        return told is not None and told.aside


def _fold_of(common: Fold | None, own: Fold | None) -> Fold:
    if common is None or own is None:
        alone = own or common
        assert alone is not None, "a fact without its fold"
        return alone

    def both(state: Any, fact: Any) -> None:
        common(state, fact)
        own(state, fact)

    return both
