"""Facts of the Combat phase. Tags are for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side, UnitId
from domain.kernel.reasons import Modifier, Reason, TableRead, total
from domain.tabletop.measure import pose_of
from rules.longstreet_lite.sketch import Sketch, middle, way_of
from rules.longstreet_lite.state import Attack, Charging, CombatPhase, Defence, Fought, Stage, State
from rules.longstreet_lite.tables import BEATEN, CASES, SUCCEEDS_ON, VULNERABLE_ON, CardId, or_more

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

    about: Reason


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


class Rethrown(msgspec.Struct, frozen=True, kw_only=True):
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
    rolls: tuple[Rethrown, ...]
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


def _charged(state: State, fact: UnitCharged) -> None:
    unit = state.units[fact.unit]
    unit.pose, unit.acted = pose_of(fact.pose), True
    touched = tuple(touched.unit for touched in fact.touched)
    flanked = tuple(touched.unit for touched in fact.touched if touched.flanked)
    state.combat.charges.append(Charging(unit=fact.unit, touched=touched, flanked=flanked))


def _engaged(state: State, fact: UnitsEngaged) -> None:
    combat = state.combat
    for met in fact.engaged:
        combat.attacks.append(
            Attack(
                attacker=fact.unit, defender=met.unit, contact=met.contact, spaces=met.spaces, barely=met.barely,
                cover=met.cover,
            )
        )  # fmt: skip
        if met.flanked and met.unit not in combat.flanked:
            combat.flanked.append(met.unit)


def _stage(state: State, fact: CombatStageBegan) -> None:
    state.combat.stage = fact.stage
    if not fact.stage:
        state.combat = CombatPhase()


def _asked(state: State, fact: OwnerAsked) -> None:
    state.combat.asked.append(fact.about)


def _allocated(state: State, fact: DiceAllocated) -> None:
    state.combat.allocated.append(fact.unit)
    for attack in state.combat.attacks:
        if attack.attacker == fact.unit:
            attack.dice = fact.dice[attack.defender]


def _defended(state: State, fact: DefenceRolled) -> None:
    combat = state.combat
    combat.defences[fact.unit] = Defence(needs=fact.needs, faces=fact.faces)
    if fact.vulnerable:
        combat.vulnerable.append(fact.unit)


def _attacked(state: State, fact: AttackRolled) -> None:
    state.combat.attacked.append(fact.unit)
    parts = {part.unit: part for part in fact.parts}
    for attack in state.combat.attacks:
        if attack.defender == fact.unit and attack.attacker in parts:
            part = parts[attack.attacker]
            attack.needs, attack.faces = part.needs, part.faces


def _rerolled(state: State, fact: DiceRerolled) -> None:
    rolls = {roll.against: roll for roll in fact.rolls}
    if fact.dice == "defence":
        defence, roll = state.combat.defences[fact.unit], rolls[fact.unit]
        defence.faces, defence.again = roll.faces, (*defence.again, *roll.places)
        return
    for attack in state.combat.attacks:
        if attack.attacker == fact.unit and attack.defender in rolls:
            roll = rolls[attack.defender]
            attack.faces, attack.again = roll.faces, (*attack.again, *roll.places)


def _resolved(state: State, fact: CombatResolved) -> None:
    if fact.winner != "nobody":
        state.combat.fought[fact.unit] = Fought(attack=fact.attack, defence=fact.defence)


def _morale(state: State, fact: MoralePlayed) -> None:
    fought = state.combat.fought[fact.unit]
    fought.saved += fact.saved
    fought.defence += fact.added


def _beaten(state: State, fact: UnitBeaten) -> None:
    state.combat.paid.append(fact.unit)


def _draw_charged(sketch: Sketch, fact: UnitCharged) -> None:
    body = sketch.bodies.get(fact.unit)
    if body:
        via = way_of(body, (f"wheel-{fact.wheel}",)) if fact.wheel else []
        sketch.move("attack", fact.unit, via, fact.pose)


def _draw_resolved(sketch: Sketch, fact: CombatResolved) -> None:
    struck = sketch.bodies.get(fact.unit)
    came = Reason("came of it", "", (fact.attack, fact.defence, fact.winner))
    for attacker in fact.attackers:
        body = sketch.bodies.get(attacker)
        if body and struck:
            sketch.add("attack", attacker, (middle(body), middle(struck)), came)


def _case(printed: Iterable[Modifier]) -> Reason:
    """What the table asks after, and whether it is so."""
    cites = {modifier.cite for modifier in printed}
    return Reason(
        "case of the table", "", tuple(of for cite, name in CASES.items() for of in (name, int(cite in cites)))
    )


def _read_defence(fact: DefenceRolled) -> Iterable[TableRead]:
    """LL.7.def.1, LL.7.limb.1, LL.7.vuln.1"""
    if not fact.needs:
        yield TableRead("defence dice", "limbered battery", "score", "the higher of two dice", "LL.7.limb.1")
    elif fact.vulnerable:
        yield TableRead("defence dice", "vulnerable", "succeeds on", or_more(VULNERABLE_ON), "LL.7.vuln.1")
    else:
        yield TableRead("defence dice", "not vulnerable", "succeeds on", or_more(SUCCEEDS_ON), "LL.7.def.1")


def _read_attack(fact: AttackRolled) -> Iterable[TableRead]:
    """LL.7.attmod.4 A row for each case among the attackers; cards are no part of the printed table."""
    for part in fact.parts:
        printed = [modifier for modifier in part.modifiers if modifier.cite in CASES]
        needs = or_more(SUCCEEDS_ON - total(printed))
        yield TableRead("attack dice", _case(printed), "needs", needs, "LL.7.attmod.4")


def _read_beaten(fact: UnitBeaten) -> Iterable[TableRead]:
    """LL.7.res.1"""
    if fact.rule in BEATEN:
        row, cell = BEATEN[fact.rule]
        yield TableRead("combat result", row, "result", cell, "LL.7.res.1")


FACTS: tuple[Told, ...] = (
    Told(UnitCharged, ("LL.7.charge.2", "LL.7.charge.3"), _charged, draws=_draw_charged),
    Told(UnitsEngaged, ("LL.7.engage.3",), _engaged),
    Told(CombatStageBegan, ("LL.7.proc.1",), _stage, aside=True),
    Told(OwnerAsked, ("LL.4.mod.1", "LL.1.dice.2"), _asked, aside=True),
    Told(DiceAllocated, ("LL.7.alloc.7",), _allocated),
    Told(DefenceRolled, ("LL.7.def.1",), _defended, reads=_read_defence),
    Told(AttackRolled, ("LL.7.att.1",), _attacked, reads=_read_attack),
    Told(DiceRerolled, ("LL.1.dice.2", "LL.1.dice.3"), _rerolled),
    Told(CombatResolved, ("LL.7.res.1",), _resolved, draws=_draw_resolved),
    Told(MoralePlayed, ("LL.7.morale.1", "LL.7.flimb.3"), _morale),
    Told(UnitBeaten, ("LL.7.loss.1", "LL.7.aloss.1", "LL.7.flimb.1"), _beaten, reads=_read_beaten),
)
