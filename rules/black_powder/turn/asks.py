"""BP.turn What may be asked for between the phases."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Frame, Order, Side


class RollForFirst(Order, frozen=True, kw_only=True):
    """BP.turn.6 The battle begins; a die for each side where the scenario names no first player."""


class ChooseFirst(Order, frozen=True, kw_only=True):
    """BP.turn.6 Who rolled higher says who goes first."""

    first: Side


class EndInitiative(Order, frozen=True, kw_only=True):
    """BP.init.1 No more moves of initiative: the commanders begin."""


class EndOrders(Order, frozen=True, kw_only=True):
    """BP.turn.5 The Command phase is over."""


class Concede(Order, frozen=True, kw_only=True):
    """BP.vic.13 The side gives the battle up, at any time."""


class AwaitFirst(Await, frozen=True, kw_only=True):
    """BP.turn.6"""


class ResumeTurn(Frame, frozen=True, kw_only=True):
    """T0 The start of a player turn goes on when those who arrive are placed."""


Awaited = AwaitFirst | ResumeTurn
