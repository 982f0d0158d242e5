"""LL.7.fall Orders and questions of retreats."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import TypeAlias

from domain.kernel.facts import Await, Order, UnitId
from domain.tabletop import lengths
from rules.longstreet_lite.tables import Bases, CardId


class PlayRetreatCard(Order, frozen=True, kw_only=True):
    """LL.7.finterp.1 Any card: this side's retreats now cost nothing in friends and difficult terrain."""

    card: CardId


class RollRetreat(Order, frozen=True, kw_only=True):
    """LL.7.fdist.1 This unit retreats next; two dice say how far."""

    unit: UnitId


class RetreatUnit(Order, frozen=True, kw_only=True):
    """LL.7.fdir.2 The way the unit falls back; without `path`, the shortest.

    `ranks` and `offset` are the new formation of a unit that must end linear (LL.7.fvuln.1), `heading` its facing
    where it is free (D55).
    """

    unit: UnitId
    path: tuple[str, ...] = ()
    ranks: tuple[Bases, ...] = ()
    offset: Bases = 0
    heading: str = ""

    def __post_init__(self) -> None:
        lengths.steps(self.path)
        if self.heading:
            lengths.angle(self.heading)


class AwaitRetreatCard(Await, frozen=True, kw_only=True):
    """LL.7.finterp.1"""


class AwaitRetreat(Await, frozen=True, kw_only=True):
    """LL.7.retire.1 The owner says which of his units retreats next."""


class AwaitRetreatPath(Await, frozen=True, kw_only=True):
    """LL.7.fdir.2 The dice are rolled: the owner shows the way."""

    unit: UnitId
    distance: int  # whole BW


Awaited: TypeAlias = AwaitRetreatCard | AwaitRetreat | AwaitRetreatPath
