"""4, 5.5, 5.7 What may be asked for between the deeds of units, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from rules.musket_and_pike.ids import Standing, UnitId, WingId


class ChooseOrders(Order, frozen=True, kw_only=True):
    """5.5.3 An order for each Wing of the side that is on the map, chosen unseen."""

    orders: dict[WingId, Standing]


class ChooseOpenOrder(Order, frozen=True, kw_only=True):
    """6.3.3 The units that start in Open Order, chosen unseen; none is a choice too."""

    units: tuple[UnitId, ...] = ()


class ActivateWing(Order, frozen=True, kw_only=True):
    """4.2.1"""

    wing: WingId


class PassWing(Order, frozen=True, kw_only=True):
    """4.5"""

    wing: WingId


class Preempt(Order, frozen=True, kw_only=True):
    """4.4 A Wing of the inactive side tries to act first; `commander`: the Army Commander adds his rating (5.1.2)."""

    wing: WingId
    commander: bool = False


class ChangeOrder(Order, frozen=True, kw_only=True):
    """5.7 The active Wing tries to change its order; `commander`: the Army Commander adds his rating (5.1.2)."""

    to: Standing
    commander: bool = False


class EndActions(Order, frozen=True, kw_only=True):
    """3.2.C All units of the Wing have done what they will; in a bombardment all guns."""


class ContinueWing(Order, frozen=True, kw_only=True):
    """4.3 The Wing tries to act once more; `commander`: the Army Commander adds his rating (5.1.2)."""

    commander: bool = False


class AwaitPreemption(Await, frozen=True, kw_only=True):
    """4.4.1 Before a Wing acts, or acts once more."""

    wing: WingId
    continuing: bool = False  # 4.4.3
    only: WingId = ""  # 4.4.4 the one Wing that may try
    tried: tuple[WingId, ...] = ()


class AwaitChange(Await, frozen=True, kw_only=True):
    """5.7.1"""

    wing: WingId
    tried: tuple[Standing, ...] = ()  # D23 b


class AwaitContinuation(Await, frozen=True, kw_only=True):
    """4.3.1"""

    wing: WingId


Awaited = AwaitPreemption | AwaitChange | AwaitContinuation
