"""13 What may be asked for to put units in order again, and in the Rout phase."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Order
from rules.musket_and_pike.ids import Facing, HexId, LeaderId, UnitId


class Reform(Order, frozen=True, kw_only=True):
    """13.2.3 One step: `into` a better formation or Open Order, or `pistol` to reload one; `by` the Army Commander."""

    unit: UnitId
    into: Literal["FN", "FS", "FB", "OO", "pistol"]
    facing: Facing | None = None  # 6.3.4 of a two-hex unit that leaves Column
    by: LeaderId = ""


class Rally(Order, frozen=True, kw_only=True):
    """13.2.4 One level up, or down; `facing` of one that was Morale Broken (12.4.3); `by` the Army Commander."""

    unit: UnitId
    facing: Facing | None = None
    by: LeaderId = ""


class Rout(Order, frozen=True, kw_only=True):
    """13.4 A Morale Broken unit flees by this path: hexes of its left half; leaders may go along."""

    unit: UnitId
    path: tuple[HexId, ...] = ()
    leaders: tuple[LeaderId, ...] = ()
