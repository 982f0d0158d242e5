"""Facts of hidden movement. What an HMC holds is its owner's secret until it is revealed. Tags are for ever."""

from __future__ import annotations

from domain.facts import Fact
from rules.gettysburg.orders import HexId, PieceId


class UnitsHidden(Fact, frozen=True, kw_only=True):
    """18.2b HMCs appear in a hex (or are to enter there), units vanish from the map; which holds which is not said."""

    at: HexId
    hmcs: tuple[PieceId, ...]
    units: tuple[PieceId, ...]
    entry: str = ""  # letter, for HMCs of reinforcements (18.7)


class HiddenFilled(Fact, frozen=True, kw_only=True):
    """18.2b Secret: the units in one HMC."""

    hmc: PieceId
    units: tuple[PieceId, ...]


class HiddenRevealed(Fact, frozen=True, kw_only=True):
    """18.4e An HMC is taken off and its contents shown."""

    hmc: PieceId
    units: tuple[PieceId, ...]
    why: str
    rule: str


class UnitDeployed(Fact, frozen=True, kw_only=True):
    """18.5 A unit out of a revealed HMC is placed; artillery is Ready unless Disrupted (18.8b, D75)."""

    unit: PieceId
    to: HexId


class HiddenBrokenUp(Fact, frozen=True, kw_only=True):
    """22.6 An HMC off the map is given up; its units stay off the map each on its own."""

    hmc: PieceId


FACTS: tuple[type[Fact], ...] = (UnitsHidden, HiddenFilled, HiddenRevealed, UnitDeployed, HiddenBrokenUp)
