"""LL.7 What a Combat phase must remember."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.kernel.facts import UnitId
from domain.kernel.reasons import Reason
from rules.longstreet_lite.retreat.state import Retreats

# LL.7.proc.1 The steps once all charges are made; none before that.
Stage = Literal[
    "",
    "naming",
    "allocation",
    "defence",
    "defence again",
    "attack",
    "attack again",
    "result",
    "morale",
    "defender losses",
    "defender retreats",
    "attacker losses",
    "attacker retreats",
    "end",
]


class Charging(msgspec.Struct, kw_only=True):
    """LL.7.charge.1 A unit that charged: whom it touched, and whose flank or rear with the right to it."""

    unit: UnitId
    touched: tuple[UnitId, ...] = ()
    flanked: tuple[UnitId, ...] = ()


class Attack(msgspec.Struct, kw_only=True):
    """LL.7.engage.3 One attacker against one of those it engages."""

    attacker: UnitId
    defender: UnitId
    contact: bool
    spaces: int  # LL.7.alloc.4
    barely: bool  # LL.7.barely.1
    cover: bool  # LL.7.cover.2
    dice: int = 0
    needs: int = 0
    faces: tuple[int, ...] = ()
    again: tuple[int, ...] = ()  # places of dice rolled once more


class Defence(msgspec.Struct, kw_only=True):
    """LL.7.proc.2 The dice of one defender, and how its combat ended."""

    needs: int  # 0 for a limbered battery, which keeps its higher die
    faces: tuple[int, ...]
    again: tuple[int, ...] = ()


class Fought(msgspec.Struct, kw_only=True):
    """LL.7.res.1 The scores of one defender's combat, as they stand."""

    attack: int
    defence: int
    saved: int = 0  # LL.7.morale.1 bases that cards saved


class CombatPhase(msgspec.Struct, kw_only=True):
    """LL.7.proc.1; empty outside a Combat phase."""

    stage: Stage = ""
    charges: list[Charging] = []
    attacks: list[Attack] = []
    flanked: list[UnitId] = []  # LL.7.flank.1 defenders
    allocated: list[UnitId] = []  # attackers whose dice are divided
    asked: list[Reason] = []  # names and re-rolls the owner has been asked about
    defences: dict[UnitId, Defence] = {}
    attacked: list[UnitId] = []  # defenders against whom the attack dice are rolled
    fought: dict[UnitId, Fought] = {}
    vulnerable: list[UnitId] = []  # LL.7.vuln.1 defenders
    paid: list[UnitId] = []  # units that have lost what the combat cost them
    retreats: Retreats | None = None

    @property
    def attackers(self) -> list[UnitId]:
        """In the order in which they charged."""
        return list(dict.fromkeys(attack.attacker for attack in self.attacks))
