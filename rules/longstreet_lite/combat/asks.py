"""LL.7 Orders and questions of the Combat phase."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal, TypeAlias

from domain.kernel.facts import Await, Order, UnitId
from domain.tabletop import lengths
from rules.longstreet_lite.tables import Bases, CardId


class Charge(Order, frozen=True, kw_only=True):
    """LL.7.charge.2 Straight ahead to contact, after a wheel of at most 1 BW: `wheel` is left:12.5 or right:8."""

    unit: UnitId
    wheel: str = ""

    def __post_init__(self) -> None:
        if self.wheel:
            lengths.step(f"wheel-{self.wheel}")


class EndCharges(Order, frozen=True, kw_only=True):
    """LL.7.gen.1 All charges are made; combats are resolved."""


class AllocateDice(Order, frozen=True, kw_only=True):
    """LL.7.alloc.1 The dice of one attacker among those it engages: dice={"22nd-ohio":3,"3rd-ohio":3}.

    `most` says which of two counts as occupying most of its front, where that is equal (LL.7.alloc.4).
    """

    unit: UnitId
    dice: dict[UnitId, Bases]
    most: UnitId = ""


class AwaitCombatReroll(Await, frozen=True, kw_only=True):
    """LL.1.dice.2 `side` may roll the failed attack or defence dice of a unit once more."""

    unit: UnitId
    dice: Literal["attack", "defence"]
    card: CardId


class AwaitCombatMorale(Await, frozen=True, kw_only=True):
    """LL.7.morale.1"""


class AwaitAllocation(Await, frozen=True, kw_only=True):
    """LL.7.alloc.1 The active player divides the dice of these attackers, in any order."""


Awaited: TypeAlias = AwaitCombatReroll | AwaitCombatMorale | AwaitAllocation
