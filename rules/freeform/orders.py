"""FF What can be recorded of any game: each order says that something happened at the table."""

from __future__ import annotations

from domain.facts import Count, Order, Side, UnitId


class AddPiece(Order, frozen=True, kw_only=True):
    """FF.1 A piece comes on to the board."""

    piece: UnitId
    side: Side = ""
    name: str = ""
    kind: str = ""
    at: str = ""
    strength: Count | None = None
    marks: dict[str, str] = {}
    hidden: bool = False


class MovePiece(Order, frozen=True, kw_only=True):
    """FF.2 A piece goes from where it is to another place, by way of others."""

    piece: UnitId
    to: str
    via: tuple[str, ...] = ()


class ChangePiece(Order, frozen=True, kw_only=True):
    """FF.1 Strength, side or marks of a piece change; an empty mark is taken off."""

    piece: UnitId
    strength: Count | None = None
    side: Side = ""
    marks: dict[str, str] = {}


class RevealPiece(Order, frozen=True, kw_only=True):
    """FF.1 A hidden piece is shown to everyone."""

    piece: UnitId


class HidePiece(Order, frozen=True, kw_only=True):
    """FF.1.6 A piece goes out of the other side's sight: from here on only its own side sees what it does."""

    piece: UnitId


class RemovePiece(Order, frozen=True, kw_only=True):
    """FF.1 A piece leaves the board."""

    piece: UnitId
    why: str = ""


class RollDice(Order, frozen=True, kw_only=True):
    """FF.3 Dice are rolled for a purpose."""

    why: str
    dice: Count = 1
    sides: Count = 6


class AddDeck(Order, frozen=True, kw_only=True):
    """FF.4 A deck comes into play; what is drawn from a hidden one only the drawer sees."""

    deck: str
    cards: tuple[str, ...]
    hidden: bool = False


class DrawCard(Order, frozen=True, kw_only=True):
    """FF.4 One card or more, from the unordered pile into the hand."""

    deck: str
    count: Count = 1


class PlayCard(Order, frozen=True, kw_only=True):
    """FF.4 A card goes from the hand on to its discard pile, or out of the game."""

    card: str
    deck: str
    remove: bool = False


class ShuffleDeck(Order, frozen=True, kw_only=True):
    """FF.4 The discards go back into the pile."""

    deck: str


class TakeLoss(Order, frozen=True, kw_only=True):
    """FF.5 A piece suffers: in whatever the game counts losses in."""

    piece: UnitId
    amount: Count = 1
    kind: str = "steps"
    cause: str = ""
    men: Count | None = None


class ScorePoints(Order, frozen=True, kw_only=True):
    """FF.6 A side gains victory points, or loses them."""

    side: Side
    points: Count
    why: str = ""


class BeginPhase(Order, frozen=True, kw_only=True):
    """FF.7 A turn or phase begins."""

    phase: str
    turn: Count = 0
    side: Side = ""


class EndGame(Order, frozen=True, kw_only=True):
    """FF.8 The game is over; no winner means a draw."""

    why: str
    winner: Side = ""


ORDERS = (
    AddPiece, MovePiece, ChangePiece, RevealPiece, HidePiece, RemovePiece, RollDice, AddDeck, DrawCard, PlayCard,
    ShuffleDeck, TakeLoss, ScorePoints, BeginPhase, EndGame,
)  # fmt: skip
