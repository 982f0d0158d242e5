"""7, 8 What may be asked for in movement."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Frame, Order
from rules.musket_and_pike.ids import Facing, Formation, HexId, LeaderId, UnitId, Word


class MoveUnit(Order, frozen=True, kw_only=True):
    """7.1.1, 10.2 A unit goes along a path: hexes, `left`, `right`, `about`, `hedgehog`, `top`, `under`, `fire:UNIT`.

    A hex is the one it enters: of a two-hex unit its left half, of a two-hex Column its head. Two-hex units wheel when
    they turn. `alone`: the horse of a stack leaves its light infantry behind, or the other way round (8.2).
    """

    unit: UnitId
    path: tuple[Word, ...]
    alone: bool = False


class Absorb(Order, frozen=True, kw_only=True):
    """8.4 Horse goes along a path that ends with friendly horse, and takes in what is left of it."""

    unit: UnitId
    path: tuple[Word, ...]


class MoveLeader(Order, frozen=True, kw_only=True):
    """5.1.2, 5.2.2 A leader by himself."""

    leader: LeaderId
    path: tuple[HexId, ...]


class EnterUnit(Order, frozen=True, kw_only=True):
    """7.4 A unit of a reinforcement Wing comes in by the first hex of its path; `leaders` come with it."""

    unit: UnitId
    path: tuple[Word, ...]
    facing: Facing
    formation: Formation = "FN"
    leaders: tuple[LeaderId, ...] = ()


class Limber(Order, frozen=True, kw_only=True):
    """7.3.3 Guns are limbered or unlimbered; unlimbered they face a vertex."""

    unit: UnitId
    facing: Facing | None = None


class AwaitOnward(Await, frozen=True, kw_only=True):
    """9.3.4 A unit whose way is no longer open may go on by another with what is left of its allowance."""

    unit: UnitId


class ResumeRide(Frame, frozen=True, kw_only=True):
    """D38 The rest of a leader's ride, where it may be fired at."""

    leader: LeaderId
    rest: tuple[HexId, ...]


Awaited = AwaitOnward | ResumeRide
