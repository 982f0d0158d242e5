"""The waist: a rule system is a record of twelve fields, not a base class.

Annotations are evaluated here: a named tuple compiles each that is text, which is felt at every start.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from domain.kernel.board import Board, Counter, Zone
from domain.kernel.book import Book
from domain.kernel.chapter import S
from domain.kernel.facts import LOG_FORMAT, Fact, GameStarted, Order, Side, UnitId
from domain.kernel.packs import Pack, Sheet
from domain.kernel.reasons import Reason
from domain.kernel.say import Words

if TYPE_CHECKING:  # for stories and players, which few commands have
    from domain.kernel.happenings import Happening, Story
    from domain.kernel.player import Choose


class Setup(NamedTuple):
    """All that a starting state may depend on."""

    started: GameStarted
    pack: Pack

    @classmethod
    def trial(cls, system: str, scenario: str, sides: tuple[Side, ...], pack: Pack) -> "Setup":
        """For a look at how a scenario begins, before any game of it does."""
        started = GameStarted(
            format=LOG_FORMAT, game="", title="", system=system, edition="", scenario=scenario, pack="", sides=sides
        )
        return cls(started, pack)


class Scenario(NamedTuple):
    """A named start in a pack."""

    key: str
    title: str
    sides: tuple[Side, ...]
    text: str = ""
    free_sides: bool = False  # the sides may be named anew when a game is made


def _no_names(_pack: Pack) -> Mapping[str, str]:
    return {}


def _everyone(_state: Any, _fact: Fact) -> tuple[Side, ...] | None:
    return None


class Sheets(NamedTuple):
    """What a system reads in a pack."""

    check: Callable[[Pack], None]  # BadInput for a missing or misspelt key
    scenarios: Callable[[Pack], Mapping[str, Scenario]]
    names: Callable[[Pack], Mapping[str, str]] = _no_names  # what people call the units; logs are told with them
    files: Mapping[str, type[Sheet]] = {}  # the files of a pack, and what each holds
    colours: Mapping[Side, Any] = {}  # what sides wear where the pack does not say (domain.kernel.colours)


class Glimpse(NamedTuple):
    """What a fact changes on a board of places, for all viewers alike."""

    touched: Callable[[Any, Fact], Collection[UnitId] | None]  # asked before it is folded; None: it may be anything
    counter: Callable[[Any, UnitId], Counter | None]  # afterwards; None: the piece is gone


def _never(_started: GameStarted) -> bool:
    return False


def always(_started: GameStarted) -> bool:
    return True


class Sight(NamedTuple):
    """What can be seen of a position, and who may see a fact."""

    board: Callable[[Any, Side | None], Board]
    boards: Callable[[Any, Sequence[Side | None]], Sequence[Board]] | None = None  # of several, if that is less work
    glimpse: Glimpse | None = None  # how to follow a board of places without looking at all of it
    zones: Callable[[Any, UnitId], tuple[Zone, ...]] | None = None  # what a unit could fire at from where it stands
    seen_by: Callable[[Any, Fact], tuple[Side, ...] | None] = _everyone  # asked before the fact is folded
    standing: Callable[[Any], Reason] | None = None  # how the game stands by the scenario's own conditions
    hides: Callable[[GameStarted], bool] = _never  # whether a game so begun cannot be played without secrets


class Player(NamedTuple):
    """Automatic players: both play by the rules and to the end."""

    careful: "Choose"  # one to play against
    rollout: "Choose"  # a cheap one, for thousands of games


class ByHand(NamedTuple):
    """A position set by hand."""

    bare: Callable[[Any], None]  # takes every unit off the board, so that a position is built from nothing
    settle: Callable[[Any], None]  # what follows in it; BadInput if it makes no sense
    check: Callable[[Any], None]  # BadInput with the rule if no game leads to it
    ready: Callable[[Any, Order], None] | None = None  # what an order takes for granted; BadInput if that is unclear


class Retold(NamedTuple):
    """An order that records something a file tells of, with the dice or cards it tells of."""

    by: Side
    order: Order
    dice: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


class Retelling(NamedTuple):
    """How a system takes in a story of any game: a pack with its places, then orders for each happening."""

    pack: Callable[["Story"], Pack]
    scenario: str
    orders: Callable[[Any, "Happening"], Iterable[Retold]]


class Foreign(NamedTuple):
    """How files of other programs are taken in."""

    retell: Retelling | None = None  # as orders of this system
    as_played: Callable[[Any, "Happening"], tuple[Fact, ...]] | None = None  # what a file says, whatever the rules


@dataclass(frozen=True, eq=False)
class System(Generic[S]):
    """All that the rest of the program knows of a rulebook."""

    key: str
    title: str
    edition: str
    state: type[S]
    initial: Callable[[Setup], S]
    book: Book[S]
    sheets: Sheets
    sight: Sight
    words: Callable[[str], Words]  # in a language: loaded when it is first spoken
    player: Callable[[], Player] | None = None  # loaded when it is first asked
    by_hand: ByHand | None = None
    foreign: Callable[[], Foreign] | None = None  # likewise


def boards_of(system: System[S], state: S, viewers: Sequence[Side | None]) -> Sequence[Board]:
    """The board as each of them sees it."""
    sight = system.sight
    return sight.boards(state, viewers) if sight.boards else [sight.board(state, viewer) for viewer in viewers]


def default_readings(system: System[Any], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every dispute with its reading, so that the log does not depend on tomorrow's defaults."""
    return {dispute: chosen.get(dispute, reading.default) for dispute, reading in system.book.readings.items()}
