"""The facts all systems share. Tags are forever: never rename or retype a field; new fields get defaults."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from domain.kernel.reasons import Reason

Side = Annotated[str, msgspec.Meta(extra={"of": "side"})]
UnitId = Annotated[str, msgspec.Meta(extra={"of": "unit"})]  # an order says by these what its words stand for
PlaceId = Annotated[str, msgspec.Meta(extra={"of": "place"})]
CardId = Annotated[str, msgspec.Meta(extra={"of": "card"})]
FoeId = Annotated[str, msgspec.Meta(extra={"of": "unit", "foe": True})]  # of the other side: whom an order strikes
Source = Literal["fair", "entered", "imported", "ruled"]
Share = tuple[str, str]  # a party, and its share of the dice
IMPORTED: Source = "imported"
Chosen = bool | int | str  # what an option or a setting is set to; True where it is only on or off
LOG_FORMAT = 1  # grows only by new kinds of fact, and by new fields with defaults
HOST = "host"  # the party whose seed makes the fair dice: whoever keeps the log
Count = Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)]  # so that no sum outgrows 64 bits

F = TypeVar("F", covariant=True)
O = TypeVar("O", covariant=True)  # noqa: E741


class Written(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What stands in a log, strictly: an unknown field means a newer version, and is never dropped in silence."""


class Fact(Written, frozen=True, kw_only=True, tag=True, tag_field="fact"):
    """Something that happened. Holds only text, whole numbers, truth values, lists and maps of these.

    A field added later is left out of older facts when they are written again, so their digest stays what it was.
    """


class Order(Written, frozen=True, kw_only=True, tag=True, tag_field="order"):
    """What a side asks for. Each system derives its own orders from this."""


class Frame(Written, frozen=True, kw_only=True, tag=True, tag_field="frame"):
    """A pending decision or work to resume; data only, so a game can be saved in mid-reaction."""


class Await(Frame, frozen=True, kw_only=True):
    """A question: the side it is put to is a field of every one, declared here and nowhere else."""

    side: Side


class GameStarted(Fact, frozen=True, kw_only=True):
    """The first entry of every game: which rulebook, which data, under which readings, with whose dice."""

    format: int  # of the log
    game: str  # an id of its own, so that a renamed copy is still the same game
    title: str
    system: str
    edition: str
    scenario: str
    pack: str  # SHA-256 of the pack, stored once in a stream of its own
    sides: tuple[Side, ...]
    options: dict[str, Chosen] = {}
    readings: dict[str, str] = {}
    corrections: tuple[int, ...] = ()
    settings: dict[str, Chosen] = {}  # how it is played, whatever the rules
    players: dict[Side, str] = {}  # SHA-256 of a salt and a name, which lie apart and can be erased
    commitments: dict[str, str] = {}  # what each party has promised: SHA-256 of a seed, or the end of a chain of shares

    @property
    def commitment(self) -> str:
        """Of the seed of the fair dice."""
        return self.commitments.get(HOST, "")


class LineOpened(Fact, frozen=True, kw_only=True):
    """The first entry of a branch: it shares its parent's entries up to and with `at`."""

    parent: str
    at: int
    luck: Literal["same", "fresh"]
    luck_until: int  # fair dice below this number come from the parent's stream; fresh luck counts its own from 0
    why: str = ""
    consent: tuple[Side, ...] = ()  # a take-back names the sides that agreed to it
    commitments: dict[str, str] = {}  # as in GameStarted, for this line

    @property
    def commitment(self) -> str:
        """Of the seed of this line's own fair dice."""
        return self.commitments.get(HOST, "")


class OrderGiven(Fact, Generic[O], frozen=True, kw_only=True):
    """A side's order, before anything that follows from it."""

    by: Side
    order: O


class OrderWaits(Fact, Generic[O], frozen=True, kw_only=True):
    """An order that stands, and is carried out once another side has rolled its dice; nobody plays on before that."""

    by: Side
    order: O
    waits_for: str  # the side, or the host, whose dice or share is missing
    dice: dict[Side, tuple[int, ...]] = {}  # as each side has typed them so far, for all to see
    cards: tuple[CardId, ...] = ()
    shares: dict[str, str] = {}  # of dice that all make together, as far as they are here


class SharesDeposited(Fact, frozen=True, kw_only=True):
    """A side has handed its shares of dice to the host, up to an order: those the host could foresee."""

    by: Side
    upto: int


