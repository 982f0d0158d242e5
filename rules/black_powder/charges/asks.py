"""BP.chg, BP.rsp Orders of a charge, and what the side charged is asked."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Await, Frame, Order
from domain.tabletop import lengths
from rules.black_powder.ids import Face, FoeId, Spot, UnitId

Reply = Literal["hold", "countercharge", "face", "evade", "closing fire"]
Mode = Literal["charge", "sweep", "back"]  # BP.chg.1, BP.win.6, BP.win.3
Stage = Literal["before", "traversing", "fire", "move", "after", "done"]


class ChargeWith(Order, frozen=True, kw_only=True):
    """BP.chg.1 The unit charges; it goes the shortest way and lays its front flush on the side it faces (BP.chg.9).

    `at` may say where the middle of its front comes to stand; it is refused if that is not where the rules put it.
    `screen`: it only drives in the skirmishers of a mixed formation, as was stated (BP.mix.6).
    """

    unit: UnitId
    target: FoeId
    at: str = ""
    screen: bool = False

    def __post_init__(self) -> None:
        if self.at:
            lengths.point(self.at)


class Respond(Order, frozen=True, kw_only=True):
    """BP.rsp.1 One answer to a charge."""

    unit: UnitId
    reply: Reply


class FireTraversing(Order, frozen=True, kw_only=True):
    """BP.tra.1 Fire at a charger that passes before the front; or HoldFire."""

    unit: UnitId


class HoldFire(Order, frozen=True, kw_only=True):
    """BP.tra.1 The charger is let pass."""

    unit: UnitId


class StandFast(Order, frozen=True, kw_only=True):
    """BP.sq.10 Horse halted before a square stays there."""

    unit: UnitId


class AwaitResponse(Await, frozen=True, kw_only=True):
    """BP.rsp.1 What a unit charged does, before the charger moves or after."""

    unit: UnitId
    charger: UnitId
    replies: tuple[Reply, ...]


class AwaitTraversing(Await, frozen=True, kw_only=True):
    """BP.tra.1"""

    unit: UnitId
    charger: UnitId
    near: int  # how near the charger passes, in thousandths
    face: Face = "front"  # BP.tra.5 the side of a square or building before which it does
    crossed: int = 0  # how much of that side, in ten-thousandths


class AwaitHalted(Await, frozen=True, kw_only=True):
    """BP.sq.10, D53 Horse halted 3 inches from a square may use what is left of its move, and not to charge."""

    unit: UnitId
    left: int


class ResumeCharge(Frame, frozen=True, kw_only=True):
    """K2 to K7 A charge under way: at which stage, from where, and who is still to be asked."""

    unit: UnitId
    target: UnitId
    side: Face  # of the target, as it lies on the table
    start: Spot
    stage: Stage = "before"
    waiting: tuple[UnitId, ...] = ()
    mode: Mode = "charge"
    reply: Reply | Literal[""] = ""  # of the target, before the charger moved
    screen: int = 0  # BP.mix.6 how far it goes, if only skirmishers are met
    terror: bool = False  # BP.sr.Terr its enemies have tested before it closed


class ResumeTerror(Frame, frozen=True, kw_only=True):
    """BP.sr.Terr All that this unit fell upon have run from it: it may act as if it had won a combat."""

    unit: UnitId


Awaited = AwaitResponse | AwaitTraversing | AwaitHalted | ResumeCharge | ResumeTerror
