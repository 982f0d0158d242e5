"""FF What happened to pieces and cards; dice, losses, points and phases are shared facts."""

from __future__ import annotations

from domain.facts import Fact, Side, UnitId


class PieceAdded(Fact, frozen=True, kw_only=True):
    """FF.1 A piece comes into play."""

    piece: UnitId
    side: Side = ""
    name: str = ""
    kind: str = ""
    at: str = ""
    strength: int | None = None
    marks: dict[str, str] = {}
    hidden: bool = False


class PieceMoved(Fact, frozen=True, kw_only=True):
    """FF.2 Names where it came from too, so that a reader of one entry understands it."""

    piece: UnitId
    start: str
    to: str
    via: tuple[str, ...] = ()


class PieceChanged(Fact, frozen=True, kw_only=True):
    """FF.1 Everything as it is now, not the difference."""

    piece: UnitId
    side: Side
    strength: int | None
    marks: dict[str, str]


class PieceRevealed(Fact, frozen=True, kw_only=True):
    """FF.1 Carries all of the piece: those who did not see it come learn it here."""

    piece: UnitId
    side: Side
    name: str
    kind: str
    at: str
    strength: int | None
    marks: dict[str, str]


class PieceHidden(Fact, frozen=True, kw_only=True):
    """FF.1.6 Everyone sees it go; where it goes from here, its own side alone."""

    piece: UnitId


class PieceRemoved(Fact, frozen=True, kw_only=True):
    """FF.1 A piece is gone."""

    piece: UnitId
    why: str = ""


class DeckAdded(Fact, frozen=True, kw_only=True):
    """FF.4 A deck comes into play."""

    deck: str
    hidden: bool = False


class CardPlayed(Fact, frozen=True, kw_only=True):
    """FF.4 A card leaves a hand."""

    by: Side
    deck: str
    card: str
    removed: bool = False


FACTS = (PieceAdded, PieceMoved, PieceChanged, PieceRevealed, PieceHidden, PieceRemoved, DeckAdded, CardPlayed)
