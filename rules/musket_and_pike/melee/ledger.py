"""11.2 What a Melee step must remember. It stands below the state, which holds it."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from rules.musket_and_pike.ids import HexId, UnitId

Stage = Literal["declare", "answer", "reactions", "attacks", "over"]


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """11.1.4 One unit attacks one hex."""

    unit: UnitId
    hex: HexId
    reaction: bool = False  # 11.2.B by the inactive side


class Melee(msgspec.Struct, kw_only=True):
    """11.2 The Melee step of one activation."""

    stage: Stage = "declare"
    attacks: list[Attack] = []  # declared, not fought yet
    end: Literal["", "left", "right"] = ""  # 11.2.C, D84 where the line is fought from
    next: HexId = ""  # D84 b the hex that comes next
