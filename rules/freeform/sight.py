"""FF What can be seen of a freeform game, and by whom."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from domain.kernel.board import Board, Counter, Spot
from domain.kernel.facts import CardDrawn, DeckShuffled, Fact, LossTaken, OrderGiven, Side, UnitId
from rules.freeform.pieces.facts import PieceAdded, PieceChanged, PieceHidden, PieceMoved, PieceRemoved, PieceRevealed
from rules.freeform.state import Piece, State

OF_PIECES = (PieceAdded, PieceMoved, PieceChanged, PieceRevealed, PieceHidden, PieceRemoved, LossTaken)


def seen_by(state: State, fact: Fact) -> tuple[Side, ...] | None:
    """Hidden pieces and cards from hidden decks are facts for one side only, and so are orders about them."""
    if isinstance(fact, CardDrawn):
        return (fact.by,) if state.decks[fact.deck].hidden else None
    if isinstance(fact, DeckShuffled):
        # Who knows what went back into the pile knows what the other side holds.
        deck = state.decks[fact.deck]
        return () if deck.hidden and any(deck.hands.values()) else None
    if isinstance(fact, PieceRevealed):
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
        case PieceAdded(piece=name, at=at, hidden=False) if name not in state.pieces and _is_mapped(state, at):
            return (name,)
        case PieceMoved(piece=name, to=to) if _is_open(state, name) and _is_mapped(state, state.pieces[name].at, to):
            return (name,)
        case PieceChanged(piece=name) | LossTaken(unit=name) if name not in state.pieces or _is_open(state, name):
            return (name,)
        case PieceRemoved(piece=name) if _is_open(state, name) and _is_mapped(state, state.pieces[name].at):
            return (name,)
    return None if type(fact) in OF_PIECES else ()


def _is_open(state: State, name: UnitId) -> bool:
    return name in state.pieces and not state.pieces[name].hidden


def _is_mapped(state: State, *places: str) -> bool:
    """Where places are linked, one that the scenario does not name changes the map while a piece stands on it."""
    return not state.links or all(not place or place in state.places for place in places)


def counter(state: State, name: UnitId) -> Counter | None:
    piece = state.pieces.get(name)
    return _counter(name, piece) if piece else None
