"""Facts of hidden movement. What an HMC holds is its owner's secret until it is revealed. Tags are for ever."""

from __future__ import annotations

from typing import Literal

from domain.facts import Fact
from rules.gettysburg.orders import HexId, PieceId

VOLUNTARY = "18.4a"  # the rule named by a reveal that its owner asked for


class UnitsHidden(Fact, frozen=True, kw_only=True):
    """18.2b HMCs appear in a hex, units vanish from the map; which holds which is not said.

    Of HMCs that are to enter (18.7) not even the units are named: nobody saw them.
    """

    at: HexId
    hmcs: tuple[PieceId, ...]
    units: tuple[PieceId, ...]
    entry: str = ""  # letter, for HMCs of reinforcements (18.7)
    due: int = 0  # the turn from which those HMCs may enter


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
    spent: bool = False  # the HMC has moved this turn, and its units with it


class UnitDeployed(Fact, frozen=True, kw_only=True):
    """18.5 A unit out of a revealed HMC is placed; artillery is Ready unless Disrupted (18.8b, D75)."""

    unit: PieceId
    to: HexId
    fired: bool = False


class HiddenTired(Fact, frozen=True, kw_only=True):
    """20.2a, D76 B Secret: whom a march by night Disrupted in an HMC; said of decoys too, to tell none apart."""

    hmc: PieceId
    units: tuple[PieceId, ...]


class HiddenRecovered(Fact, frozen=True, kw_only=True):
    """7.3d, D26 Secret: who recovers in an HMC, at what cost in half-points; said of each, to tell none apart."""

    hmc: PieceId
    units: tuple[PieceId, ...]
    cost: int = 0


class HiddenBrokenUp(Fact, frozen=True, kw_only=True):
    """22.6 An HMC off the map is given up; its units stay off the map each on its own."""

    hmc: PieceId
    units: tuple[PieceId, ...] = ()


class CommandLost(Fact, frozen=True, kw_only=True):
    """17.5b Units out of an HMC that the opponent controlled: who commands them for the rest of the turn (D80)."""

    units: tuple[PieceId, ...]
    control: Literal["opponent", "nobody"]


FACTS: tuple[type[Fact], ...] = (
    UnitsHidden, HiddenFilled, HiddenRevealed, UnitDeployed, HiddenTired, HiddenRecovered,
    HiddenBrokenUp, CommandLost,
)  # fmt: skip
