"""11.4 The way a beaten unit takes, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Frame, Order
from rules.musket_and_pike.ids import Facing, HexId, LeaderId, UnitId


class RetreatTo(Order, frozen=True, kw_only=True):
    """11.4.2, D67 One of the best ways: the hexes of the unit, of a two-hex unit its left half; `off` leaves the map.

    `staying`: Army Commanders who do not go along (5.1.2).
    """

    unit: UnitId
    path: tuple[HexId, ...]
    staying: tuple[LeaderId, ...] = ()


class StandFacing(Order, frozen=True, kw_only=True):
    """11.4.5, 13.2.4 The facing of a broken unit that stands."""

    unit: UnitId
    facing: Facing


class AwaitRetreat(Await, frozen=True, kw_only=True):
    """11.4.2"""

    unit: UnitId
    by: UnitId
    hexes: int


class AwaitStand(Await, frozen=True, kw_only=True):
    """11.4.5 It has rallied of itself."""

    unit: UnitId


class ResumeStranded(Frame, frozen=True, kw_only=True):
    """11.4.5 A broken unit could not go as far as it must."""

    unit: UnitId
    by: UnitId
    gone: int


Awaited = AwaitRetreat | AwaitStand | ResumeStranded
