"""BP.bsq What may be asked for with brigade squares."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Order
from rules.black_powder.ids import UnitId


class DeclareSquare(Order, frozen=True, kw_only=True):
    """BP.bsq.2 These battalions, with guns at the corners if there are any, stand as a brigade square."""

    units: tuple[UnitId, ...]
