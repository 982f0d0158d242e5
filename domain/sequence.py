"""Phases in printed order: what comes next, and when the turn is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.facts import PhaseBegan, Side


class Phase(NamedTuple):
    """One row of a sequence of play; `side` names who is active, empty for both."""

    name: str
    side: Side = ""


class PhaseSequence:
    """The printed sequence of play of one turn, repeated turn after turn."""

    def __init__(self, phases: Sequence[Phase], *, first_turn: int = 1, last_turn: int | None = None) -> None:
        if not phases or len(set(phases)) != len(phases):
            raise ValueError("a sequence of play needs phases, each side's phase once")
        self.phases, self.first_turn, self.last_turn = tuple(phases), first_turn, last_turn

    def opening(self) -> PhaseBegan:
        return self._began(self.first_turn, self.phases[0])

    def after(self, turn: int, phase: str, side: Side = "") -> PhaseBegan | None:
        """What begins when this phase ends; None after the last phase of the last turn."""
        at = self.phases.index(Phase(phase, side)) + 1
        if at < len(self.phases):
            return self._began(turn, self.phases[at])
        if turn == self.last_turn:
            return None
        return self._began(turn + 1, self.phases[0])

    @staticmethod
    def _began(turn: int, phase: Phase) -> PhaseBegan:
        return PhaseBegan(turn=turn, phase=phase.name, side=phase.side)
