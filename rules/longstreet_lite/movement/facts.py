"""Facts of the Move phase. Tags are for ever."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.facts import Fact, Side, UnitId
from rules.longstreet_lite.orders import Hand

Spot = tuple[int, int, int]  # milli-BW east and north of the middle of the front, and the heading in hundredths


class Disorder(msgspec.Struct, frozen=True, kw_only=True):
    """LL.6.dis.1 One cause of disorder: a friend passed through, terrain, or an enemy so near."""

    why: Literal["friend", "terrain", "line", "about-face", "formation"]
    what: str  # the id of the friend or enemy, or the name of the terrain
    rule: str
    gap: int = 0  # to the enemy, in milli-BW


class UnitMoved(Fact, frozen=True, kw_only=True):
    """LL.6.gen.1 A unit has moved: the steps as they were given, where it stands now, and how long its way was.

    `by` is its enemy if a card let him move it, and it is `confused` then (LL.4.int.6).
    """

    unit: UnitId
    by: Side
    path: tuple[str, ...]
    pose: Spot
    offset: int  # of a short last rank, which an about-face seats anew
    way: int  # milli-BW
    allowance: int
    difficult: bool = False
    disorder: tuple[Disorder, ...] = ()
    leaves: bool = False  # the table (D52 B)
    confused: bool = False


class UnitFormed(Fact, frozen=True, kw_only=True):
    """LL.6.form.1 Infantry has changed its formation, by a quarter turn or on a guide."""

    unit: UnitId
    by: Side
    pose: Spot
    ranks: tuple[int, ...]
    offset: int = 0
    turned: Hand | None = None
    guide: int = 0
    disorder: tuple[Disorder, ...] = ()
    confused: bool = False


class BatteryLimbered(Fact, frozen=True, kw_only=True):
    """LL.6.aform.2 The limber stands where the gun of this number stood; it is for all of them."""

    unit: UnitId
    gun: int
    pose: Spot
    disorder: tuple[Disorder, ...] = ()


class BatteryUnlimbered(Fact, frozen=True, kw_only=True):
    """LL.6.aform.1 The guns stand side by side, `left` of them to the left of the limber's place."""

    unit: UnitId
    guns: int
    left: int
    pose: Spot
    disorder: tuple[Disorder, ...] = ()


FACTS: tuple[type[Fact], ...] = (UnitMoved, UnitFormed, BatteryLimbered, BatteryUnlimbered)
