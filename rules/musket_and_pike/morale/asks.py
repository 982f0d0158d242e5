"""8.2.1 Which of two units that act as one takes a casualty."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import UnitId


class AssignHit(Order, frozen=True, kw_only=True):
    """8.2.1 The horse, or its light infantry, takes one casualty hit."""

    unit: UnitId


class AwaitHit(Await, frozen=True, kw_only=True):
    """8.2.1 So many casualty hits are to be shared out, one at a time."""

    units: tuple[UnitId, ...]
    count: int
    by: UnitId
    cause: Reason


Awaited = AwaitHit
