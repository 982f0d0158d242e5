"""FF.1, FF.2, FF.5 What happened to pieces: what it changes, and how it is drawn."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, LossTaken, PlaceId, Side, UnitId
from domain.kernel.reasons import Reason
from rules.freeform.sketch import Sketch
from rules.freeform.state import Piece, State


class PieceAdded(Fact, frozen=True, kw_only=True):
    """FF.1 A piece comes into play."""

    piece: UnitId
    side: Side = ""
    name: str = ""
    kind: str = ""
    at: PlaceId = ""
    strength: int | None = None
    marks: dict[str, str] = {}
    hidden: bool = False


class PieceMoved(Fact, frozen=True, kw_only=True):
    """FF.2 Names where it came from too, so that a reader of one entry understands it."""

    piece: UnitId
    start: PlaceId
    to: PlaceId
    via: tuple[PlaceId, ...] = ()


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
    at: PlaceId
    strength: int | None
    marks: dict[str, str]


class PieceHidden(Fact, frozen=True, kw_only=True):
    """FF.1.6 Everyone sees it go; where it goes from here, its own side alone."""

    piece: UnitId


class PieceRemoved(Fact, frozen=True, kw_only=True):
    """FF.1 A piece is gone."""

    piece: UnitId
    why: str = ""


def fold_added(state: State, fact: PieceAdded) -> None:
    state.pieces[fact.piece] = Piece(
        side=fact.side, name=fact.name or fact.piece, kind=fact.kind, at=fact.at, strength=fact.strength,
        marks=dict(fact.marks), hidden=fact.hidden,
    )  # fmt: skip


def fold_moved(state: State, fact: PieceMoved) -> None:
    state.pieces[fact.piece].at = fact.to


def fold_changed(state: State, fact: PieceChanged) -> None:
    piece = state.pieces[fact.piece]
    piece.side, piece.strength, piece.marks = fact.side, fact.strength, dict(fact.marks)


def fold_revealed(state: State, fact: PieceRevealed) -> None:
    state.pieces[fact.piece].hidden = False


def fold_hidden(state: State, fact: PieceHidden) -> None:
    state.pieces[fact.piece].hidden = True


def fold_removed(state: State, fact: PieceRemoved) -> None:
    del state.pieces[fact.piece]


def fold_loss(state: State, fact: LossTaken) -> None:
    piece = state.pieces.get(fact.unit)
    if piece and piece.strength is not None:
        piece.strength = max(0, piece.strength - fact.amount)


def draw_coming(sketch: Sketch, fact: PieceAdded | PieceRevealed) -> None:
    sketch.stands(fact.piece, fact.side, fact.at)
    sketch.draw("arrive", fact.piece, fact.at)


def draw_move(sketch: Sketch, fact: PieceMoved) -> None:
    sketch.draw("move", fact.piece, fact.start, *fact.via, fact.to)
    sketch.places[fact.piece] = fact.to


def draw_going(sketch: Sketch, fact: PieceRemoved) -> None:
    sketch.draw("gone", fact.piece, sketch.place(fact.piece), label=fact.why)


def draw_loss(sketch: Sketch, fact: LossTaken) -> None:
    sketch.sides[fact.unit] = fact.side
    sketch.draw("loss", fact.unit, sketch.place(fact.unit), label=Reason("lost", "", (fact.amount, fact.kind)))


FACTS = (
    Told(PieceAdded, ("FF.1",), fold_added, draws=draw_coming),
    Told(PieceMoved, ("FF.2",), fold_moved, draws=draw_move),
    Told(PieceChanged, ("FF.1",), fold_changed),
    Told(PieceRevealed, ("FF.1",), fold_revealed, draws=draw_coming),
    Told(PieceHidden, ("FF.1.6",), fold_hidden),
    Told(PieceRemoved, ("FF.1",), fold_removed, draws=draw_going),
    Told(LossTaken, fold=fold_loss, draws=draw_loss),
)
