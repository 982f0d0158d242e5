"""What the facts of one order are drawn on: marches, charges, attacks, fire, retreats."""

from __future__ import annotations

from domain.hexes.sketch import HexSketch
from rules.wallaces_war.ids import PieceId
from rules.wallaces_war.state import Leader, State, Unit


class Sketch(HexSketch):
    """Units and leaders, those on the map."""

    def __init__(self, state: State) -> None:
        self.state = state
        pieces: dict[PieceId, Unit | Leader] = {**state.units, **state.leaders}
        places = {name: piece.at for name, piece in pieces.items() if piece.at in state.ground.at}
        super().__init__(places, {name: piece.side for name, piece in pieces.items()})
