"""LL.4 What is asked for with cards, and the questions cards put."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal, TypeAlias

from domain.kernel.facts import Await, Order, UnitId
from rules.longstreet_lite.tables import CardId

Window = Literal["turn_start", "fire", "move", "combat"]
Dice = Literal["to_hit", "attack", "defence"]


class Interrupt(Order, frozen=True, kw_only=True):
    """LL.4.int.1 The passive player plays a kepi card; `unit` is the one its text speaks of."""

    card: CardId
    unit: UnitId = ""


class Decline(Order, frozen=True, kw_only=True):
    """LL.4.int.1 Whatever is asked: no."""


class NameUnit(Order, frozen=True, kw_only=True):
    """LL.4.mod.1 The unit a card speaks of."""

    unit: UnitId


class Reroll(Order, frozen=True, kw_only=True):
    """LL.1.dice.2 The dice asked about are rolled once more."""


class PlayMorale(Order, frozen=True, kw_only=True):
    """LL.4.morale.1 Cards for units under fire, or beaten in combat: cards={"22nd-ohio":["quickstep"]}."""

    cards: dict[UnitId, tuple[CardId, ...]]


class AwaitInterrupt(Await, frozen=True, kw_only=True):
    """LL.4.int.3, LL.4.int.4 The passive player may interrupt; it opens whatever he holds."""

    window: Window


class AwaitName(Await, frozen=True, kw_only=True):
    """LL.4.mod.1, D58 `side` names the unit the card speaks of."""

    card: CardId


class AwaitConfusedMove(Await, frozen=True, kw_only=True):
    """LL.4.int.6 The passive player gives one enemy unit its action, or lets it stand."""

    unit: UnitId
    card: CardId


Awaited: TypeAlias = AwaitInterrupt | AwaitName | AwaitConfusedMove
