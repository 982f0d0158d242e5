"""What the facts of one order are drawn on, on a map of hexes: marches, attacks, fire, retreats. Only what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.kernel.board import Label, Trace
from domain.kernel.facts import Side


class HexSketch:
    """Traces so far, and where each piece stands by then; a system's own sketch knows more."""

    def __init__(self, places: Mapping[str, str], sides: Mapping[str, Side]) -> None:
        self.places, self.sides = dict(places), sides
        self.found: list[Trace] = []

    def add(self, kind: str, unit: str, points: Sequence[str], label: Label = "") -> None:
        known = tuple(point for point in points if point)
        self.found.append(Trace(kind=kind, points=known, side=self.sides.get(unit, ""), unit=unit, label=label))

    def step(self, kind: str, unit: str, to: str) -> None:
        """One hex further on the way it has come, or the first of a new one."""
        start, self.places[unit] = self.places.get(unit, ""), to
        for i in range(len(self.found) - 1, -1, -1):
            trace = self.found[i]
            if trace.unit == unit and trace.kind in (kind, "arrive") and trace.points[-1:] == (start,):
                self.found[i] = msgspec.structs.replace(trace, kind=kind, points=(*trace.points, to))
                return
        self.add(kind if start else "arrive", unit, (start, to))

    def strike(self, kind: str, unit: str, target: str, label: Label = "") -> None:
        """An attack or a shot; one that was begun is told once, with what came of it."""
        start = self.places.get(unit, "")
        begun = [
            i for i, trace in enumerate(self.found)
            if (trace.kind, trace.unit, trace.points[-1:]) == (kind, unit, (target,)) and not trace.label
        ]  # fmt: skip
        if begun:
            self.found[begun[-1]] = msgspec.structs.replace(self.found[begun[-1]], label=label)
        elif start:
            self.add(kind, unit, (start, target), label)

    def gone(self, unit: str, label: Label) -> None:
        at = self.places.pop(unit, "")
        if at:
            self.add("gone", unit, (at,), label)

    def traces(self) -> tuple[Trace, ...]:
        return tuple(trace for trace in self.found if trace.points)
