"""10, 11.2 What may be asked for in melee and charges, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from rules.wallaces_war.ids import Facing, HexId, LeaderId, Step, UnitId


class DeclareMelee(Order, frozen=True, kw_only=True):
    """10.3a The unit, or the stack it stands in, attacks an adjacent hex."""

    unit: UnitId
    target: HexId


class DeclareCharge(Order, frozen=True, kw_only=True):
    """11.2.1f Heavy cavalry charges: it turns to `facing`, rides the two hexes of `path` and strikes the target."""

    unit: UnitId
    facing: Facing
    path: tuple[HexId, ...]
    target: HexId
    leaders: tuple[LeaderId, ...] = ()


class ChooseNextAttack(Order, frozen=True, kw_only=True):
    """10.3/S1 Which declared attack is resolved next, by the hex it was declared from."""

    start: HexId


class SinkMissileUnit(Order, frozen=True, kw_only=True):
    """8.2k The missile unit on top of an attacked stack goes to the bottom."""


class Reply(Order, frozen=True, kw_only=True):
    """10.2c The attacked stack strikes back at one hex."""

    target: HexId


class RetreatPath(Order, frozen=True, kw_only=True):
    """10.3/S9, 11.2.6, 12.5d The way a unit or stack goes back; `facing` where it may turn at the end.

    `alone` parts it from its stack, where that is allowed (D26 B).
    """

    unit: UnitId
    path: tuple[HexId, ...]
    facing: Facing | None = None
    leaders: tuple[LeaderId, ...] = ()
    alone: bool = False


class AdvanceAfterCombat(Order, frozen=True, kw_only=True):
    """10.3/S10a A unit or stack enters the hex it has won; HC that is to extend its charge keeps its facing."""

    unit: UnitId
    to: HexId
    facing: Facing | None = None
    leaders: tuple[LeaderId, ...] = ()


class ReactionPlacement(Order, frozen=True, kw_only=True):
    """11.2.2d, 11.2.3c How the horse that must charge rides: a way for each hex of chargers, none for who drops out."""

    paths: dict[HexId, tuple[HexId, ...]]
    leaders: tuple[LeaderId, ...] = ()


class ExtendCharge(Order, frozen=True, kw_only=True):
    """11.2.7 Heavy cavalry rides on after its advance, and strikes again."""

    unit: UnitId
    path: tuple[HexId, ...]
    target: HexId
    leaders: tuple[LeaderId, ...] = ()


class ImpulsiveAttack(Order, frozen=True, kw_only=True):
    """12.5c Berserkers rush on after their advance; a step 1514:2 turns there, the first in its own hex for nothing."""

    unit: UnitId
    path: tuple[Step, ...]
    target: HexId
    leaders: tuple[LeaderId, ...] = ()


class AwaitAttack(Await, frozen=True, kw_only=True):
    """10.3/S1"""


class AwaitDefensiveFire(Await, frozen=True, kw_only=True):
    """9.4e The attacked may fire at these hexes before the melee."""

    unit: UnitId
    targets: tuple[HexId, ...]


class AwaitSink(Await, frozen=True, kw_only=True):
    """8.2k"""

    at: HexId


class AwaitVoluntary(Await, frozen=True, kw_only=True):
    """11.1a, 11.1d The attacked may withdraw before the melee."""

    at: HexId


class AwaitReply(Await, frozen=True, kw_only=True):
    """10.2c"""

    at: HexId
    targets: tuple[HexId, ...]


class AwaitRetreat(Await, frozen=True, kw_only=True):
    """10.3/S9d The owner takes one of these units back."""

    units: tuple[UnitId, ...]


class AwaitAdvance(Await, frozen=True, kw_only=True):
    """10.3/S10a One of these, each with those that attacked with it, may enter the hex.

    11.2.4a, 11.2.5a Who has put the enemy to flight by his charge must.
    """

    to: HexId
    units: tuple[UnitId, ...]
    must: bool = False


class AwaitPlacement(Await, frozen=True, kw_only=True):
    """11.2.3c The horse at these hexes must charge the trigger."""

    chargers: tuple[HexId, ...]
    target: HexId
    movers: tuple[UnitId, ...]


Awaited = (
    AwaitAttack
    | AwaitDefensiveFire
    | AwaitSink
    | AwaitVoluntary
    | AwaitReply
    | AwaitRetreat
    | AwaitAdvance
    | AwaitPlacement
)
