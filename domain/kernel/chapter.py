"""A chapter of a rulebook as one record: its facts, its orders, its questions, and what follows of itself.

Annotations are evaluated here: a named tuple compiles each that is text, which is felt at every start.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from domain.kernel.core import HasCore
from domain.kernel.facts import Await, Fact, Frame, Order, Side
from domain.kernel.reasons import Reason, TableRead

if TYPE_CHECKING:
    from domain.kernel.play import Play

S = TypeVar("S", bound=HasCore)
Decision = Callable[[Any, Any], None]  # the play, the order: checks first (IllegalOrder), then records facts
Answer = Callable[[Any, Any, Any], None]  # the play, the order, the frame it answers


class Choice(NamedTuple):
    """One legal order, and the side that may give it."""

    by: Side
    order: Order


class LossDue(NamedTuple):
    """What a side has lost already, though its owner has yet to say which, or a later step takes it."""

    side: Side
    amount: int


def nothing(_state: Any, _fact: Fact) -> None:
    """The fact stands in the log for its own sake."""


def nobody(*_: Any) -> Iterable[Choice]:
    return ()


def always(_state: Any) -> bool:
    return True


def never(_state: Any) -> bool:
    return False


class Told(NamedTuple):
    """One kind of fact: the rules it is told under, what it changes, what it was read from, how it is drawn.

    It may name a fact that all systems share: its fold then follows the kernel's.
    """

    kind: type[Fact]
    cites: tuple[str, ...] = ()
    fold: Callable[[Any, Any], None] = nothing  # never raises, rolls or judges
    reads: Callable[[Any], Iterable[TableRead]] | None = None
    draws: Callable[[Any, Any], None] | None = None  # on the sketch of the order it belongs to
    aside: bool = False  # it only keeps the machinery going: readers may skip it


class Wayfinding(NamedTuple):
    """How an order finds its own path, and what a path costs."""

    find: Callable[[Any, Side, Mapping[str, Any], str], Order | None]  # the state, the side, other fields, the place
    price: Callable[[Any, Side, Any], Reason]  # the state, the side, an order that is legal there
    onward: Callable[[Any, Side, Mapping[str, Any], tuple[str, ...]], Iterable[str]] | None = None
    # the state, the side, other fields, a path that is begun: every place it may go on to; None: no rule tells them all
    goal: Callable[[Any, Side, Any], str] | None = None
    # the state, the side, an order: how the end of its path would be typed, empty if that is not all it says; None: its
    # last place


class Asked(NamedTuple):
    """One kind of order."""

    example: Order  # one of a kind, true to a game that is shipped; its type is the order
    decide: Decision | None = None  # None: it is only given as an answer
    phases: tuple[str, ...] | None = None  # None: in any
    cite: str = ""  # the rule that sets its moment; the gate's own if empty
    when: Callable[[Any], bool] = always  # whether options and readings leave room for it in its phase
    cites: tuple[str, ...] = ()  # the rules it is told under; the rule of its moment if empty
    way: Wayfinding | None = None  # where it has a path that need not be spelt out
    anytime: bool = False  # by either side, whoever acts and whatever is awaited
    against: Callable[[Any, Side, str], Iterable[Order]] | None = None
    # the state, the side, an enemy unit: the legal orders that strike it, where a list of orders does not say so
    sampled: Callable[[Any], bool] = never  # whether the list of these leaves out some that may be given now

    @property
    def order(self) -> type[Order]:
        return type(self.example)


class Question(NamedTuple):
    """One kind of question: its answers are given the frame they answer."""

    frame: type[Await]
    answers: Mapping[type[Order], Answer]
    choices: Callable[[Any, Any], Iterable[Choice]] = nobody  # the state, the frame
    cites: tuple[str, ...] = ()


class ReadingText(NamedTuple):
    question: str
    choices: Mapping[str, str]  # letter to what it means


class Reading(NamedTuple):
    """One disputed rule as letters; its words are those of the language spoken."""

    rule: str
    letters: str
    default: str
    told: Callable[[], ReadingText]

    @classmethod
    def saying(cls, rule: str, question: str, choices: Mapping[str, str]) -> "Reading":
        """One that has its words in one language only."""
        return cls(rule, "".join(choices), next(iter(choices)), lambda: ReadingText(question, choices))

    @property
    def question(self) -> str:
        return self.told().question

    @property
    def choices(self) -> Mapping[str, str]:
        return self.told().choices


class Option(NamedTuple):
    """An optional rule; `needs` names one that it is nothing without."""

    cite: str
    told: Callable[[], str]  # in the language spoken
    needs: str = ""
    values: range | tuple[str, ...] | None = None  # what it may be set to; None: it is only on or off

    @classmethod
    def saying(cls, cite: str, text: str, **more: Any) -> "Option":
        """One that has its words in one language only."""
        return cls(cite, lambda: text, **more)


class Correction(NamedTuple):
    """A dated change of our own behaviour; games audit under the corrections they were played with."""

    number: int  # its day and a count of two digits, 2026110101: a program that does not know it still tells the day
    rule: str
    what: str


@dataclass(frozen=True)
class Chapter(Generic[S]):
    """Each field has a default: a chapter says what it has."""  # else Python makes up words at every start

    facts: Sequence[Told] = ()
    orders: Sequence[Asked] = ()
    questions: Sequence[Question] = ()
    resumes: Mapping[type[Frame], Callable[["Play[S]", Any], None]] = field(default_factory=dict)  # work, not questions
    within: Mapping[type[Any], tuple[str, ...]] = field(default_factory=dict)  # cites of what is only part of a fact
    readings: Mapping[str, Reading] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)  # disputes that can be played in one way only, and why
    proceed: Callable[["Play[S]"], bool] | None = None  # one step with nobody deciding; False when done
    choices: Callable[[S], Iterable[Choice]] = nobody  # while nothing is awaited
    forget: Callable[[S], None] | None = None  # takes dice out of a state that no rule looks at any more
    due: Callable[[S], Iterable[LossDue]] | None = None  # losses that are certain, and yet to be taken
