"""What the facts of one order are drawn on: marches, charges, attacks, fire, retreats. Only what they say is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.kernel.board import Label, Trace
from rules.wallaces_war.ids import HexId, PieceId
from rules.wallaces_war.state import Leader, State, Unit


class Sketch:
    """Traces so far, and where each piece stands by then."""

    def __init__(self, state: State) -> None:
        self.state = state
        pieces: dict[PieceId, Unit | Leader] = {**state.units, **state.leaders}
        self.places = {name: piece.at for name, piece in pieces.items() if piece.at in state.ground.at}
        self.sides = {name: piece.side for name, piece in pieces.items()}
        self.found: list[Trace] = []

    def add(self, kind: str, unit: PieceId, points: Sequence[HexId], label: Label = "") -> None:
        known = tuple(point for point in points if point)
        self.found.append(Trace(kind=kind, points=known, side=self.sides.get(unit, ""), unit=unit, label=label))

    def step(self, kind: str, unit: PieceId, to: HexId) -> None:
        """One hex further on the way it has come, or the first of a new one."""
        start, self.places[unit] = self.places.get(unit, ""), to
        for i in range(len(self.found) - 1, -1, -1):
            trace = self.found[i]
            if trace.unit == unit and trace.kind in (kind, "arrive") and trace.points[-1:] == (start,):
                self.found[i] = msgspec.structs.replace(trace, kind=kind, points=(*trace.points, to))
                return
        self.add(kind if start else "arrive", unit, (start, to))

    def strike(self, kind: str, unit: PieceId, target: HexId, label: Label = "") -> None:
        start = self.places.get(unit, "")
        if start:
            self.add(kind, unit, (start, target), label)

    def gone(self, unit: PieceId, label: Label) -> None:
        at = self.places.pop(unit, "")
        if at:
            self.add("gone", unit, (at,), label)

    def traces(self) -> tuple[Trace, ...]:
        return tuple(trace for trace in self.found if trace.points)
