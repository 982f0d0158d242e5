"""What an order did, to be drawn: ways of pieces, arrivals, losses. Only what the facts given say is drawn."""

from __future__ import annotations

from domain.kernel.board import Label, Trace
from domain.kernel.facts import Side, UnitId
from rules.freeform.state import State


class Sketch:
    """`state` is from before the order; a piece is where the facts drawn so far say, if they do."""

    def __init__(self, state: State) -> None:
        self.pieces = state.pieces
        self.places: dict[UnitId, str] = {}
        self.sides: dict[UnitId, Side] = {}
        self.found: list[Trace] = []

    def stands(self, piece: UnitId, side: Side, place: str) -> None:
        self.sides[piece], self.places[piece] = side, place

    def place(self, piece: UnitId) -> str:
        known = self.pieces.get(piece)
        return self.places.get(piece, known.at if known else "")

    def side(self, piece: UnitId) -> Side:
        known = self.pieces.get(piece)
        return self.sides.get(piece, known.side if known else "")

    def draw(self, kind: str, piece: UnitId, *places: str, label: Label = "") -> None:
        """Off the board is nowhere; a move from there is an arrival."""
        way = tuple(place for place in places if place)
        kind = "arrive" if kind == "move" and len(way) < 2 else kind
        if way:
            self.found.append(Trace(kind=kind, points=way, side=self.side(piece), unit=piece, label=label))

    def traces(self) -> tuple[Trace, ...]:
        return tuple(self.found)
