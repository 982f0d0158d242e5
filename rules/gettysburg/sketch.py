"""What the facts of one order are drawn on: marches, attacks, fire, retreats. Only what they say is drawn."""

from __future__ import annotations

from domain.hexes.sketch import HexSketch
from rules.gettysburg.ids import PieceId
from rules.gettysburg.state import Hmc, State, Unit


class Sketch(HexSketch):
    """A unit in an HMC stands nowhere until it is shown."""

    def __init__(self, state: State) -> None:
        self.state = state
        pieces: dict[PieceId, Unit | Hmc] = {**state.units, **state.hmcs}
        places = {name: piece.at for name, piece in pieces.items() if piece.at in state.ground.at}
        super().__init__(places, {name: piece.side for name, piece in pieces.items()})
        fight = state.fights[-1] if state.fights else None
        self.attacker, self.target = (fight.attacker, fight.target) if fight else ("", "")
