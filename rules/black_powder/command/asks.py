"""BP.cmd, BP.init, BP.foll, BP.ral, BP.cdm What commanders may ask for, and what is asked of them."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.facts import Await, Frame, Order
from domain.tabletop import lengths
from rules.black_powder.ids import CommanderId, FoeId, PlaceId, UnitId
from rules.black_powder.movement.asks import keep_spoken
from rules.black_powder.tables import Formation


class Stated(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """BP.cmd.1 The whole order, before the dice: where to, by which way, in what formation, and whether to charge."""

    to: tuple[str, ...] = ()  # points east:north, the destination last
    bearing: str = ""  # or a direction of the table, in degrees
    formation: tuple[Formation, ...] = ()  # taken up on the way, or at the end
    charge: FoeId = ""  # this enemy; `nearest` for any that is met
    block: PlaceId = ""  # to be entered
    road: bool = False  # march columns and limbered guns keep to the road
    hands: bool = False  # guns are manhandled
    screen: bool = False  # BP.mix.6 no more than the skirmishers of a mixed formation are charged


Arriving = Literal["returns", "arrives", "comes back"]
Kind = Literal["order", "brigade", "follow me", "rally", "return"]


class GiveOrder(Order, frozen=True, kw_only=True):
    """BP.cmd.1, BP.cmd.14 One order to one unit or to a group, stated before the dice."""

    commander: CommanderId
    units: tuple[UnitId, ...]
    to: tuple[str, ...] = ()
    bearing: str = ""
    formation: tuple[Formation, ...] = ()
    charge: FoeId = ""
    block: PlaceId = ""
    road: bool = False
    hands: bool = False
    screen: bool = False

    def __post_init__(self) -> None:
        lengths.points(self.to)
        if self.bearing:
            lengths.angle(self.bearing)


class FollowMe(Order, frozen=True, kw_only=True):
    """BP.foll.1"""

    commander: CommanderId
    unit: UnitId


class Rally(Order, frozen=True, kw_only=True):
    """BP.ral.1"""

    commander: CommanderId
    unit: UnitId


class ReturnToTable(Order, frozen=True, kw_only=True):
    """BP.off.3 Units that left together are ordered back."""

    commander: CommanderId
    units: tuple[UnitId, ...]


class PlaceUnit(Order, frozen=True, kw_only=True):
    """BP.off.3 A unit comes on the table at the edge: where its front is, which way, in what formation."""

    unit: UnitId
    at: str
    heading: str
    formation: Formation

    def __post_init__(self) -> None:
        lengths.point(self.at)
        lengths.angle(self.heading)


class UseInitiative(Order, frozen=True, kw_only=True):
    """BP.init.1"""

    unit: UnitId


class Withdraw(Order, frozen=True, kw_only=True):
    """BP.vic.9 A unit of a broken brigade goes back along the steps of `path`."""

    unit: UnitId
    path: tuple[str, ...]

    def __post_init__(self) -> None:
        keep_spoken(self)


class StandInSquare(Order, frozen=True, kw_only=True):
    """BP.vic.10 Surrounded foot of a broken brigade forms square where it stands."""

    unit: UnitId


class MoveCommander(Order, frozen=True, kw_only=True):
    """BP.cdm.1 He goes to a point, or joins a unit."""

    commander: CommanderId
    to: str = ""
    join: UnitId = ""

    def __post_init__(self) -> None:
        if self.to:
            lengths.point(self.to)


class GoOn(Order, frozen=True, kw_only=True):
    """BP.blun.1 A blundering unit passes by what it might charge."""

    unit: UnitId


class StayAway(Order, frozen=True, kw_only=True):
    """BP.off.3 A unit that might come on the table does not, in this turn."""

    unit: UnitId


class RollAgain(Order, frozen=True, kw_only=True):
    """BP.per.4 The dice of an order are rolled again."""


class KeepRoll(Order, frozen=True, kw_only=True):
    """BP.per.4 They are left as they lie."""


class AwaitMoves(Await, frozen=True, kw_only=True):
    """BP.cmd.4 The moves won are made, unit by unit; whose and how many, state.order says."""


class AwaitPlacing(Await, frozen=True, kw_only=True):
    """BP.off.3 These units come on the table."""

    units: tuple[UnitId, ...]
    why: Arriving = "returns"


class AwaitAgain(Await, frozen=True, kw_only=True):
    """BP.per.4 A decisive commander has failed."""

    kind: Kind
    commander: CommanderId
    units: tuple[UnitId, ...]
    stated: Stated
    dice: tuple[int, ...]


class ChooseBlunder(Order, frozen=True, kw_only=True):
    """BP.per.7 Which of two rolls on the blunder table counts."""

    result: int


class AwaitFate(Await, frozen=True, kw_only=True):
    """BP.per.7 An irresponsible commander has blundered: two dice, and his player chooses."""

    commander: CommanderId
    units: tuple[UnitId, ...]
    dice: tuple[int, ...]


class AwaitBlunder(Await, frozen=True, kw_only=True):
    """BP.blun.1 Whether a blundering unit charges what stands in its way."""

    unit: UnitId
    foes: tuple[UnitId, ...]
    result: int


class ResumeBlunder(Frame, frozen=True, kw_only=True):
    """BP.blun.1 Units yet to go astray, each with moves left."""

    result: int
    units: tuple[UnitId, ...]
    moves: int
    left: int = 0  # moves of the first of them


class ResumeOrder(Frame, frozen=True, kw_only=True):
    """BP.sr.Terr, D37 The moves of an order are made: first who was terrified tests, then the fire of those charged."""

    tested: bool = False
    waiting: tuple[UnitId, ...] = ()


Awaited = AwaitMoves | AwaitPlacing | AwaitAgain | AwaitBlunder | AwaitFate | ResumeBlunder | ResumeOrder
