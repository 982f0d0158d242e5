"""The waist: a rule system is a record of functions, and one order is carried out by `carry_out`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from domain import core as shared
from domain.board import Board, Counter, Trace, Zone
from domain.chance import Chance
from domain.core import HasCore
from domain.facts import (
    SHARED,
    CardDrawn,
    DiceRolled,
    Fact,
    Frame,
    FrameClosed,
    FrameOpened,
    GameEnded,
    GameStarted,
    Order,
    OrderGiven,
    Side,
    UnitId,
)
from domain.happenings import Happening, Story
from domain.packs import Pack
from domain.ruling import IllegalOrder, TableRead

S = TypeVar("S", bound=HasCore)


class Setup(NamedTuple):
    """All that a starting state may depend on."""

    started: GameStarted
    pack: Pack


class Choice(NamedTuple):
    """One legal order, and the side that may give it."""

    by: Side
    order: Order


class Recorded(NamedTuple):
    """A fact and the sides that may see it; None means everyone."""

    fact: Fact
    to: tuple[Side, ...] | None = None


class Roll(NamedTuple):
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.faces)


class Reading(NamedTuple):
    """One disputed rule: its choices in our words, the first being the default unless said otherwise."""

    rule: str
    question: str
    choices: Mapping[str, str]
    default: str


class Correction(NamedTuple):
    """A dated change of our own behaviour; games audit under the corrections they were played with."""

    number: int
    date: str
    rule: str
    what: str


def _nothing_follows(_play: Play[Any]) -> bool:
    return False


def _when_ended(state: HasCore) -> GameEnded | None:
    return state.core.ended


def _everyone(_state: HasCore, _fact: Fact) -> tuple[Side, ...] | None:
    return None


def _no_words(_fact: Fact) -> str | None:
    return None


def _no_names(_pack: Pack) -> Mapping[str, str]:
    return {}


def _no_traces(_state: HasCore, _facts: Sequence[Fact]) -> tuple[Trace, ...]:
    return ()


def _no_tables(_fact: Fact) -> tuple[TableRead, ...]:
    return ()


class Retold(NamedTuple):
    """An order that records something a file tells of, with the dice or cards it tells of."""

    by: Side
    order: Order
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


class Retelling(NamedTuple, Generic[S]):
    """How a system takes in a story of any game: a pack with its places, then orders for each happening."""

    pack: Callable[[Story], Pack]
    scenario: str
    orders: Callable[[S, Happening], Iterable[Retold]]


class Glimpse(NamedTuple, Generic[S]):
    """What a fact changes on a board of places, for all viewers alike."""

    touched: Callable[[S, Fact], Collection[UnitId] | None]  # asked before it is folded; None: it may be anything
    counter: Callable[[S, UnitId], Counter | None]  # afterwards; None: the piece is gone


@dataclass(frozen=True, eq=False)
class System(Generic[S]):
    """A rule system is a record of functions, not a base class."""

    key: str
    title: str
    edition: str
    state: type[S]
    orders: tuple[type[Order], ...]
    facts: tuple[type[Fact], ...]  # its own; the shared ones are added
    initial: Callable[[Setup], S]
    decide: Callable[[Play[S], Any], None]  # checks first (IllegalOrder), then records facts
    evolve: Mapping[type[Fact], Callable[[S, Any], None]]  # one small function per fact; never raises, rolls or judges
    options: Callable[[S], Iterable[Choice]]  # hex: all; table: a fair sample
    board: Callable[[S, Side | None], Board]
    check_pack: Callable[[Pack], None]  # BadInput for a missing or misspelt key
    scenarios: Callable[[Pack], Mapping[str, Scenario]]
    proceed: Callable[[Play[S]], bool] = _nothing_follows  # one step with nobody deciding; False when done
    outcome: Callable[[S], GameEnded | None] = _when_ended
    seen_by: Callable[[S, Fact], tuple[Side, ...] | None] = _everyone  # asked before the fact is folded
    tell: Callable[[Fact], str | None] = _no_words  # a fact in plain words; None leaves it to the general ones
    tables: Callable[[Fact], tuple[TableRead, ...]] = _no_tables  # the printed tables a fact was read from, and where
    names: Callable[[Pack], Mapping[str, str]] = _no_names  # what people call the units; logs are told with them
    player: Callable[[S, Side], Order | None] | None = None  # what an automatic player orders; None: nothing to decide
    examples: tuple[Order, ...] = ()  # one of a kind, true to a game that is shipped; lists of orders show them
    asides: tuple[type[Fact], ...] = ()  # facts that only keep the machinery going: readers may skip them
    frames: tuple[type[Frame], ...] = ()
    readings: Mapping[str, Reading] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)  # disputes that can be played in one way only, and why
    optional_rules: Mapping[str, str] = field(default_factory=dict)
    needs: Mapping[str, str] = field(default_factory=dict)  # an optional rule that is nothing without another
    standing: Callable[[S], str] | None = None  # how the game stands by the scenario's own conditions, in words
    corrections: tuple[Correction, ...] = ()
    boards: Callable[[S, Sequence[Side | None]], Sequence[Board]] | None = (
        None  # of several viewers, if that is less work
    )
    glimpse: Glimpse[S] | None = None  # how to follow a board of places without looking at all of it
    zones: Callable[[S, UnitId], tuple[Zone, ...]] | None = None  # what a unit could fire at from where it stands
    traces: Callable[[S, Sequence[Fact]], tuple[Trace, ...]] = _no_traces  # of one order: state before it, facts seen
    bare: Callable[[S], None] | None = None  # takes every unit off the board, so that a position is built from nothing
    retell: Retelling[S] | None = None  # how files of any game are recorded in this system
    as_played: Callable[[S, Happening], tuple[Fact, ...]] | None = None  # what a file says happened, whatever the rules
    settle: Callable[[S], None] | None = None  # what follows in a position set by hand; BadInput if it cannot be

    @cached_property
    def folds(self) -> Mapping[type[Fact], Callable[[S, Any], None]]:
        """One function per fact: the shared part first, then the system's own."""
        return {kind: _fold_of(shared.EVOLVE.get(kind), self.evolve.get(kind)) for kind in (*SHARED, *self.facts)}


