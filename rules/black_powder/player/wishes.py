"""What a unit would do now: charge, form, turn, advance, fall back, go in, come into action; or nothing."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.kernel.errors import is_legal
from domain.tabletop.angles import HALF_TURN, TURN, Point, turn_between
from rules.black_powder.charges import charging
from rules.black_powder.ids import UnitId
from rules.black_powder.movement.actor import allowance
from rules.black_powder.movement.limits import must_reform
from rules.black_powder.player import aims, odds
from rules.black_powder.player.view import Foe, View, distance
from rules.black_powder.position import is_shaken
from rules.black_powder.shooting.sight import sees
from rules.black_powder.state import Unit
from rules.black_powder.tables import INCH, Formation
from rules.black_powder.units.profile import default_formation, is_all_round, is_foot, is_gun, is_horse, is_regular

Do = Literal["charge", "form", "face", "advance", "retire", "enter", "unlimber"]
LINE_AT = 18 * INCH  # columns form line so near the enemy
COLUMN_FROM = 36 * INCH  # and lines form column so far off
SPARE = 5 * INCH  # so far within range the line halts
CLOSE = 8 * INCH  # and so near who does not see the enemy from there
RESERVE = 6 * INCH  # and its second line so far behind
HORSE_HALTS = 20 * INCH  # beyond the reach of muskets
ABREAST, BEHIND = 6 * INCH, 10 * INCH  # where a friend stands ahead of a unit
ARC = 40_00  # to each side of the heading that is before a unit
WORTH_A_MOVE = 1500  # less is not worth a move
SAFE = 18 * INCH  # shaken troops go back so far
AHEAD = 0.8  # by so much a charge must promise to win
SOFTENED = 0.2  # and so much at troops that are disordered, shaken or taken in flank


class Wish(NamedTuple):
    do: Do
    bearing: int | None = None  # None: as it stands
    length: int = 0
    target: str = ""  # an enemy, or a block
    formation: Formation | None = None


def wish(view: View, name: UnitId, aim: Point | None) -> Wish | None:
    """What this unit wants, charges apart: no more than a look at who is near."""
    unit, foe = view.state.units[name], view.nearest(name)
    if unit.formation == "building" or unit.in_brigade_square:
        return None
    if is_gun(unit):
        return _of_gun(view, name, unit, foe, aim)
    if unit.bent or must_reform(view.state, unit):
        return Wish("form", formation=unit.formation if unit.bent else default_formation(unit))
    if foe is not None and is_shaken(unit):
        back = (view.bearing_to(name, foe.at) + HALF_TURN) % TURN
        return Wish("retire", back, allowance(view.state, unit)) if foe.gap < SAFE else None
    block = aims.open_block(view, name, foe, allowance(view.state, unit)) if is_foot(unit) else ""
    return Wish("enter", target=block) if block else _of_troops(view, name, unit, foe, aim)


def _of_troops(view: View, name: UnitId, unit: Unit, foe: Foe | None, aim: Point | None) -> Wish | None:
    if foe is not None and foe.gap <= LINE_AT and _opens_out(view, name, unit):
        return Wish("form", view.bearing_to(name, foe.at), formation=default_formation(unit))
    if foe is not None and not is_all_round(unit) and foe.gap <= max(view.range_of(unit), LINE_AT):
        toward = view.bearing_to(name, foe.at)
        if abs(turn_between(_heading(unit), toward)) > ARC:
            return Wish("face", toward)
    return _advance(view, name, unit, foe, aim)


def _opens_out(view: View, name: UnitId, unit: Unit) -> bool:
    """Columns near the enemy form line, and squares when no horse is about."""
    if unit.formation == "square":
        return not _has_horse_near(view, name)
    return unit.formation in ("march_column", "attack_column")


def _has_horse_near(view: View, name: UnitId) -> bool:
    here = view.middle(name)
    return any(is_horse(view.state.units[foe]) and distance(here, at) <= HORSE_HALTS for foe, at in view.foes.items())


def _advance(view: View, name: UnitId, unit: Unit, foe: Foe | None, aim: Point | None) -> Wish | None:
    """To where it can shoot, and no further; a defender does not stir."""
    post = aims.post_of(view, name, aim)
    if post is None:
        return None
    room = foe.gap - halt(view, name, unit, foe) if foe is not None else distance(view.middle(name), post)
    length = min(allowance(view.state, unit), room)
    return Wish("advance", view.bearing_to(name, post), length) if length >= WORTH_A_MOVE else None


def halt(view: View, name: UnitId, unit: Unit, foe: Foe) -> int:
    """How near the enemy it stops: where it can shoot; reserves behind the line; horse out of reach."""
    if is_horse(unit):
        return HORSE_HALTS
    reach = view.range_of(unit) - SPARE
    if reach > CLOSE and not (foe.gap > reach or sees(view.state, name, foe.name)):
        reach = CLOSE
    return max(reach, 2 * INCH) + (RESERVE if is_behind(view, name) else 0)


def is_behind(view: View, name: UnitId) -> bool:
    """Whether a friend stands close before it."""
    foe, here = view.nearest(name), view.middle(name)
    if foe is None:
        return False
    way, far = foe.at.minus(here), max(distance(foe.at, here), 1)
    for other in view.own:
        if other == name:
            continue
        off = view.middle(other).minus(here)
        ahead, aside = off.dot(way) // far, abs(off.cross(way)) // far
        if INCH < ahead <= BEHIND and aside <= ABREAST:
            return True
    return False


def _of_gun(view: View, name: UnitId, unit: Unit, foe: Foe | None, aim: Point | None) -> Wish | None:
    """A gun in action turns to who is in range; a limbered one comes into action there, or goes on."""
    if foe is None:
        return None
    toward, reach = view.bearing_to(name, foe.at), view.range_of(unit)
    if unit.formation == "unlimbered":
        if foe.gap > reach or unit.turn.handled or abs(turn_between(_heading(unit), toward)) <= ARC:
            return None
        return Wish("face", toward)
    if foe.gap <= reach * 3 // 4:
        return Wish("unlimber", toward)
    post = aims.post_of(view, name, aim)
    return Wish("advance", view.bearing_to(name, post), allowance(view.state, unit)) if post is not None else None


def _heading(unit: Unit) -> int:
    assert unit.pose is not None
    return unit.pose.heading


# Charges


def charge(view: View, name: UnitId) -> Wish | None:
    """BP.chg Whoever is disordered, shaken or taken in flank, or seems to lose anyhow, with support behind."""
    state, unit = view.state, view.state.units[name]
    if not may_think_of_charging(unit):
        return None
    reach = allowance(state, unit) + 2 * INCH
    near = [foe for foe in view.near_foes(name) if distance(view.middle(name), view.foes[foe]) <= reach + ABREAST]
    ranked = sorted(((odds.of_charge(view, name, foe), foe) for foe in near), reverse=True)
    for promised, foe in ranked:
        if promised >= _margin(view, name, foe) and is_legal(charging.check, state, name, foe):
            return Wish("charge", target=foe)
    return None


def may_think_of_charging(unit: Unit) -> bool:
    return not (is_gun(unit) or is_shaken(unit) or unit.formation in ("building", "march_column", "square"))


def _margin(view: View, name: UnitId, foe: UnitId) -> float:
    soft = odds.is_soft(view.state, foe) or odds.is_taken_in_flank(view.state, name, foe)
    return (SOFTENED if soft else AHEAD) - (0 if aims.is_defending(view) else view.hurry / 2)


def is_far(view: View, name: UnitId) -> bool:
    """Whether a line had better march in column."""
    unit, foe = view.state.units[name], view.nearest(name)
    return unit.formation == "line" and is_regular(unit) and foe is not None and foe.gap > COLUMN_FROM
