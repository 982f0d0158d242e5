"""LL.1.loss The order and the question of bases lost."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal, TypeAlias

from domain.kernel.facts import Await, Order, UnitId
from rules.longstreet_lite.tables import Bases

Cause = Literal["fire", "combat", "retreat", "passed through"]


class RemoveBases(Order, frozen=True, kw_only=True):
    """LL.1.loss.3 The owner picks the bases lost, by number."""

    unit: UnitId
    bases: tuple[Bases, ...]


class AwaitLosses(Await, frozen=True, kw_only=True):
    """LL.1.loss.3 The owner picks `count` bases of the unit."""

    unit: UnitId
    count: int
    cause: Cause
    rule: str = "LL.1.loss.1"  # under which they are lost


Awaited: TypeAlias = AwaitLosses
