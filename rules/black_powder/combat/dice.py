"""BP.hth.4, BP.hth.6, BP.hth.7 Dice of a unit in hand-to-hand, what they need, and what saves need against them."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.reasons import Modifier, total
from rules.black_powder.combat.allocation import SIDE_DICE, touching
from rules.black_powder.ids import UnitId
from rules.black_powder.position import commanders_with, is_shaken, sides_touched
from rules.black_powder.rulings import number, reading
from rules.black_powder.shooting import saves
from rules.black_powder.shooting.cover import cover_of
from rules.black_powder.shooting.shots import EASIEST, HARDEST, TO_HIT, near_commander, sized
from rules.black_powder.special_rules import ONLY_SIXES, Moment, lances
from rules.black_powder.state import State, Unit
from rules.black_powder.units.footprint import body_of, centre
from rules.black_powder.units.profile import has_sides, is_all_round, is_foot, is_horse, is_skirmishing, is_tiny

SIZES = {"large": 2, "small": -2}  # BP.hth.4
GOOD = 8  # D63
STRONG = 2


def dice_of(state: State, name: UnitId) -> list[Modifier]:
    """BP.hth.4 Step by step; their sum is the number of dice."""
    unit = state.units[name]
    found = [Modifier(unit.profile.hth, "hand-to-hand value", "BP.army.4")]
    if unit.formation == "limbered":
        return [*found, Modifier(-unit.profile.hth, "limbered", "BP.hth.4")]
    found += _by_size(state, unit)
    found += _by_formation(state, name, unit, total(found))
    bonus = commander_bonus(state, name, total(found))
    if bonus:
        found.append(Modifier(bonus, "commander with them", "BP.gen.8"))
    if unit.turn.raw == "fire":
        found.append(Modifier(1, "recruits on fire", "BP.sr.Fres"))
    near = near_commander(state, unit)
    if near:
        found.append(Modifier(near, "near a commander", "BP.gen.8"))
    return found


def _by_size(state: State, unit: Unit) -> Iterator[Modifier]:
    if is_tiny(unit):
        if unit.profile.hth != 1:
            yield Modifier(1 - unit.profile.hth, "tiny", "BP.hth.4")
    elif unit.profile.size in SIZES and sized(state, unit):
        yield Modifier(SIZES[unit.profile.size], "size", "BP.hth.4", (unit.profile.size,))


def _by_formation(state: State, name: UnitId, unit: Unit, dice: int) -> Iterator[Modifier]:
    if unit.formation == "march_column" and dice != 1:
        yield Modifier(1 - dice, "march column", "BP.hth.4")
    elif has_sides(unit):
        faces = len({face for _, face in touching(state, name)})
        most = min(SIDE_DICE * faces, dice)
        if most != dice:
            cite = "BP.sq.6" if unit.formation == "square" else "BP.bld.5"
            yield Modifier(most - dice, "sides engaged", cite, (faces,))


def commander_bonus(state: State, name: UnitId, dice: int) -> int:
    """BP.gen.8, D63 Once for a unit; above 1 never more than its own dice there."""
    found = [state.commanders[who] for who in commanders_with(state, name)]
    most = max(
        (one.bonus or number(state, "commander_bonus") for one in found if leads_well(state, one.rating)), default=0
    )
    return min(most, max(dice, 1))


def leads_well(state: State, rating: int) -> bool:
    """D63 Rated 8 or more (A), exactly 8 (B), or anyhow (C)."""
    letter = reading(state, "D63")
    return letter == "C" or (rating >= GOOD if letter == "A" else rating == GOOD)


def is_charging(state: State, name: UnitId, foe: UnitId) -> bool:
    """BP.hth.6, BP.sq.11 It charged into this combat and fights its first round; no bonus against a square."""
    unit = state.units[name]
    return unit.fight.charging and not (is_horse(unit) and state.units[foe].formation == "square")


def charged_this_turn(state: State, unit: Unit) -> bool:
    """BP.sr.HCav, BP.sr.Lanc, D51 In the turn of the charge; B: not by a sweeping charge."""
    if not (unit.turn.charged or unit.turn.countercharged):
        return False
    return not unit.turn.swept or reading(state, "D51") == "A"


def to_hit_of(state: State, name: UnitId, foe: UnitId, units: tuple[UnitId, ...]) -> list[Modifier]:
    """BP.hth.6"""
    unit, found = state.units[name], list[Modifier]()
    if is_charging(state, name, foe):
        found.append(Modifier(1, "charging", "BP.hth.6"))
    if has_won(state, name, units):
        found.append(Modifier(1, "won the round before", "BP.hth.6"))
    if unit.disordered or is_shaken(unit):
        found.append(Modifier(-1, "disordered or shaken", "BP.hth.6"))
    if is_skirmishing(unit):
        found.append(Modifier(-1, "in skirmish formation", "BP.hth.6"))
    if is_flanked(state, name) and reading(state, "D38") == "A":
        found.append(Modifier(-1, "taken in flank or rear", "BP.hth.6"))
    return found


def has_won(state: State, name: UnitId, units: tuple[UnitId, ...]) -> bool:
    """D40 B: friends that have joined since have it too."""
    unit = state.units[name]
    if unit.fight.won or reading(state, "D40") == "A":
        return unit.fight.won
    return any(state.units[one].fight.won and state.units[one].side == unit.side for one in units)


def is_flanked(state: State, name: UnitId) -> bool:
    """BP.hth.6"""
    return not is_all_round(state.units[name]) and any(face != "front" for face in sides_touched(state, name))


def needs_of(unit: Unit, modifiers: list[Modifier]) -> int:
    """BP.hth.6 As in shooting (BP.fire.2)."""
    if unit.turn.raw in ("panic", "terror"):
        return ONLY_SIXES
    return min(max(TO_HIT - total(modifiers), EASIEST), HARDEST)


def moment_of(state: State, name: UnitId, foes: tuple[UnitId, ...]) -> Moment:
    """What leave to roll again looks at; against a square alone a charge counts for nothing (BP.sq.11)."""
    unit = state.units[name]
    charging = any(is_charging(state, name, foe) for foe in foes)
    return Moment(charging=charging, first_round=unit.fight.rounds == 0)


def save_modifiers(state: State, name: UnitId, by: UnitId) -> Iterator[Modifier]:
    """BP.hth.7, BP.hth.8 The saves of a unit against the blows of another."""
    unit, foe = state.units[name], state.units[by]
    if unit.formation == "attack_column" and is_foot(unit) and reading(state, "D22") == "B":
        yield Modifier(1, "attack column", "BP.save.2")
    if unit.formation == "march_column" and reading(state, "D23") == "A":
        yield Modifier(-2, "march column", "BP.save.2")
    if unit.formation == "square" and reading(state, "D24") == "B":
        yield Modifier(1, "square", "BP.save.2")
    cover = cover_of(state, unit, centre(body_of(state, foe)))
    if cover and cover.bonus and cover.counts and keeps_cover(unit):
        key = "walls" if cover.bonus >= STRONG else "cover"
        yield Modifier(cover.bonus, key, "BP.hth.8", (cover.piece, int(cover.share * 100)))
    spears = lances(state, foe, unit)
    if spears and charged_this_turn(state, foe) and unit.formation != "square":
        yield spears


def keeps_cover(unit: Unit) -> bool:
    """BP.hth.8 Only who was charged, until it loses a round."""
    return bool(unit.fight.charged_by) and not unit.fight.lost and not unit.turn.charged


def save_lot(state: State, name: UnitId, by: UnitId, hits: int) -> saves.Lot:
    found = tuple(save_modifiers(state, name, by))
    return saves.Lot(hits, saves.needs_of(state.units[name], found), found)
