"""FF The board of a freeform game, and how each fact changes it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from domain import core
from domain.board import Board, Counter, Spot
from domain.core import Core
from domain.facts import CardDrawn, DeckShuffled, Fact, LossTaken, OrderGiven, Side, UnitId
from domain.kernel import Setup
from domain.ruling import BadInput
from rules.freeform import facts as f
from rules.freeform import scenario


class Piece(msgspec.Struct, kw_only=True):
    side: Side
    name: str
    kind: str
    at: str
    strength: int | None
    marks: dict[str, str]
    hidden: bool = False


class Deck(msgspec.Struct, kw_only=True):
    hidden: bool
    discards: list[str] = []
    hands: dict[Side, list[str]] = {}


class State(msgspec.Struct, kw_only=True):
    core: Core[Any]
    title: str
    places: dict[str, Spot] = {}
    links: list[tuple[str, str]] = []
    pieces: dict[UnitId, Piece] = {}
    decks: dict[str, Deck] = {}


def initial(setup: Setup) -> State:
    row = scenario.rows(setup.pack)[setup.started.scenario]
    return State(
        core=core.start(setup.started),
        title=setup.started.title,
        places={p.name: Spot(name=p.name, x=p.x, y=p.y, terrain=p.terrain) for p in row.places},
        links=list(row.links),
        pieces={
            p.piece: Piece(
                side=p.side, name=p.name or p.piece, kind=p.kind, at=p.at, strength=p.strength, marks=dict(p.marks)
            )
            for p in row.pieces
        },
    )


def bare(state: State) -> None:
    state.pieces.clear()


def settle(state: State) -> None:
    """Whose a piece is, is a side of the game or nobody; where only known places count (FF.2.1), it stands on one."""
    for name, piece in state.pieces.items():
        if piece.side and piece.side not in state.core.sides:
            raise BadInput(f"pieces.{name}.side: there is no side {piece.side!r} ({', '.join(state.core.sides)})")
        if "known_places" in state.core.options and piece.at and piece.at not in state.places:
            raise BadInput(f"pieces.{name}.at: there is no place {piece.at!r} ({', '.join(state.places)})")


def _added(state: State, fact: f.PieceAdded) -> None:
    state.pieces[fact.piece] = Piece(
        side=fact.side, name=fact.name or fact.piece, kind=fact.kind, at=fact.at, strength=fact.strength,
        marks=dict(fact.marks), hidden=fact.hidden,
    )  # fmt: skip


def _moved(state: State, fact: f.PieceMoved) -> None:
    state.pieces[fact.piece].at = fact.to


def _changed(state: State, fact: f.PieceChanged) -> None:
    piece = state.pieces[fact.piece]
    piece.side, piece.strength, piece.marks = fact.side, fact.strength, dict(fact.marks)


def _revealed(state: State, fact: f.PieceRevealed) -> None:
    state.pieces[fact.piece].hidden = False


def _hidden(state: State, fact: f.PieceHidden) -> None:
    state.pieces[fact.piece].hidden = True


def _removed(state: State, fact: f.PieceRemoved) -> None:
    del state.pieces[fact.piece]


def _loss(state: State, fact: LossTaken) -> None:
    piece = state.pieces.get(fact.unit)
    if piece and piece.strength is not None:
        piece.strength = max(0, piece.strength - fact.amount)


def _deck(state: State, fact: f.DeckAdded) -> None:
    state.decks[fact.deck] = Deck(hidden=fact.hidden)


def _shuffled(state: State, fact: DeckShuffled) -> None:
    state.decks[fact.deck].discards.clear()


def _drawn(state: State, fact: CardDrawn) -> None:
    state.decks[fact.deck].hands.setdefault(fact.by, []).append(fact.card)


def _played(state: State, fact: f.CardPlayed) -> None:
    deck = state.decks[fact.deck]
    deck.hands[fact.by].remove(fact.card)
    if not fact.removed:
        deck.discards.append(fact.card)


EVOLVE: Mapping[type[Fact], Callable[[State, Any], None]] = {
    f.PieceAdded: _added,
    f.PieceMoved: _moved,
    f.PieceChanged: _changed,
    f.PieceRevealed: _revealed,
    f.PieceHidden: _hidden,
    f.PieceRemoved: _removed,
    f.DeckAdded: _deck,
    f.CardPlayed: _played,
    LossTaken: _loss,
    DeckShuffled: _shuffled,
    CardDrawn: _drawn,
}


def seen_by(state: State, fact: Fact) -> tuple[Side, ...] | None:
    """Hidden pieces and cards from hidden decks are facts for one side only, and so are orders about them."""
    if isinstance(fact, CardDrawn):
        return (fact.by,) if state.decks[fact.deck].hidden else None
    if isinstance(fact, DeckShuffled):
        # Who knows what went back into the pile knows what the other side holds.
        deck = state.decks[fact.deck]
        return () if deck.hidden and any(deck.hands.values()) else None
    if isinstance(fact, f.PieceRevealed):
        return None
    about: Any = fact.order if isinstance(fact, OrderGiven) else fact
    piece = state.pieces.get(getattr(about, "piece", getattr(about, "unit", "")))
    if piece is not None and piece.hidden:
        return _only(piece.side)
    return _only(about.side) if getattr(about, "hidden", False) and hasattr(about, "side") else None


def _only(side: Side) -> tuple[Side, ...]:
    """What is nobody's, only the umpire knows: spectators have no side either."""
    return (side,) if side else ()


