"""5.2, 5.3 Where a leader is put who has lost his place."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from rules.musket_and_pike.ids import LeaderId, UnitId


class PlaceLeader(Order, frozen=True, kw_only=True):
    """5.2.2, 5.3.4, 5.3.5 The unit a leader is put with, and of a two-hex unit which half."""

    leader: LeaderId
    unit: UnitId
    right: bool = False


class AwaitLeader(Await, frozen=True, kw_only=True):
    """5.2.2, 5.3.4, 5.3.5"""

    leader: LeaderId
    anywhere: bool = False  # 5.3.5 with any friendly unit


Awaited = AwaitLeader
