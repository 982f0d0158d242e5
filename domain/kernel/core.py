"""The part of every game's state that all systems share, and the functions that fold shared facts into it."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from domain.kernel import facts as f
from domain.kernel.errors import BadInput, NotFound

Frame = TypeVar("Frame")


class Core(msgspec.Struct, Generic[Frame], kw_only=True):
    """Owned by the kernel: systems read it and change it only by recording facts."""

    sides: tuple[f.Side, ...]
    options: dict[str, f.Chosen] = {}
    readings: dict[str, str] = {}
    corrections: tuple[int, ...] = ()
    turn: int = 0
    phase: str = ""
    active: f.Side = ""
    pending: list[Frame] = []
    points: dict[f.Side, int] = {}
    losses: dict[f.Side, int] = {}
    decks: dict[str, list[str]] = {}  # draw piles, sorted: an unordered pile has no secret order to leak
    fair_dice: int = 0  # the number the next fair die will bear
    shares: int = 0  # orders of this line whose dice all parties made together
    promised: dict[str, tuple[str, int]] = {}  # by side, its own promise in this line and how many orders came before
    ended: f.GameEnded | None = None
    unread: str = ""  # what of this game the program does not know: it can be looked at, and not played
    seed: str = ""  # of this line's fair dice, once it is public: none are rolled any more
    closed: bool = False  # this line was left, and nobody plays on in it
    stands: bool = False  # an order was recorded that waits for dice, and nothing else is played before it

    @property
    def over(self) -> bool:
        """Nobody plays on: the game has ended here, or the line was left."""
        return self.ended is not None or self.closed


class HasCore(Protocol):
    """All the kernel asks of a system's state."""

    @property
    def core(self) -> Core[Any]: ...


def names_in(state: HasCore) -> Mapping[str, str]:
    """What a state itself calls its units, if it does: refusals are told with these."""
    names: Mapping[str, str] = getattr(state, "names", {})
    return names


def start(started: f.GameStarted) -> Core[Any]:
    zero = dict.fromkeys(started.sides, 0)
    return Core(
        sides=started.sides,
        options=dict(started.options),
        readings=dict(started.readings),
        corrections=started.corrections,
        points=dict(zero),
        losses=dict(zero),
    )


def _opened_line(state: HasCore, fact: f.LineOpened) -> None:
    state.core.seed, state.core.shares, state.core.promised = "", 0, {}
    state.core.closed = False
    if fact.luck == "fresh":
        state.core.fair_dice = 0


def _waits(state: HasCore, _fact: f.OrderWaits[Any]) -> None:
    state.core.stands = True


def _given(state: HasCore, _fact: f.OrderGiven[Any]) -> None:
    state.core.stands = False


def _dice(state: HasCore, fact: f.DiceRolled) -> None:
    if fact.source == "fair":
        state.core.fair_dice = fact.number + len(fact.faces)
        state.core.shares += bool(fact.shares)


def _card(state: HasCore, fact: f.CardDrawn) -> None:
    core = state.core
    if fact.source == "fair":
        core.fair_dice = fact.number + 1
        core.shares += bool(fact.shares)
    pile = core.decks.get(fact.deck, [])
    if fact.card in pile:
        pile.remove(fact.card)


def _shuffled(state: HasCore, fact: f.DeckShuffled) -> None:
    pile: list[str] = []
    for card in fact.cards:
        insort(pile, card)
    state.core.decks[fact.deck] = pile


def _opened(state: HasCore, fact: f.FrameOpened[Any]) -> None:
    state.core.pending.append(fact.frame)


def _closed(state: HasCore, _fact: f.FrameClosed) -> None:
    state.core.pending.pop()


def _phase(state: HasCore, fact: f.PhaseBegan) -> None:
    core = state.core
    core.turn, core.phase, core.active = fact.turn, fact.phase, fact.side


def _loss(state: HasCore, fact: f.LossTaken) -> None:
    losses = state.core.losses
    losses[fact.side] = losses.get(fact.side, 0) + fact.amount


def _points(state: HasCore, fact: f.PointsScored) -> None:
    points = state.core.points
    points[fact.side] = points.get(fact.side, 0) + fact.points


def _ruling(state: HasCore, fact: f.RulingMade) -> None:
    state.core.readings.update(fact.readings)


def _promised(state: HasCore, fact: f.SharesPromised) -> None:
    state.core.promised[fact.by] = (fact.promise, state.core.shares)


def _left(state: HasCore, _fact: f.LineClosed) -> None:
    state.core.closed = True


def _revealed(state: HasCore, fact: f.SeedRevealed) -> None:
    state.core.seed = fact.seed


def _ended(state: HasCore, fact: f.GameEnded) -> None:
    state.core.ended = fact


def _unread(state: HasCore, fact: f.Newer) -> None:
    state.core.unread = fact.kind


def _nothing(_state: HasCore, _fact: f.Fact) -> None:
    """The fact stands in the log for its own sake."""


EVOLVE: Mapping[type[f.Fact], Callable[[Any, Any], None]] = {
    f.GameStarted: _nothing,
    f.LineOpened: _opened_line,
    f.OrderGiven: _given,
    f.OrderWaits: _waits,
    f.SharesDeposited: _nothing,
    f.SharesPromised: _promised,
    f.DiceRolled: _dice,
    f.CardDrawn: _card,
    f.DeckShuffled: _shuffled,
    f.FrameOpened: _opened,
    f.FrameClosed: _closed,
    f.PhaseBegan: _phase,
    f.LossTaken: _loss,
    f.PointsScored: _points,
    f.RulingMade: _ruling,
    f.NoteAdded: _nothing,
    f.IrregularPlay: _nothing,
    f.SeedRevealed: _revealed,
    f.LineClosed: _left,
    f.GameEnded: _ended,
    f.Newer: _unread,
}


def unknown_in(facts: Iterable[f.Fact]) -> str:
    """The first kind of them that this program does not know."""
    return next((fact.kind for fact in facts if type(fact) is f.Newer), "")


def check_known(unread: str, what: str = "played on") -> None:
    """Nothing is added to a game that is only half understood, and nothing in it is decided again."""
    if unread:
        raise BadInput(f"this game holds {unread}, which this program does not know; it can be read, not {what}")


def check_side(sides: Sequence[str], by: str) -> None:
    if by not in sides:
        raise NotFound(f"there is no side {by!r} in this game; the sides are {', '.join(sides)}")