def board(state: State, viewer: Side | None) -> Board:
    """Who may not see a hidden piece does not see that it is there."""
    seen = {i: p for i, p in state.pieces.items() if not p.hidden or viewer is None or viewer in _only(p.side)}
    named = dict(state.places)
    for piece in seen.values():
        named.setdefault(piece.at, Spot(name=piece.at))
    named.pop("", None)
    return Board(
        title=state.title,
        sides=state.core.sides,
        spots=tuple(named.values()),
        links=tuple(state.links),
        counters=tuple(_counter(i, p) for i, p in seen.items()),
    )


def _counter(name: UnitId, piece: Piece) -> Counter:
    return Counter(
        id=name, name=piece.name, side=piece.side, at=piece.at, kind=piece.kind, strength=piece.strength,
        state=" ".join(f"{key}={value}" if value != "yes" else key for key, value in piece.marks.items()),
    )  # fmt: skip


def touched(state: State, fact: Fact) -> Collection[UnitId] | None:
    """The one piece a fact is about; not told of what is hidden, or may change the map itself."""
    match fact:
        case f.PieceAdded(piece=name, at=at, hidden=False) if name not in state.pieces and _is_mapped(state, at):
            return (name,)
        case f.PieceMoved(piece=name, to=to) if _is_open(state, name) and _is_mapped(state, state.pieces[name].at, to):
            return (name,)
        case f.PieceChanged(piece=name) | LossTaken(unit=name) if name not in state.pieces or _is_open(state, name):
            return (name,)
        case f.PieceRemoved(piece=name) if _is_open(state, name) and _is_mapped(state, state.pieces[name].at):
            return (name,)
    return None if type(fact) in _OF_PIECES else ()


def _is_open(state: State, name: UnitId) -> bool:
    return name in state.pieces and not state.pieces[name].hidden


def _is_mapped(state: State, *places: str) -> bool:
    """Where places are linked, one that the scenario does not name changes the map while a piece stands on it."""
    return not state.links or all(not place or place in state.places for place in places)


def counter(state: State, name: UnitId) -> Counter | None:
    piece = state.pieces.get(name)
    return _counter(name, piece) if piece else None


_OF_PIECES = (f.PieceAdded, f.PieceMoved, f.PieceChanged, f.PieceRevealed, f.PieceHidden, f.PieceRemoved, LossTaken)
