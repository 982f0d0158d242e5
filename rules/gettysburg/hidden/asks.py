"""What may be asked for with Hidden Movement Counters and with units out of control, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from rules.gettysburg.ids import HexId, PieceId


class HideUnits(Order, frozen=True, kw_only=True):
    """18.2b, 18.6, 18.7, 23.1 Units go into HMCs in one hex, all at one moment; an empty HMC is a decoy.

    `at` is the hex; `contents` names each HMC and the ids of the units in it, none for a decoy. In an entry hex,
    units still to arrive may be put into HMCs that enter there.
    """

    at: HexId
    contents: dict[PieceId, tuple[PieceId, ...]]


class DeployUnits(Order, frozen=True, kw_only=True):
    """18.4a An HMC is removed before it moves, or 18.5 one that was observed is emptied.

    `places` gives each unit in it, by id, its hex.
    """

    hmc: PieceId
    places: dict[PieceId, HexId] = {}


class AttemptControl(Order, frozen=True, kw_only=True):
    """17.3 The opponent of an army in Panic tries to take over a unit."""

    unit: PieceId


class AwaitDeployment(Await, frozen=True, kw_only=True):
    """18.4b, 18.5 The owner of an observed HMC places its units in the hex it stood in, or beside it."""

    hmc: PieceId
    at: HexId = ""
    units: tuple[PieceId, ...] = ()


class AwaitLeftover(Await, frozen=True, kw_only=True):
    """17.3b `side` may spend its remaining chances on units that did not move."""


Awaited = AwaitDeployment | AwaitLeftover
