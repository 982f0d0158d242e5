"""4 What may be asked for about command chits and initiative, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated

import msgspec

from domain.kernel.facts import Await, Order, Written
from rules.wallaces_war.ids import BattleId

Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Four = tuple[Number, Number, Number, Number]  # how many chits of the values 1, 2, 3 and 4
Value = Annotated[int, msgspec.Meta(ge=0, le=4)]  # of a chit; 0 is an intrinsic zero chit


class Chit(Written, frozen=True, kw_only=True):
    """4.3a A chit, or a zero, on the track of a Battle."""

    battle: BattleId
    value: Value


class ListChits(Order, frozen=True, kw_only=True):
    """4.2a How many chits of each value the side asks for, unseen by the other."""

    ones: Number = 0
    twos: Number = 0
    threes: Number = 0
    fours: Number = 0


class TopUp(Order, frozen=True, kw_only=True):
    """4.2e What the last short side takes of the chits left; `back` is what it gives for them (D3 B)."""

    ones: Number = 0
    twos: Number = 0
    threes: Number = 0
    fours: Number = 0
    back: Four = (0, 0, 0, 0)


class PlaceChits(Order, frozen=True, kw_only=True):
    """4.2f Every chit of the side on its tracks, unseen by the other: values by Battle, at most one a box."""

    tracks: dict[BattleId, tuple[Value, ...]]


class PlaceReplacement(Order, frozen=True, kw_only=True):
    """4.4b The chit gained goes on this track: into an empty box, or over a zero."""

    battle: BattleId
    over_zero: bool = False


class Bid(Order, frozen=True, kw_only=True):
    """4.3b The chit shown first."""

    battle: BattleId
    chit: Value


class Outbid(Order, frozen=True, kw_only=True):
    """4.3b A higher one."""

    battle: BattleId
    chit: Value


class Activate(Order, frozen=True, kw_only=True):
    """4.3f, 4.3j Initiative without a bid: the Battle and the chit spent on it."""

    battle: BattleId
    chit: Value = 0


class ContinueAttack(Order, frozen=True, kw_only=True):
    """10.4a The Battle attacks again in this turn."""


class SpecialContinuation(Order, frozen=True, kw_only=True):
    """13.2d A level 4 leader goes on once more."""


class ActivateReaction(Order, frozen=True, kw_only=True):
    """4.6a The other side moves one Battle for a chit."""

    battle: BattleId
    chit: Value


class AwaitOutbid(Await, frozen=True, kw_only=True):
    """4.3b A higher chit, or initiative is lost."""

    bid: Chit


Awaited = AwaitOutbid
