"""What the facts of one order are drawn on: moves, fire, attacks, retreats."""

from __future__ import annotations

from domain.hexes.sketch import HexSketch
from rules.musket_and_pike.ids import HexId
from rules.musket_and_pike.state import State


class Sketch(HexSketch):
    """Units and leaders, those on the map; a two-hex unit by its left half."""

    def __init__(self, state: State) -> None:
        self.state = state
        places: dict[str, HexId] = {name: unit.at for name, unit in state.units.items() if unit.hexes}
        places |= {name: leader.at for name, leader in state.leaders.items() if leader.at}
        sides = {name: unit.side for name, unit in state.units.items()}
        super().__init__(places, sides | {name: leader.side for name, leader in state.leaders.items()})
