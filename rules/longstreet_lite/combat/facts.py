"""Facts of the Combat phase. Tags are for ever."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.facts import Fact, Side, UnitId
from domain.ruling import Modifier
from rules.longstreet_lite.combat import retreat_facts
from rules.longstreet_lite.combat.state import Stage
from rules.longstreet_lite.orders import CardId

Struck = Literal["front", "corner", "flank", "rear"]
Winner = Literal["attackers", "defender", "nobody"]


class Touched(msgspec.Struct, frozen=True, kw_only=True):
    """LL.7.contact.4 A defender the charge touched, and where; `flanked` if with the right to it (LL.1.edge.6)."""

    unit: UnitId
    edge: Struck
    flanked: bool = False


class UnitCharged(Fact, frozen=True, kw_only=True):
    """LL.7.charge.2, LL.7.charge.3 A wheel, then straight ahead to the first contact. Lengths in milli-BW."""

    unit: UnitId
    pose: tuple[int, int, int]
    distance: int
    wheel: str = ""  # as ordered: left:12.5
    wheel_cost: int = 0
    touched: tuple[Touched, ...] = ()  # none: a charge that fell short (D32)
    disorder: tuple[str, ...] = ()  # what a second card was needed for (LL.7.cdis.1)


class Engaged(msgspec.Struct, frozen=True, kw_only=True):
    """LL.7.engage.1, LL.7.engage.2 One defender as its attacker meets it."""

    unit: UnitId
    contact: bool
    spaces: int  # LL.7.alloc.4 of the attacker's front
    front: int  # milli-BW of that front it overlaps
    barely: bool = False  # LL.7.barely.1
    flanked: bool = False  # LL.7.flank.1 by this attacker
    cover: bool = False  # LL.7.cover.2 from this attacker


class UnitsEngaged(Fact, frozen=True, kw_only=True):
    """LL.7.engage.3 Whom one attacker attacks."""

    unit: UnitId
    engaged: tuple[Engaged, ...]


class CombatStageBegan(Fact, frozen=True, kw_only=True):
    """LL.7.proc.1 The next step of the order in which all combats are resolved; an empty one ends them."""

    stage: Stage


class OwnerAsked(Fact, frozen=True, kw_only=True):
    """LL.4.mod.1, LL.1.dice.2 A card's owner is asked for its unit, or whether that unit re-rolls: once each."""

    about: str


class DiceAllocated(Fact, frozen=True, kw_only=True):
    """LL.7.alloc.7 An attacker's dice among those it attacks: how many, why so many, and for whom."""

    unit: UnitId
    counted: tuple[Modifier, ...]  # LL.7.ndice
    dice: dict[UnitId, int]
    most: UnitId = ""  # LL.7.alloc.4 who counts as occupying most of the front


class DefenceRolled(Fact, frozen=True, kw_only=True):
    """LL.7.def.1 A defender's dice: how many and why, what each needs and why, and what they showed."""

    unit: UnitId
    counted: tuple[Modifier, ...]
    needs: int  # 0: a limbered battery keeps the higher face (LL.7.limb.1)
    modifiers: tuple[Modifier, ...]
    faces: tuple[int, ...]
    score: int
    vulnerable: bool = False


class AttackPart(msgspec.Struct, frozen=True, kw_only=True):
    """LL.7.attmod.4 The dice of one attacker against one defender."""

    unit: UnitId
    needs: int
    modifiers: tuple[Modifier, ...]
    faces: tuple[int, ...]
    successes: int


class AttackRolled(Fact, frozen=True, kw_only=True):
    """LL.7.att.1 All dice of all attackers against one defender."""

    unit: UnitId  # the defender
    parts: tuple[AttackPart, ...]
    score: int


class Reroll(msgspec.Struct, frozen=True, kw_only=True):
    """LL.1.dice.4 Dice of one roll thrown again: which, and how all of that roll lie now."""

    against: UnitId  # the defender whose combat it is
    places: tuple[int, ...]  # of the dice, from 0
    faces: tuple[int, ...]
    successes: int


class DiceRerolled(Fact, frozen=True, kw_only=True):
    """LL.1.dice.2, LL.1.dice.3 A unit's attack or defence dice are thrown again, because its owner may or must."""

    unit: UnitId
    dice: Literal["attack", "defence"]
    card: CardId
    rolls: tuple[Reroll, ...]
    must: bool = False


class CombatResolved(Fact, frozen=True, kw_only=True):
    """LL.7.res.1 The two scores of one defender's combat."""

    unit: UnitId
    attackers: tuple[UnitId, ...]
    attack: int
    defence: int
    difference: int
    winner: Winner
    rule: str


class MoralePlayed(Fact, frozen=True, kw_only=True):
    """LL.7.morale.1, LL.7.flimb.3 What the cards for one unit do: bases saved, or a limber's defence raised."""

    side: Side
    unit: UnitId
    cards: tuple[CardId, ...]
    saved: int = 0
    added: int = 0


class UnitBeaten(Fact, frozen=True, kw_only=True):
    """LL.7.loss.1, LL.7.aloss.1, LL.7.flimb.1 What losing costs a unit in bases; whatever is left retreats."""

    unit: UnitId
    bases: int
    rule: str


FACTS: tuple[type[Fact], ...] = (
    UnitCharged, UnitsEngaged, CombatStageBegan, OwnerAsked, DiceAllocated, DefenceRolled, AttackRolled, DiceRerolled,
    CombatResolved, MoralePlayed, UnitBeaten, *retreat_facts.FACTS,
)  # fmt: skip
