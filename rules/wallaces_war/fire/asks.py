"""9 What may be asked for under fire, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from rules.wallaces_war.ids import Facing, HexId, LeaderId, UnitId


class Fire(Order, frozen=True, kw_only=True):
    """9.7/S1 One shot of a unit at a hex."""

    unit: UnitId
    target: HexId


class AdvanceAfterFire(Order, frozen=True, kw_only=True):
    """9.7/S6a A unit or stack that fired at a hex now empty moves into it."""

    units: tuple[UnitId, ...]
    to: HexId
    facing: Facing
    leaders: tuple[LeaderId, ...] = ()


class AwaitWithdrawal(Await, frozen=True, kw_only=True):
    """11.1b Cavalry that was fired on may withdraw."""

    at: HexId


Awaited = AwaitWithdrawal
