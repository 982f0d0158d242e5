"""What a side may ask for in the frame of a turn; any offer may be declined."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Order
from rules.gettysburg.ids import HexId, PieceId


class PlaceUnit(Order, frozen=True, kw_only=True):
    """3.2, 23.1 Set-up: a unit whose hex the owner picks; `to` is that hex."""

    unit: PieceId
    to: HexId


class Rally(Order, frozen=True, kw_only=True):
    """7.4b A Shaken brigade tries to rally."""

    unit: PieceId


class ReturnUnit(Order, frozen=True, kw_only=True):
    """10.4 A Routed unit comes back, or an Eliminated one at the price of another (7.7).

    `to` is the hex, `destroying` the id of the unit given up for it.
    """

    unit: PieceId
    to: HexId
    destroying: PieceId = ""


class EndPhase(Order, frozen=True, kw_only=True):
    """5.1a The side is done with its part of the phase."""


class Decline(Order, frozen=True, kw_only=True):
    """No to whatever is offered: a control attempt, a swap, support, an advance, a Counter-Attack, more movement."""