def boards_of(system: System[S], state: S, viewers: Sequence[Side | None]) -> Sequence[Board]:
    """The board as each of them sees it."""
    return system.boards(state, viewers) if system.boards else [system.board(state, viewer) for viewer in viewers]


class Scenario(NamedTuple):
    """A named start in a pack."""

    key: str
    title: str
    sides: tuple[Side, ...]
    text: str = ""
    free_sides: bool = False  # the sides may be named anew when a game is made


def _fold_of(
    common: Callable[[Any, Any], None] | None, own: Callable[[Any, Any], None] | None
) -> Callable[[Any, Any], None]:
    if common is None or own is None:
        alone = own or common
        assert alone is not None, "a fact without its evolve"
        return alone

    def both(state: Any, fact: Any) -> None:
        common(state, fact)
        own(state, fact)

    return both


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
        self.recorded.append(Recorded(fact, self.system.seen_by(self.state, fact)))
        self.system.folds[type(fact)](self.state, fact)

    def roll(self, dice: int, sides: int, why: str, by: Side) -> Roll:
        """Records DiceRolled: the roll is the event, so none can be hidden."""
        self.begin()
        thrown = self.chance.throw(dice, sides, why, self.state.core.fair_dice)
        self.record(
            DiceRolled(by=by, sides=sides, faces=thrown.faces, why=why, source=thrown.source, number=thrown.number)
        )
        return Roll(thrown.faces)

    def draw(self, deck: str, by: Side, why: str = "draw", to: str = "") -> str:
        """Records CardDrawn; the card is chosen now, from the unordered pile."""
        self.begin()
        core = self.state.core
        drawn = self.chance.draw(core.decks[deck], why, core.fair_dice)
        self.record(CardDrawn(by=by, deck=deck, card=drawn.card, source=drawn.source, number=drawn.number, to=to))
        return drawn.card

    def open(self, frame: Frame) -> None:
        self.record(FrameOpened(frame=frame))

    def close(self) -> None:
        self.record(FrameClosed())

    def reading(self, dispute: str) -> str:
        """The reading in force: chosen at the start, or by a ruling since."""
        return self.state.core.readings.get(dispute) or self.system.readings[dispute].default

    def has_option(self, option: str) -> bool:
        return option in self.state.core.options

    def is_corrected(self, number: int) -> bool:
        return number in self.state.core.corrections


def carry_out(system: System[S], state: S, by: Side, order: Order, chance: Chance) -> list[Recorded]:
    """The facts of one order, and of whatever follows until someone must decide.

    A refusal leaves `state` as it was. After any other exception the state is half changed: throw it away.
    """
    play = Play(system, state, by, order, chance)
    run(play)
    return play.recorded


def run(play: Play[Any]) -> None:
    """Decide the order, then whatever follows of itself; an order that changes nothing is still recorded."""
    try:
        play.system.decide(play, play.order)
    except IllegalOrder:
        assert not play.recorded, f"{play.system.key} refused {type(play.order).__name__} after recording facts"
        raise
    play.begin()
    while play.system.proceed(play):
        pass
    play.chance.finish()


def fold(system: System[S], state: S, facts: Iterable[Fact]) -> S:
    """Facts into the state, in place; no rule is asked."""
    folds = system.folds
    for fact in facts:
        folds[type(fact)](state, fact)
    return state


def default_readings(system: System[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every dispute with its reading, so that the log does not depend on tomorrow's defaults."""
    return {dispute: chosen.get(dispute, reading.default) for dispute, reading in system.readings.items()}


def facts_of(recorded: Sequence[Recorded]) -> list[Fact]:
    return [item.fact for item in recorded]
