"""5, 7, 8, 11.1 What may be asked for in movement, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Await, Frame, Order
from rules.wallaces_war.ids import Facing, HexId, LeaderId, Step, UnitId


class FreeFacing(Order, frozen=True, kw_only=True):
    """5.2b, 5.2d, 5.2i A unit, and whoever is stacked with it, turns for nothing."""

    unit: UnitId
    facing: Facing


class SwapStack(Order, frozen=True, kw_only=True):
    """8.2j The units of a stack change places before it moves."""

    unit: UnitId


class MoveUnits(Order, frozen=True, kw_only=True):
    """7.1 A unit or a stack goes along a path; `leaders` go with it (13.7a).

    A step 1514 enters that hex, 1514:2 turns there to face 2 as well; with its own hex first it turns on the spot.
    """

    units: tuple[UnitId, ...]
    path: tuple[Step, ...]
    leaders: tuple[LeaderId, ...] = ()


class MoveLeader(Order, frozen=True, kw_only=True):
    """7.1c A leader by himself."""

    leader: LeaderId
    path: tuple[HexId, ...]


class EnterReinforcements(Order, frozen=True, kw_only=True):
    """16.2.4e, 20.3.6c A unit, stack or leader enters: the first hex of the path is on the edge."""

    units: tuple[UnitId, ...]
    path: tuple[Step, ...]
    leaders: tuple[LeaderId, ...] = ()


class VoluntaryRetreat(Order, frozen=True, kw_only=True):
    """11.1 A unit, or a stack, withdraws by these hexes; `facing` is how it stands at the end."""

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    facing: Facing
    leaders: tuple[LeaderId, ...] = ()


class MarkCharge(Order, frozen=True, kw_only=True):
    """11.2.1a Heavy cavalry gets a Charge marker."""

    unit: UnitId


class DisplaceLeader(Order, frozen=True, kw_only=True):
    """13.4c Where a leader goes whose hex the enemy enters."""

    leader: LeaderId
    path: tuple[HexId, ...]


class PlaceReplacementLeader(Order, frozen=True, kw_only=True):
    """13.5b With which unit the successor of a captured leader appears."""

    leader: LeaderId
    unit: UnitId


class AwaitDisplacement(Await, frozen=True, kw_only=True):
    """13.4c"""

    leader: LeaderId


class AwaitSuccessor(Await, frozen=True, kw_only=True):
    """13.5b"""

    leader: LeaderId


class ResumeRetreat(Frame, frozen=True, kw_only=True):
    """13.4c Enemy leaders were in the hex just entered on a way back: it is gone on with when they are gone."""

    units: tuple[UnitId, ...]
    rest: tuple[HexId, ...]
    how: Literal["retreat", "rebound"]
    kind: Literal["loss", "rebound", "failure"]
    start: HexId
    leaders: tuple[LeaderId, ...] = ()
    facing: int | None = None  # that it takes at the end
    missing: int = 0  # hexes it could not go (10.3/S9f)
    rebounding: tuple[UnitId, ...] = ()
    fellows: tuple[UnitId, ...] = ()  # who have gone by a way of their own (D26 B)
    under: bool = False  # it lay below them


class ResumeWithdrawal(Frame, frozen=True, kw_only=True):
    """13.4c The same of a voluntary retreat."""

    units: tuple[UnitId, ...]
    rest: tuple[HexId, ...]
    facing: Facing
    leaders: tuple[LeaderId, ...] = ()


Awaited = AwaitDisplacement | AwaitSuccessor | ResumeRetreat | ResumeWithdrawal
