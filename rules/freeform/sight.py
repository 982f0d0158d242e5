"""FF What can be seen of a freeform game, and by whom."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from domain.kernel.board import Board, Counter, Spot
from domain.kernel.facts import CardDrawn, DeckShuffled, Fact, LossTaken, OrderGiven, Side, UnitId
from rules.freeform.gridmap import cells_of, grid_spots
from rules.freeform.pieces.facts import PieceAdded, PieceChanged, PieceHidden, PieceMoved, PieceRemoved, PieceRevealed
from rules.freeform.state import Piece, State

_PIXEL = re.compile(r"(?:(?P<map>.*) )?(?P<x>-?[0-9]{1,7}),(?P<y>-?[0-9]{1,7})")
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
    named = {**(grid_spots(state.grid) if state.grid else {}), **state.places}
    for piece in seen.values():
        if piece.at not in named:
            named[piece.at] = _unlisted(state, piece.at)
    named.pop("", None)
    return Board(
        title=state.title,
        sides=state.core.sides,
        spots=tuple(named.values()),
        links=tuple(state.links),
        cells=cells_of(state.grid) if state.grid else "",
        colours=tuple(state.colours.items()),
        counters=tuple(_counter(i, p) for i, p in seen.items()),
    )


def _unlisted(state: State, place: str) -> Spot:
    """A place the scenario does not name; one that is called by its pixel lies there, if the map's others do."""
    found = _PIXEL.fullmatch(place)
    if found is None or not any(_is_beside(spot, found["map"]) for spot in state.places.values()):
        return Spot(name=place)
    return Spot(name=place, x=int(found["x"]), y=int(found["y"]))


def _is_beside(spot: Spot, map: str) -> bool:
    found = _PIXEL.fullmatch(spot.name)
    return found is not None and found["map"] == map and (str(spot.x), str(spot.y)) == found.group("x", "y")


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
    """Where places are linked or pixels, one that the scenario does not name changes the map while a piece stands on
    it."""
    strange = [place for place in places if place and place not in state.places]
    return not strange or not (state.links or any(_PIXEL.fullmatch(place) for place in strange))


def counter(state: State, name: UnitId) -> Counter | None:
    piece = state.pieces.get(name)
    return _counter(name, piece) if piece else None
