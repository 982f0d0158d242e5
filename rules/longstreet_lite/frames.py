"""What is awaited of whom. Data only: a game can be saved in mid-question."""

from __future__ import annotations

from typing import Literal

from domain.facts import Frame, Side, UnitId
from rules.longstreet_lite.orders import CardId

Window = Literal["turn_start", "fire", "move", "combat"]
Dice = Literal["to_hit", "attack", "defence"]
Cause = Literal["fire", "combat", "retreat", "passed through"]


class AwaitInterrupt(Frame, frozen=True, kw_only=True):
    """LL.4.int.3, LL.4.int.4 The passive player may interrupt; it opens whatever he holds."""

    side: Side
    window: Window


class AwaitName(Frame, frozen=True, kw_only=True):
    """LL.4.mod.1, D58 `side` names the unit the card speaks of."""

    side: Side
    card: CardId


class AwaitConfusedMove(Frame, frozen=True, kw_only=True):
    """LL.4.int.6 The passive player gives one enemy unit its action, or lets it stand."""

    side: Side
    unit: UnitId
    card: CardId


class AwaitReroll(Frame, frozen=True, kw_only=True):
    """LL.1.dice.2 `side` may roll the failed dice of a unit once more."""

    side: Side
    unit: UnitId
    dice: Dice
    card: CardId


class AwaitFireMorale(Frame, frozen=True, kw_only=True):
    """LL.5.morale.1"""

    side: Side


class AwaitCombatMorale(Frame, frozen=True, kw_only=True):
    """LL.7.morale.1"""

    side: Side


class AwaitLosses(Frame, frozen=True, kw_only=True):
    """LL.1.loss.3 The owner picks `count` bases of the unit."""

    side: Side
    unit: UnitId
    count: int
    cause: Cause
    rule: str = "LL.1.loss.1"  # under which they are lost


class AwaitAllocation(Frame, frozen=True, kw_only=True):
    """LL.7.alloc.1 The active player divides the dice of these attackers, in any order."""

    side: Side


class AwaitRetreatCard(Frame, frozen=True, kw_only=True):
    """LL.7.finterp.1"""

    side: Side


class AwaitRetreat(Frame, frozen=True, kw_only=True):
    """LL.7.retire.1 The owner says which of his units retreats next."""

    side: Side


class AwaitRetreatPath(Frame, frozen=True, kw_only=True):
    """LL.7.fdir.2 The dice are rolled: the owner shows the way."""

    side: Side
    unit: UnitId
    distance: int  # whole BW


AnyFrame = (
    AwaitInterrupt
    | AwaitName
    | AwaitConfusedMove
    | AwaitReroll
    | AwaitFireMorale
    | AwaitCombatMorale
    | AwaitLosses
    | AwaitAllocation
    | AwaitRetreatCard
    | AwaitRetreat
    | AwaitRetreatPath
)
FRAMES: tuple[type[Frame], ...] = (
    AwaitInterrupt, AwaitName, AwaitConfusedMove, AwaitReroll, AwaitFireMorale, AwaitCombatMorale, AwaitLosses,
    AwaitAllocation, AwaitRetreatCard, AwaitRetreat, AwaitRetreatPath,
)  # fmt: skip
