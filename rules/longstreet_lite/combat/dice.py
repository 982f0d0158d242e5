"""LL.7.ndice How many dice a unit rolls in combat, and what each of them needs."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import UnitId
from domain.kernel.play import Alike, reaching
from domain.kernel.reasons import Modifier, total
from domain.tabletop.bodies import blocks_of
from rules.longstreet_lite import tables, terrain
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.formation import body_of, is_column
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Attack, State


def attack_dice(state: State, unit_id: UnitId) -> tuple[Modifier, ...]:
    """LL.7.ndice.1, LL.7.ndice.3, LL.7.ndice.4 One for each base of the first two ranks, cards, and never above ten."""
    ranks = state.units[unit_id].ranks[: tables.FIGHTING_RANKS]
    bases = Modifier(sum(ranks), "bases in its first two ranks", "LL.7.ndice.1")
    return _capped(_floored((bases, *effects.extra_dice(state, unit_id, "attack"))))


def defence_dice(state: State, unit_id: UnitId) -> tuple[Modifier, ...]:
    """LL.7.ndice.2, LL.7.limb.1 (D36) One for each base, and cards; a limbered battery rolls two, whatever it has."""
    unit = state.units[unit_id]
    if unit.limbered:
        return (Modifier(tables.LIMBER_DICE, "limbered battery", "LL.7.limb.1"),)
    bases = Modifier(unit.bases, "bases", "LL.7.ndice.2")
    counted = _floored((bases, *effects.extra_dice(state, unit_id, "defence")))
    return _capped(counted) if reading(state, "D36") == "A" else counted


def _capped(counted: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    over = total(counted) - tables.MOST_DICE
    return (*counted, Modifier(-over, "ten dice at most", "LL.7.ndice.4")) if over > 0 else counted


def _floored(counted: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """LL.7.ndice.3 Ours: a card may take dice away, down to none."""
    short = -total(counted)
    return (*counted, Modifier(short, "no fewer than none", "LL.7.ndice.3")) if short > 0 else counted


def is_vulnerable(state: State, unit_id: UnitId) -> bool:
    """LL.7.vuln.1, LL.7.adef.1 (D39, D40) Flanked, limbered, or in column where that counts."""
    unit = state.units[unit_id]
    if unit.limbered:
        return reading(state, "D40") == "A"
    in_column = unit.kind == "INF" and is_column(unit.ranks) and reading(state, "D39") == "B"
    return in_column or unit_id in state.combat.flanked


def defence_modifiers(state: State, unit_id: UnitId) -> Iterator[Modifier]:
    """LL.7.defmod.1 What changes the dice of a unit that is not vulnerable."""
    if is_hindered(state, unit_id):
        yield tables.DEFENDER_HINDERED
    yield from effects.combat_die(state, unit_id, "", "defence")


def defence_needs(state: State, unit_id: UnitId) -> tuple[int, tuple[Modifier, ...]]:
    """LL.7.def.1, LL.7.vuln.1, LL.7.limb.1 The face a defence die needs, and why; 0 where the higher die counts."""
    if state.units[unit_id].limbered:
        return 0, ()
    if is_vulnerable(state, unit_id):
        return tables.VULNERABLE_ON, (tables.DEFENDER_VULNERABLE,)
    modifiers = tuple(defence_modifiers(state, unit_id))
    return natural(modifiers), modifiers


def natural(modifiers: tuple[Modifier, ...]) -> int:
    """LL.7.def.1, LL.7.att.1 The face a die must show. Cards may pile up: a 6 always succeeds and a 1 never does."""
    return min(max(tables.SUCCEEDS_ON - total(modifiers), tables.EASIEST), tables.HARDEST)


def attack_modifiers(state: State, attack: Attack) -> Iterator[Modifier]:
    """LL.7.attmod.1, LL.7.attmod.2, LL.7.attmod.3, LL.7.attmod.4 For one attacker against one defender."""
    if attack.cover:
        yield tables.DEFENDER_COVER
    if is_hindered(state, attack.attacker):
        yield tables.ATTACKER_HINDERED
    if is_vulnerable(state, attack.defender):
        yield tables.TARGET_VULNERABLE
    yield from effects.combat_die(state, attack.attacker, attack.defender, "attack")


def is_hindered(state: State, unit_id: UnitId) -> bool:
    """LL.2.diff.2 Any part of the unit is in terrain difficult for it."""
    unit = state.units[unit_id]
    return terrain.difficult(state, unit.kind, blocks_of(body_of(state, unit))) is not None


def successes(faces: tuple[int, ...], needs: int) -> int:
    """LL.7.def.1, LL.7.att.1 Dice that show what they need."""
    return sum(1 for face in faces if face >= needs)


def defence_score(faces: tuple[int, ...], needs: int) -> int:
    """LL.7.def.1, LL.7.limb.1 Successes, or the higher face of a limbered battery."""
    return successes(faces, needs) if needs else max(faces)


def scoring(needs: int) -> Alike:
    """LL.7.def.1, LL.7.limb.1 Throws with the same defence score."""
    return reaching(needs) if needs else lambda roll: defence_score(roll.faces, needs)
