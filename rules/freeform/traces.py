"""What an order did, to be drawn: ways of pieces, arrivals, losses. Only what the facts given say is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.board import Trace
from domain.facts import Fact, LossTaken
from domain.words import count
from rules.freeform import facts as f
from rules.freeform.state import State


def traces(state: State, facts: Sequence[Fact]) -> tuple[Trace, ...]:
    """`state` is from before the order; a piece is where the facts say, if they do."""
    about = [name for fact in facts if (name := getattr(fact, "piece", getattr(fact, "unit", ""))) in state.pieces]
    places = {name: state.pieces[name].at for name in about}
    sides = {name: state.pieces[name].side for name in about}
    found: list[Trace] = []
    for fact in facts:
        if isinstance(fact, f.PieceAdded | f.PieceRevealed):
            sides[fact.piece] = fact.side
        found += _traces(fact, places, sides)
        if isinstance(fact, f.PieceAdded | f.PieceRevealed):
            places[fact.piece] = fact.at
        elif isinstance(fact, f.PieceMoved):
            places[fact.piece] = fact.to
    return tuple(trace for trace in found if trace.points)


def _traces(fact: Fact, places: dict[str, str], sides: dict[str, str]) -> Iterator[Trace]:
    match fact:
        case f.PieceMoved(piece=piece, start=start, via=via, to=to):
            way = _spots(start, *via, to)
            yield Trace(kind="move" if len(way) > 1 else "arrive", points=way, side=sides.get(piece, ""), unit=piece)
        case f.PieceAdded(piece=piece, at=at) | f.PieceRevealed(piece=piece, at=at):
            yield Trace(kind="arrive", points=_spots(at), side=sides.get(piece, ""), unit=piece)
        case f.PieceRemoved(piece=piece, why=why):
            there = _spots(places.get(piece, ""))
            yield Trace(kind="gone", points=there, side=sides.get(piece, ""), unit=piece, label=why)
        case LossTaken(unit=piece, side=side, amount=amount, kind=kind):
            lost = f"−{count(amount, kind)}"
            yield Trace(kind="loss", points=_spots(places.get(piece, "")), side=side, unit=piece, label=lost)


def _spots(*names: str) -> tuple[str, ...]:
    """Off the board is nowhere."""
    return tuple(name for name in names if name)
