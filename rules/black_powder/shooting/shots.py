"""BP.fire.1, BP.fire.4 One shot: how many dice, what they need to hit, and why."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from domain.kernel.reasons import Modifier, total
from domain.tabletop.angles import Point
from domain.tabletop.measure import Edge, Pose, halves_off
from rules.black_powder.corrections import FIRE_IN_FRONT, is_corrected
from rules.black_powder.position import is_shaken, standing_commanders
from rules.black_powder.rulings import reading, word
from rules.black_powder.shooting.enfilade import is_enfiladed
from rules.black_powder.shooting.guns import Band, band_of, gun_dice, short_range
from rules.black_powder.shooting.looking import Look
from rules.black_powder.shooting.sight import see_it
from rules.black_powder.shooting.targets import Aim
from rules.black_powder.special_rules import ONLY_SIXES
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import INCH
from rules.black_powder.units.footprint import Body, body_of, main_body
from rules.black_powder.units.measuring import from_point, is_in_reach
from rules.black_powder.units.profile import has, is_gun, is_mixed, is_skirmishing, is_tiny
from rules.black_powder.units.zones import quarter_of

Occasion = Literal["shooting", "closing fire", "traversing fire"]
TO_HIT, EASIEST, HARDEST = 4, 2, 6  # BP.fire.2
SIZES = {"large": 1, "small": -1}  # BP.fire.1
COLUMNS = ("attack_column", "march_column", "square")  # BP.fire.4
SIXTH = Fraction(1, 6)  # BP.ski.3
BUILDING_DICE = 2  # BP.bld.4


class Shot(NamedTuple):
    """All that the dice of a shot depend on."""

    look: Look
    aim: Aim
    occasion: Occasion = "shooting"
    met: int = 0  # BP.clo.5 units the charger has engaged
    near: int = 0  # BP.tra.2 how near it passes
    crossed: int = 0  # BP.tra.1 along how much of the front, in ten-thousandths
    charging: bool = True  # D30 whether who is shot at by traversing fire charges
    sees: Fraction | None = None  # BP.ski.3 the share of a skirmish line that sees, if it is known
    dice: int = 0  # of a building or of skirmishers, as the owner divides them; 0: all there are

    @property
    def state(self) -> State:
        return self.look.state

    @property
    def unit(self) -> Unit:
        return self.look.unit

    @property
    def target(self) -> Unit:
        return self.look.state.units[self.aim.target]

    @property
    def band(self) -> Band:
        """BP.clo.2 Closing fire is with canister."""
        if self.occasion == "closing fire" and self.look.arm.is_piece:
            return "short"
        return band_of(self.state, self.look.arm, self.aim.distance)

    @property
    def enfilade(self) -> bool:
        """BP.enf.2 A charger is shot in front; of one who passes there is no one place to be shot along from."""
        look = self.look
        if self.occasion == "traversing fire":
            return False
        if self.occasion == "closing fire" and is_corrected(self.state, FIRE_IN_FRONT):
            return False
        return is_enfiladed(self.state, look.name, self.aim.target, look.eye, overhead=self.aim.overhead)


def sized(state: State, unit: Unit) -> bool:
    """D18 Whether size is to be added to the values of the profile."""
    return reading(state, "D18") == "A" and not unit.profile.size_counted


def value_of(state: State, unit: Unit, band: Band = "") -> Iterator[Modifier]:
    """BP.fire.1 The shooting value and the size."""
    value = gun_dice(state, unit, band) if is_gun(unit) else unit.profile.shooting[0]
    yield Modifier(value, "shooting value", "BP.army.4")
    if is_tiny(unit) and value:
        if value != 1:
            yield Modifier(1 - value, "tiny", "BP.fire.1")
    elif value and sized(state, unit) and unit.profile.size in SIZES:
        yield Modifier(SIZES[unit.profile.size], "size", "BP.fire.1", (unit.profile.size,))


def dice_of(shot: Shot) -> list[Modifier]:
    """BP.fire.1, D19 Step by step; their sum is the number of dice."""
    found = list(value_of(shot.state, shot.unit, shot.band))
    if not total(found):
        return found
    found += _limited(shot, total(found))
    added = list(_added(shot))
    doubled = shot.enfilade
    if doubled and reading(shot.state, "D19") == "A":
        found += added
        added = []
    if doubled:
        found.append(Modifier(total(found), "enfilade", "BP.enf.5"))
    return found + added


def _limited(shot: Shot, dice: int) -> Iterator[Modifier]:
    """What the formation leaves of them."""
    unit, formation = shot.unit, shot.unit.formation
    if formation == "march_column":
        yield Modifier(-dice, "march column", "BP.fire.1")
    elif formation == "attack_column" and dice > 1:
        yield Modifier(1 - dice, "attack column", "BP.fire.1")
    elif is_mixed(unit) and shot.occasion != "closing fire" and dice > 1:
        yield Modifier(1 - dice, "mixed formation", "BP.mix.3")
    elif formation == "square" and dice > 1:
        yield Modifier(1 - dice, "side of a square", "BP.sq.5")
    elif formation == "building" and not is_gun(unit) and not is_tiny(unit):
        yield from _from_building(shot, dice)
    elif is_skirmishing(unit):
        yield from _part_of_skirmishers(shot, dice)


def _from_building(shot: Shot, dice: int) -> Iterator[Modifier]:
    """BP.bld.4 Two a side, in all no more than the value."""
    left = max(dice - shot.unit.turn.spent, 0)
    side = min(left, BUILDING_DICE, shot.dice or BUILDING_DICE)
    if side != dice:
        yield Modifier(side - dice, "side of a building", "BP.bld.4")


def _part_of_skirmishers(shot: Shot, dice: int) -> Iterator[Modifier]:
    """BP.ski.3, D31 Dice in proportion to those who see; then as they are divided (BP.ski.2)."""
    share = shot.sees if shot.sees is not None else share_that_sees(shot)
    left = dice_left(shot.state, dice, share)
    if left != dice:
        yield Modifier(left - dice, "part of them sees", "BP.ski.3", (int(share * 100),))
    if shot.dice and shot.dice < left:
        yield Modifier(shot.dice - left, "dice divided", "BP.ski.2")


def dice_left(state: State, dice: int, share: Fraction) -> int:
    """BP.ski.3, D31 To the nearest, and one at least from a sixth on; B: rounded down."""
    if reading(state, "D31") == "B":
        return dice * share.numerator // share.denominator
    rounded = (2 * dice * share.numerator + share.denominator) // (2 * share.denominator)
    return max(rounded, 1) if share >= SIXTH else 0


FILES, RANKS = 6, 2  # house: as many places of a skirmish line are asked what they see


def share_that_sees(shot: Shot) -> Fraction:
    """BP.ski.3 The share of a skirmish line that has the target in view."""
    if shot.occasion != "shooting":
        return Fraction(1)
    body = main_body(body_of(shot.state, shot.unit))
    seen = sum(see_it(shot.state, shot.look.name, shot.aim.target, tuple(_places(body.pose, body))))
    return Fraction(seen, FILES * RANKS)


def _places(pose: Pose, body: Body) -> Iterator[Point]:
    for file in range(FILES):
        for rank in range(RANKS):
            across = (2 * file + 1) * body.width // FILES - body.width
            yield halves_off(pose, across, -(2 * rank + 1) * body.depth // RANKS)


def _added(shot: Shot) -> Iterator[Modifier]:
    unit = shot.unit
    if is_first_fire(shot) and word(shot.state, "first_fire") == "die":
        yield Modifier(1, "first fire", "BP.sr.FFir")
    if unit.turn.raw == "fire":
        yield Modifier(1, "recruits on fire", "BP.sr.Fres")
    bonus = near_commander(shot.state, unit)
    if bonus:
        yield Modifier(bonus, "near a commander", "BP.gen.8")


def is_first_fire(shot: Shot) -> bool:
    """BP.sr.FFir"""
    return has(shot.unit, "BP.sr.FFir") and not shot.unit.ever_shot


def near_commander(state: State, unit: Unit) -> int:
    """Dice for units close to certain commanders, where the scenario gives them."""
    given = state.battle.near_commander
    if given is None or unit.side != given.side:
        return 0
    body = body_of(state, unit)
    for who, one in standing_commanders(state, unit.side).items():
        if who in given.commanders and one.at and is_in_reach(state, from_point(one.at, body), given.within * INCH):
            return given.dice
    return 0


def to_hit_of(shot: Shot) -> list[Modifier]:
    """BP.fire.4"""
    if shot.look.arm.kind == "howitzer" and reading(shot.state, "D75") == "B":
        return list(_of_pieces(shot))
    found = [*_of_shooter(shot), *_of_target(shot), *_of_distance(shot), *_of_pieces(shot)]
    if is_first_fire(shot) and word(shot.state, "first_fire") == "to_hit":
        found.append(Modifier(1, "first fire", "BP.sr.FFir"))
    return found


def _of_shooter(shot: Shot) -> Iterator[Modifier]:
    """BP.dis.5, BP.shk.1"""
    if shot.unit.disordered or is_shaken(shot.unit):
        yield Modifier(-1, "disordered or shaken", "BP.fire.4")


def _of_target(shot: Shot) -> Iterator[Modifier]:
    """BP.tgt.5, BP.gun.4"""
    unclear = list(shot.aim.unclear)
    if shot.met > 1:
        unclear.append("met_several")
    if unclear:
        yield Modifier(-1, "not clear", "BP.clo.5" if unclear == ["met_several"] else "BP.tgt.5", tuple(unclear))


def _of_distance(shot: Shot) -> Iterator[Modifier]:
    """BP.fire.4, BP.tra.2 One of three, once."""
    if not shot.look.arm.firearm:
        return
    if shot.occasion == "closing fire":
        yield Modifier(1, "closing fire", "BP.clo.4")
    elif shot.occasion == "traversing fire":
        if is_in_reach(shot.state, shot.near, short_range(shot.state)):
            yield Modifier(1, "passes close", "BP.tra.2")
    elif is_skirmishing(shot.unit) or is_mixed(shot.unit):
        yield Modifier(1, "shot by skirmishers", "BP.ski.4")
    elif not shot.look.arm.is_lobbed and is_in_reach(shot.state, shot.aim.distance, short_range(shot.state)):
        yield Modifier(1, "close range", "BP.fire.4")


def _of_pieces(shot: Shot) -> Iterator[Modifier]:
    arm = shot.look.arm
    if not arm.is_piece:
        return
    if shows_column(shot):
        yield Modifier(1, "guns at a column or square", "BP.fire.4")
    far = shot.band == "long"
    if far and (arm.kind != "machine_gun" or reading(shot.state, "D60") == "B"):
        yield Modifier(-1, "beyond half range", "BP.fire.4")
    if shot.aim.overhead:
        yield Modifier(-1, "over heads", "BP.fire.4")


def shows_column(shot: Shot) -> bool:
    """BP.fire.4, BP.sq.9, BP.mix.4 A mixed column shows as one from flank and rear."""
    there = shot.target
    if there.formation == "mixed_attack_column":
        return not from_front(shot)
    return there.formation in COLUMNS


def from_front(shot: Shot) -> bool:
    return quarter_of(main_body(body_of(shot.state, shot.target)), shot.look.eye) is Edge.FRONT


def needs_of(shot: Shot, modifiers: list[Modifier]) -> int:
    """BP.fire.2 4 or more as modified; a 6 always hits and a 1 never; raw troops in a panic hit on sixes only."""
    if shot.unit.turn.raw in ("panic", "terror"):
        return ONLY_SIXES
    return min(max(TO_HIT - total(modifiers), EASIEST), HARDEST)