class SharesPromised(Fact, frozen=True, kw_only=True):
    """A side promises shares of its own from here on, in place of those that were promised for it before."""

    by: Side
    promise: str  # the end of its chain


class DiceRolled(Fact, frozen=True, kw_only=True):
    """Dice as they fell, with what they were rolled for and where they came from."""

    by: Side
    sides: int
    faces: tuple[int, ...]
    why: Reason
    source: Source
    number: int = 0  # of the first fair die: their counter has no gaps
    shares: tuple[Share, ...] = ()  # at the first dice of an order, where all parties have added to its seed


class CardDrawn(Fact, frozen=True, kw_only=True):
    """One card taken from an unordered pile at the moment of drawing."""

    by: Side
    deck: str
    card: CardId
    source: Source
    number: int = 0
    shares: tuple[Share, ...] = ()
    to: str = ""  # the hand or pile it went to; empty means out of the deck only


class DeckShuffled(Fact, frozen=True, kw_only=True):
    """The draw pile now holds these cards, in no order at all."""

    deck: str
    cards: tuple[CardId, ...]


class FrameOpened(Fact, Generic[F], frozen=True, kw_only=True):
    """A question is put to a side, or work is laid aside until it can go on."""

    frame: F


class FrameClosed(Fact, frozen=True, kw_only=True):
    """The question put last is answered, or the work laid aside last is taken up."""


class PhaseBegan(Fact, frozen=True, kw_only=True):
    """A phase of a turn begins; with a side where it is that side's alone."""

    turn: int
    phase: str
    side: Side = ""


class LossTaken(Fact, frozen=True, kw_only=True):
    """A loss in the system's own unit (steps, bases, casualties), with men where the pack gives a scale."""

    side: Side
    unit: UnitId
    kind: str
    amount: int
    cause: Reason
    men: int | None = None


class PointsScored(Fact, frozen=True, kw_only=True):
    """Victory points for a side, or against it."""

    side: Side
    points: int
    why: Reason


class RulingMade(Fact, frozen=True, kw_only=True):
    """An umpire's ruling: a reading from here on, a reason for facts set straight, or who plays a side from here on."""

    by: str
    text: str
    rule: str = ""
    readings: dict[str, str] = {}
    players: dict[Side, str] = {}  # as in GameStarted: digests, and the names lie apart


class NoteAdded(Fact, frozen=True, kw_only=True):
    """A remark for whoever reads the log; it changes nothing."""

    by: str
    text: str
    about: int = 0  # the entry it speaks of


class IrregularPlay(Fact, frozen=True, kw_only=True):
    """Played at the table though the rules refuse it; the facts that follow it under its number are what came of it."""

    by: str
    what: str  # the order, or what a file says, as it was read
    why: Reason


class SeedRevealed(Fact, frozen=True, kw_only=True):
    """The seed of the line it stands in: from here on anyone can check its dice, and none are rolled any more."""

    seed: str


class GameEnded(Fact, frozen=True, kw_only=True):
    """The game is over, and why."""

    winner: Side  # empty for a draw
    why: Reason


class LineClosed(Fact, frozen=True, kw_only=True):
    """Nobody plays on in this line: it was left, by the umpire's word or by consent of every side."""

    by: str
    why: str = ""
    consent: tuple[Side, ...] = ()


class Newer(Fact, frozen=True, kw_only=True):
    """What a newer program wrote and this one does not know: it stands in for the fact, and is never stored itself."""

    kind: str
    fields: dict[str, Any]


SHARED: tuple[Any, ...] = (
    GameStarted, LineOpened, OrderGiven, OrderWaits, SharesDeposited, SharesPromised, DiceRolled, CardDrawn,
    DeckShuffled, FrameOpened, FrameClosed, PhaseBegan, LossTaken, PointsScored, RulingMade, NoteAdded, IrregularPlay,
    SeedRevealed, LineClosed, GameEnded,
)  # fmt: skip

# Written by the clerk, not by an order: audit takes them as they stand.
CLERICAL: tuple[type[Fact], ...] = (
    GameStarted, LineOpened, OrderWaits, SharesDeposited, SharesPromised, RulingMade, NoteAdded, IrregularPlay,
    SeedRevealed, LineClosed,
)  # fmt: skip


def tag(fact: Fact) -> str:
    return type(fact).__name__
