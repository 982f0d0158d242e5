"""3, 16 What may be asked for at set-up and between segments."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from rules.wallaces_war.ids import BattleId, Facing, HexId, LeaderId, UnitId


class SetUpLeader(Order, frozen=True, kw_only=True):
    """16.1a A leader comes on the map; who has a hex of his own needs no order."""

    leader: LeaderId
    to: HexId


class SetUpUnit(Order, frozen=True, kw_only=True):
    """16.1a A unit comes on the map; `under` puts it at the bottom of the stack it joins."""

    unit: UnitId
    to: HexId
    facing: Facing
    under: bool = False


class Deploy(Order, frozen=True, kw_only=True):
    """16.1a All units of a Battle that are not yet placed, in a plain array about their leader."""

    battle: BattleId
    facing: Facing


class NameTarget(Order, frozen=True, kw_only=True):
    """20.3.2a The Battle that Edward's men must engage, named unseen."""

    battle: BattleId


class EndSegment(Order, frozen=True, kw_only=True):
    """3.3 The side is done with this segment, or with its set-up."""


class Decline(Order, frozen=True, kw_only=True):
    """The side makes no use of what it is offered."""


class Concede(Order, frozen=True, kw_only=True):
    """16.1 The side gives the battle up."""


class AwaitTarget(Await, frozen=True, kw_only=True):
    """20.3.2a"""


Awaited = AwaitTarget
